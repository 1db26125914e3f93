import { sayReason } from '@xunyun/contract/errors'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { ImportReport, importWaybills, WaybillInput } from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { NotExcel, readSheet } from '../../../platform/excel/read.ts'
import type { Files } from '../../../platform/files.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { outletFor } from '../place.ts'
import { insertWaybills, type NewWaybill } from '../store.ts'
import { importColumns } from './columns.ts'
import { type ParsedRow, type ParsedSheet, parseSheet } from './parse.ts'

export const maxImportRows = 10_000

type Checked = ParsedSheet & {
  file: { id: number; name: string; sha256: string }
  customers: Map<string, { id: number; name: string }>
}

/** Reads an uploaded file of this user and checks every row, also against what is stored. */
export async function checkFile(tx: Tx, actor: Actor, files: Files, fileId: number): Promise<Checked> {
  const file = await tx
    .selectFrom('stored_file')
    .select(['id', 'name', 'sha256'])
    .where('id', '=', fileId)
    .where('created_by', '=', actor.userId)
    .executeTakeFirst()
  if (file === undefined) throw notFound()
  const { rows } = await readSheet(files.pathOf(file.sha256), { maxRows: maxImportRows + 1 }).catch(
    (error: unknown) => {
      throw error instanceof NotExcel ? badField('fileId', 'waybills.importNotExcel') : error
    },
  )
  const sheet = parseSheet(rows, maxImportRows)
  const customers = await customersByName(tx, actor, sheet.rows)
  checkCustomers(sheet.rows, customers)
  await checkTaken(tx, sheet.rows, customers)
  return { ...sheet, file, customers }
}

/** Customers inside the scope by their exact name. */
async function customersByName(
  tx: Tx,
  actor: Actor,
  rows: readonly ParsedRow[],
): Promise<Map<string, { id: number; name: string }>> {
  const names = [...new Set(rows.map((row) => row.customerName))]
  const found = await scoped(tx, actor, 'company')
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${names}::text[])`)
    .where(sql<boolean>`roles && '{customer,owner,settle}'::text[]`)
    .where('enabled', '=', true)
    .where('blacklisted', '=', false)
    .execute()
  return new Map(found.map((row) => [row.name, row]))
}

const column = (key: string) => importColumns.find((one) => one.key === key) as (typeof importColumns)[number]

function checkCustomers(rows: readonly ParsedRow[], customers: ReadonlyMap<string, unknown>): void {
  for (const row of rows) {
    if (row.customerName === '' || customers.has(row.customerName)) continue
    row.errors.push({ column: column('customer'), reason: 'waybills.unknownCustomer', params: {} })
    row.input = undefined
  }
}

/** Numbers that the customer's waybills have already: the same file twice creates nothing twice. */
async function checkTaken(
  tx: Tx,
  rows: readonly ParsedRow[],
  customers: ReadonlyMap<string, { id: number }>,
): Promise<void> {
  const asked = rows.flatMap((row) => {
    const customer = customers.get(row.customerName)
    return customer === undefined || row.customerNo === ''
      ? []
      : [{ customer_id: customer.id, customer_no: row.customerNo }]
  })
  if (asked.length === 0) return
  const found = await sql<{ customer_id: number; customer_no: string; waybill_no: string }>`
    select w.customer_id, w.customer_no, w.waybill_no
    from json_to_recordset(${JSON.stringify(asked)}::json) as a(customer_id bigint, customer_no text)
    -- unscoped: whether a number is taken must be known whatever the outlet
    join waybill w on w.customer_id = a.customer_id and w.customer_no = a.customer_no and w.state <> 'cancelled' and not w.is_deleted`.execute(
    tx,
  )
  const taken = new Map(found.rows.map((row) => [`${row.customer_id}/${row.customer_no}`, row.waybill_no]))
  for (const row of rows) {
    const by = taken.get(`${customers.get(row.customerName)?.id ?? 0}/${row.customerNo}`)
    if (by === undefined) continue
    row.errors.push({ column: column('customerNo'), reason: 'waybills.customerNoTaken', params: { by } })
    row.input = undefined
  }
}

const isGood = (row: ParsedRow): row is ParsedRow & { input: WaybillInput } =>
  row.input !== undefined && row.errors.length === 0

/** What a dry run found: nothing is stored but the file. */
export async function reportOf(tx: Tx, actor: Actor, checked: Checked): Promise<ImportReport> {
  const before = await tx
    .selectFrom('import_batch')
    .innerJoin('app_user', 'app_user.id', 'import_batch.created_by')
    .select(['import_batch.created_at', 'app_user.name'])
    .where('entity', '=', 'waybill')
    .where('sha256', '=', checked.file.sha256)
    .orderBy('import_batch.id', 'desc')
    .executeTakeFirst()
  return {
    fileId: checked.file.id,
    fileName: checked.file.name,
    rows: checked.rows.length,
    accepted: checked.rows.filter(isGood).length,
    refused: checked.rows
      .filter((row) => !isGood(row))
      .map((row) => ({
        row: row.row,
        customerNo: row.customerNo,
        errors: row.errors.map((error) => ({
          column: error.column.titles[actor.language],
          msg: sayReason(error.reason, error.params, actor.language),
        })),
      })),
    unknownColumns: checked.unknownColumns,
    importedBefore: before === undefined ? null : { at: before.created_at, byName: before.name },
  }
}

/**
 * Imports the whole file, or its valid rows, in one transaction: after a crash in the middle there is nothing of it.
 * The rows become drafts, or are placed at once.
 */
export async function importFile(
  tx: Tx,
  actor: Actor,
  deps: { files: Files; numbering: Numbering },
  input: Input<typeof importWaybills>,
): Promise<Output<typeof importWaybills>> {
  const checked = await checkFile(tx, actor, deps.files, input.fileId)
  const good = checked.rows.filter(isGood)
  const refused = checked.rows.length - good.length
  if (input.mode === 'whole' && refused > 0) throw new Refusal('waybills.importHasErrors', { count: refused })
  if (good.length === 0) throw new Refusal('waybills.importNothing')
  const outletId = await outletFor(tx, actor, input.outletId)
  const { id: importId } = await tx
    .insertInto('import_batch')
    .values({
      entity: 'waybill',
      file_id: checked.file.id,
      file_name: checked.file.name,
      sha256: checked.file.sha256,
      mode: input.mode,
      rows: checked.rows.length,
      accepted: good.length,
      refused,
      state: 'done',
      created_at: clock.now(),
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const numbers = await deps.numbering.next('YD', good.length)
  const waybills: NewWaybill[] = good.map((row, index) => ({
    input: row.input,
    waybillNo: numbers[index] as string,
    source: 'import',
    outletId,
    customer: checked.customers.get(row.customerName) ?? null,
    importId,
  }))
  await insertWaybills(tx, actor, waybills, input.place === true)
  return { importId, accepted: good.length, refused }
}
