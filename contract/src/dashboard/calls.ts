import * as z from 'zod/mini'
import { call } from '../kernel/call.ts'
import { flag, optional } from '../kernel/wire.ts'

/** The desk: what waits, what is late, how today goes. Each part is there for whoever may open the list behind it. */

/** `link` opens the list that the number counts. */
const figure = z.strictObject({
  key: z.enum(['placed', 'pieces', 'departed', 'signed', 'exceptions', 'onTime']),
  /** A whole number; of `onTime` per cent with one decimal, null when nothing was signed. */
  today: z.nullable(z.string()),
  /** Until this time of the day; of `onTime` the whole day. */
  yesterday: z.nullable(z.string()),
  /** The last seven days, today last. */
  days: z.array(z.nullable(z.number())),
  link: z.string(),
})
export type DashboardFigure = z.output<typeof figure>

export const moneyKinds = [
  'receivable',
  'received',
  'overdue',
  'toInvoice',
  'unallocated',
  'toHandIn',
  'codToPay',
  'profit',
] as const
/** Yuan, of one's own outlets. `link` opens the list that the figure is the sum of. */
const moneyFigure = z.strictObject({
  key: z.enum(moneyKinds),
  value: z.string(),
  /** Of the month before, until the same day of it, or as it stood open on that day; null where no dates tell it. */
  before: z.nullable(z.string()),
  link: z.string(),
})
export type DashboardMoney = z.output<typeof moneyFigure>

export const waitingKinds = [
  'reviews',
  'drafts',
  'arrange',
  'depart',
  'arrive',
  'sign',
  'pickup',
  'held',
  'exceptions',
  'papers',
  'underway',
  'toPay',
  'toCount',
  'toIssue',
] as const
const waiting = z.strictObject({
  kind: z.enum(waitingKinds),
  count: z.int(),
  /** Kilograms, where weight says how much work it is. */
  weight: z.nullable(z.string()),
  oldest: z.nullable(z.string()),
  link: z.string(),
})
export type DashboardWaiting = z.output<typeof waiting>

/** The lists of what needs somebody's eye, and trips past their plan. */
export const lateKinds = [
  'unshipped',
  'noSign',
  'unTrack',
  'keyPieces',
  'abnormal',
  'complaint',
  'notDeparted',
] as const
const late = z.strictObject({
  kind: z.enum(lateKinds),
  no: z.string(),
  from: z.string(),
  to: z.string(),
  person: z.string(),
  since: z.string(),
  link: z.string(),
})
export type DashboardLate = z.output<typeof late>

export const dashboard = z.strictObject({
  figures: z.array(figure),
  waiting: z.array(waiting),
  late: z.strictObject({
    rows: z.array(late),
    counts: z.array(z.strictObject({ kind: z.enum(lateKinds), count: z.int(), link: z.string() })),
  }),
  /** Waybills placed by hour of the business day, cumulated, and the list of each day; null before anybody may see them. */
  curve: z.nullable(
    z.strictObject({
      today: z.array(z.int()),
      yesterday: z.array(z.int()),
      todayLink: z.string(),
      yesterdayLink: z.string(),
    }),
  ),
  /** Signed by the planned arrival over the last seven days, per line; the busiest first. */
  lines: z.array(
    z.strictObject({ from: z.string(), to: z.string(), count: z.int(), onTime: z.int(), link: z.string() }),
  ),
  at: z.string(),
})
export type Dashboard = z.output<typeof dashboard>

export const getDashboard = call({
  method: 'GET',
  path: '/api/Desk/GetDesk',
  summary: 'What waits for me (mine) or for everybody inside my scope, what is late, and how today goes',
  audience: 'everybody',
  access: 'session',
  input: z.object({ mine: optional(flag) }),
  output: dashboard,
})

/** Asked for after the rest: sums of a month take longer. */
export const getDashboardMoney = call({
  method: 'GET',
  path: '/api/Desk/GetDeskMoney',
  summary:
    'What the month brings in and earns so far against the one before, and what is open; nothing without the rights to the lists behind it',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: z.array(moneyFigure),
})
