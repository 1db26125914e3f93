import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { itemWords } from './itemWords.ts'

/** A quotation's timeline in words. */
export function useQuotationHistory() {
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  const common = useMasterHistory({ status: 'priceStatus' }, 'warehouse/billing:field.*', 'warehouse/billing:history.*')
  return {
    ...common,
    says: (field: string, value: string): string =>
      field === 'items' ? itemWords(value, language, (days) => t('freeDays', { days })) : common.says(field, value),
    fields: {
      ...common.fields,
      customer: t('field.customerId'),
      owners: t('field.ownerIds'),
      warehouse: t('field.warehouseId'),
    },
  }
}

const chargeCodes = { fee_item: 'feeItem', trigger: 'billingTrigger', state: 'warehouseChargeState' } as const

/** A warehouse charge's timeline in words. */
export function useWarehouseChargeHistory() {
  const { t } = useTranslation('warehouse/billing')
  const common = useMasterHistory(chargeCodes, 'warehouse/billing:field.*', 'warehouse/billing:history.*')
  return { ...common, fields: { ...common.fields, reason: t('field.opinion') } }
}
