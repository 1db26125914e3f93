import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../../shared/detail/useMasterHistory.ts'

/** A stock order's timeline in words. */
export function useStockOrderHistory() {
  const { t } = useTranslation('warehouse/storing')
  const common = useMasterHistory({}, undefined, 'warehouse/storing:order.history.*')
  const fields = { reason: t('order.reason'), byHand: t('order.byHand'), byHandReason: t('order.byHandReason') }
  return { ...common, fields }
}
