import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { dateTime } from '../../shared/ui/format.ts'

const fields = {
  carrierName: 'column.carrier',
  carrierNo: 'column.carrierNo',
  courierNo: 'column.courierNo',
  fromName: 'column.from',
  toName: 'column.to',
  ends: 'column.ends',
  station: 'column.station',
  onNotice: 'column.onNotice',
  expectAt: 'column.expectAt',
  receiptCopies: 'column.receiptCopies',
  chargeWeight: 'column.chargeWeight',
  codAmount: 'column.codAmount',
  remark: 'column.remark',
  lines: 'form.lines',
  handedAt: 'column.handedAt',
  arrivedAt: 'column.arrivedAt',
  collectedAt: 'column.collectedAt',
  pieces: 'column.pieces',
  abnormal: 'column.abnormal',
  at: 'history.at',
  reason: 'history.reason',
  cost: 'history.cost',
} as const
const acts = [
  'handedOver',
  'costsSet',
  'arrived',
  'broughtIn',
  'givenBack',
  'cancelled',
  'lineRemoved',
  'bringInUndone',
  'giveBackUndone',
  'arrivalUndone',
  'departureUndone',
  'collected',
  'inTransit',
  'outForDelivery',
  'signed',
  'refused',
  'markAbnormal',
  'clearAbnormal',
  'signingUndone',
  'stepUndone',
] as const
const moments = ['expectAt', 'handedAt', 'arrivedAt', 'collectedAt', 'at']

/** The timeline of a line shipment or a parcel in words. */
export function useHandedHistory() {
  const { t } = useTranslation('handedOut')
  const common = useMasterHistory({ ends: 'specialEnds' })
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, t(key)])),
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) => (moments.includes(field) ? dateTime(value) : common.says(field, value)),
  }
}
