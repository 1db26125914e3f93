import { wordFor } from '@xunyun/contract/dictionary'
import type { WarehouseChargeRow } from '@xunyun/contract/warehouse/billing/charges'
import { trimmed } from '../../../shared/form/decimals.ts'
import { columnsOf, type FlagMark } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { figure } from '../../../shared/ui/format.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

const column = columnsOf<WarehouseChargeRow>()
const hidden = { hidden: true } as const

export const chargeTones: Readonly<Record<WarehouseChargeRow['state'], Tone>> = {
  open: 'blue',
  applied: 'green',
  cancelled: 'grey',
}

/** 托·日, m³·月 (峰值). */
export function basisText(row: Pick<WarehouseChargeRow, 'basis' | 'timeUnit' | 'volumeMethod'>): string {
  const language = i18n.language as 'zh'
  const method = row.volumeMethod && ` (${wordFor('volumeMethod', row.volumeMethod, language)})`
  const time = row.timeUnit && `·${wordFor('billingTimeUnit', row.timeUnit, language)}`
  return `${wordFor('billingBasis', row.basis, language)}${time ?? ''}${method ?? ''}`
}

const mark = (name: 'problems' | 'reverses', tone: FlagMark['tone']): FlagMark => ({
  tone,
  mark: i18n.t(`warehouseBilling:mark.${name}`),
  title: i18n.t(`warehouseBilling:mark.${name}Title`),
})
const marksOf = (row: WarehouseChargeRow): FlagMark[] => [
  ...(row.problems > 0 ? [mark('problems', 'orange')] : []),
  ...(row.reversesId !== null ? [mark('reverses', 'red')] : []),
]

export const chargeColumns = [
  column.link('day', 'warehouseBilling:field.day', {
    width: 100,
    sortKey: 'day',
    value: (row) => (row.timeUnit === 'month' ? row.day.slice(0, 7) : row.day),
  }),
  column.flags('flags', 'warehouseBilling:field.flags', marksOf, { exportKey: 'problems' }),
  column.text('customerName', 'warehouseBilling:field.customerId', {
    width: 172,
    sortKey: 'customerName',
    card: 'lead',
  }),
  column.code('trigger', 'warehouseBilling:field.trigger', 'billingTrigger', { width: 76 }),
  column.code('feeItem', 'warehouseBilling:field.feeItem', 'feeItem', { width: 80, card: 'meta' }),
  column.text('basis', 'warehouseBilling:field.basis', {
    width: 84,
    value: basisText,
    exportKey: ['basis', 'timeUnit', 'volumeMethod'],
  }),
  // Boxes a day, kilograms and documents make no sum; their amounts do.
  column.integer('quantity', 'warehouseBilling:field.quantity', { width: 84 }),
  column.integer('free', 'warehouseBilling:field.free', { width: 64 }),
  column.integer('chargeable', 'warehouseBilling:field.chargeable', { width: 84, card: 'fact' }),
  column.text('rate', 'warehouseBilling:field.rate', {
    width: 68,
    value: (row) => (row.rate === null ? i18n.t('warehouseBilling:tiered') : figure(trimmed(row.rate))),
  }),
  column.money('amount', 'warehouseBilling:field.amount', {
    width: 104,
    total: 'amount',
    sortKey: 'amount',
    card: 'fact',
  }),
  column.text('docNo', 'warehouseBilling:field.docNo', { width: 132, card: 'meta' }),
  column.state('state', 'warehouseBilling:field.state', {
    words: 'warehouseChargeState',
    tone: (row) => chargeTones[row.state],
    struck: (row) => row.state === 'cancelled',
    width: 88,
  }),
  column.text('warehouseName', 'warehouseBilling:field.warehouseId', { width: 116 }),
  column.text('quotationNo', 'warehouseBilling:field.quotationNo', {
    ...hidden,
    width: 148,
    value: (row) => `${row.quotationNo} v${row.versionNo}`,
    exportKey: ['quotationNo', 'versionNo'],
  }),
  column.text('taxRate', 'warehouseBilling:field.taxRate', {
    ...hidden,
    value: (row) => (row.taxRate === null ? '' : figure(trimmed(row.taxRate))),
  }),
  column.text('remark', 'warehouseBilling:field.remark', { ...hidden, width: 180 }),
  column.text('createdByName', 'warehouseBilling:field.createdByName', hidden),
  column.moment('updatedAt', 'warehouseBilling:field.updatedAt', { ...hidden, sortKey: 'updatedAt' }),
]
