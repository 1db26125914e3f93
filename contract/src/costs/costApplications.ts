import * as z from 'zod/mini'
import { approve, browse } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { version } from '../kernel/record.ts'
import { date, decimal, flag, id, json, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { applicationFields } from './applications.ts'
import { shareMethods, shownLine, shownShare } from './lines.ts'
import { applicationStates, applying, applyingCosts, costKinds } from './states.ts'

/** 费用申请 (FY, T20): costs of trips, line shipments and parcels, and what none of these covers. Approved they are owed. */

/** 费用申请 of trips: one document each, with all its free lines. */
export const applyTripCosts = call({
  method: 'POST',
  path: '/api/Costs/ApplyTripCosts',
  summary: 'Apply for what trips cost, one document a trip with all its free lines; submit = true sends them to review',
  access: applying.carCost,
  input: z.object({
    ids: many(id, 500, 1),
    reason: optional(lines(300)),
    submit: optional(flag),
    /** Of one trip: which of its free lines; not given: all. */
    lineIds: optional(many(id, 100, 1)),
    fileIds: optional(many(id, 5)),
  }),
  output: outcomes,
  idempotent: true,
})
/** One or many of one carrier in one document. */
export const applyCarrierCosts = call({
  method: 'POST',
  path: '/api/Costs/ApplyCarrierCosts',
  summary: 'Apply for the free cost lines of line shipments, or of parcels, of one carrier in one document',
  access: [...applying.specialCost, ...applying.courierCost],
  input: z.object({
    kind: oneOf(['specialCost', 'courierCost']),
    ids: many(id, 500, 1),
    reason: optional(lines(300)),
    submit: optional(flag),
    fileIds: optional(many(id, 5)),
  }),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
/** Lines that are not sent are free again. */
export const changeCostApplication = call({
  method: 'POST',
  path: '/api/Costs/ChangeCostApplication',
  summary: 'Change a cost application that is a draft or was sent back; submit = true sends it to review',
  access: applyingCosts,
  input: z.object({
    id,
    version,
    reason: lines(300),
    lines: json(
      z
        .array(z.object({ id, amount: decimal(2, '0.01'), taxRate: optional(decimal(2, '0', '100')) }))
        .check(z.minLength(1, 'field.required'), z.maxLength(500)),
    ),
    submit: optional(flag),
  }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})

const expenseFields = {
  feeItem: oneOf(codes('feeItem')),
  /** A company or a driver; neither: nobody in particular, against a slip. */
  companyId: optional(id),
  driverId: optional(id),
  amount: decimal(2, '0.01'),
  taxRate: optional(decimal(2, '0', '100')),
  reason: lines(300),
  /** Whose it is where the numbers do not say so; not given: the asker's own. */
  outletId: optional(id),
  /** What it is for, by number, of one kind: waybills (shared over them), one PC, ZX or KD (shared by what it carries), one plate. */
  of: optional(many(text(60), 500)),
  method: optional(oneOf(shareMethods)),
  submit: optional(flag),
  fileIds: optional(many(id, 5)),
}
export const addExpense = call({
  method: 'POST',
  path: '/api/Costs/AddExpense',
  summary: 'Ask for money that no trip covers; submit = true sends it to review',
  access: applying.costApplication,
  input: z.object(expenseFields),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const changeExpense = call({
  method: 'POST',
  path: '/api/Costs/ChangeExpense',
  summary: 'Change such a request that is a draft or was sent back; submit = true sends it to review',
  access: applying.costApplication,
  input: z.object({ id, version, ...expenseFields }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})

export const costApplicationRow = z.strictObject({
  ...applicationFields,
  kind: z.enum(costKinds),
  /** The payee where all lines have the same. */
  payeeName: z.nullable(z.string()),
  /** Of one item; null: several. */
  feeItem: z.nullable(z.string()),
  /** Arrangements, waybills or the vehicle it is for, the first three. */
  ofNos: z.array(z.string()),
  plateNo: z.nullable(z.string()),
  carrierName: z.nullable(z.string()),
  fromName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  departAt: z.nullable(z.string()),
  /** Yuan by part of a hired truck, deductions below nothing; only what it has. */
  parts: z.record(z.string(), z.string()),
})
export type CostApplicationRow = z.output<typeof costApplicationRow>
const filters = {
  kinds: many(oneOf(costKinds), 5, 1),
  tab: optional(oneOf([...applicationStates, 'mine', 'all'])),
  /** Mine alone. */
  mine: optional(flag),
  /** Application or arrangement number, plate, payee. */
  q: optional(text(60)),
  companyId: optional(id),
  feeItems: optional(many(oneOf(codes('feeItem')), 60)),
  outletId: optional(id),
  applicantId: optional(id),
  arrangementId: optional(id),
  appliedFrom: optional(date),
  appliedTo: optional(date),
  ids: optional(many(id)),
}
export type CostApplicationFilter = Input<typeof getCostApplicationTotals>
const readers = [
  browse('costApplication'),
  browse('carCostApply'),
  browse('specialList'),
  browse('courierList'),
] as const
export const [getCostApplications, getCostApplicationTotals, exportCostApplications] = listCalls({
  rows: {
    path: '/api/Costs/GetCostApplications',
    summary: 'Cost applications inside my scope; without the right to see costs my own',
  },
  totals: {
    path: '/api/Costs/GetCostApplicationTotals',
    output: totalsOutput({ amount: z.string(), paid: z.string(), parts: z.record(z.string(), z.string()) }),
  },
  export: { path: '/api/Costs/ExportCostApplications' },
  access: readers,
  row: costApplicationRow,
  filters,
  sorts: ['appliedAt', 'amount', 'no'],
})
export const costApplicationDetail = z.strictObject({
  ...costApplicationRow.shape,
  lines: z.array(shownLine),
  arrangements: z.array(z.strictObject({ id: z.int(), no: z.string(), kind: z.string(), state: z.string() })),
  waybills: z.array(z.strictObject({ id: z.int(), no: z.string() })),
  vehicleId: z.nullable(z.int()),
  driverId: z.nullable(z.int()),
  companyId: z.nullable(z.int()),
  method: z.nullable(z.enum(shareMethods)),
  /** What each waybill bears of it now; empty without the right to see costs. */
  shares: z.array(shownShare),
  /** Its cargo, or an amount, is another than when it was sent in. */
  changedSince: z.boolean(),
  mean: z.nullable(z.strictObject({ amount: z.string(), count: z.int(), perKg: z.boolean() })),
  /** The last three approved of the same way, latest first. */
  lastOnes: z.array(z.strictObject({ no: z.string(), day: z.string(), amount: z.string() })),
  /** What the rates in force make of it; null: no rate. */
  quoted: z.nullable(z.string()),
  /** All costs of its arrangements, applied for or not: what mean and rate are compared with; null: of none, or unseen. */
  whole: z.nullable(z.string()),
  /** Of a claim: the case or complaint that it was made from, and whoever is responsible for it (T28). */
  madeFrom: z.nullable(
    z.strictObject({
      page: z.enum(['abnormalList', 'complaintList']),
      no: z.string(),
      responsible: z.nullable(z.string()),
      responsibleName: z.nullable(z.string()),
    }),
  ),
})
export type CostApplicationDetail = z.output<typeof costApplicationDetail>
const seers = [
  ...readers,
  approve('unreviewed'),
  approve('carCost'),
  approve('specialCost'),
  approve('courierCost'),
] as const
export const getCostApplication = call({
  method: 'GET',
  path: '/api/Costs/GetCostApplication',
  summary:
    'One cost application with its lines and what each waybill bears; whoever is asked to review it sees it whole',
  access: seers,
  input: z.object({ id }),
  output: costApplicationDetail,
})
export const getCostApplicationHistory = call({
  method: 'GET',
  path: '/api/Costs/GetCostApplicationHistory',
  summary: "A cost application's timeline",
  access: seers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/** Who would be asked: the names by level; or why nobody is. */
export const getCostPath = call({
  method: 'GET',
  path: '/api/Costs/GetCostPath',
  summary: 'Whom an application of this kind and amount goes to, level by level',
  access: applyingCosts,
  input: z.object({ kind: oneOf(costKinds), amount: decimal(2) }),
  output: z.strictObject({ levels: z.array(z.string()), problem: z.nullable(z.string()) }),
})

/** 待申请: trips from 已派 on with lines that nobody has applied for. */
export const unappliedTrip = z.strictObject({
  id: z.int(),
  arrangementNo: z.string(),
  state: z.string(),
  plateNo: z.string(),
  vehicleType: z.string(),
  driverName: z.string(),
  carrierName: z.nullable(z.string()),
  fromName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  departAt: z.nullable(z.string()),
  planAt: z.string(),
  outletName: z.string(),
  /** Yuan by part, of the free lines; `other` for lines without a part. */
  parts: z.record(z.string(), z.string()),
  /** Yuan, of the free lines, and of all lines of the trip. */
  amount: z.string(),
  total: z.string(),
  mean: z.nullable(z.string()),
})
export type UnappliedTrip = z.output<typeof unappliedTrip>
const tripFilters = {
  q: optional(text(60)),
  companyId: optional(id),
  outletId: optional(id),
  departFrom: optional(date),
  departTo: optional(date),
  ids: optional(many(id)),
}
export type UnappliedFilter = Input<typeof getUnappliedTotals>
export const [getUnapplied, getUnappliedTotals, exportUnapplied] = listCalls({
  rows: {
    path: '/api/Costs/GetUnapplied',
    summary: 'Trips with cost lines that nobody has applied for, oldest departure first',
  },
  totals: {
    path: '/api/Costs/GetUnappliedTotals',
    output: totalsOutput({ amount: z.string(), parts: z.record(z.string(), z.string()) }),
  },
  export: { path: '/api/Costs/ExportUnapplied' },
  access: [browse('carCostApply')],
  row: unappliedTrip,
  filters: tripFilters,
  sorts: ['departAt', 'arrangementNo'],
})
