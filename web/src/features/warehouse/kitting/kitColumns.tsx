import type { KitOrderRow } from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { KitRow } from '@xunyun/contract/warehouse/kitting/kits'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

const kit = columnsOf<KitRow>()
const hidden = { hidden: true } as const

export const kitColumns = [
  kit.link('itemNo', 'kits:field.itemNo', { width: 120, sortKey: 'itemNo' }),
  kit.text('ownerName', 'kits:field.ownerName', { width: 168, card: 'meta' }),
  kit.text('name', 'kits:field.name', { width: 168, sortKey: 'name', card: 'lead' }),
  kit.integer('partCount', 'kits:field.partCount', { width: 72, card: 'fact' }),
  kit.integer('possible', 'kits:field.possible', { width: 88, card: 'fact' }),
  kit.integer('onHand', 'kits:field.onHand', { width: 88, card: 'aside' }),
  kit.code('baseUnit', 'kits:field.baseUnit', 'unit', { width: 60 }),
  kit.integer('openOrders', 'kits:field.openOrders', { width: 76 }),
  kit.state('enabled', 'kits:field.state', {
    value: ({ enabled }) => String(enabled),
    words: ({ enabled }) => (enabled ? 'kits:state.enabled' : 'kits:state.disabled'),
    tone: ({ enabled }) => (enabled ? 'green' : 'grey'),
    width: 76,
    exportKey: 'state',
  }),
  kit.moment('updatedAt', 'kits:field.updatedAt', { width: 136, sortKey: 'updatedAt' }),
  kit.text('remark', 'kits:field.remark', { ...hidden, width: 160 }),
  kit.moment('createdAt', 'kits:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
]

export const orderTones: Readonly<Record<KitOrderRow['state'], Tone>> = {
  new: 'grey',
  done: 'green',
  cancelled: 'grey',
  reversed: 'grey',
}
export const isVoid = ({ state }: Pick<KitOrderRow, 'state'>): boolean => state === 'cancelled' || state === 'reversed'

const order = columnsOf<KitOrderRow>()
export const kitOrderColumns = [
  order.link('orderNo', 'kits:order.no', { width: 140, sortKey: 'orderNo' }),
  order.code('kind', 'kits:order.kind', 'kitOrderKind', { width: 72, card: 'lead' }),
  order.text('itemNo', 'kits:field.itemNo', { width: 128, card: 'meta' }),
  order.text('itemName', 'kits:field.name', { width: 184 }),
  order.integer('qty', 'kits:order.qty', { width: 84, total: 'qty', card: 'fact' }),
  order.code('baseUnit', 'kits:field.baseUnit', 'unit', { width: 60 }),
  order.text('fromLocation', 'kits:order.from', { width: 112 }),
  order.text('toLocation', 'kits:order.to', { width: 112, card: 'fact' }),
  order.state('state', 'kits:field.state', {
    words: 'kitOrderState',
    tone: (row) => orderTones[row.state],
    struck: isVoid,
    width: 84,
  }),
  order.text('doneByName', 'kits:order.doneBy', { width: 88 }),
  order.moment('doneAt', 'kits:order.doneAt', { width: 136 }),
  order.moment('createdAt', 'kits:field.createdAt', { width: 136, sortKey: 'createdAt', card: 'aside' }),
  order.text('createdByName', 'kits:order.createdBy', { width: 88 }),
  order.text('batchNo', 'kits:field.batchNo', { width: 128 }),
  order.date('expiry', 'kits:field.expiry', { width: 104 }),
  order.text('warehouseName', 'kits:field.warehouse', { width: 128 }),
  order.text('ownerName', 'kits:field.ownerName', { ...hidden, width: 176 }),
  order.text('remark', 'kits:field.remark', { ...hidden, width: 160 }),
  order.text('voidReason', 'kits:order.voidReason', { ...hidden, width: 160 }),
]
