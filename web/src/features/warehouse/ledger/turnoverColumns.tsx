import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import type { TurnoverGroup, TurnoverRow } from '@xunyun/contract/warehouse/ledger/turnover'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'
import { i18n } from '../../../shared/i18n/i18n.ts'

const column = columnsOf<TurnoverRow>()

const figures: readonly Column<TurnoverRow>[] = [
  column.integer('receipts', 'warehouse/ledger:column.receipts', { width: 84, total: 'receipts' }),
  column.integer('received', 'warehouse/ledger:column.received', {
    width: 100,
    total: 'received',
    sortKey: 'received',
    card: 'fact',
  }),
  column.integer('shipments', 'warehouse/ledger:column.shipments', { width: 84, total: 'shipments' }),
  column.integer('shipped', 'warehouse/ledger:column.shipped', {
    width: 100,
    total: 'shipped',
    sortKey: 'shipped',
    card: 'fact',
  }),
  column.integer('net', 'warehouse/ledger:column.net', { width: 100, total: 'net', card: 'fact' }),
  column.weight('weight', 'warehouse/ledger:column.weight', { width: 112, total: 'weight' }),
  column.volume('volume', 'warehouse/ledger:column.volume', { width: 104, total: 'volume' }),
  column.integer('adjusted', 'warehouse/ledger:column.adjusted', { hidden: true, width: 92, total: 'adjusted' }),
  column.integer('assembled', 'warehouse/ledger:column.assembled', { hidden: true, width: 92, total: 'assembled' }),
]
const name = (title: `warehouse/ledger:column.${'ownerName' | 'warehouseName' | 'type' | 'day' | 'month'}`) =>
  column.link('name', title, { width: 240, sortKey: 'name' })

/** What tells the rows of a grouping apart, before the figures that all have. */
export const turnoverColumns: Readonly<Record<TurnoverGroup, readonly Column<TurnoverRow>[]>> = {
  item: [
    column.link('name', 'warehouse/ledger:column.itemNo', { width: 132, sortKey: 'name' }),
    column.text('itemName', 'warehouse/ledger:column.itemName', { width: 148, card: 'lead' }),
    column.text('ownerName', 'warehouse/ledger:column.ownerName', { width: 140, card: 'meta' }),
    column.code('baseUnit', 'warehouse/ledger:column.baseUnit', 'unit', { width: 56 }),
    ...figures,
  ],
  owner: [name('warehouse/ledger:column.ownerName'), ...figures],
  warehouse: [name('warehouse/ledger:column.warehouseName'), ...figures],
  type: [
    column.link('name', 'warehouse/ledger:column.type', {
      width: 240,
      sortKey: 'name',
      value: (row) => wordFor('moveType', row.name, i18n.language as Language),
    }),
    ...figures,
  ],
  day: [name('warehouse/ledger:column.day'), ...figures],
  month: [name('warehouse/ledger:column.month'), ...figures],
}
