import { wordFor } from '@xunyun/contract/dictionary'
import type { QuotationRow } from '@xunyun/contract/warehouse/billing/quotations'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

const column = columnsOf<QuotationRow>()
const hidden = { hidden: true } as const

const tones: Readonly<Record<QuotationRow['status'], Tone>> = {
  draft: 'grey',
  pending: 'orange',
  active: 'green',
  ended: 'grey',
}
type State = Pick<QuotationRow, 'status' | 'expired' | 'upcoming'>
export const quotationTone = (row: State): Tone => (row.expired ? 'grey' : row.upcoming ? 'blue' : tones[row.status])
/** One whose last day is past has ended, and one whose first day is to come does not hold yet, whatever its state says. */
export const quotationStatus = (row: State): QuotationRow['status'] | 'upcoming' =>
  row.expired ? 'ended' : row.upcoming ? 'upcoming' : row.status

const everyWarehouse = () => i18n.t('warehouse/billing:everyWarehouse')
const words = (type: 'billingTrigger' | 'feeItem', codes: readonly string[]) =>
  codes.map((code) => wordFor(type, code, i18n.language as 'zh')).join(/zh|ja/.test(i18n.language) ? '、' : ', ')

export const quotationColumns = [
  column.link('quotationNo', 'warehouse/billing:field.quotationNo', { width: 132, sortKey: 'quotationNo' }),
  column.state('status', 'warehouse/billing:field.status', {
    value: quotationStatus,
    words: 'priceStatus',
    tone: quotationTone,
    struck: (row) => quotationStatus(row) === 'ended',
    width: 76,
  }),
  column.text('versionNo', 'warehouse/billing:field.versionNo', { width: 56, value: (row) => `v${row.versionNo}` }),
  column.text('customerName', 'warehouse/billing:field.customerId', {
    width: 184,
    sortKey: 'customerName',
    card: 'lead',
  }),
  column.text('warehouseName', 'warehouse/billing:field.warehouseId', {
    width: 132,
    card: 'meta',
    value: (row) => row.warehouseName ?? everyWarehouse(),
  }),
  column.text('triggers', 'warehouse/billing:field.trigger', {
    width: 168,
    card: 'meta',
    value: (row) => words('billingTrigger', row.triggers),
  }),
  column.integer('itemCount', 'warehouse/billing:field.itemCount', { width: 76, card: 'fact' }),
  column.date('validFrom', 'warehouse/billing:field.validFrom', { sortKey: 'validFrom' }),
  column.date('validTo', 'warehouse/billing:field.validTo', { sortKey: 'validTo', card: 'aside' }),
  column.text('opinion', 'warehouse/billing:field.opinion', { width: 160 }),
  column.moment('updatedAt', 'warehouse/billing:field.updatedAt', { sortKey: 'updatedAt' }),
  column.text('ownerNames', 'warehouse/billing:field.ownerIds', { ...hidden, width: 184 }),
  column.text('feeItems', 'warehouse/billing:field.feeItem', {
    ...hidden,
    width: 200,
    value: (row) => words('feeItem', row.feeItems),
  }),
  column.text('createdByName', 'warehouse/billing:field.createdByName', hidden),
  column.text('remark', 'warehouse/billing:field.remark', { ...hidden, width: 180 }),
]

/** What the reviewer said is internal. */
export const customersQuotationColumns = quotationColumns.filter(({ key }) => key !== 'opinion')
