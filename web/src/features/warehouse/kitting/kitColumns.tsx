import type { KitOrderRow } from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { KitRow } from '@xunyun/contract/warehouse/kitting/kits'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

const kit = columnsOf<KitRow>()
const hidden = { hidden: true } as const

export const kitColumns = [
  kit.link('itemNo', 'warehouse/kitting:field.itemNo', { width: 120, sortKey: 'itemNo' }),
  kit.text('ownerName', 'warehouse/kitting:field.ownerName', { width: 168, card: 'meta' }),
  kit.text('name', 'warehouse/kitting:field.name', { width: 168, sortKey: 'name', card: 'lead' }),
  kit.integer('partCount', 'warehouse/kitting:field.partCount', { width: 72, card: 'fact' }),
  kit.integer('possible', 'warehouse/kitting:field.possible', { width: 88, card: 'fact' }),
  kit.integer('onHand', 'warehouse/kitting:field.onHand', { width: 88, card: 'aside' }),
  kit.code('baseUnit', 'warehouse/kitting:field.baseUnit', 'unit', { width: 60 }),
  kit.integer('openOrders', 'warehouse/kitting:field.openOrders', { width: 76 }),
  kit.state('enabled', 'warehouse/kitting:field.state', {
    value: ({ enabled }) => String(enabled),
    words: ({ enabled }) => (enabled ? 'warehouse/kitting:state.enabled' : 'warehouse/kitting:state.disabled'),
    tone: ({ enabled }) => (enabled ? 'green' : 'grey'),
    width: 76,
    exportKey: 'state',
  }),
  kit.moment('updatedAt', 'warehouse/kitting:field.updatedAt', { width: 136, sortKey: 'updatedAt' }),
  kit.text('remark', 'warehouse/kitting:field.remark', { ...hidden, width: 160 }),
  kit.moment('createdAt', 'warehouse/kitting:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
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
  order.link('orderNo', 'warehouse/kitting:order.no', { width: 140, sortKey: 'orderNo' }),
  order.code('kind', 'warehouse/kitting:order.kind', 'kitOrderKind', { width: 72, card: 'lead' }),
  order.text('itemNo', 'warehouse/kitting:field.itemNo', { width: 128, card: 'meta' }),
  order.text('itemName', 'warehouse/kitting:field.name', { width: 184 }),
  order.integer('qty', 'warehouse/kitting:order.qty', { width: 84, total: 'qty', card: 'fact' }),
  order.code('baseUnit', 'warehouse/kitting:field.baseUnit', 'unit', { width: 60 }),
  order.text('fromLocation', 'warehouse/kitting:order.from', { width: 112 }),
  order.text('toLocation', 'warehouse/kitting:order.to', { width: 112, card: 'fact' }),
  order.state('state', 'warehouse/kitting:field.state', {
    words: 'kitOrderState',
    tone: (row) => orderTones[row.state],
    struck: isVoid,
    width: 84,
  }),
  order.text('doneByName', 'warehouse/kitting:order.doneBy', { width: 88 }),
  order.moment('doneAt', 'warehouse/kitting:order.doneAt', { width: 136 }),
  order.moment('createdAt', 'warehouse/kitting:field.createdAt', { width: 136, sortKey: 'createdAt', card: 'aside' }),
  order.text('createdByName', 'warehouse/kitting:order.createdBy', { width: 88 }),
  order.text('batchNo', 'warehouse/kitting:field.batchNo', { width: 128 }),
  order.date('expiry', 'warehouse/kitting:field.expiry', { width: 104 }),
  order.text('warehouseName', 'warehouse/kitting:field.warehouse', { width: 128 }),
  order.text('ownerName', 'warehouse/kitting:field.ownerName', { ...hidden, width: 176 }),
  order.text('remark', 'warehouse/kitting:field.remark', { ...hidden, width: 160 }),
  order.text('voidReason', 'warehouse/kitting:order.voidReason', { ...hidden, width: 160 }),
]
