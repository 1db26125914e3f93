import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'

/** A set's timeline in words. */
export const useKitHistory = () => useMasterHistory({}, 'warehouse/kitting:field.*')

/** A kit order's timeline in words. */
export function useKitOrderHistory() {
  const { t } = useTranslation('warehouse/kitting')
  const common = useMasterHistory({}, undefined, 'warehouse/kitting:order.history.*')
  return { ...common, fields: { reason: t('field.reason') } }
}
