import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { money } from '../../shared/ui/format.ts'

const acts = ['submitted', 'withdrawn', 'approved', 'rejected', 'voided', 'quotedAgain'] as const

/** The timeline of an application in words. */
export function useApplicationHistory() {
  const { t } = useTranslation('costs')
  const common = useMasterHistory({ state: 'applicationState', feeItem: 'feeItem' }, 'costs:column.*')
  return {
    ...common,
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) => (field === 'amount' ? money(value) : common.says(field, value)),
  }
}
