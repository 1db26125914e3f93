import { type Language, pageOf, type Titles } from '@xunyun/contract/pages'
import type { Profit, ProfitAsked, ProfitBasis, ProfitDimension } from '@xunyun/contract/profit/calls'
import { titled } from '../../platform/excel/list.ts'
import { type Report, tableOf } from '../../platform/report.ts'
import { profitColumns } from './columns.ts'

/** The table on paper. What fits across it: the figures that stand apart are in the Excel file. */

const printed = ['label', 'count', 'pieces', 'weight', 'revenue', 'cost', 'profit', 'kept', 'later', 'rate', 'before']

const dimensions: Readonly<Record<ProfitDimension, Titles>> = {
  customer: titled('客户', 'Customer', 'Cliente', '顧客'),
  line: titled('线路', 'Line', 'Línea', '路線'),
  salesman: titled('业务员', 'Salesperson', 'Comercial', '営業担当'),
  vehicle: titled('车辆', 'Vehicle', 'Vehículo', '車両'),
  carrier: titled('承运商', 'Carrier', 'Transportista', '運送会社'),
  mode: titled('运输方式', 'Mode', 'Modo', '輸送方式'),
  outlet: titled('网点', 'Outlet', 'Sede', '拠点'),
  month: titled('月', 'Month', 'Mes', '月'),
}
const bases: Readonly<Record<ProfitBasis, Titles>> = {
  biz: titled('业务日期', 'Business date', 'Fecha operativa', '業務日'),
  signed: titled('签收日期', 'Signed on', 'Fecha de firma', '受領日'),
  posted: titled('记账日', 'Posted on', 'Fecha contable', '計上日'),
}
const words = {
  by: titled('统计', 'By', 'Por', '集計'),
  period: titled('期间', 'Period', 'Periodo', '期間'),
  tax: titled('口径', 'Amounts', 'Importes', '税区分'),
  gross: titled('含税', 'With tax', 'Con impuestos', '税込'),
  net: titled('不含税', 'Without tax', 'Sin impuestos', '税抜'),
  total: titled('合计', 'Total', 'Total', '合計'),
}

export function reportOfProfit(
  language: Language,
  { dimension, basis, net, from, to }: ProfitAsked,
  data: Profit,
): Report {
  const say = (key: keyof typeof words) => words[key][language]
  const isClosed = data.total.kept !== null
  const columns = profitColumns.filter(
    ({ key }) => printed.includes(key) && (isClosed || (key !== 'kept' && key !== 'later')),
  )
  const total = { ...data.total, key: '', label: say('total') }
  const { rows, ...table } = tableOf({
    sheet: pageOf('profit').titles[language],
    columns: columns.map(({ key, titles, type }) => ({
      title: key === 'label' ? dimensions[dimension][language] : titles[language],
      type,
    })),
    rows: [...data.rows, total].map((row) =>
      columns.map(({ key, value }) => (value === undefined ? row[key as keyof typeof row] : value(row, language))),
    ),
  })
  return {
    title: pageOf('profit').titles[language],
    subtitle: `${from} – ${to}`,
    language,
    facts: [
      [say('period'), `${from} – ${to} · ${bases[basis][language]}`],
      [say('by'), dimensions[dimension][language]],
      [say('tax'), say(net ? 'net' : 'gross')],
    ],
    // Counts of vehicles and carriers overlap: their sum is told, not added up.
    tables: [{ ...table, rows: rows.slice(0, -1), total: rows.at(-1) ?? [] }],
  }
}
