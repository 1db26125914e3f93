import {
  bearDifferences,
  type HandInRow,
  handIn,
  sendBackHandIns,
  undoCounts,
  withdrawDifferences,
} from '@xunyun/contract/collections/calls'
import type { HandInAction } from '@xunyun/contract/collections/states'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../shared/action/useActs.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { late } from '../../shared/ui/late.tsx'
import { collectionPaths } from './paths.ts'

const CountForm = late(() => import('./CountForm.tsx').then((file) => file.CountForm))
const DifferenceForm = late(() => import('./DifferenceForm.tsx').then((file) => file.DifferenceForm))

type Asking = { readonly key: HandInAction; readonly row: HandInRow }

/** What can be done to what waits and to hand-ins, from the list and the sheet of one alike. */
export function useHandInActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation('collections')
  const [asking, setAsking] = useOpen<Asking>()
  const ask = (key: HandInAction) => ({
    single: true as const,
    open: ([row]: readonly HandInRow[]) => row && setAsking({ key, row }),
  })
  const acts = useActs<HandInRow>({
    refresh: collectionPaths,
    ...(onDone ? { onDone } : {}),
    word: (key) => t(`act.${key}`),
    nameOf: ({ no, holderName }) => no ?? holderName,
    acts: {
      handIn: { call: handIn, confirm: t('confirm.handIn'), done: t('done.handIn') },
      count: ask('count'),
      makeUp: ask('makeUp'),
      bear: { call: bearDifferences, reason: { asks: t('reason') }, done: t('done.bear') },
      keep: ask('keep'),
      sendBack: { call: sendBackHandIns, reason: { asks: t('reason') }, danger: true, done: t('done.sendBack') },
      withdraw: { call: withdrawDifferences, done: t('done.withdraw') },
      undoCount: { call: undoCounts, reason: { asks: t('reason') }, danger: true, done: t('done.undoCount') },
    },
  })
  const close = () => setAsking(null)
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {asking?.key === 'count' && <CountForm id={asking.row.id} no={asking.row.no ?? ''} onClose={close} />}
        {(asking?.key === 'makeUp' || asking?.key === 'keep') && (
          <DifferenceForm row={asking.row} as={asking.key} onClose={close} />
        )}
      </>
    ),
  }
}
