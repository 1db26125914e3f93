import * as z from 'zod/mini'
import { int, oneOf, optional } from './wire.ts'

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
    dir: optional(oneOf(['asc', 'desc'])),
    pageSize: optional(int(1, 500)),
    page: optional(int(1, 1_000_000)),
    after: optional(z.string().check(z.maxLength(400))),
  })

/** Rows, and the cursor of the next page (null on the last one). */
export const listOutput = <R extends z.ZodMiniType>(row: R) =>
  z.strictObject({ rows: z.array(row), next: z.nullable(z.string()) })

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
