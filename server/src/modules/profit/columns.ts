import { wordFor } from '@xunyun/contract/dictionary'
import type { ProfitLine, ProfitRow } from '@xunyun/contract/profit/calls'
import { type ListColumn, listColumn } from '../../platform/excel/list.ts'

const money = { unit: '元' as const, width: 14 }

/** What a file of the table may hold. */
export const profitColumns: readonly ListColumn<ProfitRow>[] = [
  listColumn('profit:column.label', 'text', { width: 28 }),
  listColumn('profit:column.count', 'integer', { width: 10 }),
  listColumn('waybills:column.pieces', 'integer', { width: 10 }),
  listColumn('waybills:column.weight', 'weight', { unit: 'kg', width: 14 }),
  listColumn('profit:column.revenue', 'money', money),
  listColumn('profit:column.cost', 'money', money),
  listColumn('enquiries:column.profit', 'money', money),
  listColumn('profit:column.kept', 'money', { ...money, value: ({ kept }) => kept?.profit ?? null }),
  listColumn('profit:column.later', 'money', { ...money, value: ({ later }) => later?.profit ?? null }),
  listColumn('enquiries:column.profitRate', 'quantity', { key: 'rate', unit: '%', width: 10 }),
  listColumn('profit:column.before', 'money', money),
  listColumn('profit:column.tripCost', 'money', money),
  listColumn('profit:column.lineCost', 'money', money),
  listColumn('profit:column.courierCost', 'money', money),
  listColumn('profit:column.claims', 'money', money),
  listColumn('profit:column.otherCost', 'money', money),
  listColumn('profit:column.storage', 'money', money),
  listColumn('waybills:column.codAmount', 'money', money),
]

/** What a file of the lines behind a cell may hold. */
export const profitLineColumns: readonly ListColumn<ProfitLine>[] = [
  listColumn('waybills:column.waybillNo', 'text', {
    key: 'no',
    width: 18,
    value: ({ no, feeItem }, language) => no ?? (feeItem === null ? null : wordFor('feeItem', feeItem, language)),
  }),
  listColumn('waybills:column.bizDate', 'date', { key: 'day', width: 12 }),
  listColumn('waybills:column.customer', 'text', { key: 'partyName', width: 26 }),
  listColumn('enquiries:column.from', 'text', { key: 'shipperCity', width: 10 }),
  listColumn('enquiries:column.to', 'text', { key: 'consigneeCity', width: 10 }),
  listColumn('enquiries:column.carriedBy', 'text', { width: 16 }),
  listColumn('profit:column.revenue', 'money', money),
  listColumn('profit:column.cost', 'money', money),
  listColumn('enquiries:column.profit', 'money', money),
  listColumn('enquiries:column.profitRate', 'quantity', { key: 'rate', unit: '%', width: 10 }),
  listColumn('waybills:column.priceState', 'text', { width: 10, words: 'priceState' }),
  listColumn('enquiries:column.signedAt', 'moment', { width: 16 }),
  listColumn('waybills:column.salesman', 'text', { key: 'salesmanName', width: 10 }),
]
