import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import type { WarehouseChargeRow } from '@xunyun/contract/warehouse/billing/charges'
import type { QuotationRow } from '@xunyun/contract/warehouse/billing/quotations'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

const words = (type: DictionaryType, codes: readonly string[], language: Language) =>
  codes.map((code) => wordFor(type, code, language)).join('、')

/** The columns of the exports; keys are those of the pages. */
export const quotationColumns: readonly ListColumn<QuotationRow>[] = [
  { key: 'quotationNo', type: 'text', width: 18, titles: fieldWord('warehouse/billing:field.quotationNo') },
  { key: 'versionNo', type: 'integer', width: 8, titles: fieldWord('warehouse/billing:field.versionNo') },
  { key: 'customerName', type: 'text', width: 26, titles: fieldWord('warehouse/billing:field.customerId') },
  { key: 'ownerNames', type: 'text', width: 30, titles: fieldWord('warehouse/billing:field.ownerIds') },
  {
    key: 'warehouseName',
    type: 'text',
    width: 18,
    titles: fieldWord('warehouse/billing:field.warehouseId'),
    value: ({ warehouseName }, language) => warehouseName ?? everyWarehouse[language],
  },
  { key: 'itemCount', type: 'integer', width: 10, titles: fieldWord('warehouse/billing:field.itemCount') },
  {
    key: 'feeItems',
    type: 'text',
    width: 30,
    titles: fieldWord('warehouse/billing:field.feeItem'),
    value: ({ feeItems }, language) => words('feeItem', feeItems, language),
  },
  {
    key: 'triggers',
    type: 'text',
    width: 20,
    titles: fieldWord('warehouse/billing:field.trigger'),
    value: ({ triggers }, language) => words('billingTrigger', triggers, language),
  },
  { key: 'validFrom', type: 'date', width: 12, titles: fieldWord('warehouse/billing:field.validFrom') },
  { key: 'validTo', type: 'date', width: 12, titles: fieldWord('warehouse/billing:field.validTo') },
  {
    key: 'status',
    type: 'text',
    width: 10,
    titles: fieldWord('warehouse/billing:field.status'),
    value: (row, language) =>
      wordFor('priceStatus', row.expired ? 'ended' : row.upcoming ? 'upcoming' : row.status, language),
  },
  { key: 'opinion', type: 'text', width: 24, titles: fieldWord('warehouse/billing:field.opinion') },
  { key: 'createdByName', type: 'text', width: 12, titles: fieldWord('warehouse/billing:field.createdByName') },
  { key: 'createdAt', type: 'moment', width: 18, titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'updatedAt', type: 'moment', width: 18, titles: fieldWord('warehouse/billing:field.updatedAt') },
  { key: 'remark', type: 'text', width: 30, titles: fieldWord('warehouse/billing:field.remark') },
]
const everyWarehouse: Readonly<Record<Language, string>> = {
  zh: '所有仓库',
  en: 'Every warehouse',
  es: 'Todos los almacenes',
  ja: '全倉庫',
}

const word =
  (type: DictionaryType, key: 'trigger' | 'feeItem' | 'basis' | 'timeUnit' | 'volumeMethod' | 'state') =>
  (row: WarehouseChargeRow, language: Language): string =>
    row[key] === null ? '' : wordFor(type, row[key], language)

export const chargeColumns: readonly ListColumn<WarehouseChargeRow>[] = [
  { key: 'day', type: 'date', width: 12, titles: fieldWord('warehouse/billing:field.day') },
  { key: 'fromDay', type: 'date', width: 12, titles: titled('起始日', 'First day', 'Primer día', '開始日') },
  { key: 'customerName', type: 'text', width: 26, titles: fieldWord('warehouse/billing:field.customerId') },
  { key: 'warehouseName', type: 'text', width: 18, titles: fieldWord('warehouse/billing:field.warehouseId') },
  {
    key: 'trigger',
    type: 'text',
    width: 10,
    titles: fieldWord('warehouse/billing:field.trigger'),
    value: word('billingTrigger', 'trigger'),
  },
  {
    key: 'feeItem',
    type: 'text',
    width: 12,
    titles: fieldWord('warehouse/billing:field.feeItem'),
    value: word('feeItem', 'feeItem'),
  },
  {
    key: 'basis',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/billing:field.basis'),
    value: word('billingBasis', 'basis'),
  },
  {
    key: 'timeUnit',
    type: 'text',
    width: 8,
    titles: titled('时间单位', 'By', 'Por', '期間'),
    value: word('billingTimeUnit', 'timeUnit'),
  },
  {
    key: 'volumeMethod',
    type: 'text',
    width: 8,
    titles: titled('计量法', 'Quantity', 'Cantidad', '数量の取り方'),
    value: word('volumeMethod', 'volumeMethod'),
  },
  { key: 'quantity', type: 'quantity', width: 12, titles: fieldWord('warehouse/billing:field.quantity') },
  { key: 'free', type: 'quantity', width: 12, titles: fieldWord('warehouse/billing:field.free') },
  { key: 'chargeable', type: 'quantity', width: 12, titles: fieldWord('warehouse/billing:field.chargeable') },
  {
    key: 'rate',
    type: 'text',
    width: 10,
    titles: fieldWord('warehouse/billing:field.rate'),
    value: ({ rate }) => (rate === null ? '' : Number(rate).toString()),
  },
  { key: 'amount', type: 'money', width: 14, titles: fieldWord('warehouse/billing:field.amount', '元') },
  { key: 'docNo', type: 'text', width: 20, titles: fieldWord('warehouse/billing:field.docNo') },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: titled('开票', 'Invoice', 'Factura', '請求'),
    value: word('warehouseChargeState', 'state'),
  },
  {
    key: 'taxRate',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/billing:field.taxRate'),
    value: ({ taxRate }) => (taxRate === null ? '' : Number(taxRate).toString()),
  },
  { key: 'quotationNo', type: 'text', width: 18, titles: fieldWord('warehouse/billing:field.quotationNo') },
  { key: 'versionNo', type: 'integer', width: 8, titles: fieldWord('warehouse/billing:field.versionNo') },
  { key: 'remark', type: 'text', width: 30, titles: fieldWord('warehouse/billing:field.remark') },
  { key: 'cancelReason', type: 'text', width: 24, titles: titled('取消原因', 'Cancelled for', 'Motivo', '取消理由') },
  { key: 'createdByName', type: 'text', width: 12, titles: fieldWord('warehouse/billing:field.createdByName') },
  { key: 'createdAt', type: 'moment', width: 18, titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'updatedAt', type: 'moment', width: 18, titles: fieldWord('warehouse/billing:field.updatedAt') },
]
