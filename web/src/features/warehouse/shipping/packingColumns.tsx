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
  notice.link('noticeNo', 'warehouse/shipping:field.noticeNo', { width: 132, sortKey: 'noticeNo' }),
  notice.flags('flags', 'warehouse/shipping:field.flags', marksOf, { exportKey: 'intercepted' }),
  notice.state('state', 'warehouse/shipping:field.state', {
    words: 'outboundState',
    tone: (row) => noticeTones[row.state],
  }),
  notice.text('ownerName', 'warehouse/shipping:field.ownerName', { width: 140, card: 'meta' }),
  notice.text('consigneeName', 'warehouse/shipping:field.consigneeName', {
    width: 132,
    card: 'lead',
    value: (row) => row.consigneeCompany ?? row.consigneeName,
  }),
  notice.text('carrierName', 'warehouse/shipping:field.carrier', { width: 116 }),
  notice.moment('requiredAt', 'warehouse/shipping:field.requiredAt', { sortKey: 'requiredAt', card: 'aside' }),
  notice.integer('picked', 'warehouse/shipping:field.picked', { width: 84, total: 'picked', card: 'fact' }),
  notice.integer('packed', 'warehouse/shipping:field.packed', { width: 84, total: 'packed', card: 'fact' }),
  notice.integer('cartonCount', 'warehouse/shipping:field.cartonCount', {
    width: 72,
    total: 'cartonCount',
    card: 'fact',
  }),
  notice.text('warehouseName', 'warehouse/shipping:field.warehouse', { width: 116 }),
  notice.text('customerOrderNo', 'warehouse/shipping:field.customerOrderNo', { width: 116 }),
]

/** Every carton. */
export const cartonColumns = [
  carton.link('cartonNo', 'warehouse/shipping:field.cartonNo', { width: 164, sortKey: 'cartonNo' }),
  carton.state('state', 'warehouse/shipping:field.state', {
    words: 'cartonState',
    tone: (row) => cartonTones[row.state],
    struck: (row) => row.state === 'unpacked',
  }),
  carton.text('noticeNo', 'warehouse/shipping:field.noticeNo', { width: 132, card: 'meta' }),
  carton.text('consigneeName', 'warehouse/shipping:field.consigneeName', { width: 116, card: 'lead' }),
  carton.code('boxType', 'warehouse/shipping:field.boxType', 'package', { width: 76 }),
  carton.integer('itemCount', 'warehouse/shipping:field.itemCount', { width: 72 }),
  carton.integer('qty', 'warehouse/shipping:field.quantity', { width: 84, total: 'qty', card: 'fact' }),
  carton.weight('weight', 'warehouse/shipping:field.weight', { total: 'weight', card: 'fact' }),
  carton.weight('calculated', 'warehouse/shipping:field.calculated'),
  carton.volume('volume', 'warehouse/shipping:field.volume', { total: 'volume' }),
  carton.text('sealNo', 'warehouse/shipping:field.sealNo', { width: 96 }),
  carton.text('packedByName', 'warehouse/shipping:field.packedBy', { width: 88 }),
  carton.moment('sealedAt', 'warehouse/shipping:field.sealedAt', { sortKey: 'sealedAt', card: 'aside' }),
  carton.text('ownerName', 'warehouse/shipping:field.ownerName', { width: 140 }),
  carton.text('warehouseName', 'warehouse/shipping:field.warehouse', { width: 116 }),
  carton.moment('createdAt', 'warehouse/shipping:field.createdAt', { hidden: true, sortKey: 'createdAt' }),
]
