import { codeFor, type DictionaryType } from '@xunyun/contract/dictionary'
import { isReason, type Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import { dbError, type Tx } from '../db.ts'
import type { ConstraintMap } from '../http/binder.ts'
import { fieldErrors } from '../http/issues.ts'
import { Refusal } from '../refusal.ts'
import type { ImportColumn } from './columns.ts'
import type { CheckedRow, ImportKind, RowError, SheetRow } from './kind.ts'

/** What reads one row: its cells, the word of a code, and a way to refuse a cell. */
export type RowReader = {
  readonly cell: (key: string) => string
  readonly given: (key: string) => string | undefined
  readonly word: (key: string, type: DictionaryType) => string | undefined
  readonly refuse: (key: string, reason: Reason, params?: Params) => void
}

type Masters<T> = Omit<ImportKind, 'check' | 'apply' | 'records' | 'maxRows'> & {
  readonly schema: z.ZodMiniType<T>
  readonly name: (cell: (key: string) => string) => string
  /** What the row says, as the form would send it. */
  readonly read: (tx: Tx, actor: Actor, row: RowReader) => Promise<Record<string, unknown>>
  /** The act behind the form: what it refuses there it refuses here. */
  readonly add: (tx: Tx, actor: Actor, input: T) => Promise<{ id: number }>
  /** Constraints that two rows of a file can meet. */
  readonly constraints?: ConstraintMap
}

const maxRows = 5000

/**
 * Master records by the act behind their form, so that a file can do nothing that the form could not. A dry run does
 * it all and takes it back: rows are judged against what is stored and against the rows before them.
 */
export function masters<T>(kind: Masters<T>): ImportKind {
  const columnOf = (key: string) => kind.columns.find((column) => column.key === key) as ImportColumn
  const columnAt = (path: string) =>
    kind.columns.find((column) => column.path === path) ??
    kind.columns.find((column) => path.startsWith(`${column.path}.`)) ??
    (kind.columns[0] as ImportColumn)

  async function judge(tx: Tx, actor: Actor, sheet: SheetRow): Promise<CheckedRow> {
    const errors: RowError[] = []
    const { cell } = sheet
    const reader: RowReader = {
      cell,
      given: (key) => cell(key) || undefined,
      refuse: (key, reason, params = {}) => errors.push({ column: columnOf(key), reason, params }),
      word: (key, type) => {
        const text = cell(key)
        if (text === '') return undefined
        const code = codeFor(type, text)
        if (code === undefined)
          errors.push({ column: columnOf(key), reason: 'imports.unknownWord', params: { word: text } })
        return code
      },
    }
    const raw = await kind.read(tx, actor, reader)
    const parsed = z.safeParse(kind.schema, raw, { reportInput: true })
    if (!parsed.success) {
      for (const { path, reason, params } of fieldErrors(parsed.error.issues)) {
        const column = columnAt(path)
        // The word that was not understood has been reported already.
        if (!errors.some((error) => error.column === column)) errors.push({ column, reason: reason as Reason, params })
      }
    }
    return {
      row: sheet.row,
      name: kind.name(cell),
      input: parsed.success && errors.length === 0 ? parsed.data : undefined,
      errors,
    }
  }

  /** Adds a row's record; what the act refuses stands at its column, and leaves nothing behind. */
  async function add(tx: Tx, actor: Actor, row: CheckedRow): Promise<number | undefined> {
    await sql`savepoint row`.execute(tx)
    try {
      const { id } = await kind.add(tx, actor, row.input as T)
      await sql`release savepoint row`.execute(tx)
      return id
    } catch (error) {
      const found = dbError(error)
      const refusal =
        error instanceof Refusal
          ? error
          : found?.constraint === undefined
            ? undefined
            : kind.constraints?.[found.constraint]?.()
      if (refusal === undefined) throw error
      await sql`rollback to savepoint row`.execute(tx)
      const [field] = refusal.fields
      const reason = field !== undefined && isReason(field.reason) ? field.reason : refusal.reason
      row.errors.push({ column: columnAt(field?.path ?? ''), reason, params: field?.params ?? refusal.params })
      row.input = undefined
      return undefined
    }
  }

  return {
    ...kind,
    maxRows,
    async check(tx, actor, rows) {
      const checked: CheckedRow[] = []
      await sql`savepoint dry_run`.execute(tx)
      for (const sheet of rows) {
        const row = await judge(tx, actor, sheet)
        if (row.input !== undefined) {
          const { input } = row
          if ((await add(tx, actor, row)) !== undefined) row.input = input
        }
        checked.push(row)
      }
      await sql`rollback to savepoint dry_run`.execute(tx)
      return checked
    },
    async apply(tx, actor, rows, importId) {
      const ids: number[] = []
      for (const row of rows) ids.push((await kind.add(tx, actor, row.input as T)).id)
      await tx
        .insertInto('import_row')
        // Several rows may be of one record.
        .values([...new Set(ids)].map((entity_id) => ({ import_id: importId, entity_id })))
        .execute()
      return ids
    },
    async records(tx, importId) {
      const rows = await tx.selectFrom('import_row').select('entity_id').where('import_id', '=', importId).execute()
      return rows.map(({ entity_id }) => entity_id)
    },
  }
}
