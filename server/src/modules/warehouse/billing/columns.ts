import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { plainDecimal } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import type { WarehouseChargeRow } from '@xunyun/contract/warehouse/billing/charges'
import type { QuotationRow } from '@xunyun/contract/warehouse/billing/quotations'
import { type ListColumn, listColumn, titled } from '../../../platform/excel/list.ts'

const words = (type: DictionaryType, codes: readonly string[], language: Language) =>
  codes.map((code) => wordFor(type, code, language)).join('、')

/** The columns of the exports; keys are those of the pages. */
export const quotationColumns: readonly ListColumn<QuotationRow>[] = [
  listColumn('warehouse/billing:field.quotationNo', 'text', { width: 18 }),
  listColumn('warehouse/billing:field.versionNo', 'integer', { width: 8 }),
  listColumn('warehouse/billing:field.customerId', 'text', { key: 'customerName', width: 26 }),
  listColumn('warehouse/billing:field.ownerIds', 'text', { key: 'ownerNames', width: 30 }),
  listColumn('warehouse/billing:field.warehouseId', 'text', {
    key: 'warehouseName',
    width: 18,
    value: ({ warehouseName }, language) => warehouseName ?? everyWarehouse[language],
  }),
  listColumn('warehouse/billing:field.itemCount', 'integer', { width: 10 }),
  listColumn('warehouse/billing:field.feeItem', 'text', {
    key: 'feeItems',
    width: 30,
    value: ({ feeItems }, language) => words('feeItem', feeItems, language),
  }),
  listColumn('warehouse/billing:field.trigger', 'text', {
    key: 'triggers',
    width: 20,
    value: ({ triggers }, language) => words('billingTrigger', triggers, language),
  }),
  listColumn('warehouse/billing:field.validFrom', 'date', { width: 12 }),
  listColumn('warehouse/billing:field.validTo', 'date', { width: 12 }),
  listColumn('warehouse/billing:field.status', 'text', {
    width: 10,
    value: (row, language) =>
      wordFor('priceStatus', row.expired ? 'ended' : row.upcoming ? 'upcoming' : row.status, language),
  }),
  listColumn('warehouse/billing:field.opinion', 'text', { width: 24 }),
  listColumn('warehouse/billing:field.createdByName', 'text', { width: 12 }),
  { key: 'createdAt', type: 'moment', width: 18, titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  listColumn('warehouse/billing:field.updatedAt', 'moment', { width: 18 }),
  listColumn('warehouse/billing:field.remark', 'text', { width: 30 }),
]
const everyWarehouse: Readonly<Record<Language, string>> = {
  zh: '所有仓库',
  en: 'Every warehouse',
  es: 'Todos los almacenes',
  ja: 'すべての倉庫',
}

const word =
  (type: DictionaryType, key: 'trigger' | 'feeItem' | 'basis' | 'timeUnit' | 'volumeMethod' | 'state') =>
  (row: WarehouseChargeRow, language: Language): string =>
    row[key] === null ? '' : wordFor(type, row[key], language)

export const chargeColumns: readonly ListColumn<WarehouseChargeRow>[] = [
  listColumn('warehouse/billing:field.day', 'date', { width: 12 }),
  { key: 'fromDay', type: 'date', width: 12, titles: titled('起始日', 'First day', 'Primer día', '開始日') },
  listColumn('warehouse/billing:field.customerId', 'text', { key: 'customerName', width: 26 }),
  listColumn('warehouse/billing:field.warehouseId', 'text', { key: 'warehouseName', width: 18 }),
  listColumn('warehouse/billing:field.trigger', 'text', { width: 10, value: word('billingTrigger', 'trigger') }),
  listColumn('warehouse/billing:field.feeItem', 'text', { width: 12, value: word('feeItem', 'feeItem') }),
  listColumn('warehouse/billing:field.basis', 'text', { width: 8, value: word('billingBasis', 'basis') }),
  {
    key: 'timeUnit',
    type: 'text',
    width: 8,
    titles: titled('时间单位', 'Per', 'Periodo', '期間単位'),
    value: word('billingTimeUnit', 'timeUnit'),
  },
  {
    key: 'volumeMethod',
    type: 'text',
    width: 8,
    titles: titled('计量法', 'Method', 'Método', '計量方法'),
    value: word('volumeMethod', 'volumeMethod'),
  },
  listColumn('warehouse/billing:field.quantity', 'quantity', { width: 12 }),
  listColumn('warehouse/billing:field.free', 'quantity', { width: 12 }),
  listColumn('warehouse/billing:field.chargeable', 'quantity', { width: 12 }),
  listColumn('warehouse/billing:field.rate', 'text', {
    width: 10,
    value: ({ rate }) => (rate === null ? '' : plainDecimal(rate)),
  }),
  listColumn('warehouse/billing:field.amount', 'money', { width: 14, unit: '元' }),
  listColumn('warehouse/billing:field.docNo', 'text', { width: 20 }),
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: titled('开票', 'Invoice', 'Factura', '請求'),
    value: word('warehouseChargeState', 'state'),
  },
  listColumn('warehouse/billing:field.taxRate', 'text', {
    width: 8,
    value: ({ taxRate }) => (taxRate === null ? '' : plainDecimal(taxRate)),
  }),
  listColumn('warehouse/billing:field.quotationNo', 'text', { width: 18 }),
  listColumn('warehouse/billing:field.versionNo', 'integer', { width: 8 }),
  listColumn('warehouse/billing:field.remark', 'text', { width: 30 }),
  {
    key: 'cancelReason',
    type: 'text',
    width: 24,
    titles: titled('取消原因', 'Cancel reason', 'Motivo de cancelación', '取消理由'),
  },
  listColumn('warehouse/billing:field.createdByName', 'text', { width: 12 }),
  { key: 'createdAt', type: 'moment', width: 18, titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  listColumn('warehouse/billing:field.updatedAt', 'moment', { width: 18 }),
]
