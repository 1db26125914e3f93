import type { Readable } from 'node:stream'
import { minus } from '@xunyun/contract/invoices/lines'
import { groupedDecimal } from '@xunyun/contract/kernel/decimal'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { cellsOf, sheetOf, titled } from '../../platform/excel/list.ts'
import type { Files } from '../../platform/files.ts'
import { type Report, tableOf } from '../../platform/report.ts'
import { invoiceColumns, type ListedPart, listColumns, partColumns } from './columns.ts'
import { invoiceDetail } from './queries.ts'

/** 清单: what an invoice is made of, charge by charge. */

export const listName = titled('开票清单', 'Invoice list', 'Lista de factura', '発票明細')
const total = titled('合计', 'Total', 'Total', '合計')

type Detail = Awaited<ReturnType<typeof invoiceDetail>>
const partsIn = ({ no, invoiceNo, lines }: Detail): ListedPart[] =>
  lines.flatMap(({ itemName, rate, parts }) =>
    parts.map((part) => ({
      ...part,
      no,
      invoiceNo,
      id: part.chargeId,
      itemName,
      rate,
      tax: minus(part.amount, part.net),
    })),
  )

export async function listedParts(tx: Tx, actor: Actor, files: Files, ids: readonly number[]): Promise<ListedPart[]> {
  const listed: ListedPart[] = []
  for (const id of ids) listed.push(...partsIn(await invoiceDetail(tx, actor, files, id)))
  return listed
}

const heads = ['title', 'taxNo', 'type', 'sellerName', 'invoiceNo', 'issuedOn'] as const
const sums = ['gross', 'net', 'tax'] as const

export async function reportOfList(tx: Tx, actor: Actor, files: Files, id: number): Promise<Report> {
  const { language } = actor
  const invoice = await invoiceDetail(tx, actor, files, id)
  const factsOf = (keys: readonly string[], shown: (value: string) => string) => {
    const columns = keys.flatMap((key) => invoiceColumns.find((column) => column.key === key) ?? [])
    const cells = cellsOf(columns, invoice, actor)
    return columns.flatMap(({ titles }, at): [string, string][] =>
      cells[at] === null || cells[at] === undefined ? [] : [[titles[language], shown(String(cells[at]))]],
    )
  }
  return {
    title: `${listName[language]} ${invoice.no}`,
    subtitle: invoice.title,
    language,
    facts: [...factsOf(heads, (value) => value), ...factsOf(sums, groupedDecimal)],
    tables: [
      tableOf(
        {
          sheet: listName[language],
          columns: partColumns.map(({ titles, type }) => ({ title: titles[language], type })),
          rows: partsIn(invoice).map((part) => cellsOf(partColumns, part, actor)),
        },
        total[language],
      ),
    ],
  }
}

/** The same as an Excel file. */
export async function sheetOfList(tx: Tx, actor: Actor, files: Files, id: number): Promise<Readable> {
  const rows = (await listedParts(tx, actor, files, [id])).map((part) => cellsOf(listColumns, part, actor))
  return sheetOf(listName[actor.language], listColumns, actor, once(rows))
}
async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}
