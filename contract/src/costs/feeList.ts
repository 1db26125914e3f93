import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { date, id, many, oneOf, optional, text } from '../kernel/wire.ts'
import { step } from '../prices/calls.ts'

/** 费用列表 (RT-16/feeList): every charge with its state, and what is under review and no charge yet. */

export const feeTabs = ['receivable', 'payable', 'pending'] as const
export type FeeTab = (typeof feeTabs)[number]
/** 待审, 已审, 已确认. */
export const feeStates = ['pending', 'reviewed', 'confirmed'] as const

export const feeRow = z.strictObject({
  /** Of the charge; what is under review has none yet, and is counted. */
  id: z.int(),
  pendingKind: z.nullable(z.enum(['price', 'adjustment', 'cost'])),
  direction: z.enum(['receivable', 'payable']),
  waybillId: z.nullable(z.int()),
  arrangementId: z.nullable(z.int()),
  arrangementKind: z.nullable(z.string()),
  /** Waybill, arrangement or warehouse document; null: of nothing in particular. */
  ofNo: z.nullable(z.string()),
  feeItem: z.string(),
  partyName: z.nullable(z.string()),
  amount: z.string(),
  taxRate: z.nullable(z.string()),
  /** Yuan without tax, and the tax in it. */
  net: z.string(),
  tax: z.string(),
  source: z.string(),
  state: z.enum(feeStates),
  day: z.string(),
  /** How the waybill is paid. */
  payMethod: z.nullable(z.string()),
  /** ZJ, FY or warehouse document. */
  docNo: z.nullable(z.string()),
  outletName: z.string(),
})
export type FeeRow = z.output<typeof feeRow>
const filters = {
  tab: optional(oneOf(feeTabs)),
  /** Waybill, arrangement or document number, party. */
  q: optional(text(60)),
  companyId: optional(id),
  feeItems: optional(many(oneOf(codes('feeItem')), 60)),
  sources: optional(many(oneOf(codes('chargeSource')), 20)),
  states: optional(many(oneOf(feeStates), 3)),
  outletId: optional(id),
  /** Finds shares of payable charges too. */
  waybillId: optional(id),
  dayFrom: optional(date),
  dayTo: optional(date),
  ids: optional(many(id)),
}
export type FeeFilter = Input<typeof getFeeTotals>
export const [getFees, getFeeTotals, exportFees] = listCalls({
  rows: {
    path: '/api/Costs/GetFees',
    summary:
      "Charges inside my scope, latest day first; payables with the right to see costs, a customer's account its own receivables",
  },
  totals: {
    path: '/api/Costs/GetFeeTotals',
    output: totalsOutput({ amount: z.string(), net: z.string(), tax: z.string() }),
  },
  export: { path: '/api/Costs/ExportFees' },
  access: [browse('feeList')],
  audience: 'everybody',
  row: feeRow,
  filters,
  sorts: ['day', 'amount'],
})
/** A receivable opens its steps, a payable its shares. */
export const getFee = call({
  method: 'GET',
  path: '/api/Costs/GetFee',
  summary: 'One charge: how it was calculated, and over which waybills it is shared',
  audience: 'everybody',
  access: [browse('feeList')],
  input: z.object({ id }),
  output: z.strictObject({
    ...feeRow.shape,
    steps: z.array(step),
    shares: z.array(
      z.strictObject({ waybillId: z.int(), waybillNo: z.string(), amount: z.string(), basis: z.string() }),
    ),
  }),
})
