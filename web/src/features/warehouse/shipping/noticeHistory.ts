import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { dateTime } from '../../../shared/ui/format.ts'

const fields = {
  ownerName: 'field.ownerName',
  type: 'field.type',
  consigneeName: 'field.consigneeName',
  consigneePhone: 'field.consigneePhone',
  consigneeCompany: 'field.consigneeCompany',
  regionName: 'field.region',
  noticeNo: 'field.noticeNo',
  noticeNos: 'field.noticeNo',
  unpackNo: 'field.unpackNo',
  item: 'field.itemNo',
  short: 'field.shortQty',
  shortReason: 'pick.shortReason',
  address: 'field.address',
  requiredAt: 'field.requiredAt',
  carrierName: 'field.carrier',
  customerOrderNo: 'field.customerOrderNo',
  remark: 'field.remark',
  lines: 'lines.title',
  state: 'field.state',
  reason: 'field.reason',
  qty: 'field.quantity',
  taskNo: 'field.taskNo',
  waveNo: 'field.waveNo',
  cartonNo: 'field.cartonNo',
  waybillNo: 'field.waybillNo',
  missing: 'field.missing',
  weight: 'field.weight',
  sealNo: 'field.sealNo',
  pickerName: 'field.picker',
  location: 'field.location',
  byHandReason: 'field.byHandReason',
} as const
const acts = [
  'cancelled',
  'closed',
  'intercepted',
  'released',
  'allocated',
  'deallocated',
  'yielded',
  'tookOver',
  'shipped',
  'shipmentReversed',
  'picked',
  'pickedByHand',
  'putBack',
  'assigned',
  'checked',
  'reallocated',
  'waved',
  'short',
  'packed',
  'takenOut',
  'weighed',
  'sealed',
  'unsealed',
  'unpacked',
  'unpackingReversed',
] as const

/** The timeline of a notice, task or carton in words. */
export function useOutboundHistory() {
  const { t } = useTranslation('warehouse/shipping')
  const common = useMasterHistory({
    type: 'outboundType',
    state: 'outboundState',
    shortReason: 'shortReason',
  })
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, t(key)])),
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) => (field === 'requiredAt' ? dateTime(value) : common.says(field, value)),
  }
}
