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
  column.link('taskNo', 'warehouse/shipping:field.taskNo', { width: 132, sortKey: 'taskNo' }),
  column.flags('flags', 'warehouse/shipping:field.flags', marksOf, { exportKey: 'intercepted' }),
  column.state('state', 'warehouse/shipping:field.state', {
    words: 'pickTaskState',
    tone: (row) => taskTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.text('noticeNos', 'warehouse/shipping:field.noticeNo', {
    width: 148,
    card: 'meta',
    value: (row) => several(row.noticeNos),
  }),
  column.text('consignees', 'warehouse/shipping:field.consigneeName', {
    width: 132,
    card: 'lead',
    value: (row) => several(row.consignees),
  }),
  column.moment('requiredAt', 'warehouse/shipping:field.requiredAt', { sortKey: 'requiredAt', card: 'aside' }),
  column.integer('lineCount', 'warehouse/shipping:field.lineCount', { width: 60 }),
  column.integer('qty', 'warehouse/shipping:field.toPick', { width: 80, total: 'qty', card: 'fact' }),
  column.integer('picked', 'warehouse/shipping:field.picked', { width: 80, total: 'picked', card: 'fact' }),
  column.integer('shortQty', 'warehouse/shipping:field.shortQty', { width: 72, total: 'shortQty', card: 'fact' }),
  column.text('pickerName', 'warehouse/shipping:field.picker', { width: 88, card: 'meta' }),
  column.text('waveNo', 'warehouse/shipping:field.waveNo', { width: 124 }),
  column.code('mode', 'warehouse/shipping:field.mode', 'waveMode', { width: 76 }),
  column.text('ownerNames', 'warehouse/shipping:field.ownerName', {
    width: 140,
    value: (row) => several(row.ownerNames),
  }),
  column.text('warehouseName', 'warehouse/shipping:field.warehouse', { width: 116 }),
  column.text('carrierNames', 'warehouse/shipping:field.carrier', {
    width: 116,
    value: (row) => several(row.carrierNames),
  }),
  column.text('zoneNames', 'warehouse/shipping:field.zone', { ...hidden, value: (row) => several(row.zoneNames) }),
  column.moment('startedAt', 'warehouse/shipping:field.startedAt', hidden),
  column.moment('doneAt', 'warehouse/shipping:field.doneAt', hidden),
  column.text('checkedByName', 'warehouse/shipping:field.checkedBy', { ...hidden, width: 88 }),
  column.moment('createdAt', 'warehouse/shipping:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
]
