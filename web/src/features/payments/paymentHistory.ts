import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { money } from '../../shared/ui/format.ts'

const acts = [
  'submitted',
  'withdrawn',
  'approved',
  'rejected',
  'paid',
  'voided',
  'allocated',
  'unallocated',
  'refunded',
  'reversed',
] as const
const amounts = ['amount', 'allocated', 'roundedOff', 'toAdvance', 'unallocated', 'refunded']

/** The timeline of a receipt or payment in words. */
export function usePaymentHistory() {
  const { t } = useTranslation('payments')
  const common = useMasterHistory({ state: 'paymentState' }, 'payments:column.*')
  return {
    ...common,
    fields: { ...common.fields, roundedOff: t('form.roundOff'), toAdvance: t('form.toAdvance') },
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) => (amounts.includes(field) ? money(value) : common.says(field, value)),
  }
}

/** The timeline of the limit of 抹零 in words. */
export const useRoundOffHistory = () => useMasterHistory({}, 'payments:setting.*')
