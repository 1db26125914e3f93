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
  mark: i18n.t('warehouse/shipping:mark.intercepted'),
  title: i18n.t('warehouse/shipping:mark.interceptedTitle'),
})
const short = (): FlagMark => ({
  tone: 'red',
  mark: i18n.t('warehouse/shipping:mark.short'),
  title: i18n.t('warehouse/shipping:mark.shortTitle'),
})
const partShipped = (shipped: string, qty: string): FlagMark => ({
  tone: 'blue',
  mark: i18n.t('warehouse/shipping:mark.partShipped'),
  title: i18n.t('warehouse/shipping:mark.partShippedTitle', { shipped: figure(shipped), qty: figure(qty) }),
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
export const stateWords = (row: OutboundRow): 'warehouse/shipping:state.partShipped' | null =>
  row.state === 'partial' && isPartShipped(row) ? 'warehouse/shipping:state.partShipped' : null
export const noticeMarks = (row: OutboundRow): FlagMark[] => [
  ...marksOf(row),
  ...(isPartShipped(row) ? [partShipped(row.shipped, row.qty)] : []),
]

const column = columnsOf<OutboundRow>()
const hidden = { hidden: true } as const

export const noticeColumns = [
  column.link('noticeNo', 'warehouse/shipping:field.noticeNo', { width: 132, sortKey: 'noticeNo' }),
  column.flags('flags', 'warehouse/shipping:field.flags', noticeMarks, { exportKey: 'intercepted' }),
  column.state('state', 'warehouse/shipping:field.state', {
    words: 'outboundState',
    instead: stateWords,
    tone: (row) => noticeTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.code('type', 'warehouse/shipping:field.type', 'outboundType', { width: 60 }),
  column.text('ownerName', 'warehouse/shipping:field.ownerName', { width: 132, card: 'meta' }),
  column.text('consigneeName', 'warehouse/shipping:field.consigneeName', {
    width: 116,
    card: 'lead',
    value: (row) => row.consigneeCompany ?? row.consigneeName,
  }),
  column.moment('requiredAt', 'warehouse/shipping:field.requiredAt', { sortKey: 'requiredAt', card: 'aside' }),
  column.integer('qty', 'warehouse/shipping:field.qty', { width: 80, total: 'qty', card: 'fact' }),
  column.integer('allocated', 'warehouse/shipping:field.allocated', { width: 80, total: 'allocated', card: 'fact' }),
  column.integer('picked', 'warehouse/shipping:field.picked', { width: 72, total: 'picked' }),
  column.integer('shipped', 'warehouse/shipping:field.shipped', { width: 72, total: 'shipped', card: 'fact' }),
  column.link('waybillNo', 'warehouse/shipping:field.waybillNo', {
    width: 124,
    pin: undefined,
    card: undefined,
    to: (row) => (row.waybillNo === null ? '' : pathTo('waybill', { no: row.waybillNo })),
  }),
  column.text('customerOrderNo', 'warehouse/shipping:field.customerOrderNo', { width: 116 }),
  column.text('warehouseName', 'warehouse/shipping:field.warehouse', { width: 116 }),
  column.text('carrierName', 'warehouse/shipping:field.carrier', { width: 116 }),
  column.text('regionName', 'warehouse/shipping:field.region', { width: 140 }),
  column.integer('lineCount', 'warehouse/shipping:field.lineCount', { width: 60 }),
  column.integer('packed', 'warehouse/shipping:field.packed', { ...hidden, width: 72, total: 'packed' }),
  column.integer('cartonCount', 'warehouse/shipping:field.cartonCount', { ...hidden, width: 60 }),
  column.weight('weight', 'warehouse/shipping:field.weight', { ...hidden, total: 'weight' }),
  column.volume('volume', 'warehouse/shipping:field.volume', { ...hidden, total: 'volume' }),
  column.text('createdByName', 'warehouse/shipping:field.createdByName', { ...hidden, width: 88 }),
  column.moment('createdAt', 'warehouse/shipping:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
  column.text('remark', 'warehouse/shipping:field.remark', { ...hidden, width: 180 }),
]
