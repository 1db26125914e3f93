import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../../shared/detail/useMasterHistory.ts'

const acts = [
  'started',
  'recount',
  'submitted',
  'withdrawn',
  'rejected',
  'approved',
  'done',
  'cancelled',
  'countedByHand',
] as const

/** A count's timeline in words. */
export function useStockCountHistory() {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const common = useMasterHistory()
  return {
    fields: {
      reason: t('order.reason'),
      opinion: t('count.opinion'),
      location: t('warehouse/ledger:column.locationCode'),
      byHandReason: t('order.byHandReason'),
    },
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`count.history.${act}`)])) },
    says: common.says,
  }
}
