import {
  bearDifferences,
  type HandInRow,
  sendBackHandIns,
  undoCounts,
  undoDifferences,
  withdrawDifferences,
} from '@xunyun/contract/collections/calls'
import type { HandInAction } from '@xunyun/contract/collections/states'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../shared/action/useActs.tsx'
import { useDecisions } from '../../shared/action/useDecisions.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import styles from './Collections.module.css'
import { collectionPaths } from './paths.ts'

const HandInForm = late(() => import('./HandInForm.tsx').then((file) => file.HandInForm))
const CountForm = late(() => import('./CountForm.tsx').then((file) => file.CountForm))
const DifferenceForm = late(() => import('./DifferenceForm.tsx').then((file) => file.DifferenceForm))

type Asking = { readonly key: HandInAction; readonly row: HandInRow; readonly rows: readonly HandInRow[] }

/** What can be done to what waits and to hand-ins, from the list and the sheet of one alike. */
export function useHandInActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation('collections')
  const [asking, setAsking] = useOpen<Asking>()
  const open = (key: HandInAction, rows: readonly HandInRow[]) => {
    const [row] = rows
    if (row) setAsking({ key, row, rows })
  }
  const ask = (key: HandInAction) => ({
    single: true as const,
    open: (rows: readonly HandInRow[]) => open(key, rows),
  })
  /** What a reason is asked for. */
  const below = (rows: readonly HandInRow[]) =>
    rows.map(({ id, no, holderName, difference }) => (
      <span key={id} className={styles.short}>
        {dotted(no, holderName, t('handIn.difference'))} <b>{money(difference)}</b>
      </span>
    ))
  const decisions = useDecisions<HandInRow>({
    words: { approve: t('act.approve'), reject: t('act.reject'), opinion: t('handIn.opinion') },
    refresh: collectionPaths,
    onDone,
  })
  const acts = useActs<HandInRow>({
    refresh: collectionPaths,
    ...(onDone ? { onDone } : {}),
    word: (key) => t(`act.${key}`),
    nameOf: ({ no, holderName }) => no ?? holderName,
    acts: {
      ...decisions.acts,
      handIn: { open: (rows) => open('handIn', rows) },
      count: ask('count'),
      makeUp: ask('makeUp'),
      bear: {
        call: bearDifferences,
        reason: { asks: t('reason'), below },
        done: t('done.bear'),
      },
      keep: ask('keep'),
      sendBack: { call: sendBackHandIns, reason: { asks: t('reason') }, danger: true, done: t('done.sendBack') },
      withdraw: { call: withdrawDifferences, done: t('done.withdraw') },
      undoCount: { call: undoCounts, reason: { asks: t('reason') }, danger: true, done: t('done.undoCount') },
      undoDecision: {
        call: undoDifferences,
        reason: { asks: t('reason'), below },
        danger: true,
        done: t('done.undoDecision'),
      },
    },
  })
  const close = () => setAsking(null)
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {decisions.dialog}
        {asking?.key === 'handIn' && (
          <HandInForm ids={asking.rows.map(({ id }) => id)} onDone={onDone} onClose={close} />
        )}
        {asking?.key === 'count' && <CountForm id={asking.row.id} no={asking.row.no ?? ''} onClose={close} />}
        {(asking?.key === 'makeUp' || asking?.key === 'keep') && (
          <DifferenceForm row={asking.row} as={asking.key} onClose={close} />
        )}
      </>
    ),
  }
}
