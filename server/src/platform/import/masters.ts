import type { Reason } from '@xunyun/contract/errors'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db.ts'
import type { ConstraintMap } from '../http/binder.ts'
import { fieldErrors } from '../http/issues.ts'
import type { CheckedRow, ImportKind, RowError, SheetRow } from './kind.ts'
import { type Numbers, noNumbers } from './numbers.ts'
import {
  attempt,
  columnAt,
  maxRows,
  type RowReader,
  readerOf,
  recordsOf,
  refuseSpoiled,
  rememberRecords,
  tried,
} from './rows.ts'

type Masters<T> = Omit<ImportKind, 'check' | 'apply' | 'records' | 'maxRows'> & {
  readonly schema: z.ZodMiniType<T>
  readonly name: (cell: (key: string) => string) => string
  /** What the row says, as the form would send it. */
  readonly read: (tx: Tx, actor: Actor, row: RowReader) => Promise<Record<string, unknown>>
  /** The act behind the form: what it refuses there it refuses here; of a dry run the numbers are not real. */
  readonly add: (tx: Tx, actor: Actor, input: T, numbers: Numbers) => Promise<{ id: number }>
  /** Constraints that two rows of a file can meet. */
  readonly constraints?: ConstraintMap
  /** What is odd about a good row and does not keep it out. */
  readonly warn?: (input: T) => readonly { key: string; reason: Reason; params: RowError['params'] }[]
}

/**
 * Master records by the act behind their form, so that a file can do nothing that the form could not. A dry run does
 * it all and takes it back: rows are judged against what is stored and against the rows before them. `numbers`: of records
 * that have one of their own.
 */
export function masters<T>(kind: Masters<T>, numbers: Numbers = noNumbers()): ImportKind {
  async function judge(tx: Tx, actor: Actor, sheet: SheetRow): Promise<CheckedRow> {
    const errors: RowError[] = []
    refuseSpoiled(kind.columns, sheet, errors)
    const raw = await kind.read(tx, actor, readerOf(kind.columns, sheet, errors))
    const parsed = z.safeParse(kind.schema, raw, { reportInput: true })
    if (!parsed.success) {
      for (const { path, reason, params } of fieldErrors(parsed.error.issues)) {
        const column = columnAt(kind.columns, path)
        // The word that was not understood has been reported already.
        if (!errors.some((error) => error.column === column)) errors.push({ column, reason: reason as Reason, params })
      }
    }
    return {
      row: sheet.row,
      name: kind.name(sheet.cell),
      input: parsed.success && errors.length === 0 ? parsed.data : undefined,
      errors,
      warnings:
        parsed.success && errors.length === 0
          ? (kind.warn?.(parsed.data) ?? []).map(({ key, reason, params }) => ({
              column: columnAt(kind.columns, key),
              reason,
              params,
            }))
          : [],
    }
  }

  return {
    ...kind,
    maxRows,
    check: (tx, actor, rows) =>
      tried(tx, async () => {
        const checked: CheckedRow[] = []
        const unreal = noNumbers()
        for (const sheet of rows) {
          const row = await judge(tx, actor, sheet)
          checked.push(row)
          if (row.input === undefined) continue
          const outcome = await attempt(tx, () => kind.add(tx, actor, row.input as T, unreal), kind.constraints)
          if ('done' in outcome) continue
          row.input = undefined
          for (const { path, reason, params } of outcome.wrong.slice(0, 1))
            row.errors.push({ column: columnAt(kind.columns, path), reason, params })
        }
        return checked
      }),
    async apply(tx, actor, rows, importId) {
      const ids: number[] = []
      for (const row of rows) ids.push((await kind.add(tx, actor, row.input as T, numbers)).id)
      await rememberRecords(tx, importId, ids)
      return ids
    },
    records: recordsOf,
  }
}
