import { type PaymentRow, refundPayment } from '@xunyun/contract/payments/calls'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import type { Sending } from '../../shared/api/api.ts'
import { FormDrawer } from '../../shared/form/FormDrawer.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { day, dotted, money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { paymentPaths } from './paths.ts'
import { RefundFields } from './RefundFields.tsx'
import { usePayment } from './usePayment.ts'

type Values = Omit<Sending<typeof refundPayment>, 'id' | 'version'>

const valuesOf = ({ left, cashAccountId }: PaymentRow): Partial<Values> => ({
  amount: left as never,
  cashAccountId,
  day: day(serverNow()),
})

/** 退款: gives back what is left of a receipt. */
export function RefundForm({ payment: opened, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const { payment, reload } = usePayment(opened)
  const refund = useAction(refundPayment, { refresh: paymentPaths })
  return (
    <FormDrawer<Values>
      name={`refund-${payment.id}`}
      title={t('refund.title', { no: dotted(payment.no, payment.partyName) })}
      submitLabel={t('act.refund')}
      width={480}
      call={refundPayment}
      initial={valuesOf(payment)}
      onSubmit={async (values, options) => {
        await refund.run({ id: payment.id, version: payment.version, ...values }, options)
        toast.success(t('refund.done', { amount: money(String(values.amount)) }))
      }}
      onReload={async () => valuesOf(await reload())}
      onClose={onClose}
    >
      <RefundFields
        hint={`${t('column.left')} ${money(payment.left)}`}
        account={{ id: payment.cashAccountId, name: payment.accountName }}
      />
    </FormDrawer>
  )
}
