import { useQuery } from '@tanstack/react-query'
import { feeName } from '@xunyun/contract/costs/feeName'
import { negated } from '@xunyun/contract/kernel/decimal'
import { getOpenCharges, refundCredit } from '@xunyun/contract/payments/calls'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import type { Sending } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { FormDrawer } from '../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { serverNow } from '../../shared/session/session.ts'
import { day, dotted, money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import type { Party } from './OpenLines.tsx'
import { paymentPaths } from './paths.ts'
import { RefundFields } from './RefundFields.tsx'

type Values = Omit<Sending<typeof refundCredit>, 'chargeId'>
type Props = {
  readonly chargeId: number
  readonly party: Party
  readonly onMade: () => void
  readonly onClose: () => void
}

/** 退款 of a credit: pays back what is open of a charge that owes less than nothing. */
export function RefundCreditForm({ chargeId, party, onMade, onClose }: Props) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const { companyId, driverId, waybillNo } = party
  const { data } = useQuery({
    ...q(getOpenCharges, { direction: 'receipt', companyId, driverId, waybillNo, chargeIds: [chargeId] }),
    staleTime: 0,
    gcTime: 0,
  })
  const refund = useAction(refundCredit, { refresh: paymentPaths })
  const credit = data?.charges[0]
  const open = credit ? negated(credit.open) : '0.00'
  return (
    <FormDrawer<Values>
      name={`refund-credit-${chargeId}`}
      title={t('refund.title', { no: dotted(data?.partyName, credit?.ofNo, credit && feeName(credit, language)) })}
      submitLabel={t('act.refund')}
      width={480}
      call={refundCredit}
      initial={data && ({ amount: open, day: day(serverNow()) } as Partial<Values>)}
      onSubmit={async (values, options) => {
        const { no } = await refund.run({ chargeId, ...values }, options)
        toast.success(t('form.saved', { no }))
        onMade()
      }}
      onClose={onClose}
    >
      <RefundFields hint={`${t('column.open')} ${money(credit?.open ?? '0')}`} />
    </FormDrawer>
  )
}
