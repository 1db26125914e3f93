import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import { i18n } from '../i18n/i18n.ts'
import type { TextKey } from '../i18n/textKey.ts'
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

/** Fields that the list of waybills has, and its word for them. */
const listed: Readonly<Record<string, TextKey>> = {
  customer_id: 'waybills:column.customer',
  customer_no: 'waybills:column.customerNo',
  biz_date: 'waybills:column.bizDate',
  salesman_id: 'waybills:column.salesman',
  trans_mode: 'waybills:column.mode',
  service_type: 'waybills:column.service',
  carriage: 'waybills:column.carriage',
  pickup_way: 'waybills:column.pickup',
  delivery_way: 'waybills:column.delivery',
  plan_pickup: 'waybills:column.planPickup',
  plan_arrive: 'waybills:column.planArrive',
  receipt_requirement: 'waybills:column.receipt',
  cod_amount: 'waybills:column.cod',
  pay_method: 'waybills:column.pay',
  remark_internal: 'waybills:column.remarkInternal',
  remark_customer: 'waybills:column.remark',
  shipper_name: 'waybills:column.shipper',
  shipper_phone: 'waybills:column.shipperPhone',
  consignee_company: 'waybills:column.consigneeCompany',
  consignee_name: 'waybills:column.consignee',
  consignee_phone: 'waybills:column.consigneePhone',
  consignee_address: 'waybills:column.consigneeAddress',
  pieces: 'waybills:column.pieces',
  declared_value: 'waybills:column.declared',
  outlet_id: 'waybills:column.outlet',
}

/** What a changed field is called: as in the list, where it has it. */
export const changedField = (field: string): TextKey => listed[field] ?? (`waybills:field.${field}` as TextKey)

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
