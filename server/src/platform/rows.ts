import { type Insertable, type QueryResult, type RawBuilder, type Selectable, sql } from 'kysely'
import { kept, type Tx } from './db.ts'
import type { DB } from './schema.ts'

/** As it goes through JSON: bytes as PostgreSQL writes them, `\x00ff`. */
type Told<T> = T extends Buffer ? string : T
/** A row to be inserted, its values as a reader gets them; of `jsonb` the value itself, not its text. */
export type NewRow<T extends keyof DB> = {
  [K in keyof Insertable<DB[T]>]: K extends keyof Selectable<DB[T]> ? Told<Selectable<DB[T]>[K]> : never
}
export const bytes = (value: Buffer): string => `\\x${value.toString('hex')}`

/** Half a character, cut off somewhere, is no JSON to PostgreSQL; in a text it is the sign for what cannot be shown. */
const whole = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)
export function asJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows)
  return text.includes('\\ud') ? JSON.stringify(rows, whole) : text
}

/** Rows of one kind, all with the same columns, as one parameter: for one row and for ten thousand the same statement. */
export function insertion<T extends keyof DB>(table: T, rows: readonly NewRow<T>[]): RawBuilder<unknown> {
  const columns = sql.raw(
    Object.keys(rows[0] ?? {})
      .map((column) => `"${column}"`)
      .join(', '),
  )
  return sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${asJson(rows)}::json)`
}

/** Rows of several tables. */
export type NewRows = { readonly [T in keyof DB]?: readonly NewRow<T>[] }

/** Their insertions, as parts of a statement. */
export const insertions = (rows: NewRows): RawBuilder<unknown>[] =>
  Object.entries(rows)
    .filter(([, list]) => list.length > 0)
    .map(([table, list]) => sql`${sql.ref(`new_${table}`)} as (${insertion(table as keyof DB, list as never)})`)

/**
 * Inserts rows of several tables in one statement, and does `last` in it too. None of its parts sees what another writes;
 * references between them hold, since they are checked at the statement's end.
 */
export const insertTogether = async <R>(tx: Tx, rows: NewRows, last: RawBuilder<R> = sql<R>`select 1`): Promise<R[]> =>
  (await writeTogether(tx, insertions(rows), last)).rows

/** The same with parts of any kind. */
export const writeTogether = <R>(
  tx: Tx,
  parts: readonly RawBuilder<unknown>[],
  last: RawBuilder<R>,
): Promise<QueryResult<R>> => (parts.length === 0 ? last : sql<R>`${kept} with ${sql.join(parts)} ${last}`).execute(tx)
