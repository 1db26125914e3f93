import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import { i18n } from '../i18n/i18n.ts'
import { dateTime } from '../ui/format.ts'

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
  return field.startsWith('plan_') ? dateTime(value) : value
}
