import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call } from '../kernel/call.ts'
import { date, id, many, oneOf, optional, text } from '../kernel/wire.ts'

/** 发货统计 (RT-16/statistics, domain §2): what was shipped, for whom, where to; drafts and cancelled waybills do not count. */

export const statGroups = ['customer', 'destination', 'mode', 'salesman', 'outlet'] as const
export type StatGroup = (typeof statGroups)[number]
export const statPeriods = ['day', 'month'] as const
export type StatPeriod = (typeof statPeriods)[number]

const filters = {
  bizFrom: date,
  bizTo: date,
  customerId: optional(id),
  outletId: optional(id),
  to: optional(text(12)),
  transModes: optional(many(oneOf(codes('transMode')), 10)),
  salesmanId: optional(id),
}
const figures = {
  count: z.int(),
  pieces: z.int(),
  weight: z.string(),
  volume: z.string(),
  chargeWeight: z.string(),
  receivable: z.string(),
}
export const statRow = z.strictObject({
  /** What the rows are grouped by: an id, a region's or another code; empty for none. */
  key: z.string(),
  label: z.string(),
  ...figures,
  /** Per cent of all receivables. */
  share: z.string(),
  /** Receivable of the same days one year, or as many days, before; null where there was nothing. */
  before: z.nullable(z.string()),
})
export type StatRow = z.output<typeof statRow>

export const getShippingStatistics = call({
  method: 'GET',
  path: '/api/Waybills/GetShippingStatistics',
  summary:
    'Count, pieces, weight, volume and receivable by customer, destination, mode, salesman or outlet, and by day or month',
  audience: 'everybody',
  access: [browse('statistics')],
  input: z.object({ ...filters, group: oneOf(statGroups), period: oneOf(statPeriods) }),
  output: z.strictObject({
    rows: z.array(statRow),
    total: z.strictObject(figures),
    /** The curve: one point a day or month, empty ones too. */
    course: z.array(z.strictObject({ period: z.string(), ...figures })),
    /** The days that `before` is of. */
    beforeFrom: z.string(),
    beforeTo: z.string(),
  }),
})
export type ShippingStatistics = z.output<typeof getShippingStatistics.output>
export const exportShippingStatistics = call({
  method: 'GET',
  path: '/api/Waybills/ExportShippingStatistics',
  summary: 'The table as an Excel file',
  audience: 'everybody',
  access: [browse('statistics')],
  input: z.object({
    ...filters,
    group: oneOf(statGroups),
    period: oneOf(statPeriods),
    columns: optional(many(text(40), 60)),
  }),
  output: z.strictObject({}),
  transport: 'file',
})
