import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { call } from '../kernel/call.ts'
import { listCalls } from '../kernel/list.ts'
import { date, id, many, optional, text } from '../kernel/wire.ts'

/** What broke in a browser (ER-05): no query strings, no typed text, kept for 90 days. */

/** Cut, not refused: whoever reports a crash can't mend its length. */
const cut = (max: number) =>
  z.pipe(
    z.string('field.required').check(z.maxLength(20_000)),
    z.transform((value: string) => value.replaceAll('\0', '').slice(0, max)),
  )

/** Public, so that a login page that breaks is heard of too; limited by address, and small. */
export const addClientError = call({
  method: 'POST',
  path: '/api/ClientErrors/AddClientError',
  summary: 'Report what broke in the browser; the same again within a minute is not stored twice (ER-05)',
  audience: 'everybody',
  access: 'public',
  input: z.object({
    /** Path of the page, without its query. */
    page: cut(200),
    message: cut(500),
    /** Frames only, one a line. */
    stack: cut(6000),
    release: cut(40),
    agent: cut(300),
  }),
  output: z.strictObject({}),
})

const filters = {
  q: optional(text(60)),
  from: optional(date),
  to: optional(date),
}
const sorts = ['lastAt', 'firstAt', 'count', 'people'] as const

/** One kind of failure: everything with the same fingerprint. `id` is that of its latest report. */
export const clientErrorRow = z.strictObject({
  id: z.int(),
  message: z.string(),
  /** Of the latest report, as are release and agent. */
  page: z.string(),
  release: z.string(),
  agent: z.string(),
  count: z.int(),
  /** How many different people met it; the login page counts as one. */
  people: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
})
export type ClientErrorRow = z.output<typeof clientErrorRow>

export const [getClientErrors, getClientErrorTotals, exportClientErrors] = listCalls({
  rows: {
    path: '/api/ClientErrors/GetClientErrors',
    summary: 'Failures in browsers, one row a kind, the latest first',
  },
  totals: {
    path: '/api/ClientErrors/GetClientErrorTotals',
    summary: 'How many kinds a filter finds, and how many reports',
    output: z.strictObject({ count: z.int(), reports: z.int() }),
  },
  export: {
    path: '/api/ClientErrors/ExportClientErrors',
    summary: 'The whole filter as an Excel file',
    filters: { ids: optional(many(id, 5000)) },
  },
  access: [browse('clientErrors')],
  row: clientErrorRow,
  filters,
  sorts,
})
export const getClientError = call({
  method: 'GET',
  path: '/api/ClientErrors/GetClientError',
  summary: 'One kind of failure by any of its reports: the stack, and the latest reports',
  access: [browse('clientErrors')],
  input: z.object({ id }),
  output: z.strictObject({
    message: z.string(),
    stack: z.string(),
    reports: z.array(
      z.strictObject({
        id: z.int(),
        at: z.string(),
        account: z.string(),
        page: z.string(),
        release: z.string(),
        agent: z.string(),
      }),
    ),
  }),
})
