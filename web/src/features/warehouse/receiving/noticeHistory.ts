import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { dateTime } from '../../../shared/ui/format.ts'

const fields = {
  ownerName: 'field.ownerName',
  type: 'field.type',
  customerOrderNo: 'field.customerOrderNo',
  eta: 'field.eta',
  vehicleNo: 'field.vehicleNo',
  remark: 'field.remark',
  lines: 'lines.title',
  state: 'field.state',
  reason: 'history.reason',
  qty: 'history.qty',
  receiptNo: 'history.receiptNo',
  blind: 'mark.blindTitle',
  item: 'field.itemNo',
  location: 'field.location',
  byHandReason: 'field.byHandReason',
} as const
const acts = ['cancelled', 'closed', 'received', 'receiptFinished', 'takenBack', 'putAwayByHand'] as const

/** A notice's timeline in words: from its announcement over every count to the end. */
export function useNoticeHistory() {
  const { t } = useTranslation('warehouse/receiving')
  const common = useMasterHistory({ type: 'inboundType', state: 'inboundState' })
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, t(key)])),
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) => (field === 'eta' ? dateTime(value) : common.says(field, value)),
  }
}
