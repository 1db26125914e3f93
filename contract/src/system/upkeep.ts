import * as z from 'zod/mini'
import { approve, browse } from '../access.ts'
import { call } from '../kernel/call.ts'
import { listCalls, listInput, listOutput, outcomes } from '../kernel/list.ts'
import { date, id, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from './calls.ts'

/** For administrators: who is signed in, and what happened to any record. */

export const sessionRow = z.strictObject({
  id: z.int(),
  UserID: z.int(),
  account: z.string(),
  name: z.string(),
  outletName: z.nullable(z.string()),
  address: z.string(),
  agent: z.string(),
  createdAt: z.string(),
  /** Last call, to the minute. */
  seenAt: z.string(),
  /** The session that asks. */
  current: z.boolean(),
})
export type SessionRow = z.output<typeof sessionRow>

const sessionFilters = { q: optional(text(60)), ids: optional(many(id)) }
const sessionSorts = ['seenAt', 'createdAt'] as const
export const getSessions = call({
  method: 'GET',
  path: '/api/Upkeep/GetSessions',
  summary: 'Sessions that are open',
  access: [browse('sessions')],
  input: listInput(sessionFilters, sessionSorts),
  output: listOutput(sessionRow),
})
export const getSessionTotals = call({
  method: 'GET',
  path: '/api/Upkeep/GetSessionTotals',
  summary: 'How many sessions, and of how many people',
  access: [browse('sessions')],
  input: z.object(sessionFilters),
  output: z.strictObject({ count: z.int(), people: z.int() }),
})
export const endEachSession = call({
  method: 'POST',
  path: '/api/Upkeep/EndSessions',
  summary: 'End sessions of anybody but the one that asks',
  access: [approve('sessions')],
  input: z.object({ ids: many(id, 10_000, 1) }),
  output: outcomes,
})

/** Records with a timeline of their own; a waybill's chain of events stands on its page. */
export const historyKinds = [
  'company',
  'contact',
  'vehicle',
  'driver',
  'gpsDevice',
  'cashAccount',
  'monthClose',
  'payment',
  'handIn',
  'codPayout',
  'statement',
  'arrangement',
  'user',
  'role',
  'mailbox',
  'mail',
  'menu',
  'dictionary',
  'category',
  'approverLevel',
  'transportPrice',
  'serviceRate',
  'printTemplate',
  'warehouse',
  'location',
  'item',
  'inboundNotice',
  'outboundNotice',
  'pickTask',
  'carton',
  'stockOrder',
  'stockCount',
  'kit',
  'kitOrder',
  'quotation',
  'warehouseCharge',
  'phoneOrder',
  'application',
  'invoiceProfile',
  'taxItem',
  'invoice',
  'abnormal',
  'complaint',
  'setting',
] as const
export type HistoryKind = (typeof historyKinds)[number]

export const historyRow = z.strictObject({
  ...historyEntry.shape,
  /** `HistoryKind`, or one that a later release brought. */
  entity: z.string(),
  entityId: z.int(),
  /** What people call the record now. */
  name: z.string(),
  /** Where it is shown; empty when it has no page. */
  link: z.string(),
})
export type HistoryRow = z.output<typeof historyRow>

const historyFilters = {
  entity: optional(oneOf(historyKinds)),
  /** Of one record; with entity. */
  entityId: optional(id),
  userId: optional(id),
  /** Contains: what a field was or became. */
  q: optional(text(60)),
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export const [getHistory, getHistoryTotals, exportHistory] = listCalls({
  rows: { path: '/api/Upkeep/GetHistory', summary: 'What happened to any record, latest first' },
  totals: {
    path: '/api/Upkeep/GetHistoryTotals',
    summary: 'How many entries a filter has; 10,001 stands for more than 10,000',
    output: z.strictObject({ count: z.int() }),
  },
  export: { path: '/api/Upkeep/ExportHistory', summary: 'The entries of a filter as an Excel file' },
  access: [browse('history')],
  row: historyRow,
  filters: historyFilters,
  sorts: ['at'],
})
