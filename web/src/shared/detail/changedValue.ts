import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import { i18n } from '../i18n/i18n.ts'
import type { TextKey } from '../i18n/textKey.ts'
import { dateTime, figure } from '../ui/format.ts'

/** Fields that hold a code, and the dictionary it is of. */
const fieldWords: Readonly<Record<string, DictionaryType>> = {
  trans_mode: 'transMode',
  service_type: 'serviceType',
  carriage: 'carriage',
  pickup_way: 'pickupWay',
  delivery_way: 'deliveryWay',
  receipt_requirement: 'receiptRequirement',
  pay_method: 'payMethod',
  vehicle_model: 'vehicleModel',
}

/** The word of a changed field of a waybill, by its column: customer_id → 客户. */
export const fieldKey = (field: string): TextKey =>
  `waybills:column.${field.replace(/_id$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}` as TextKey

const units: Readonly<Record<string, string>> = { weight: 'kg', volume: 'm³' }

/** A stored value of a changed field as people say it. */
export function changedValue(field: string, value: string | null, language: Language): string | null {
  if (value === null) return null
  const type = fieldWords[field]
  if (type !== undefined) return wordFor(type, value, language)
  if (field === 'payments')
    return value
      .split(' ')
      .map((part) => part.split(':'))
      .map(
        ([method = '', amount = i18n.t('waybills:task.restBy')]) =>
          `${wordFor('payMethod', method, language)} ${amount}`,
      )
      .join(' + ')
  if (value === 'true' || value === 'false')
    return i18n.t(value === 'true' ? 'waybills:filter.yes' : 'waybills:filter.no')
  if (field.startsWith('plan_')) return dateTime(value)
  const said = /^-\d+(\.\d+)?$/.test(value) ? figure(value) : value
  return units[field] === undefined ? said : `${said} ${units[field]}`
}
