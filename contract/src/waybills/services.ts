import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { date, decimal, flag, id, int, many, money, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { serviceLine } from './charges.ts'
import { priceStates } from './priceStates.ts'
import { waybillStates } from './states.ts'

/** 增值服务 (RT-16/addServices, domain §2): services of waybills after placing, and what each costs. */

export const serviceRow = z.strictObject({
  id: z.int(),
  waybillId: z.int(),
  waybillNo: z.string(),
  type: z.string(),
  qty: z.string(),
  /** Null: the amount was set by hand, or there is no rate. */
  rate: z.nullable(z.string()),
  amount: z.string(),
  payer: z.string(),
  priceState: z.enum(priceStates),
  customerName: z.nullable(z.string()),
  shipperCity: z.string(),
  consigneeCity: z.string(),
  state: z.enum(waybillStates),
  signed: z.int(),
  refused: z.int(),
  /** Pieces that wait for their next leg. */
  unarranged: z.int(),
  hold: z.boolean(),
  pieces: z.int(),
  bizDate: z.string(),
  createdAt: z.string(),
  createdByName: z.nullable(z.string()),
  version: z.int(),
  /** May be changed or taken off now: not once the price is agreed with the customer. */
  open: z.boolean(),
})
export type ServiceRow = z.output<typeof serviceRow>

export const serviceTabs = ['notice', 'cod', 'insurance', 'stairs', 'packing', 'receipt', 'other'] as const
export type ServiceTab = (typeof serviceTabs)[number]
const filters = {
  tab: optional(oneOf(serviceTabs)),
  q: optional(text(60)),
  customerId: optional(id),
  types: optional(many(oneOf(codes('addedService')), 11)),
  bizFrom: optional(date),
  bizTo: optional(date),
  outletId: optional(id),
  payers: optional(many(oneOf(codes('servicePayer')), 3)),
  priceStates: optional(many(oneOf(priceStates), 4)),
  states: optional(many(oneOf(waybillStates), 20)),
  ids: optional(many(id)),
}
export type ServiceFilter = Input<typeof getServiceTotals>
export const serviceSorts = ['createdAt', 'waybillNo', 'amount', 'bizDate'] as const

export const [getServices, getServiceTotals, exportServices] = listCalls({
  rows: { path: '/api/Services/GetServices', summary: 'Services of waybills inside my scope, latest first' },
  totals: {
    path: '/api/Services/GetServiceTotals',
    summary: 'Count and amount of a filter, and the counts of its tabs',
    output: totalsOutput({ amount: z.string() }),
  },
  export: { path: '/api/Services/ExportServices' },
  access: [browse('addServices')],
  audience: 'everybody',
  row: serviceRow,
  filters,
  sorts: serviceSorts,
})
/** One service of one or several waybills; the price of each follows, and goes to review where its amount is by hand. */
export const addService = call({
  method: 'POST',
  path: '/api/Services/AddService',
  summary: 'Add a service to waybills; each row reports its outcome',
  access: [edit('addServices')],
  input: z.object({ ids: many(id, 1000, 1), ...serviceLine.shape }),
  output: outcomes,
  idempotent: true,
})
export const changeService = call({
  method: 'POST',
  path: '/api/Services/ChangeService',
  summary: 'Change quantity, amount or payer of a service',
  access: [edit('addServices')],
  input: z.object({
    id,
    /** Of the waybill. */
    version: int(1, 2_000_000_000),
    qty: optional(decimal(3, '0.001', '999999')),
    amount: optional(money),
    payer: optional(oneOf(codes('servicePayer'))),
  }),
  output: z.strictObject({ version: z.int() }),
})
export const deleteServices = call({
  method: 'POST',
  path: '/api/Services/DeleteServices',
  summary: 'Take services off their waybills',
  access: [approve('addServices')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
  idempotent: true,
})

export const serviceRate = z.strictObject({
  id: z.int(),
  type: z.string(),
  companyId: z.nullable(z.int()),
  companyName: z.nullable(z.string()),
  /** Of the value for insurance and COD; yuan a unit for the others. */
  rate: z.string(),
  minCharge: z.nullable(z.string()),
  maxCharge: z.nullable(z.string()),
  enabled: z.boolean(),
  version: z.int(),
})
export type ServiceRate = z.output<typeof serviceRate>
export const getServiceRates = call({
  method: 'GET',
  path: '/api/Services/GetServiceRates',
  summary: 'What each service costs, for all and for single customers',
  audience: 'everybody',
  access: [browse('addServices')],
  input: z.object({}),
  output: z.array(serviceRate),
})
/** What a service of a waybill that is being typed would cost; nothing is stored. */
export const calculateService = call({
  method: 'GET',
  path: '/api/Services/CalculateService',
  summary: 'What a service would cost by the rate in force, the customer’s before that of all; null without a rate',
  audience: 'everybody',
  access: [edit('taskList'), browse('addServices')],
  input: z.object({
    type: oneOf(codes('addedService')),
    customerId: optional(id),
    qty: optional(decimal(3, '0.001', '999999')),
    declaredValue: optional(money),
    codAmount: optional(money),
  }),
  output: z.strictObject({ amount: z.nullable(z.string()), rate: z.nullable(z.string()) }),
})
const rateFields = {
  type: oneOf(codes('addedService')),
  companyId: optional(id),
  rate: decimal(6, '0', '99999999'),
  minCharge: optional(money),
  maxCharge: optional(money),
  enabled: optional(flag),
}
export const addServiceRate = call({
  method: 'POST',
  path: '/api/Services/AddServiceRate',
  summary: 'Set what a service costs: for all, or for one customer',
  access: [approve('addServices')],
  input: z.object(rateFields),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeServiceRate = call({
  method: 'POST',
  path: '/api/Services/ChangeServiceRate',
  summary: 'Change what a service costs; what was charged stays',
  access: [approve('addServices')],
  input: z.object({ id, version: int(1, 2_000_000_000), ...rateFields }),
  output: z.strictObject({ version: z.int() }),
})
export const deleteServiceRates = call({
  method: 'POST',
  path: '/api/Services/DeleteServiceRates',
  summary: 'Take rates away',
  access: [approve('addServices')],
  input: z.object({ ids: many(id, 100, 1) }),
  output: outcomes,
})
export const getServiceRateHistory = call({
  method: 'GET',
  path: '/api/Services/GetServiceRateHistory',
  summary: "A rate's timeline, latest first",
  access: [browse('addServices')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
