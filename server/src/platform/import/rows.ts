import { codeFor, type DictionaryType } from '@xunyun/contract/dictionary'
import { isReason, type Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import { dbError, type Tx } from '../db.ts'
import type { ConstraintMap } from '../http/binder.ts'
import { Refusal } from '../refusal.ts'
import type { ImportColumn } from './columns.ts'
import type { RowError, SheetRow } from './kind.ts'

export const maxRows = 5000

/** What reads one row: its cells, the word of a code, and a way to refuse a cell. */
export type RowReader = {
  readonly row: number
  readonly cell: (key: string) => string
  readonly lines: (key: string) => readonly string[]
  readonly given: (key: string) => string | undefined
  readonly word: (key: string, type: DictionaryType) => string | undefined
  readonly refuse: (key: string, reason: Reason, params?: Params) => void
}

/** A row's reader; what it refuses is put to the errors. */
export function readerOf(
  columns: readonly ImportColumn[],
  { row, cell, lines }: SheetRow,
  errors: RowError[],
): RowReader {
  const columnOf = (key: string) => columns.find((column) => column.key === key) as ImportColumn
  return {
    row,
    cell,
    lines,
    given: (key) => cell(key) || undefined,
    refuse: (key, reason, params = {}) => {
      // What Excel made of a cell has been said already.
      if (!errors.some(({ column }) => column.key === key)) errors.push({ column: columnOf(key), reason, params })
    },
    word: (key, type) => {
      const text = cell(key)
      if (text === '') return undefined
      const code = codeFor(type, text)
      if (code === undefined && !errors.some(({ column }) => column.key === key))
        errors.push({ column: columnOf(key), reason: 'imports.unknownChoice', params: { word: text, choices: type } })
      return code
    },
  }
}

const excelError = /^#(N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|BLOCKED!|FIELD!|CONNECT!)/i
/** 6.9E+12: how Excel shows a long number; the digits behind it are lost. */
const exponent = /^[+-]?\d+([.,]\d+)?E\+\d+$/i
/** Cells that Excel spoiled: a formula's error, a number shown with an exponent. Nothing is made of them. */
export function refuseSpoiled(columns: readonly ImportColumn[], { cell }: SheetRow, errors: RowError[]): void {
  for (const column of columns) {
    const text = cell(column.key)
    if (excelError.test(text)) errors.push({ column, reason: 'imports.excelError', params: { word: text } })
    else if (exponent.test(text)) errors.push({ column, reason: 'imports.exponent', params: { word: text } })
  }
}

/** The column that an error of a field belongs to; the first when there is none. */
export const columnAt = (columns: readonly ImportColumn[], path: string): ImportColumn =>
  columns.find((column) => column.path === path) ??
  columns.find((column) => path.startsWith(`${column.path}.`)) ??
  (columns[0] as ImportColumn)

type Wrong = { readonly path: string; readonly reason: Reason; readonly params: Params }

/** Does what a row asks for; or answers what was refused, of which nothing is left then. */
export async function attempt<R>(
  tx: Tx,
  act: () => Promise<R>,
  constraints: ConstraintMap = {},
): Promise<{ readonly done: R } | { readonly wrong: readonly Wrong[] }> {
  await sql`savepoint row`.execute(tx)
  try {
    const done = await act()
    await sql`release savepoint row`.execute(tx)
    return { done }
  } catch (error) {
    const found = dbError(error)
    const refusal =
      error instanceof Refusal ? error : found?.constraint === undefined ? undefined : constraints[found.constraint]?.()
    if (refusal === undefined) throw error
    await sql`rollback to savepoint row`.execute(tx)
    const { reason, params } = refusal
    if (refusal.fields.length === 0) return { wrong: [{ path: '', reason, params }] }
    return {
      wrong: refusal.fields.map((field) =>
        isReason(field.reason)
          ? { path: field.path, reason: field.reason, params: field.params ?? params }
          : { path: field.path, reason, params },
      ),
    }
  }
}

/** Takes back whatever was tried. */
export async function tried<R>(tx: Tx, act: () => Promise<R>): Promise<R> {
  await sql`savepoint dry_run`.execute(tx)
  const result = await act()
  await sql`rollback to savepoint dry_run`.execute(tx)
  return result
}

/** Which records an import made, so that it can be taken back. Several rows may be of one record. */
export async function rememberRecords(tx: Tx, importId: number, ids: readonly number[]): Promise<void> {
  await tx
    .insertInto('import_row')
    .values([...new Set(ids)].map((entity_id) => ({ import_id: importId, entity_id })))
    .execute()
}
export async function recordsOf(tx: Tx, importId: number): Promise<number[]> {
  const rows = await tx.selectFrom('import_row').select('entity_id').where('import_id', '=', importId).execute()
  return rows.map(({ entity_id }) => entity_id)
}
