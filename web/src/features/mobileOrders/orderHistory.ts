import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { dateTime } from '../../shared/ui/format.ts'

/** Column of the table → its name on the page. */
const fields = {
  channel: 'field.channel',
  customer: 'field.customer',
  caller_name: 'field.caller',
  caller_phone: 'field.callerPhone',
  goods_name: 'field.goodsName',
  package: 'field.package',
  pieces: 'field.pieces',
  weight: 'field.weight',
  volume: 'field.volume',
  plan_pickup: 'field.planPickup',
  pay_method: 'field.payMethod',
  delivery_way: 'field.deliveryWay',
  quick_remarks: 'field.quickRemarks',
  remark: 'field.remark',
  accepted_by: 'field.acceptedBy',
  waybill_no: 'field.waybillNo',
  cancel_reason: 'field.cancelReason',
} as const
const parts = ['company', 'name', 'phone', 'region_name', 'address'] as const
const acts = ['accepted', 'assigned', 'givenBack', 'converted', 'cancelled'] as const

/** An order's timeline in words. */
export function useOrderHistory() {
  const { t } = useTranslation('mobileOrders')
  const common = useMasterHistory({
    channel: 'orderChannel',
    package: 'package',
    pay_method: 'payMethod',
    delivery_way: 'deliveryWay',
    quick_remarks: 'quickRemark',
  })
  const ofSide = (side: 'shipper' | 'consignee') =>
    parts.map((part) => [`${side}_${part}`, `${t(`side.${side}`)} · ${t(`party.${part}`)}`])
  return {
    actions: {
      ...common.actions,
      created: t('history.created'),
      ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])),
    },
    fields: {
      ...Object.fromEntries(Object.entries(fields).map(([column, key]) => [column, t(key)])),
      ...Object.fromEntries([...ofSide('shipper'), ...ofSide('consignee')]),
    },
    says: (field: string, value: string) => (field === 'plan_pickup' ? dateTime(value) : common.says(field, value)),
  }
}
