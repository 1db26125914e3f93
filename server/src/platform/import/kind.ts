import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { Language, Titles } from '@xunyun/contract/pages'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db.ts'
import type { ImportColumn } from './columns.ts'

export type RowError = { readonly column: ImportColumn; readonly reason: Reason; readonly params: Params }

/** A row as it was judged. */
export type CheckedRow = {
  readonly row: number
  /** What the row is called in the report. */
  readonly name: string
  /** What its record will be made of; undefined when something is wrong with the row. */
  input: unknown
  readonly errors: RowError[]
  /** What is odd about it, though it is taken. */
  readonly warnings?: readonly RowError[]
}
export const isGood = (row: CheckedRow): boolean => row.input !== undefined && row.errors.length === 0

/** A row as it stands in the file: its cells by the keys of the columns, tidied. */
export type SheetRow = {
  readonly row: number
  readonly cell: (key: string) => string
  /** A cell line by line: `cell` makes one of them. */
  readonly lines: (key: string) => readonly string[]
}

export type ImportOptions = { readonly outletId?: number | undefined; readonly place?: boolean | undefined }

/** What a module says about the records that it lets people import. */
export type ImportKind = {
  /** What `import_batch` calls it. */
  readonly entity: string
  readonly sheet: Titles
  readonly columns: readonly ImportColumn[]
  /** Columns that a file of ours has beside them, for who reads it: passed over in silence. */
  readonly ignored?: readonly Titles[]
  readonly maxRows: number
  /** Lines of the sheet 填写说明. */
  readonly notes: (language: Language) => readonly string[]
  /** Judges every row, also against what is stored and against the others; stores nothing. */
  readonly check: (tx: Tx, actor: Actor, rows: readonly SheetRow[]) => Promise<CheckedRow[]>
  /** Stores what is good, and nothing when that fails; answers the ids of master records. */
  readonly apply: (
    tx: Tx,
    actor: Actor,
    rows: readonly CheckedRow[],
    importId: number,
    options: ImportOptions,
  ) => Promise<readonly number[]>
  /** The records of a batch that are still there. */
  readonly records: (tx: Tx, importId: number) => Promise<readonly number[]>
  /** Takes records back by their own rules; one outcome each. Not given: what was imported is not taken back as a batch. */
  readonly undo?: (tx: Tx, actor: Actor, ids: readonly number[], importId: number) => Promise<Outcomes>
}
