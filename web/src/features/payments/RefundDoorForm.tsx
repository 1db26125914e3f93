import { useQuery } from '@tanstack/react-query'
import { getOpenCharges, refundDoorMoney } from '@xunyun/contract/payments/calls'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import type { Sending } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { FormDrawer } from '../../shared/form/FormDrawer.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { day, money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { paymentPaths } from './paths.ts'
import { RefundFields } from './RefundFields.tsx'

type Values = Omit<Sending<typeof refundDoorMoney>, 'waybillNo'>
type Props = { readonly waybillNo: string; readonly onMade: () => void; readonly onClose: () => void }

/** 退款 of what the door took straight to an account and its undoing left with us. */
export function RefundDoorForm({ waybillNo, onMade, onClose }: Props) {
  const { t } = useTranslation('payments')
  const { data } = useQuery({ ...q(getOpenCharges, { direction: 'receipt', waybillNo }), staleTime: 0, gcTime: 0 })
  const refund = useAction(refundDoorMoney, { refresh: paymentPaths })
  const left = data?.doorAdvance ?? '0.00'
  return (
    <FormDrawer<Values>
      name={`refund-door-${waybillNo}`}
      title={t('refund.title', { no: waybillNo })}
      submitLabel={t('act.refund')}
      width={480}
      call={refundDoorMoney}
      initial={data && ({ amount: left, day: day(serverNow()) } as Partial<Values>)}
      onSubmit={async (values, options) => {
        const { no } = await refund.run({ waybillNo, ...values }, options)
        toast.success(t('form.saved', { no }))
        onMade()
      }}
      onClose={onClose}
    >
      <RefundFields hint={t('refund.doorLeft', { left: money(left) })} />
    </FormDrawer>
  )
}
