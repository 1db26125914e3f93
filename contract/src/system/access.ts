import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { listCalls } from '../kernel/list.ts'
import { date, id, many, oneOf, optional, text } from '../kernel/wire.ts'

/** Who signed in, was refused or left, and what was exported or downloaded: kept for ACCESS_LOG_DAYS. */

export const accessKinds = ['login', 'failure', 'logout', 'export', 'download'] as const
export type AccessKind = (typeof accessKinds)[number]
/** How it was tried: by password or WeChat, as the old one of a change, or once more before something else. */
export const accessWays = ['password', 'wechat', 'oldPassword', 'confirm'] as const

export const accessRow = z.strictObject({
  id: z.int(),
  at: z.string(),
  kind: z.enum(accessKinds),
  /** As they were then; empty for an account that does not exist: what was typed is not kept. */
  account: z.string(),
  name: z.string(),
  /** Empty for a file that was written in the background. */
  address: z.string(),
  agent: z.string(),
  /** An `accessWays`, or empty. */
  way: z.string(),
  /** The list that was exported, the file that was downloaded. */
  what: z.string(),
  /** Of an export: `name=value`, separated by ` · `. */
  filter: z.string(),
  rows: z.nullable(z.int()),
  /** Why it was refused, in the asker's language. */
  reason: z.string(),
})
export type AccessRow = z.output<typeof accessRow>

const filters = {
  kind: optional(oneOf(accessKinds)),
  userId: optional(id),
  /** Contains: account, name, address, list or file. */
  q: optional(text(60)),
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export const [getAccessLog, getAccessTotals, exportAccessLog] = listCalls({
  rows: {
    path: '/api/Upkeep/GetAccessLog',
    summary: 'Sign-ins, failures, sign-outs, exports and downloads, latest first',
  },
  totals: {
    path: '/api/Upkeep/GetAccessTotals',
    summary: 'How many entries a filter has; 10,001 stands for more than 10,000',
    output: z.strictObject({ count: z.int() }),
  },
  export: { path: '/api/Upkeep/ExportAccessLog', summary: 'The entries of a filter as an Excel file' },
  access: [browse('history')],
  row: accessRow,
  filters,
  sorts: ['at'],
})
