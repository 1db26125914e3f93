import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import type { WarehouseChargeRow } from '@xunyun/contract/warehouse/billing/charges'
import type { QuotationRow } from '@xunyun/contract/warehouse/billing/quotations'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'

const words = (type: DictionaryType, codes: readonly string[], language: Language) =>
  codes.map((code) => wordFor(type, code, language)).join('、')

/** The columns of the exports; keys are those of the pages. */
export const quotationColumns: readonly ListColumn<QuotationRow>[] = [
  { key: 'quotationNo', type: 'text', width: 18, titles: titled('报价号', 'Rate no.', 'Tarifa n.º', '料金番号') },
  { key: 'versionNo', type: 'integer', width: 8, titles: titled('版本', 'Version', 'Versión', '版') },
  { key: 'customerName', type: 'text', width: 26, titles: titled('客户', 'Customer', 'Cliente', '顧客') },
  { key: 'ownerNames', type: 'text', width: 30, titles: titled('货主', 'Cargo owners', 'Propietarios', '荷主') },
  {
    key: 'warehouseName',
    type: 'text',
    width: 18,
    titles: titled('仓库', 'Warehouse', 'Almacén', '倉庫'),
    value: ({ warehouseName }, language) => warehouseName ?? everyWarehouse[language],
  },
  { key: 'itemCount', type: 'integer', width: 10, titles: titled('收费项目数', 'Items', 'Conceptos', '課金項目数') },
  {
    key: 'feeItems',
    type: 'text',
    width: 30,
    titles: titled('收费项目', 'Charged items', 'Conceptos', '課金項目'),
    value: ({ feeItems }, language) => words('feeItem', feeItems, language),
  },
  {
    key: 'triggers',
    type: 'text',
    width: 20,
    titles: titled('触发', 'Charged for', 'Por', '課金対象'),
    value: ({ triggers }, language) => words('billingTrigger', triggers, language),
  },
  { key: 'validFrom', type: 'date', width: 12, titles: titled('生效日', 'From day', 'Desde', '開始日') },
  { key: 'validTo', type: 'date', width: 12, titles: titled('失效日', 'To day', 'Hasta', '終了日') },
  {
    key: 'status',
    type: 'text',
    width: 10,
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: (row, language) =>
      wordFor('priceStatus', row.expired ? 'ended' : row.upcoming ? 'upcoming' : row.status, language),
  },
  { key: 'opinion', type: 'text', width: 24, titles: titled('意见', 'Opinion', 'Opinión', '意見') },
  { key: 'createdByName', type: 'text', width: 12, titles: titled('创建人', 'Created by', 'Creado por', '作成者') },
  { key: 'createdAt', type: 'moment', width: 18, titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'updatedAt', type: 'moment', width: 18, titles: titled('更新时间', 'Changed', 'Modificado', '更新日時') },
  { key: 'remark', type: 'text', width: 30, titles: titled('备注', 'Remark', 'Nota', '備考') },
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
  { key: 'day', type: 'date', width: 12, titles: titled('日期', 'Day', 'Día', '日付') },
  { key: 'fromDay', type: 'date', width: 12, titles: titled('起始日', 'First day', 'Primer día', '開始日') },
  { key: 'customerName', type: 'text', width: 26, titles: titled('客户', 'Customer', 'Cliente', '顧客') },
  { key: 'warehouseName', type: 'text', width: 18, titles: titled('仓库', 'Warehouse', 'Almacén', '倉庫') },
  {
    key: 'trigger',
    type: 'text',
    width: 10,
    titles: titled('触发', 'Charged for', 'Por', '課金対象'),
    value: word('billingTrigger', 'trigger'),
  },
  {
    key: 'feeItem',
    type: 'text',
    width: 12,
    titles: titled('收费项目', 'Charged item', 'Concepto', '課金項目'),
    value: word('feeItem', 'feeItem'),
  },
  {
    key: 'basis',
    type: 'text',
    width: 8,
    titles: titled('计量', 'Unit', 'Unidad', '単位'),
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
  { key: 'quantity', type: 'quantity', width: 12, titles: titled('数量', 'Quantity', 'Cantidad', '数量') },
  { key: 'free', type: 'quantity', width: 12, titles: titled('免费', 'Free', 'Gratis', '無料') },
  { key: 'chargeable', type: 'quantity', width: 12, titles: titled('计费量', 'Chargeable', 'Facturable', '課金数量') },
  {
    key: 'rate',
    type: 'text',
    width: 10,
    titles: titled('单价 元', 'Rate CNY', 'Tarifa CNY', '単価 元'),
    value: ({ rate }) => (rate === null ? '' : Number(rate).toString()),
  },
  { key: 'amount', type: 'money', width: 14, titles: titled('金额 元', 'Amount CNY', 'Importe CNY', '金額 元') },
  { key: 'docNo', type: 'text', width: 20, titles: titled('来源单', 'Document', 'Documento', '元伝票') },
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
    titles: titled('税率 %', 'Tax %', 'Impuesto %', '税率 %'),
    value: ({ taxRate }) => (taxRate === null ? '' : Number(taxRate).toString()),
  },
  { key: 'quotationNo', type: 'text', width: 18, titles: titled('报价号', 'Rate no.', 'Tarifa n.º', '料金番号') },
  { key: 'versionNo', type: 'integer', width: 8, titles: titled('版本', 'Version', 'Versión', '版') },
  { key: 'remark', type: 'text', width: 30, titles: titled('备注', 'Remark', 'Nota', '備考') },
  { key: 'cancelReason', type: 'text', width: 24, titles: titled('取消原因', 'Cancelled for', 'Motivo', '取消理由') },
  { key: 'createdByName', type: 'text', width: 12, titles: titled('创建人', 'Created by', 'Creado por', '作成者') },
  { key: 'createdAt', type: 'moment', width: 18, titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'updatedAt', type: 'moment', width: 18, titles: titled('更新时间', 'Changed', 'Modificado', '更新日時') },
]
