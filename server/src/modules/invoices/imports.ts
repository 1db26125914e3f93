import { issueInvoice as issuing, signed } from '@xunyun/contract/invoices/calls'
import { addProfile as call } from '@xunyun/contract/invoices/profiles'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { version } from '@xunyun/contract/kernel/record'
import { id } from '@xunyun/contract/kernel/wire'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import type { Files } from '../../platform/files.ts'
import { companyNamed, day, number } from '../../platform/import/cells.ts'
import { importColumn } from '../../platform/import/columns.ts'
import type { ImportKind } from '../../platform/import/kind.ts'
import { masters } from '../../platform/import/masters.ts'
import type { RowReader } from '../../platform/import/rows.ts'
import { badField } from '../../platform/refusal.ts'
import { scoped } from '../../platform/scope.ts'
import { invoiceColumns } from './columns.ts'
import { issueInvoice } from './issue.ts'
import { addProfile, deleteProfiles } from './profiles.ts'

/** Invoice titles from a sheet. */
export const profileImport = masters({
  entity: 'invoiceProfile',
  sheet: titled('开票信息', 'Invoice details', 'Datos de facturación', '発票情報'),
  columns: [
    importColumn('company', 28, fieldWord('invoices:profile.companyName'), { required: true, path: 'companyId' }),
    importColumn('title', 28, fieldWord('invoices:profile.title'), { required: true }),
    importColumn('taxNo', 22, fieldWord('invoices:profile.taxNo')),
    importColumn('type', 10, fieldWord('invoices:profile.type'), { required: true, choices: 'invoiceType' }),
    importColumn('bank', 24, fieldWord('invoices:profile.bank')),
    importColumn('account', 24, fieldWord('invoices:profile.account')),
    importColumn('address', 32, fieldWord('invoices:profile.address')),
    importColumn('tel', 16, fieldWord('invoices:profile.tel')),
    importColumn('recipient', 12, fieldWord('invoices:profile.recipient')),
    importColumn('mobile', 14, fieldWord('invoices:profile.mobile'), { required: true }),
    importColumn('email', 24, fieldWord('invoices:profile.email')),
  ],
  notes: (language) =>
    ({
      zh: ['往来单位按名称、简称或编码找；专票须填税号'],
      en: ['The company is found by name, short name or code; a special VAT invoice needs the tax number'],
      es: ['La empresa se busca por nombre, nombre corto o código; la factura especial requiere número fiscal'],
      ja: ['取引先は名称・略称・コードで検索します。専用発票には税番号が必要です'],
    })[language],
  schema: call.input,
  name: (cell) => cell('title'),
  read: async (tx, actor, row) => ({
    companyId: await companyNamed(tx, actor, row, 'company'),
    title: row.given('title'),
    taxNo: row.given('taxNo'),
    type: row.word('type', 'invoiceType'),
    bank: row.given('bank'),
    account: row.given('account'),
    address: row.given('address'),
    tel: row.given('tel'),
    recipient: row.given('recipient'),
    mobile: row.given('mobile'),
    email: row.given('email'),
  }),
  add: (tx, actor, input) => addProfile({ tx, actor }, input),
  undo: (tx, actor, ids) => deleteProfiles({ tx, actor }, ids),
})

/** As the exported list heads an amount. */
const exported = (key: 'gross' | 'tax') => Object.values(fieldWord(`invoices:column.${key}`, '元'))

/**
 * The numbers of many invoices at once: the exported tab 待开票 with number, day and tax filled in, each row issued as by the
 * form (M35). What the bureau has issued is not taken back: a wrong number is reversed by a red letter.
 */
export const numberImport = (files: Files): ImportKind =>
  masters({
    entity: 'invoiceNumber',
    sheet: titled('登记发票号', 'Invoice numbers', 'Números de factura', '発票番号'),
    ignored: invoiceColumns.map(({ titles }) => titles),
    columns: [
      importColumn('no', 18, fieldWord('invoices:column.no'), { required: true, path: 'id' }),
      importColumn('gross', 14, fieldWord('invoices:column.gross'), { unit: '元', also: exported('gross') }),
      importColumn('invoiceNo', 24, fieldWord('invoices:column.invoiceNo'), { required: true }),
      importColumn('day', 12, fieldWord('invoices:column.issuedOn'), { required: true }),
      importColumn('tax', 14, fieldWord('invoices:column.tax'), { unit: '元', also: exported('tax'), path: 'taxes' }),
    ],
    notes: (language) =>
      ({
        zh: [
          '导出“待开票”，填好发票号和开票日期后直接导入；一行一张',
          '价税合计须与申请一致；税额与计算值不同的填票面税额，有几行税额的发票逐行开票',
        ],
        en: [
          'Export the tab “To issue”, fill in number and date, and import the file; one row an invoice',
          'The total must be as applied for. Type the tax where the invoice says another; an invoice with several tax lines is then issued by the form',
        ],
        es: [
          'Exporte la pestaña «Por emitir», complete número y fecha e impórtela; una fila por factura',
          'El total debe coincidir con la solicitud. Indique el impuesto si la factura dice otro; una factura de varias líneas se emite entonces con el formulario',
        ],
        ja: [
          '「発行待ち」をエクスポートし、発票番号と発行日を記入してそのまま取り込みます。1 行に 1 枚',
          '税込合計は申請と一致が必要です。税額が計算値と異なる場合は券面の税額を記入し、複数行の発票は行ごとに発行します',
        ],
      })[language],
    schema: z.object({
      id,
      version,
      invoiceNo: issuing.input.shape.invoiceNo,
      day: issuing.input.shape.day,
      gross: issuing.input.shape.gross,
      taxes: z.optional(z.array(z.object({ lineId: id, tax: signed }))),
    }),
    name: (cell) => cell('no'),
    read: async (tx, actor, row) => {
      const invoice = await invoiceNamed(tx, actor, row)
      return {
        id: invoice?.id,
        version: invoice?.version,
        invoiceNo: row.given('invoiceNo'),
        day: day(row, 'day'),
        gross: number(row, 'gross'),
        taxes: invoice && (await printedTax(tx, row, invoice)),
      }
    },
    add: async (tx, actor, input) => {
      await issueInvoice(files)({ tx, actor }, input)
      return { id: input.id }
    },
    constraints: { invoice__invoice_no: () => badField('invoiceNo', 'invoices.numberTaken', { no: '' }) },
  })

type Named = Awaited<ReturnType<typeof invoiceNamed>>
async function invoiceNamed(tx: Tx, actor: Actor, row: RowReader) {
  const no = row.given('no')
  if (no === undefined) return undefined
  const found = await scoped(tx, actor, 'invoice')
    .select(['id', 'version', 'tax'])
    .where('no', '=', no.toUpperCase())
    .executeTakeFirst()
  if (found === undefined) row.refuse('no', 'kernel.notFound')
  return found
}

/** Tax as printed belongs to a line: where there are several, the file cannot say whose it is. */
async function printedTax(db: Tx, row: RowReader, invoice: NonNullable<Named>) {
  const tax = number(row, 'tax')
  if (tax === undefined || (/^-?\d+(\.\d+)?$/.test(tax) && compareDecimal(tax, invoice.tax) === 0)) return undefined
  const lines = await sql<{ id: number }>`
    select id from invoice_line where invoice_id = ${invoice.id} limit 2`.execute(db)
  const [line, more] = lines.rows
  if (line === undefined || more !== undefined) {
    row.refuse('tax', 'invoices.taxOfLines', { tax: invoice.tax })
    return undefined
  }
  return [{ lineId: line.id, tax }]
}
