import type { TaxItemRow } from '@xunyun/contract/invoices/taxItems'
import { columnsOf } from '../../shared/grid/column.tsx'

const column = columnsOf<TaxItemRow>()
const yesNo = (on: boolean) => (on ? ('ui:master.yes' as const) : ('ui:master.no' as const))

/** 9 → 9%. */
const percent = (rate: string) => `${rate}%`

export const taxItemColumns = [
  column.code('feeItem', 'invoices:taxItem.feeItem', 'feeItem', { width: 116, sortKey: 'feeItem', card: 'title' }),
  column.text('itemName', 'invoices:taxItem.itemName', { width: 208, sortKey: 'itemName', card: 'meta' }),
  column.text('classCode', 'invoices:taxItem.classCode', { width: 172 }),
  column.text('generalRate', 'invoices:taxItem.generalRate', {
    width: 92,
    value: ({ generalRate }) => percent(generalRate),
    card: 'fact',
  }),
  column.text('smallRate', 'invoices:taxItem.smallRate', {
    width: 104,
    value: ({ smallRate }) => percent(smallRate),
    card: 'fact',
  }),
  column.date('validFrom', 'invoices:taxItem.validFrom', { sortKey: 'validFrom', card: 'aside' }),
  column.date('validTo', 'invoices:taxItem.validTo'),
  column.code('freight', 'invoices:taxItem.freight', ({ freight }) => yesNo(freight), {
    value: ({ freight }) => String(freight),
    width: 84,
  }),
  column.code('invoiceable', 'invoices:taxItem.invoiceable', ({ invoiceable }) => yesNo(invoiceable), {
    value: ({ invoiceable }) => String(invoiceable),
    width: 72,
  }),
  column.moment('updatedAt', 'invoices:taxItem.updatedAt', { sortKey: 'updatedAt' }),
]
