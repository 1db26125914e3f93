import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { dateTime } from '../../shared/ui/format.ts'

const fields = {
  type: 'column.type',
  plateNo: 'column.plate',
  driverName: 'column.driver',
  fromName: 'form.from',
  toName: 'form.to',
  stops: 'stops.title',
  stop: 'history.stop',
  swappedTo: 'column.swappedTo',
  swappedFrom: 'column.swappedFrom',
  planAt: 'column.planAt',
  departAt: 'column.departAt',
  arriveAt: 'column.arriveAt',
  sealNo: 'column.sealNo',
  km: 'column.km',
  remark: 'column.remark',
  lines: 'trip.lines',
  pieces: 'column.pieces',
  overload: 'history.overload',
  leftBehind: 'history.leftBehind',
  reason: 'history.reason',
  cost: 'history.cost',
} as const
const acts = [
  'assigned',
  'departed',
  'arrived',
  'done',
  'cancelled',
  'undoDepart',
  'undoArrive',
  'broughtIn',
  'undoBringIn',
  'lineRemoved',
  'linesAdded',
  'reachedStop',
  'leftStop',
  'undoReachStop',
  'undoLeaveStop',
  'swapped',
  'swappedFrom',
  'undoSwapVehicle',
  'costsSet',
] as const
const moments = ['planAt', 'departAt', 'arriveAt']

/** A trip's timeline in words. */
export function useTripHistory() {
  const { t } = useTranslation('dispatch')
  const common = useMasterHistory({ type: 'arrangementType' })
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, t(key)])),
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) => (moments.includes(field) ? dateTime(value) : common.says(field, value)),
  }
}
