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
  mark: i18n.t(`warehouse/billing:mark.${name}`),
  title: i18n.t(`warehouse/billing:mark.${name}Title`),
})
const marksOf = (row: WarehouseChargeRow): FlagMark[] => [
  ...(row.problems > 0 ? [mark('problems', 'orange')] : []),
  ...(row.reversesId !== null ? [mark('reverses', 'red')] : []),
]

export const chargeColumns = [
  column.link('day', 'warehouse/billing:field.day', {
    width: 100,
    sortKey: 'day',
    value: (row) => (row.timeUnit === 'month' ? row.day.slice(0, 7) : row.day),
  }),
  column.flags('flags', 'warehouse/billing:field.flags', marksOf, { exportKey: 'problems' }),
  column.text('customerName', 'warehouse/billing:field.customerId', {
    width: 172,
    sortKey: 'customerName',
    card: 'lead',
  }),
  column.code('trigger', 'warehouse/billing:field.trigger', 'billingTrigger', { width: 76 }),
  column.code('feeItem', 'warehouse/billing:field.feeItem', 'feeItem', { width: 80, card: 'meta' }),
  column.text('basis', 'warehouse/billing:field.basis', {
    width: 84,
    value: basisText,
    exportKey: ['basis', 'timeUnit', 'volumeMethod'],
  }),
  // Boxes a day, kilograms and documents make no sum; their amounts do.
  column.integer('quantity', 'warehouse/billing:field.quantity', { width: 84 }),
  column.integer('free', 'warehouse/billing:field.free', { width: 64 }),
  column.integer('chargeable', 'warehouse/billing:field.chargeable', { width: 84, card: 'fact' }),
  column.text('rate', 'warehouse/billing:field.rate', {
    width: 68,
    value: (row) => (row.rate === null ? i18n.t('warehouse/billing:tiered') : figure(trimmed(row.rate))),
  }),
  column.money('amount', 'warehouse/billing:field.amount', {
    width: 104,
    total: 'amount',
    sortKey: 'amount',
    card: 'fact',
  }),
  column.text('docNo', 'warehouse/billing:field.docNo', { width: 132, card: 'meta' }),
  column.state('state', 'warehouse/billing:field.state', {
    words: 'warehouseChargeState',
    tone: (row) => chargeTones[row.state],
    struck: (row) => row.state === 'cancelled',
    width: 88,
  }),
  column.text('warehouseName', 'warehouse/billing:field.warehouseId', { width: 116 }),
  column.text('quotationNo', 'warehouse/billing:field.quotationNo', {
    ...hidden,
    width: 148,
    value: (row) => `${row.quotationNo} v${row.versionNo}`,
    exportKey: ['quotationNo', 'versionNo'],
  }),
  column.text('taxRate', 'warehouse/billing:field.taxRate', {
    ...hidden,
    value: (row) => (row.taxRate === null ? '' : figure(trimmed(row.taxRate))),
  }),
  column.text('remark', 'warehouse/billing:field.remark', { ...hidden, width: 180 }),
  column.text('createdByName', 'warehouse/billing:field.createdByName', hidden),
  column.moment('updatedAt', 'warehouse/billing:field.updatedAt', { ...hidden, sortKey: 'updatedAt' }),
]
