import {
  type CodPayoutRow,
  getCodPayoutPdf,
  payCodPayouts,
  reverseCodPayouts,
  submitCodPayouts,
  voidCodPayouts,
  withdrawCodPayouts,
} from '@xunyun/contract/collections/cod'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../shared/action/useActs.tsx'
import { useDecisions } from '../../shared/action/useDecisions.tsx'
import { download } from '../../shared/api/download.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import { late } from '../../shared/ui/late.tsx'
import { collectionPaths } from './paths.ts'

const ChangePayoutForm = late(() => import('./PayoutForm.tsx').then((file) => file.ChangePayoutForm))
const PayForm = late(() => import('../payments/index.ts').then((file) => file.PayForm))

/** What can be done to payouts, from the list and the sheet of one alike. */
export function usePayoutActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation(['payments', 'collections'])
  const [changing, setChanging] = useOpen<CodPayoutRow>()
  const [paying, setPaying] = useOpen<readonly CodPayoutRow[]>()
  const decisions = useDecisions<CodPayoutRow>({
    words: { approve: t('act.approve'), reject: t('act.reject'), opinion: t('collections:payout.opinion') },
    refresh: collectionPaths,
    onDone,
  })
  const acts = useActs<CodPayoutRow>({
    refresh: collectionPaths,
    ...(onDone ? { onDone } : {}),
    word: (key) => t(`act.${key}`),
    nameOf: ({ no }) => no,
    acts: {
      ...decisions.acts,
      submit: { call: submitCodPayouts, done: t('done.submit') },
      edit: { single: true, open: ([row]) => setChanging(row ?? null) },
      pay: { open: (rows) => setPaying(rows) },
      withdraw: { call: withdrawCodPayouts, done: t('done.withdraw') },
      void: { call: voidCodPayouts, reason: { asks: t('reason') }, danger: true, done: t('done.void') },
      morePaper: ([row], single) =>
        // Signed when the money is handed over: what may still be refused has no receipt.
        single && (row?.state === 'toPay' || row?.state === 'paid')
          ? [
              {
                key: 'paper',
                label: t('collections:act.paper'),
                onClick: () => void download(getCodPayoutPdf, { id: row.id }).catch(() => undefined),
              },
            ]
          : [],
      reverse: { call: reverseCodPayouts, reason: { asks: t('reason') }, danger: true, done: t('done.reverse') },
    },
  })
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {decisions.dialog}
        {changing !== null && <ChangePayoutForm id={changing.id} onClose={() => setChanging(null)} />}
        {paying !== null && (
          <PayForm
            payments={paying}
            payees={paying.map(({ id, no, payeeName, payeeAccount, net }) => ({
              id,
              no,
              payeeName,
              payeeAccount,
              amount: net,
            }))}
            call={payCodPayouts}
            refresh={collectionPaths}
            onDone={onDone}
            onClose={() => setPaying(null)}
          />
        )}
      </>
    ),
  }
}
