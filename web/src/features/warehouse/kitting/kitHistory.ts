import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'

/** A set's timeline in words. */
export function useKitHistory() {
  const { t } = useTranslation('warehouse/kitting')
  return {
    fields: { itemNo: t('field.itemNo'), parts: t('field.parts'), remark: t('field.remark') },
    ...useMasterHistory(),
  }
}

const acts = ['done', 'cancelled', 'reversed'] as const

/** A kit order's timeline in words. */
export function useKitOrderHistory() {
  const { t } = useTranslation('warehouse/kitting')
  const common = useMasterHistory()
  return {
    fields: { reason: t('field.reason') },
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`order.history.${act}`)])) },
    says: common.says,
  }
}
