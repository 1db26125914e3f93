import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../../shared/detail/useMasterHistory.ts'

const acts = ['done', 'cancelled', 'reversed'] as const

/** A stock order's timeline in words. */
export function useStockOrderHistory() {
  const { t } = useTranslation('warehouse/storing')
  const common = useMasterHistory()
  return {
    fields: { reason: t('order.reason'), byHand: t('order.byHand'), byHandReason: t('order.byHandReason') },
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`order.history.${act}`)])) },
    says: common.says,
  }
}
