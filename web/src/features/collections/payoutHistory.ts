import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { money } from '../../shared/ui/format.ts'

const acts = ['submitted', 'withdrawn', 'approved', 'rejected', 'paid', 'voided', 'reversed'] as const

/** The timeline of a payout in words. */
export function usePayoutHistory() {
  const { t } = useTranslation('payments')
  const common = useMasterHistory({ state: 'paymentState' }, 'collections:payout.*')
  return {
    ...common,
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) =>
      ['gross', 'deducted'].includes(field) ? money(value) : common.says(field, value),
  }
}
