import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { date, decimal, dir, flag, id, int, many, oneOf, optional, text } from '../kernel/wire.ts'
import { step } from '../prices/calls.ts'
import { priceStates } from '../waybills/priceStates.ts'

/**
 * 利润统计, 利润明细 (RT-14/profit, profitView; M57–M59): what waybills bring in and cost, by customer, line, vehicle …, and the waybills
 * and charges behind any figure of it. Both read one source, so that they agree to the cent.
 */

export const profitDimensions = [
  'customer',
  'line',
  'salesman',
  'vehicle',
  'carrier',
  'mode',
  'outlet',
  'month',
] as const
export type ProfitDimension = (typeof profitDimensions)[number]
/** The days that a period is of: of the business, of the last piece signed, of each charge. */
export const profitBases = ['biz', 'signed', 'posted'] as const
export type ProfitBasis = (typeof profitBases)[number]

/** Rows that are no customer, no vehicle …: charges without a waybill, waybills that are not signed yet. */
export const otherKey = '*other'
export const openKey = '*open'
/** A walk-in's waybills; nobody's who looks after no customer. */
export const nobodyKey = '*nobody'
/** By vehicle or carrier: what no leg carries, what goes without a vehicle of a trip, what goes without a carrier. */
export const noLegKey = '*none'
export const handedOutKey = '*handedOut'
export const ownKey = '*own'

/** Figures beside revenue, cost and profit: the cost of trips, line carriers, couriers, claims, and of all else; the revenue of warehouses. */
export const profitParts = ['tripCost', 'lineCost', 'courierCost', 'claims', 'otherCost', 'storage'] as const
export type ProfitPart = (typeof profitParts)[number]

export const profitAsked = {
  from: date,
  to: date,
  dimension: oneOf(profitDimensions),
  basis: oneOf(profitBases),
  /** Without tax. */
  net: optional(flag),
  outletId: optional(id),
  customerId: optional(id),
  salesmanId: optional(id),
  /** 线路: from and to, regions of any level. */
  origin: optional(text(12)),
  destination: optional(text(12)),
}

const sums = { revenue: z.string(), cost: z.string() }
/** Of closed months by business day (M60). */
const closedSums = z.nullable(z.strictObject({ ...sums, profit: z.string() }))
const money = {
  ...sums,
  profit: z.string(),
  /** Per cent of the revenue, one decimal; null without any (M57). */
  rate: z.nullable(z.string()),
}
const figures = {
  count: z.int(),
  pieces: z.int(),
  weight: z.string(),
  ...money,
  /** Of the cost: trips, line carriers, couriers, claims, and what comes from elsewhere, together the cost; null, as what follows, unless asked for. */
  tripCost: z.nullable(z.string()),
  lineCost: z.nullable(z.string()),
  courierCost: z.nullable(z.string()),
  claims: z.nullable(z.string()),
  otherCost: z.nullable(z.string()),
  /** Of the revenue: goods in warehouses. */
  storage: z.nullable(z.string()),
  /** Collected for customers, and no revenue. */
  codAmount: z.string(),
  /** 关账时, 其后: what was kept, and what is dated later of waybills of these months; together what stands above. Null where a month is open. */
  kept: closedSums,
  later: closedSums,
}
export const profitRow = z.strictObject({
  /** An id, a code, a month, two cities; one of the keys above for what is none. */
  key: z.string(),
  label: z.string(),
  ...figures,
  /** Profit of as many months or days before; null where there was nothing. */
  before: z.nullable(z.string()),
})
export type ProfitRow = z.output<typeof profitRow>

const table = {
  ...profitAsked,
  /** Rows below this rate, in per cent. */
  rateBelow: optional(decimal(1, '-1000', '100')),
}
export const profitSorts = ['profit', 'rate', 'revenue', 'cost', 'count', 'pieces', 'weight'] as const
export type ProfitSort = (typeof profitSorts)[number]
export type ProfitAsked = Input<typeof getProfit>
export const getProfit = call({
  method: 'GET',
  path: '/api/Profit/GetProfit',
  summary:
    'Revenue, cost and profit of a period by one dimension, the highest profit first, all rows or so many; charges without a waybill in a row of their own',
  access: [browse('profit'), browse('profitView')],
  input: z.object({
    ...table,
    compare: optional(flag),
    more: optional(flag),
    /** This row alone; the sum stays that of all. */
    key: optional(text(40)),
    sort: optional(oneOf(profitSorts)),
    dir,
    /** The first of them; what is no customer, no line … stands below, and counts too. */
    pageSize: optional(int(1, 1000)),
  }),
  output: z.strictObject({
    rows: z.array(profitRow),
    /** How many rows there are. */
    count: z.int(),
    total: z.strictObject({ ...figures, before: z.nullable(z.string()) }),
    /** The days that `before` is of. */
    beforeFrom: z.string(),
    beforeTo: z.string(),
  }),
})
export type Profit = z.output<typeof getProfit.output>
export const exportProfit = call({
  method: 'GET',
  path: '/api/Profit/ExportProfit',
  summary: 'The table as an Excel file, with what was before',
  access: [browse('profit')],
  input: z.object({ ...table, columns: optional(many(text(40), 60)) }),
  output: z.strictObject({}),
  transport: 'file',
})

export const getProfitPdf = call({
  method: 'GET',
  path: '/api/Profit/GetProfitPdf',
  summary: 'The table on paper, with its sums',
  access: [browse('profit')],
  input: z.object(table),
  output: z.strictObject({}),
  transport: 'file',
})

export const profitTabs = ['loss', 'low', 'noCost', 'other'] as const
export type ProfitTab = (typeof profitTabs)[number]
/** 低利润: below this rate, in per cent. */
export const lowRate = 5

/** A waybill of a cell, or a charge without one. */
export const profitLine = z.strictObject({
  /** Of the waybill, or below nothing of the charge. */
  id: z.int(),
  waybillId: z.nullable(z.int()),
  /** Of the waybill; of a charge its document, where it has one. */
  no: z.nullable(z.string()),
  /** Of a charge without a waybill. */
  feeItem: z.nullable(z.string()),
  day: z.string(),
  /** Customer; of a charge whom it is owed to or by. */
  partyName: z.nullable(z.string()),
  shipperCity: z.nullable(z.string()),
  consigneeCity: z.nullable(z.string()),
  /** Plate, or the number of a line carrier or courier. */
  carriedBy: z.nullable(z.string()),
  ...money,
  priceState: z.nullable(z.enum(priceStates)),
  signedAt: z.nullable(z.string()),
  salesmanName: z.nullable(z.string()),
})
export type ProfitLine = z.output<typeof profitLine>
const cell = {
  ...profitAsked,
  /** The row of the table; not given: all of it. */
  key: optional(text(40)),
  /** 其后: charges that are dated in a later month than the waybill, by business day. */
  later: optional(flag),
  /** One of the figures that stand beside: what comes from its source alone. */
  part: optional(oneOf(profitParts)),
}
export const [getProfitLines, getProfitLineTotals, exportProfitLines] = listCalls({
  rows: {
    path: '/api/Profit/GetProfitLines',
    summary: 'The waybills, and the charges without one, behind a figure of the profit, the least profit first',
  },
  totals: {
    path: '/api/Profit/GetProfitLineTotals',
    output: totalsOutput({ revenue: z.string(), cost: z.string(), profit: z.string() }),
  },
  export: { path: '/api/Profit/ExportProfitLines' },
  access: [browse('profitView'), browse('profit')],
  row: profitLine,
  filters: {
    ...cell,
    tab: optional(oneOf(profitTabs)),
    q: optional(text(60)),
    /** Contains: the plate of what carries it. */
    plateNo: optional(text(20)),
    /** Carrier, line or courier that carries it. */
    carrierId: optional(id),
    /** It has a charge or a cost of this item. */
    feeItem: optional(oneOf(codes('feeItem'))),
  },
  sorts: ['profit', 'revenue', 'cost', 'day'],
})

/** 解释: what a figure is made of. */
export const explainProfit = call({
  method: 'GET',
  path: '/api/Profit/ExplainProfit',
  summary:
    'What a figure of the profit is made of: by fee item and origin; of one waybill or charge each charge with its steps and shares',
  access: [browse('profitView')],
  input: z.object({
    ...cell,
    /** As a line has it: of a waybill, or below nothing of a charge without one. */
    lineId: optional(int(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  }),
  output: z.strictObject({
    ...money,
    /** By vehicle or carrier what a revenue was shared from stands as one part, without a fee item. */
    parts: z.array(
      z.strictObject({
        side: z.enum(['revenue', 'cost']),
        feeItem: z.nullable(z.string()),
        source: z.nullable(z.string()),
        count: z.int(),
        amount: z.string(),
      }),
    ),
    /** Of one line alone. */
    charges: z.array(
      z.strictObject({
        id: z.int(),
        side: z.enum(['revenue', 'cost']),
        feeItem: z.string(),
        source: z.string(),
        partyName: z.nullable(z.string()),
        day: z.string(),
        /** The whole charge with tax, its rate, and what of it is this line's, as asked. */
        whole: z.string(),
        taxRate: z.nullable(z.string()),
        amount: z.string(),
        no: z.nullable(z.string()),
        /** ZJ by which it was approved; its id where the reader's outlets have it. */
        adjustment: z.nullable(z.strictObject({ id: z.nullable(z.int()), no: z.string() })),
        steps: z.array(step),
        shares: z.array(z.strictObject({ waybillNo: z.string(), amount: z.string(), basis: z.string() })),
      }),
    ),
    /** By vehicle or carrier, of one waybill: how its revenue is shared over what carried it (M58). */
    division: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        weight: z.string(),
        revenue: z.string(),
        isThis: z.boolean(),
      }),
    ),
  }),
})
