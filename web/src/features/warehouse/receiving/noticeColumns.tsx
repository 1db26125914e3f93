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
  mark: i18n.t('inbound:mark.blind'),
  title: i18n.t('inbound:mark.blindTitle'),
})
const over = (): FlagMark => ({
  tone: 'orange',
  mark: i18n.t('inbound:mark.over'),
  title: i18n.t('inbound:mark.overTitle'),
})
const short = (): FlagMark => ({
  tone: 'red',
  mark: i18n.t('inbound:mark.short'),
  title: i18n.t('inbound:field.short'),
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
  column.link('noticeNo', 'inbound:field.noticeNo', { width: 132, sortKey: 'noticeNo' }),
  column.flags('flags', 'inbound:field.flags', marksOf, { exportKey: 'blind' }),
  column.state('state', 'inbound:field.state', {
    words: 'inboundState',
    tone: (row) => noticeTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.code('type', 'inbound:field.type', 'inboundType', { width: 60 }),
  column.text('ownerName', 'inbound:field.ownerName', { width: 148, card: 'lead' }),
  column.text('customerOrderNo', 'inbound:field.customerOrderNo', { width: 116, card: 'meta' }),
  column.moment('eta', 'inbound:field.eta', { sortKey: 'eta', card: 'aside' }),
  column.text('vehicleNo', 'inbound:field.vehicleNo', { width: 88 }),
  column.integer('qty', 'inbound:field.qty', { width: 80, total: 'qty', card: 'fact' }),
  column.integer('received', 'inbound:field.received', { width: 80, total: 'received', card: 'fact' }),
  column.integer('damaged', 'inbound:field.damaged', { width: 60, total: 'damaged' }),
  column.integer('short', 'inbound:field.short', { width: 60, total: 'short' }),
  column.integer('lineCount', 'inbound:field.lineCount', { width: 60 }),
  column.text('warehouseName', 'inbound:field.warehouse', { width: 116 }),
  column.integer('waiting', 'inbound:field.waiting', { width: 80, hidden: true }),
  column.text('createdByName', 'inbound:field.createdByName', { width: 88 }),
  column.moment('createdAt', 'inbound:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
  column.text('remark', 'inbound:field.remark', { ...hidden, width: 180 }),
]
