import type { BalanceGroup, BalanceRow } from '@xunyun/contract/warehouse/ledger/summary'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'

const column = columnsOf<BalanceRow>()
const figures = ['opening', 'received', 'otherIn', 'shipped', 'otherOut', 'closing'] as const

const totals: readonly Column<BalanceRow>[] = figures.map((key) =>
  column.integer(key, `warehouse/ledger:column.${key}`, {
    width: key === 'opening' || key === 'closing' ? 108 : 96,
    total: key,
    card: key === 'otherIn' || key === 'otherOut' ? undefined : 'fact',
  }),
)
const unit = column.code('baseUnit', 'warehouse/ledger:column.baseUnit', 'unit', { width: 56 })
const owner = column.text('ownerName', 'warehouse/ledger:column.ownerName', { width: 148, card: 'meta' })
const itemName = column.text('itemName', 'warehouse/ledger:column.itemName', { width: 160, card: 'lead' })

/** The columns that tell the rows of a grouping apart, before the figures that all have. */
export const balanceColumns: Readonly<Record<BalanceGroup, readonly Column<BalanceRow>[]>> = {
  item: [
    column.link('name', 'warehouse/ledger:column.itemNo', { width: 164, sortKey: 'name' }),
    itemName,
    owner,
    ...totals,
    unit,
  ],
  batch: [
    column.link('name', 'warehouse/ledger:column.batchNo', { width: 164 }),
    column.text('itemNo', 'warehouse/ledger:column.itemNo', { width: 120, sortKey: 'name', card: 'meta' }),
    itemName,
    column.date('expiry', 'warehouse/ledger:column.expiry', { width: 100 }),
    owner,
    ...totals,
    unit,
  ],
  owner: [column.link('name', 'warehouse/ledger:column.ownerName', { width: 240, sortKey: 'name' }), ...totals],
  warehouse: [column.link('name', 'warehouse/ledger:column.warehouseName', { width: 240, sortKey: 'name' }), ...totals],
}
