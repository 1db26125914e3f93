import type { Outcomes } from '@xunyun/contract/kernel/list'
import {
  type PaymentRow,
  reversePayments,
  submitPayments,
  voidPayments,
  withdrawPayments,
} from '@xunyun/contract/payments/calls'
import type { PaymentAction } from '@xunyun/contract/payments/states'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../shared/action/useActs.tsx'
import { useDecisions } from '../../shared/action/useDecisions.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { late } from '../../shared/ui/late.tsx'
import { paymentPaths } from './paths.ts'

const PaymentForm = late(() => import('./PaymentForm.tsx').then((file) => file.PaymentForm))
const AllocateForm = late(() => import('./AllocateForm.tsx').then((file) => file.AllocateForm))
const UnallocateForm = late(() => import('./UnallocateForm.tsx').then((file) => file.UnallocateForm))
const RefundForm = late(() => import('./RefundForm.tsx').then((file) => file.RefundForm))
const PayForm = late(() => import('./PayForm.tsx').then((file) => file.PayForm))

type Asking = { readonly key: PaymentAction; readonly rows: readonly PaymentRow[] }

/** What can be done to receipts and payments, from the list and the sheet of one alike. */
export function usePaymentActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation('payments')
  const [asking, setAsking] = useOpen<Asking>()
  const ask = (key: PaymentAction) => ({ open: (rows: readonly PaymentRow[]) => setAsking({ key, rows }) })
  const decisions = useDecisions<PaymentRow>({
    words: { approve: t('act.approve'), reject: t('act.reject'), opinion: t('column.opinion') },
    refresh: paymentPaths,
    onDone,
  })
  const acts = useActs<PaymentRow>({
    refresh: paymentPaths,
    ...(onDone ? { onDone } : {}),
    word: (key) => t(`act.${key}`),
    nameOf: ({ no }) => no,
    acts: {
      ...decisions.acts,
      allocate: { single: true, ...ask('allocate') },
      submit: { call: submitPayments, done: t('done.submit') },
      pay: ask('pay'),
      edit: { single: true, ...ask('edit') },
      withdraw: { call: withdrawPayments, done: t('done.withdraw') },
      refund: { single: true, ...ask('refund') },
      unallocate: { single: true, ...ask('unallocate') },
      void: { call: voidPayments, reason: { asks: t('reason') }, danger: true, done: t('done.void') },
      reverse: { call: reversePayments, reason: { asks: t('reason') }, danger: true, done: t('done.reverse') },
    },
  })
  const close = () => setAsking(null)
  const [row] = asking?.rows ?? []
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {decisions.dialog}
        {asking?.key === 'edit' && row && <PaymentForm direction="payment" id={row.id} onClose={close} />}
        {asking?.key === 'allocate' && row && <AllocateForm payment={row} onClose={close} />}
        {asking?.key === 'unallocate' && row && <UnallocateForm payment={row} onClose={close} />}
        {asking?.key === 'refund' && row && <RefundForm payment={row} onClose={close} />}
        {asking?.key === 'pay' && <PayForm payments={asking.rows} onDone={onDone} onClose={close} />}
      </>
    ),
  }
}
