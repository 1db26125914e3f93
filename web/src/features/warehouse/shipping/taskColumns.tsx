import type { PickTaskRow, PickTaskState } from '@xunyun/contract/warehouse/shipping/picking'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Tone } from '../../../shared/ui/StateTag.tsx'
import { marksOf } from './noticeColumns.tsx'

export const taskTones: Readonly<Record<PickTaskState, Tone>> = {
  waiting: 'orange',
  picking: 'blue',
  picked: 'green',
  cancelled: 'grey',
}

const column = columnsOf<PickTaskRow>()
const hidden = { hidden: true } as const
const several = (names: readonly string[]) =>
  names.length > 2 ? `${names.slice(0, 2).join('，')} +${names.length - 2}` : names.join('，')

export const taskColumns = [
  column.link('taskNo', 'outbound:field.taskNo', { width: 132, sortKey: 'taskNo' }),
  column.flags('flags', 'outbound:field.flags', marksOf, { exportKey: 'intercepted' }),
  column.state('state', 'outbound:field.state', {
    words: 'pickTaskState',
    tone: (row) => taskTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.text('noticeNos', 'outbound:field.noticeNo', {
    width: 148,
    card: 'meta',
    value: (row) => several(row.noticeNos),
  }),
  column.text('consignees', 'outbound:field.consigneeName', {
    width: 132,
    card: 'lead',
    value: (row) => several(row.consignees),
  }),
  column.moment('requiredAt', 'outbound:field.requiredAt', { sortKey: 'requiredAt', card: 'aside' }),
  column.integer('lineCount', 'outbound:field.lineCount', { width: 60 }),
  column.integer('qty', 'outbound:field.toPick', { width: 80, total: 'qty', card: 'fact' }),
  column.integer('picked', 'outbound:field.picked', { width: 80, total: 'picked', card: 'fact' }),
  column.integer('shortQty', 'outbound:field.shortQty', { width: 72, total: 'shortQty', card: 'fact' }),
  column.text('pickerName', 'outbound:field.picker', { width: 88, card: 'meta' }),
  column.text('waveNo', 'outbound:field.waveNo', { width: 124 }),
  column.code('mode', 'outbound:field.mode', 'waveMode', { width: 76 }),
  column.text('ownerNames', 'outbound:field.ownerName', { width: 140, value: (row) => several(row.ownerNames) }),
  column.text('warehouseName', 'outbound:field.warehouse', { width: 116 }),
  column.text('carrierNames', 'outbound:field.carrier', { width: 116, value: (row) => several(row.carrierNames) }),
  column.text('zoneNames', 'outbound:field.zone', { ...hidden, value: (row) => several(row.zoneNames) }),
  column.moment('startedAt', 'outbound:field.startedAt', hidden),
  column.moment('doneAt', 'outbound:field.doneAt', hidden),
  column.text('checkedByName', 'outbound:field.checkedBy', { ...hidden, width: 88 }),
  column.moment('createdAt', 'outbound:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
]
