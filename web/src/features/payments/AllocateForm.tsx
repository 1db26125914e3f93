import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { allocatePayment, type PaymentRow } from '@xunyun/contract/payments/calls'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { type Chosen, nothingChosen, OpenLines, sentLines } from './OpenLines.tsx'
import { paymentPaths } from './paths.ts'
import { usePayment } from './usePayment.ts'

type Values = { readonly lines: Chosen }

/** 核销: lays what is left of a receipt or payment on open charges of its party. */
export function AllocateForm({ payment: opened, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const { payment, reload } = usePayment(opened)
  const allocate = useAction(allocatePayment, { refresh: paymentPaths })
  const party =
    payment.companyId !== null
      ? { companyId: payment.companyId }
      : payment.driverId !== null
        ? { driverId: payment.driverId }
        : payment.waybillNo !== null
          ? { waybillNo: payment.waybillNo }
          : {}
  return (
    <FormDrawer<Values>
      name={`allocate-${payment.id}`}
      title={t('allocate.title', { no: payment.no })}
      submitLabel={t('allocate.save')}
      width={760}
      initial={{ lines: nothingChosen }}
      onSubmit={async (values, options) => {
        const lines = sentLines(values.lines)
        const roundOff = values.lines.roundOff.filter((chargeId) => values.lines.amounts[chargeId] !== undefined)
        await allocate.run({ id: payment.id, version: payment.version, lines, roundOff }, options)
        const amount = sumDecimals(
          lines.map((line) => line.amount),
          2,
        )
        toast.success(t('allocate.done', { no: payment.no, count: lines.length, amount: money(amount) }))
      }}
      onReload={async () => {
        await reload()
        return { lines: nothingChosen }
      }}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Form.Item name="lines" noStyle>
          <OpenLines
            direction={payment.direction}
            party={party}
            amount={payment.left}
            mayRoundOff={payment.direction === 'receipt'}
            none={t('allocate.none')}
          />
        </Form.Item>
      </FormSection>
    </FormDrawer>
  )
}
