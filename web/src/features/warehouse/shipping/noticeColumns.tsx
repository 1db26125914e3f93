import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { OutboundRow, OutboundState } from '@xunyun/contract/warehouse/shipping/notices'
import { pathTo } from '../../../paths.ts'
import { columnsOf, type FlagMark } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { figure } from '../../../shared/ui/format.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

export const noticeTones: Readonly<Record<OutboundState, Tone>> = {
  new: 'grey',
  partial: 'orange',
  allocated: 'blue',
  picking: 'blue',
  picked: 'blue',
  packed: 'blue',
  shipped: 'green',
  cancelled: 'grey',
}

const intercepted = (): FlagMark => ({
  tone: 'red',
  mark: i18n.t('outbound:mark.intercepted'),
  title: i18n.t('outbound:mark.interceptedTitle'),
})
const short = (): FlagMark => ({
  tone: 'red',
  mark: i18n.t('outbound:mark.short'),
  title: i18n.t('outbound:mark.shortTitle'),
})
const partShipped = (shipped: string, qty: string): FlagMark => ({
  tone: 'blue',
  mark: i18n.t('outbound:mark.partShipped'),
  title: i18n.t('outbound:mark.partShippedTitle', { shipped: figure(shipped), qty: figure(qty) }),
})
/** Stopped, and lacking goods. */
export const marksOf = (row: { intercepted: boolean; short: boolean }): FlagMark[] => [
  ...(row.intercepted ? [intercepted()] : []),
  ...(row.short ? [short()] : []),
]
/** Something has left, and something has not. */
const isPartShipped = ({ state, shipped }: OutboundRow): boolean =>
  compareDecimal(shipped, '0') > 0 && state !== 'shipped' && state !== 'cancelled'
/** What is left of it is as before: nothing more, or a part, is covered. */
export const stateWords = (row: OutboundRow): 'outbound:state.partShipped' | null =>
  row.state === 'partial' && isPartShipped(row) ? 'outbound:state.partShipped' : null
export const noticeMarks = (row: OutboundRow): FlagMark[] => [
  ...marksOf(row),
  ...(isPartShipped(row) ? [partShipped(row.shipped, row.qty)] : []),
]

const column = columnsOf<OutboundRow>()
const hidden = { hidden: true } as const

export const noticeColumns = [
  column.link('noticeNo', 'outbound:field.noticeNo', { width: 132, sortKey: 'noticeNo' }),
  column.flags('flags', 'outbound:field.flags', noticeMarks, { exportKey: 'intercepted' }),
  column.state('state', 'outbound:field.state', {
    words: 'outboundState',
    instead: stateWords,
    tone: (row) => noticeTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.code('type', 'outbound:field.type', 'outboundType', { width: 60 }),
  column.text('ownerName', 'outbound:field.ownerName', { width: 132, card: 'meta' }),
  column.text('consigneeName', 'outbound:field.consigneeName', {
    width: 116,
    card: 'lead',
    value: (row) => row.consigneeCompany ?? row.consigneeName,
  }),
  column.moment('requiredAt', 'outbound:field.requiredAt', { sortKey: 'requiredAt', card: 'aside' }),
  column.integer('qty', 'outbound:field.qty', { width: 80, total: 'qty', card: 'fact' }),
  column.integer('allocated', 'outbound:field.allocated', { width: 80, total: 'allocated', card: 'fact' }),
  column.integer('picked', 'outbound:field.picked', { width: 72, total: 'picked' }),
  column.integer('shipped', 'outbound:field.shipped', { width: 72, total: 'shipped', card: 'fact' }),
  column.link('waybillNo', 'outbound:field.waybillNo', {
    width: 124,
    pin: undefined,
    card: undefined,
    to: (row) => (row.waybillNo === null ? '' : pathTo('waybill', { no: row.waybillNo })),
  }),
  column.text('customerOrderNo', 'outbound:field.customerOrderNo', { width: 116 }),
  column.text('warehouseName', 'outbound:field.warehouse', { width: 116 }),
  column.text('carrierName', 'outbound:field.carrier', { width: 116 }),
  column.text('regionName', 'outbound:field.region', { width: 140 }),
  column.integer('lineCount', 'outbound:field.lineCount', { width: 60 }),
  column.integer('packed', 'outbound:field.packed', { ...hidden, width: 72, total: 'packed' }),
  column.integer('cartonCount', 'outbound:field.cartonCount', { ...hidden, width: 60 }),
  column.weight('weight', 'outbound:field.weight', { ...hidden, total: 'weight' }),
  column.volume('volume', 'outbound:field.volume', { ...hidden, total: 'volume' }),
  column.text('createdByName', 'outbound:field.createdByName', { ...hidden, width: 88 }),
  column.moment('createdAt', 'outbound:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
  column.text('remark', 'outbound:field.remark', { ...hidden, width: 180 }),
]
