import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { itemWords } from './itemWords.ts'

/** Column of the table → the field of the form. */
const quotationFields = {
  quotation_no: 'quotationNo',
  customer: 'customerId',
  owners: 'ownerIds',
  warehouse: 'warehouseId',
  valid_from: 'validFrom',
  valid_to: 'validTo',
  remark: 'remark',
  items: 'items',
  status: 'status',
  version_no: 'versionNo',
  opinion: 'opinion',
} as const
const quotationActs = [
  'submitted',
  'approved',
  'rejected',
  'withdrawn',
  'superseded',
  'stopped',
  'newVersion',
  'opinion',
] as const
const chargeFields = {
  day: 'day',
  fee_item: 'feeItem',
  trigger: 'trigger',
  quantity: 'quantity',
  chargeable: 'chargeable',
  amount: 'amount',
  doc_no: 'docNo',
  remark: 'remark',
  state: 'state',
  reason: 'opinion',
} as const
const chargeActs = ['recomputed', 'cancelled', 'reversed'] as const

/** A quotation's timeline in words. */
export function useQuotationHistory() {
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  const common = useMasterHistory({ status: 'priceStatus' })
  return {
    ...common,
    says: (field: string, value: string): string =>
      field === 'items' ? itemWords(value, language, (days) => t('freeDays', { days })) : common.says(field, value),
    actions: { ...common.actions, ...Object.fromEntries(quotationActs.map((act) => [act, t(`history.${act}`)])) },
    fields: Object.fromEntries(Object.entries(quotationFields).map(([column, field]) => [column, t(`field.${field}`)])),
  }
}

/** A warehouse charge's timeline in words. */
export function useWarehouseChargeHistory() {
  const { t } = useTranslation('warehouse/billing')
  const common = useMasterHistory({
    fee_item: 'feeItem',
    trigger: 'billingTrigger',
    state: 'warehouseChargeState',
  })
  return {
    ...common,
    actions: { ...common.actions, ...Object.fromEntries(chargeActs.map((act) => [act, t(`history.${act}`)])) },
    fields: Object.fromEntries(Object.entries(chargeFields).map(([column, field]) => [column, t(`field.${field}`)])),
  }
}
