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
  mark: i18n.t('warehouse/ledger:mark.toBeCounted'),
  title:
    no === undefined
      ? i18n.t('warehouse/ledger:mark.toBeCountedTitle')
      : i18n.t('warehouse/ledger:mark.toBeCountedIn', { no }),
})

/** What stands where. */
export const placeColumns = [
  place.link('locationCode', 'warehouse/ledger:column.locationCode', { width: 112, sortKey: 'location' }),
  place.text('itemNo', 'warehouse/ledger:column.itemNo', { width: 112, sortKey: 'itemNo', card: 'lead' }),
  place.text('itemName', 'warehouse/ledger:column.itemName', { width: 148, card: 'meta' }),
  place.text('batchNo', 'warehouse/ledger:column.batchNo', { width: 96, card: 'meta' }),
  place.flags(
    'flags',
    'warehouse/ledger:column.flags',
    ({ countNo }) => (countNo === null ? [] : [toBeCounted(countNo)]),
    {
      exportKey: 'countNo',
    },
  ),
  place.state('quality', 'warehouse/ledger:column.quality', {
    words: 'quality',
    tone: (row) => qualityTones[row.quality],
    width: 76,
  }),
  place.integer('onHand', 'warehouse/ledger:column.onHand', { width: 92, total: 'onHand', card: 'fact' }),
  place.integer('allocated', 'warehouse/ledger:column.allocated', { width: 84, total: 'allocated' }),
  place.integer('frozen', 'warehouse/ledger:column.frozen', { width: 76, total: 'frozen' }),
  place.integer('available', 'warehouse/ledger:column.available', { width: 92, total: 'available', card: 'fact' }),
  place.code('baseUnit', 'warehouse/ledger:column.baseUnit', 'unit', { width: 56, card: 'fact' }),
  expiryColumn<StockRow>('expiry', 'warehouse/ledger:column.expiry', { width: 100, sortKey: 'expiry', card: 'aside' }),
  place.integer('daysLeft', 'warehouse/ledger:column.daysLeft', { width: 76 }),
  place.text('ownerName', 'warehouse/ledger:column.ownerName', { width: 148 }),
  place.text('containerCode', 'warehouse/ledger:column.containerCode', { width: 124 }),
  place.text('warehouseName', 'warehouse/ledger:column.warehouseName', { width: 124 }),
  place.text('zoneName', 'warehouse/ledger:column.zoneName', hidden),
  place.date('production', 'warehouse/ledger:column.production', hidden),
  place.date('inbound', 'warehouse/ledger:column.inbound', { ...hidden, sortKey: 'inbound' }),
  place.integer('age', 'warehouse/ledger:column.age', hidden),
]

/** An owner is not told where in the warehouse his goods stand. */
export const ownersColumns = [
  place.link('itemNo', 'warehouse/ledger:column.itemNo', { width: 132, sortKey: 'itemNo' }),
  ...placeColumns.filter(({ key }) => !['locationCode', 'itemNo', 'containerCode', 'zoneName', 'flags'].includes(key)),
]

/** What there is of an owner's goods, wherever they stand. */
export const itemColumns = [
  item.link('itemNo', 'warehouse/ledger:column.itemNo', { width: 132, sortKey: 'itemNo' }),
  item.text('itemName', 'warehouse/ledger:column.itemName', { width: 184, card: 'lead' }),
  item.text('ownerName', 'warehouse/ledger:column.ownerName', { width: 168, card: 'meta' }),
  item.flags('flags', 'warehouse/ledger:column.flags', (row) => (row.toBeCounted ? [toBeCounted()] : []), {
    exportKey: 'frozen',
  }),
  item.integer('onHand', 'warehouse/ledger:column.onHand', { width: 96, total: 'onHand', card: 'fact' }),
  item.integer('allocated', 'warehouse/ledger:column.allocated', { width: 88, total: 'allocated' }),
  item.integer('frozen', 'warehouse/ledger:column.frozen', { width: 80, total: 'frozen' }),
  item.integer('available', 'warehouse/ledger:column.available', { width: 96, total: 'available', card: 'fact' }),
  item.code('baseUnit', 'warehouse/ledger:column.baseUnit', 'unit', { width: 56, card: 'fact' }),
  item.integer('coming', 'warehouse/ledger:column.coming', { width: 88 }),
  item.integer('minStock', 'warehouse/ledger:column.minStock', { width: 80 }),
  item.integer('maxStock', 'warehouse/ledger:column.maxStock', { width: 80 }),
  item.integer('locationCount', 'warehouse/ledger:column.locationCount', { width: 80 }),
  expiryColumn<ItemStockRow>('nextExpiry', 'warehouse/ledger:column.nextExpiry', { width: 100, card: 'aside' }),
  item.text('spec', 'warehouse/ledger:column.spec', hidden),
]
