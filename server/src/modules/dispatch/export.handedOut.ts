import * as couriers from '@xunyun/contract/dispatch/courier'
import * as specials from '@xunyun/contract/dispatch/special'
import { pageOf } from '@xunyun/contract/pages'
import { yesNoWords } from '@xunyun/contract/yesNo'
import type { Exports } from '../../platform/excel/exports.ts'
import { type ListColumn, listColumn } from '../../platform/excel/list.ts'
import { listCouriers } from './courier/queries.ts'
import { listSpecials } from './special/queries.ts'

const pieces = listColumn('handedOut:column.pieces', 'integer', { width: 8 })
const weight = listColumn('handedOut:column.weight', 'weight', { width: 12, unit: 'kg' })
const volume = listColumn('handedOut:column.volume', 'volume', { width: 12, unit: 'm³' })
const expectAt = listColumn('handedOut:column.expectAt', 'moment', { width: 16 })
const outlet = listColumn('handedOut:column.outlet', 'text', { key: 'outletName', width: 14 })
const remark = listColumn('handedOut:column.remark', 'text', { width: 24 })

export const specialColumns: readonly ListColumn<specials.SpecialRow>[] = [
  listColumn('handedOut:column.specialNo', 'text', { key: 'arrangementNo', width: 16 }),
  listColumn('handedOut:column.specialState', 'text', {
    key: 'state',
    width: 10,
    words: 'specialState',
  }),
  listColumn('handedOut:column.carrier', 'text', { key: 'carrierName', width: 20 }),
  listColumn('handedOut:column.carrierNo', 'text', { width: 16 }),
  listColumn('handedOut:column.from', 'text', { key: 'fromName', width: 14 }),
  listColumn('handedOut:column.to', 'text', { key: 'toName', width: 20 }),
  listColumn('handedOut:column.station', 'text', { width: 16 }),
  listColumn('handedOut:column.ends', 'text', { width: 14, words: 'specialEnds' }),
  listColumn('handedOut:column.waybills', 'integer', { width: 8 }),
  pieces,
  listColumn('handedOut:column.left', 'integer', { width: 10 }),
  weight,
  volume,
  expectAt,
  listColumn('handedOut:column.handedAt', 'moment', { width: 16 }),
  listColumn('handedOut:column.arrivedAt', 'moment', { width: 16 }),
  listColumn('handedOut:column.receiptCopies', 'integer', { width: 8 }),
  outlet,
  remark,
]

const courierColumns: readonly ListColumn<couriers.CourierRow>[] = [
  listColumn('handedOut:column.courierNo', 'text', { width: 18 }),
  listColumn('handedOut:column.courierState', 'text', {
    key: 'state',
    width: 10,
    words: 'courierState',
  }),
  listColumn('handedOut:column.courier', 'text', { key: 'courierName', width: 16 }),
  listColumn('handedOut:column.waybillNo', 'text', { width: 16 }),
  listColumn('handedOut:column.customer', 'text', { key: 'customerName', width: 26 }),
  listColumn('handedOut:column.consignee', 'text', { key: 'consigneeName', width: 12 }),
  listColumn('handedOut:column.from', 'text', { key: 'shipperCity', width: 10 }),
  listColumn('handedOut:column.to', 'text', { key: 'consigneeCity', width: 10 }),
  pieces,
  listColumn('handedOut:column.chargeWeight', 'weight', { width: 12, unit: 'kg' }),
  listColumn('handedOut:column.codAmount', 'money', { width: 12 }),
  expectAt,
  listColumn('handedOut:column.collectedAt', 'moment', { width: 16 }),
  listColumn('handedOut:column.lastAt', 'moment', { width: 16 }),
  listColumn('handedOut:column.late', 'text', {
    width: 8,
    value: ({ late }, language) => yesNoWords[language][late ? 0 : 1],
  }),
  listColumn('handedOut:column.abnormal', 'text', { width: 20 }),
  listColumn('handedOut:column.arrangementNo', 'text', { width: 16 }),
  outlet,
  remark,
]

/** What line carriers and couriers have as files: each its whole filter, or chosen rows. */
export function offerHandedOut(exports: Exports): void {
  exports.offer(specials.exportSpecials, {
    name: (actor) => pageOf('specialList').titles[actor.language],
    columns: () => specialColumns,
    page: (tx, actor, input, request) => listSpecials(tx, actor, { ...input, ...request, page: undefined }),
  })
  exports.offer(couriers.exportCouriers, {
    name: (actor) => pageOf('courierList').titles[actor.language],
    columns: () => courierColumns,
    page: (tx, actor, input, request) => listCouriers(tx, actor, { ...input, ...request, page: undefined }),
  })
}
