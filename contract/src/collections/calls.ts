import * as z from 'zod/mini'
import { approve, browse } from '../access.ts'
import { dictCode } from '../dictCode.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableInt, nullableText, version } from '../kernel/record.ts'
import { date, decimal, flag, id, json, lines, many, money, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { handInActions, handInDecisions, handInLifecycle, handInStates, holderKinds } from './states.ts'

/** 交账 (M46–M48): what drivers, carriers and outlets collected, handed in, counted, and what was missing or too much. */

type Rights = readonly [ReturnType<typeof browse>, ...ReturnType<typeof browse>[]]
const rightsTo = (action: keyof typeof handInLifecycle): Rights => handInLifecycle[action].right as Rights

export const handInRow = z.strictObject({
  /** Of what waits: of its first collection. */
  id: z.int(),
  /** Null: what a holder has of a day and has not handed in. */
  no: nullableText,
  state: z.enum(handInStates),
  holderKind: z.enum(holderKinds),
  holderId: z.int(),
  holderName: z.string(),
  outletId: z.int(),
  outletName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  collections: z.int(),
  /** Yuan: 现付, 到付 and 代收 of it, all together. */
  prepaid: z.string(),
  freight: z.string(),
  cod: z.string(),
  /** Of all what came straight to accounts. */
  straight: z.string(),
  /** In the holder's hands, by channel and in all. */
  cash: z.string(),
  wechat: z.string(),
  alipay: z.string(),
  other: z.string(),
  due: z.string(),
  counted: nullableText,
  difference: nullableText,
  decision: z.nullable(z.enum(handInDecisions)),
  opinion: nullableText,
  remark: nullableText,
  waitsFor: nullableText,
  /** Its review, where this person decides it now. */
  approvalId: nullableInt,
  handedInAt: nullableText,
  handedInByName: nullableText,
  countedAt: nullableText,
  countedByName: nullableText,
  updatedAt: nullableText,
  version: z.int(),
  actions: abilities(handInActions),
})
export type HandInRow = z.output<typeof handInRow>

export const handInTabs = ['toHandIn', 'pending', 'counted', 'difference'] as const
export type HandInTab = (typeof handInTabs)[number]
const filters = {
  /** Where nothing is said: every document. */
  tab: optional(oneOf([...handInTabs, 'all'])),
  /** Contains: number, holder. */
  q: optional(text(60)),
  holderKinds: optional(many(oneOf(holderKinds), 3)),
  /** A carrier that holds it. */
  companyId: optional(id),
  outletId: optional(id),
  dayFrom: optional(date),
  dayTo: optional(date),
  /** Not of what came straight to accounts alone. */
  held: optional(flag),
  ids: optional(many(id)),
}
export type HandInFilter = Input<typeof getHandInTotals>
const access = [browse('handIn')] as const
export const [getHandIns, getHandInTotals, exportHandIns] = listCalls({
  rows: {
    path: '/api/Collections/GetHandIns',
    summary:
      'The hand-ins of my outlets; tab = toHandIn: what is to be handed in, by holder and day. A driver sees his own',
  },
  totals: {
    path: '/api/Collections/GetHandInTotals',
    output: totalsOutput({
      collections: z.int(),
      prepaid: z.string(),
      freight: z.string(),
      cod: z.string(),
      straight: z.string(),
      cash: z.string(),
      wechat: z.string(),
      alipay: z.string(),
      other: z.string(),
      due: z.string(),
      counted: z.string(),
      difference: z.string(),
    }),
  },
  export: { path: '/api/Collections/ExportHandIns' },
  access,
  row: handInRow,
  filters,
  sorts: ['toDay', 'due', 'holderName'],
})

export const handInLine = z.strictObject({
  channel: z.string(),
  due: z.string(),
  counted: nullableText,
  accountId: nullableInt,
  accountName: nullableText,
})
export type HandInLine = z.output<typeof handInLine>
export const collectionRow = z.strictObject({
  id: z.int(),
  waybillId: z.int(),
  waybillNo: z.string(),
  day: z.string(),
  method: z.enum(['collect', 'prepaid']),
  freight: z.string(),
  freightChannel: nullableText,
  /** The account that it came straight to. */
  freightAccountName: nullableText,
  cod: z.string(),
  codChannel: nullableText,
  codAccountName: nullableText,
  /** Of what the holder had what was counted. */
  handedFreight: z.string(),
  handedCod: z.string(),
})
export type CollectionRow = z.output<typeof collectionRow>
export const handInDetail = z.strictObject({
  ...handInRow.shape,
  /** Why the company bears what is missing, as it was laid before its reviewers. */
  decisionReason: z.nullable(z.string()),
  lines: z.array(handInLine),
  waybills: z.array(collectionRow),
})
export type HandInDetail = z.output<typeof handInDetail>
const seers = [browse('handIn'), approve('unreviewed')] as const
export const getHandIn = call({
  method: 'GET',
  path: '/api/Collections/GetHandIn',
  summary:
    'One hand-in with its channels and what was collected; waiting = true: what a holder has of a day. Whoever is asked to review its difference sees it',
  access: seers,
  input: z.object({ id, waiting: optional(flag) }),
  output: handInDetail,
})
export const getHandInHistory = call({
  method: 'GET',
  path: '/api/Collections/GetHandInHistory',
  summary: "A hand-in's timeline",
  access: seers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/** By holder and outlet, as 交账 would take it. */
export const toHandIn = z.strictObject({
  holderName: z.string(),
  outletName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  collections: z.int(),
  lines: z.array(z.strictObject({ channel: z.string(), due: z.string() })),
  due: z.string(),
  /** Came straight to accounts: shown, not counted. */
  straight: z.string(),
})
export type ToHandIn = z.output<typeof toHandIn>
export const getToHandIn = call({
  method: 'GET',
  path: '/api/Collections/GetToHandIn',
  summary: 'What would be handed in now of these holders, by channel, each named by a collection of theirs',
  access: rightsTo('handIn'),
  input: z.object({ ids: many(id, 500, 1) }),
  output: z.array(toHandIn),
})
export const handIn = call({
  method: 'POST',
  path: '/api/Collections/HandIn',
  summary:
    'Hand in all that these holders have at the outlet up to now (JZ), each named by a collection of theirs; a driver his own',
  access: rightsTo('handIn'),
  input: z.object({ ids: many(id, 500, 1), remark: optional(lines(300)) }),
  output: outcomes,
})
const counts = json(
  z
    .array(z.object({ channel: dictCode('payChannel'), amount: money, cashAccountId: optional(id) }))
    .check(z.maxLength(20)),
)
/** Of a carrier: payable charges of its own that are settled by what it holds for us, instead of handing it in. */
const offsets = json(z.array(z.object({ chargeId: id, amount: decimal(2, '0.01') })).check(z.maxLength(500)))
/** The line of a hand-in that says what was set off. */
export const offsetChannel = 'offset'
export const countHandIn = call({
  method: 'POST',
  path: '/api/Collections/CountHandIn',
  summary:
    'Say what was counted of each channel and into which account it went, and what of a carrier is set off against what it is owed: COD is covered first, then freight, oldest first; what is missing stays with the holder',
  access: rightsTo('count'),
  input: z.object({ id, version, lines: counts, offsets: optional(offsets), remark: optional(lines(300)) }),
  output: z.strictObject({ version: z.int(), difference: z.string() }),
  idempotent: true,
})
const ofMany = { ids: many(id, 500, 1) }
export const sendBackHandIns = call({
  method: 'POST',
  path: '/api/Collections/SendBackHandIns',
  summary: 'Send hand-ins back: what was collected is to be handed in anew',
  access: rightsTo('sendBack'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
export const undoCounts = call({
  method: 'POST',
  path: '/api/Collections/UndoCounts',
  summary: 'Take counts back while nothing of their COD is paid out',
  access: rightsTo('undoCount'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
export const undoDifferences = call({
  method: 'POST',
  path: '/api/Collections/UndoDifferences',
  summary: 'Take back what was decided of differences, dated today (M25): they are to be decided anew',
  access: rightsTo('undoDecision'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
export const settleDifference = call({
  method: 'POST',
  path: '/api/Collections/SettleDifference',
  summary: 'The holder makes up what was missing, or what was too much is income: into which account',
  access: rightsTo('makeUp'),
  input: z.object({ id, version, cashAccountId: id }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const bearDifferences = call({
  method: 'POST',
  path: '/api/Collections/BearDifferences',
  summary: 'Send to review that the company bears what was missing',
  access: rightsTo('bear'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
export const withdrawDifferences = call({
  method: 'POST',
  path: '/api/Collections/WithdrawDifferences',
  summary: 'Take back, before the first decision, that the company bears it',
  access: rightsTo('withdraw'),
  input: z.object(ofMany),
  output: outcomes,
})
