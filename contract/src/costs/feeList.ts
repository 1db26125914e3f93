import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { codes } from '../dictionary.ts'
import { invoiceStates } from '../invoices/states.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { date, flag, id, int, many, oneOf, optional, text } from '../kernel/wire.ts'
import { moneyActs } from '../money/states.ts'
import { step } from '../prices/calls.ts'
import { statementStates } from '../statements/states.ts'

/** 费用列表 (RT-16/feeList): every charge with its state, and what is under review and no charge yet. */

export const feeTabs = ['receivable', 'payable', 'pending', 'open', 'settled'] as const
export type FeeTab = (typeof feeTabs)[number]
/** 待审, 已审, 已确认. */
export const feeStates = ['pending', 'reviewed', 'confirmed'] as const

/** 不开票, 未申请, 部分, 已申请, 已开票; 未确认, 未收付, 部分, 已收付 (M5, M6). */
export const feeInvoicing = ['none', 'unapplied', 'partial', 'applied', 'invoiced'] as const
export const feeSettlement = ['unconfirmed', 'open', 'partial', 'settled'] as const

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
  /** Of a hired truck: which part of what was agreed. */
  payPart: z.nullable(z.string()),
  /** Whom money is received from or paid to; a party of the waybill has neither id. */
  companyId: z.nullable(z.int()),
  driverId: z.nullable(z.int()),
  partyName: z.nullable(z.string()),
  amount: z.string(),
  taxRate: z.nullable(z.string()),
  /** Yuan without tax, and the tax in it. */
  net: z.string(),
  tax: z.string(),
  source: z.string(),
  state: z.enum(feeStates),
  /** 开票, and yuan that are received or paid and that are open; of what is under review or whose price is not confirmed nothing yet (M5). */
  invoicing: z.enum(feeInvoicing),
  /** 开票申请 that hold a part of it, and how much: what a red letter gave back is left out. A customer's account is told of none. */
  invoices: z.array(z.strictObject({ id: z.int(), no: z.string(), state: z.enum(invoiceStates), amount: z.string() })),
  settlement: z.enum(feeSettlement),
  settled: z.string(),
  open: z.string(),
  /** Yuan that may still be applied for with an invoice: of an agreed receivable that stands on invoices; of others nothing. */
  unapplied: z.string(),
  day: z.string(),
  /** 到期日 (M10), null while what it waits for has not happened; and the days since then while it is open. */
  due: z.nullable(z.string()),
  overdue: z.nullable(z.int()),
  /** How the waybill is paid. */
  payMethod: z.nullable(z.string()),
  /** ZJ, FY or warehouse document. */
  docNo: z.nullable(z.string()),
  /** 对账单 that it stands on, and how far that is; 有异议 where this very line is disputed. Of a draft a customer is told nothing. */
  statementNo: z.nullable(z.string()),
  statementState: z.nullable(z.enum(statementStates)),
  /** 坏账审核中: the number it is asked for by. */
  badDebtNo: z.nullable(z.string()),
  /** Documents that are under review or wait to be paid, and settle some of it then: FK, DK. */
  onItsWay: z.nullable(z.string()),
  /** 代收货款 payouts that kept it back, or a part of it: DK. */
  keptBy: z.nullable(z.string()),
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
  /** Of 未核销 and 已核销: receivables where nothing is said. */
  direction: optional(oneOf(['receivable', 'payable'])),
  invoicing: optional(many(oneOf(feeInvoicing), 5)),
  /** Something of it may still be applied for with an invoice. */
  toInvoice: optional(flag),
  settlement: optional(many(oneOf(feeSettlement), 4)),
  /** Finds shares of payable charges too. */
  waybillId: optional(id),
  /** Open after its due day. */
  overdue: optional(flag),
  /** Open for more days than these after its due day. */
  overdueDays: optional(int(1, 10_000)),
  payMethods: optional(many(oneOf(codes('payMethod')), 20)),
  /** Of its waybill, of a payable of one that bears a share of it. */
  salesmanId: optional(id),
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
    output: totalsOutput({
      amount: z.string(),
      net: z.string(),
      tax: z.string(),
      settled: z.string(),
      open: z.string(),
      unapplied: z.string(),
    }),
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
    /** 核销记录: what settled it, and took that back, by document; below nothing where it was taken back. */
    settlings: z.array(
      z.strictObject({
        id: z.int(),
        day: z.string(),
        act: z.enum(moneyActs),
        docType: z.string(),
        docNo: z.string(),
        /** Of what was collected: whether 收现付 took it, and the hand-in that it went into. */
        isPrepaid: z.boolean(),
        handInNo: z.nullable(z.string()),
        amount: z.string(),
      }),
    ),
  }),
})
