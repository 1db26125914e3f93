import type { CodPayoutDetail } from '@xunyun/contract/collections/cod'
import { wordFor } from '@xunyun/contract/dictionary'
import { groupedDecimal, negated } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import { amountInWords } from '@xunyun/contract/printing/amounts'
import type { Actor } from '../../platform/actor.ts'
import { cellsOf, titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { type Report, type ReportTable, tableOf } from '../../platform/report.ts'
import { payoutColumns } from './columns.ts'

/** 代收货款发放单 on paper: what is paid and kept back, waybill by waybill, and where the customer signs that he has it (M46). */

const name = titled('代收货款发放单', 'Receipt of COD paid out', 'Recibo de reembolso pagado', '代引代金の受領書')
const inWords = titled('实付大写', 'In words', 'En letras', '大字')
const signatures = [
  titled('领款人签字', 'Received by', 'Recibido por', '受領者署名'),
  titled('证件号', 'ID number', 'Documento', '身分証番号'),
  titled('领款日期', 'Received on', 'Recibido el', '受領日'),
  titled('经办人签字', 'Paid by', 'Pagado por', '支払者署名'),
]
const heads = ['payeeName', 'payeeAccount', 'accountName', 'day', 'reference', 'outletName'] as const
const sums = ['gross', 'deducted', 'net'] as const

function linesOf({ lines, net }: CodPayoutDetail, language: Language): ReportTable {
  const said = (key: 'payout.waybills' | 'payout.net' | 'cod.waybillNo' | 'cod.cod' | 'handIn.amount') =>
    fieldWord(`collections:${key}`)[language]
  const { total: _, ...table } = tableOf({
    sheet: said('payout.waybills'),
    columns: [
      { title: said('cod.waybillNo'), type: 'text' },
      { title: said('cod.cod'), type: 'text' },
      { title: said('handIn.amount'), type: 'money' },
    ],
    rows: lines
      .filter(({ state }) => state !== 'freed')
      .map(({ ofNo, feeItem, amount }) => [
        ofNo,
        feeItem === null ? said('cod.cod') : wordFor('feeItem', feeItem, language),
        feeItem === null ? amount : negated(amount),
      ]),
  })
  return { ...table, total: [said('payout.net'), '', groupedDecimal(net)] }
}

export function paperOfPayout(payout: CodPayoutDetail, actor: Actor): Report {
  const { language } = actor
  const columns = [...heads, ...sums].flatMap((key) => payoutColumns.find((column) => column.key === key) ?? [])
  const cells = cellsOf(columns, payout, actor)
  return {
    title: `${name[language]} ${payout.no}`,
    subtitle: payout.payeeName,
    language,
    upright: true,
    facts: [
      ...columns.flatMap(({ titles, type }, at): [string, string][] => {
        const value = cells[at]
        if (value === null || value === undefined || value === '') return []
        return [[titles[language], type === 'money' ? groupedDecimal(String(value)) : String(value)]]
      }),
      ...(language === 'zh' ? ([[inWords.zh, amountInWords(payout.net)]] as const) : []),
    ],
    tables: [
      linesOf(payout, language),
      {
        title: '',
        columns: signatures.map((title) => ({ title: title[language], align: 'left', whole: false })),
        // Room to write in.
        rows: [signatures.map(() => '\n\n ')],
      },
    ],
  }
}
