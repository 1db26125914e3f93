import type { CartonRow, CartonState } from '@xunyun/contract/warehouse/shipping/cartons'
import type { OutboundRow } from '@xunyun/contract/warehouse/shipping/notices'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Tone } from '../../../shared/ui/StateTag.tsx'
import { marksOf, noticeTones } from './noticeColumns.tsx'

export const cartonTones: Readonly<Record<CartonState, Tone>> = {
  open: 'blue',
  sealed: 'green',
  shipped: 'green',
  unpacked: 'grey',
}

const notice = columnsOf<OutboundRow>()
const carton = columnsOf<CartonRow>()

/** What waits at the bench, by notice. */
export const packingColumns = [
  notice.link('noticeNo', 'outbound:field.noticeNo', { width: 132, sortKey: 'noticeNo' }),
  notice.flags('flags', 'outbound:field.flags', marksOf, { exportKey: 'intercepted' }),
  notice.state('state', 'outbound:field.state', { words: 'outboundState', tone: (row) => noticeTones[row.state] }),
  notice.text('ownerName', 'outbound:field.ownerName', { width: 140, card: 'meta' }),
  notice.text('consigneeName', 'outbound:field.consigneeName', {
    width: 132,
    card: 'lead',
    value: (row) => row.consigneeCompany ?? row.consigneeName,
  }),
  notice.text('carrierName', 'outbound:field.carrier', { width: 116 }),
  notice.moment('requiredAt', 'outbound:field.requiredAt', { sortKey: 'requiredAt', card: 'aside' }),
  notice.integer('picked', 'outbound:field.picked', { width: 84, total: 'picked', card: 'fact' }),
  notice.integer('packed', 'outbound:field.packed', { width: 84, total: 'packed', card: 'fact' }),
  notice.integer('cartonCount', 'outbound:field.cartonCount', { width: 72, total: 'cartonCount', card: 'fact' }),
  notice.text('warehouseName', 'outbound:field.warehouse', { width: 116 }),
  notice.text('customerOrderNo', 'outbound:field.customerOrderNo', { width: 116 }),
]

/** Every carton. */
export const cartonColumns = [
  carton.link('cartonNo', 'outbound:field.cartonNo', { width: 164, sortKey: 'cartonNo' }),
  carton.state('state', 'outbound:field.state', {
    words: 'cartonState',
    tone: (row) => cartonTones[row.state],
    struck: (row) => row.state === 'unpacked',
  }),
  carton.text('noticeNo', 'outbound:field.noticeNo', { width: 132, card: 'meta' }),
  carton.text('consigneeName', 'outbound:field.consigneeName', { width: 116, card: 'lead' }),
  carton.code('boxType', 'outbound:field.boxType', 'package', { width: 76 }),
  carton.integer('itemCount', 'outbound:field.itemCount', { width: 72 }),
  carton.integer('qty', 'outbound:field.quantity', { width: 84, total: 'qty', card: 'fact' }),
  carton.weight('weight', 'outbound:field.weight', { total: 'weight', card: 'fact' }),
  carton.weight('reckoned', 'outbound:field.reckoned'),
  carton.volume('volume', 'outbound:field.volume', { total: 'volume' }),
  carton.text('sealNo', 'outbound:field.sealNo', { width: 96 }),
  carton.text('packedByName', 'outbound:field.packedBy', { width: 88 }),
  carton.moment('sealedAt', 'outbound:field.sealedAt', { sortKey: 'sealedAt', card: 'aside' }),
  carton.text('ownerName', 'outbound:field.ownerName', { width: 140 }),
  carton.text('warehouseName', 'outbound:field.warehouse', { width: 116 }),
  carton.moment('createdAt', 'outbound:field.createdAt', { hidden: true, sortKey: 'createdAt' }),
]
