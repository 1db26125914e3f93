import type { AdjustmentRow } from '@xunyun/contract/costs/adjustments'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type ListColumn, listColumn } from '../../../platform/excel/list.ts'
import { applicationColumns } from '../columns.ts'

/** The columns of the export; keys are those of the page. */
export const adjustmentColumns: readonly ListColumn<AdjustmentRow>[] = [
  ...applicationColumns.head,
  listColumn('costs:column.ofNo', 'text', { width: 20 }),
  listColumn('costs:column.customer', 'text', { key: 'customerName', width: 26 }),
  listColumn('costs:column.direction', 'text', { width: 8, words: 'priceDirection' }),
  listColumn('costs:column.feeItem', 'text', { width: 12, words: 'feeItem' }),
  listColumn('costs:column.before', 'money', { width: 12, unit: '元' }),
  listColumn('costs:column.change', 'money', { key: 'amount', width: 12, unit: '元' }),
  listColumn('costs:column.after', 'money', {
    width: 12,
    unit: '元',
    value: ({ before, amount }) => sumDecimals([before, amount], 2),
  }),
  listColumn('costs:column.party', 'text', { key: 'partyName', width: 26 }),
  ...applicationColumns.tail,
]
