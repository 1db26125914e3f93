import type { InboundState, NoticeRow } from '@xunyun/contract/warehouse/receiving/calls'
import { columnsOf, type FlagMark } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

export const noticeTones: Readonly<Record<InboundState, Tone>> = {
  new: 'grey',
  partial: 'blue',
  received: 'orange',
  done: 'green',
  cancelled: 'grey',
}

const blind = (): FlagMark => ({
  tone: 'orange',
  mark: i18n.t('warehouse/receiving:mark.blind'),
  title: i18n.t('warehouse/receiving:mark.blindTitle'),
})
const over = (): FlagMark => ({
  tone: 'orange',
  mark: i18n.t('warehouse/receiving:mark.over'),
  title: i18n.t('warehouse/receiving:mark.overTitle'),
})
const short = (): FlagMark => ({
  tone: 'red',
  mark: i18n.t('warehouse/receiving:mark.short'),
  title: i18n.t('warehouse/receiving:field.short'),
})
/** Nobody announced it, more came, less came. */
export const marksOf = (row: { blind: boolean; over?: boolean; short: string }): FlagMark[] => [
  ...(row.blind ? [blind()] : []),
  ...(row.over ? [over()] : []),
  ...(Number(row.short) > 0 ? [short()] : []),
]

const column = columnsOf<NoticeRow>()
const hidden = { hidden: true } as const

export const noticeColumns = [
  column.link('noticeNo', 'warehouse/receiving:field.noticeNo', { width: 132, sortKey: 'noticeNo' }),
  column.flags('flags', 'warehouse/receiving:field.flags', marksOf, { exportKey: 'blind' }),
  column.state('state', 'warehouse/receiving:field.state', {
    words: 'inboundState',
    tone: (row) => noticeTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.code('type', 'warehouse/receiving:field.type', 'inboundType', { width: 60 }),
  column.text('ownerName', 'warehouse/receiving:field.ownerName', { width: 148, card: 'lead' }),
  column.text('customerOrderNo', 'warehouse/receiving:field.customerOrderNo', { width: 116, card: 'meta' }),
  column.moment('eta', 'warehouse/receiving:field.eta', { sortKey: 'eta', card: 'aside' }),
  column.text('vehicleNo', 'warehouse/receiving:field.vehicleNo', { width: 88 }),
  column.integer('qty', 'warehouse/receiving:field.qty', { width: 80, total: 'qty', card: 'fact' }),
  column.integer('received', 'warehouse/receiving:field.received', { width: 80, total: 'received', card: 'fact' }),
  column.integer('damaged', 'warehouse/receiving:field.damaged', { width: 60, total: 'damaged' }),
  column.integer('short', 'warehouse/receiving:field.short', { width: 60, total: 'short' }),
  column.integer('lineCount', 'warehouse/receiving:field.lineCount', { width: 60 }),
  column.text('warehouseName', 'warehouse/receiving:field.warehouse', { width: 116 }),
  column.integer('waiting', 'warehouse/receiving:field.waiting', { width: 80, hidden: true }),
  column.text('createdByName', 'warehouse/receiving:field.createdByName', { width: 88 }),
  column.moment('createdAt', 'warehouse/receiving:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
  column.text('remark', 'warehouse/receiving:field.remark', { ...hidden, width: 180 }),
]
