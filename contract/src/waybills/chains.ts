import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { date, id, int, many, oneOf, optional, text } from '../kernel/wire.ts'
import { job } from '../workbench/jobs.ts'
import { waybillStates } from './states.ts'

/** 哈希运单 (RT-16/hashList, domain §4.3): the chain of every waybill, and what its last verification found. */

/** A chain that was not looked at since it last grew is unchecked again. */
export const chainStates = ['whole', 'broken', 'unchecked'] as const
export type ChainState = (typeof chainStates)[number]
/** 散单: waybills of walk-in customers, what some users mean by the word. */
export const chainTabs = ['walkIn', ...chainStates] as const
export type ChainTab = (typeof chainTabs)[number]

export const chainRow = z.strictObject({
  id: z.int(),
  waybillNo: z.string(),
  chainState: z.enum(chainStates),
  events: z.int(),
  /** SHA-256 of the last event, hex. */
  head: z.string(),
  lastEvent: z.nullable(z.string()),
  lastAt: z.nullable(z.string()),
  checkedAt: z.nullable(z.string()),
  /** The first event that does not hold. */
  brokenAt: z.nullable(z.int()),
  customerName: z.nullable(z.string()),
  shipperCity: z.string(),
  consigneeCity: z.string(),
  state: z.enum(waybillStates),
  refused: z.int(),
  /** Null where the waybill is another outlet's (T1). */
  receivable: z.nullable(z.string()),
  bizDate: z.string(),
})
export type ChainRow = z.output<typeof chainRow>

const filters = {
  tab: optional(oneOf(chainTabs)),
  q: optional(text(60)),
  customerId: optional(id),
  outletId: optional(id),
  bizFrom: optional(date),
  bizTo: optional(date),
  states: optional(many(oneOf(waybillStates), 20)),
  ids: optional(many(id)),
}
export type ChainFilter = Input<typeof getChainTotals>
export const chainSorts = ['lastAt', 'waybillNo', 'bizDate'] as const

export const [getChains, getChainTotals, exportChains] = listCalls({
  rows: { path: '/api/Chains/GetChains', summary: 'Waybills with their chain and what its last verification found' },
  totals: { path: '/api/Chains/GetChainTotals', output: totalsOutput({ receivable: z.string() }) },
  export: { path: '/api/Chains/ExportChains' },
  access: [browse('hashList')],
  audience: 'everybody',
  row: chainRow,
  filters,
  sorts: chainSorts,
})
export const chainEvent = z.strictObject({
  seq: z.int(),
  type: z.string(),
  at: z.string(),
  byName: z.string(),
  prevHash: z.string(),
  hash: z.string(),
  holds: z.boolean(),
})
export const getChain = call({
  method: 'GET',
  path: '/api/Chains/GetChain',
  summary: 'One chain, event by event, recomputed at this very reading',
  audience: 'everybody',
  access: [browse('hashList')],
  input: z.object({ id }),
  output: z.strictObject({
    waybillNo: z.string(),
    head: z.string(),
    ok: z.boolean(),
    brokenAt: z.nullable(z.int()),
    /** What the printed QR code leads to. */
    verifyPath: z.string(),
    /** The same as an address, and as a QR code in SVG. */
    verifyUrl: z.string(),
    qr: z.string(),
    events: z.array(chainEvent),
  }),
})
export const downloadChain = call({
  method: 'GET',
  path: '/api/Chains/DownloadChain',
  summary: 'One chain as JSON, to be recomputed elsewhere; personal fields are digests in it',
  access: [browse('hashList')],
  input: z.object({ id }),
  output: z.strictObject({}),
  transport: 'file',
})
export const verifyChains = call({
  method: 'POST',
  path: '/api/Chains/VerifyChains',
  summary: 'Recompute chains now, and keep what was found',
  access: [edit('hashList')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: z.strictObject({
    whole: z.int(),
    broken: z.array(z.strictObject({ id: z.int(), no: z.string(), brokenAt: z.int() })),
  }),
})
export const verifyAllChains = call({
  method: 'POST',
  path: '/api/Chains/VerifyAllChains',
  summary: 'Recompute every chain inside my scope in the background, with progress',
  access: [edit('hashList')],
  input: z.object({}),
  output: job,
  idempotent: true,
})

/** holds · chains or history: not what was sealed · forged: the seal itself was changed or belongs elsewhere · gone: it is missing. */
export const sealStates = ['holds', 'chains', 'history', 'forged', 'gone'] as const
export const daySealed = z.strictObject({ day: z.string(), state: z.enum(sealStates) })
export type DaySealed = z.output<typeof daySealed>
export const checkSeals = call({
  method: 'POST',
  path: '/api/Chains/CheckSeals',
  summary: 'Compare what was sealed each night, outside the database, with what the database says now; oldest first',
  access: [edit('hashList')],
  input: z.object({ days: optional(int(1, 366)) }),
  output: z.array(daySealed),
})
