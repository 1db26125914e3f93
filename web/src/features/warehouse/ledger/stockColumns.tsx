import type { ItemStockRow, StockRow } from '@xunyun/contract/warehouse/ledger/stock'
import { columnsOf, type FlagMark } from '../../../shared/grid/column.tsx'
import { expiryColumn } from '../../../shared/grid/expiry.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

const place = columnsOf<StockRow>()
const item = columnsOf<ItemStockRow>()
const hidden = { hidden: true } as const

export const qualityTones: Readonly<Record<StockRow['quality'], Tone>> = {
  good: 'green',
  bad: 'red',
  pending: 'orange',
}

const toBeCounted = (no?: string): FlagMark => ({
  tone: 'orange',
  mark: i18n.t('stock:mark.toBeCounted'),
  title: no === undefined ? i18n.t('stock:mark.toBeCountedTitle') : i18n.t('stock:mark.toBeCountedIn', { no }),
})

/** What stands where. */
export const placeColumns = [
  place.link('locationCode', 'stock:column.locationCode', { width: 112, sortKey: 'location' }),
  place.text('itemNo', 'stock:column.itemNo', { width: 112, sortKey: 'itemNo', card: 'lead' }),
  place.text('itemName', 'stock:column.itemName', { width: 148, card: 'meta' }),
  place.text('batchNo', 'stock:column.batchNo', { width: 96, card: 'meta' }),
  place.flags('flags', 'stock:column.flags', ({ countNo }) => (countNo === null ? [] : [toBeCounted(countNo)]), {
    exportKey: 'countNo',
  }),
  place.state('quality', 'stock:column.quality', {
    words: 'quality',
    tone: (row) => qualityTones[row.quality],
    width: 76,
  }),
  place.integer('onHand', 'stock:column.onHand', { width: 92, total: 'onHand', card: 'fact' }),
  place.integer('allocated', 'stock:column.allocated', { width: 84, total: 'allocated' }),
  place.integer('frozen', 'stock:column.frozen', { width: 76, total: 'frozen' }),
  place.integer('available', 'stock:column.available', { width: 92, total: 'available', card: 'fact' }),
  place.code('baseUnit', 'stock:column.baseUnit', 'unit', { width: 56, card: 'fact' }),
  expiryColumn<StockRow>('expiry', 'stock:column.expiry', { width: 100, sortKey: 'expiry', card: 'aside' }),
  place.integer('daysLeft', 'stock:column.daysLeft', { width: 76 }),
  place.text('ownerName', 'stock:column.ownerName', { width: 148 }),
  place.text('containerCode', 'stock:column.containerCode', { width: 124 }),
  place.text('warehouseName', 'stock:column.warehouseName', { width: 124 }),
  place.text('zoneName', 'stock:column.zoneName', hidden),
  place.date('production', 'stock:column.production', hidden),
  place.date('inbound', 'stock:column.inbound', { ...hidden, sortKey: 'inbound' }),
  place.integer('age', 'stock:column.age', hidden),
]

/** An owner is not told where in the warehouse his goods stand. */
export const ownersColumns = [
  place.link('itemNo', 'stock:column.itemNo', { width: 132, sortKey: 'itemNo' }),
  ...placeColumns.filter(({ key }) => !['locationCode', 'itemNo', 'containerCode', 'zoneName', 'flags'].includes(key)),
]

/** What there is of an owner's goods, wherever they stand. */
export const itemColumns = [
  item.link('itemNo', 'stock:column.itemNo', { width: 132, sortKey: 'itemNo' }),
  item.text('itemName', 'stock:column.itemName', { width: 184, card: 'lead' }),
  item.text('ownerName', 'stock:column.ownerName', { width: 168, card: 'meta' }),
  item.flags('flags', 'stock:column.flags', (row) => (row.toBeCounted ? [toBeCounted()] : []), { exportKey: 'frozen' }),
  item.integer('onHand', 'stock:column.onHand', { width: 96, total: 'onHand', card: 'fact' }),
  item.integer('allocated', 'stock:column.allocated', { width: 88, total: 'allocated' }),
  item.integer('frozen', 'stock:column.frozen', { width: 80, total: 'frozen' }),
  item.integer('available', 'stock:column.available', { width: 96, total: 'available', card: 'fact' }),
  item.code('baseUnit', 'stock:column.baseUnit', 'unit', { width: 56, card: 'fact' }),
  item.integer('coming', 'stock:column.coming', { width: 88 }),
  item.integer('minStock', 'stock:column.minStock', { width: 80 }),
  item.integer('maxStock', 'stock:column.maxStock', { width: 80 }),
  item.integer('locationCount', 'stock:column.locationCount', { width: 80 }),
  expiryColumn<ItemStockRow>('nextExpiry', 'stock:column.nextExpiry', { width: 100, card: 'aside' }),
  item.text('spec', 'stock:column.spec', hidden),
]
