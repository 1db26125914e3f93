import * as z from 'zod/mini'
import { type Call, call } from './call.ts'
import { dir, int, many, oneOf, optional, text } from './wire.ts'

/**
 * What every list takes beside its own filters: sort, direction, page size, and either `after` (the cursor
 * of the last answer: cheap at any depth) or `page` (a jump).
 */
export const listInput = <F extends z.core.$ZodLooseShape, const S extends readonly [string, ...string[]]>(
  filters: F,
  sorts: S,
) =>
  z.object({
    ...filters,
    sort: optional(oneOf(sorts)),
    dir,
    pageSize: optional(int(1, 500)),
    page: optional(int(1, 1_000_000)),
    after: optional(z.string().check(z.maxLength(400))),
  })

/** Rows, and the cursor of the next page (null on the last one). */
export const listOutput = <R extends z.ZodMiniType>(row: R) =>
  z.strictObject({ rows: z.array(row), next: z.nullable(z.string()) })

/** How many rows a filter finds, what they add up to, and how many each tab would find. */
export const totalsOutput = <F extends z.core.$ZodLooseShape>(figures: F) =>
  z.strictObject({ count: z.int(), ...figures, tabs: z.record(z.string(), z.int()) })

type OfAll = Pick<Call, 'access' | 'audience'>
type Own = Pick<Call, 'path'> & Partial<Pick<Call, 'summary' | 'access'>>

/**
 * The three calls of a list: a page of its rows, the totals of a filter, and the whole filter as an Excel file, in this order. All
 * three take the list's filters; what a call has for itself stands under `rows`, `totals` or `export`, in the words of `call()`.
 */
export function listCalls<
  R extends z.ZodMiniType,
  F extends z.core.$ZodLooseShape,
  const S extends readonly [string, ...string[]],
  T extends z.ZodMiniType = ReturnType<typeof totalsOutput<Record<never, never>>>,
  M extends z.core.$ZodLooseShape = Record<never, never>,
>(
  list: OfAll & {
    readonly rows: Own & Pick<Call, 'summary'>
    /** `output` where there is more than the count and the tabs', as `totalsOutput({ amount: z.string() })`, or less. */
    readonly totals: Own & { readonly output?: T }
    /** `filters`: those of the file alone. */
    readonly export: Own & { readonly filters?: M }
    readonly row: R
    readonly filters: F
    readonly sorts: S
  },
) {
  const { rows, totals, export: file, row, filters, sorts, ...ofAll } = list
  const { filters: more, ...ownOfFile } = file
  return [
    call({ method: 'GET', ...ofAll, ...rows, input: listInput(filters, sorts), output: listOutput(row) }),
    call({
      method: 'GET',
      summary: 'How many a filter finds, and the counts of its tabs',
      ...ofAll,
      ...totals,
      input: z.object(filters),
      output: totals.output ?? (totalsOutput({}) as unknown as T),
    }),
    call({
      method: 'GET',
      summary: 'The whole filter as an Excel file, with the columns asked for',
      ...ofAll,
      ...ownOfFile,
      input: z.object({
        ...filters,
        ...(more as M),
        columns: optional(many(text(40), 60)),
        sort: optional(oneOf(sorts)),
        dir,
      }),
      output: z.strictObject({}),
      transport: 'file',
    }),
  ] as const
}

/** What happened to each row of a batch: one outcome a row, in the order asked for. */
export const outcomes = z.strictObject({
  done: z.int(),
  refused: z.array(
    z.strictObject({
      id: z.int(),
      /** The record's number or name, for the message. */
      no: z.string(),
      reason: z.string(),
      msg: z.string(),
    }),
  ),
})
export type Outcomes = z.output<typeof outcomes>

/** A choice in a look-up: its id, the text, and the fact that tells namesakes apart. */
export const choice = z.strictObject({ id: z.int(), label: z.string(), hint: z.nullable(z.string()) })
export type Choice = z.output<typeof choice>
