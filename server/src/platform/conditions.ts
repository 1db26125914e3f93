import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { nextDay, startOfDay } from './clock.ts'
import { searchPattern } from './search.ts'

/** Conditions joined by `and`; true when there is none. */
export const all = (conditions: readonly (RawBuilder<SqlBool> | undefined)[]): RawBuilder<SqlBool> => {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(given, sql` and `)}`
}

/** `column = value`; without a value no condition. */
export const equals = (column: string, value: unknown) =>
  value === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} = ${value}`
/** `column` is one of these ids; without a list no condition. */
export const anyOf = (column: string, ids: readonly number[] | undefined) =>
  ids === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::bigint[])`
/** `column` is one of these codes; without a list no condition. */
export const anyOfCodes = (column: string, codes: readonly string[] | undefined) =>
  codes === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} = any(${[...codes]}::text[])`
/** The text of a search column contains what was typed; without it no condition. */
export const contains = (column: string, typed: string | undefined) =>
  typed === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} like ${searchPattern(typed)}`
/** `column`, a GB/T 2260 code, is in a region of any level; without one no condition. */
export const inRegion = (column: string, region: string | undefined) =>
  region === undefined
    ? undefined
    : sql<SqlBool>`${sql.ref(column)} like ${`${region.replace(/\D/g, '').replace(/(00)+$/, '')}%`}`
/** `column`, a day or a number, is from … to, both included; either side may be open, and without both there is no condition. */
export const between = (column: string, from: string | undefined, to: string | undefined) =>
  within(
    from === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} >= ${from}`,
    to === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} <= ${to}`,
  )
/** `column`, a moment, is on the days from … to, both included, as `between`. */
export const betweenDays = (column: string, from: string | undefined, to: string | undefined) =>
  within(
    from === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} >= ${startOfDay(from)}::timestamptz`,
    to === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} < ${startOfDay(nextDay(to))}::timestamptz`,
  )
const within = (...edges: (RawBuilder<SqlBool> | undefined)[]) =>
  edges.every((edge) => edge === undefined) ? undefined : all(edges)
