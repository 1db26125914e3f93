import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../../shared/detail/useMasterHistory.ts'

/** A count's timeline in words. */
export function useStockCountHistory() {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const common = useMasterHistory({}, undefined, 'warehouse/storing:count.history.*')
  return {
    ...common,
    fields: {
      reason: t('order.reason'),
      opinion: t('count.opinion'),
      location: t('warehouse/ledger:column.locationCode'),
      byHandReason: t('order.byHandReason'),
    },
  }
}
