import { Exact } from '@xunyun/contract/kernel/decimal'
import * as profit from '@xunyun/contract/profit/calls'
import { expect } from 'vitest'
import type { Client } from './world.ts'

/** What a naive model of money keeps of one customer: cents, by waybill and by day. */

export const cents = (yuan: string): number => Number(new Exact(yuan).times(100).toFixed(0))
export const yuan = (amount: number): string => new Exact(amount).div(100).toFixed(2)
export const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)

export type Charge = {
  readonly day: string
  readonly amount: number
  readonly door?: boolean
  readonly adjusts?: boolean
  /** It stands on a statement that was sent, whatever its day. */
  stated?: boolean
  /** Owed although nobody agreed to the price: what settled it was taken back while it was stated or applied for. */
  owed?: boolean
}
/** Its driver, what he takes in at the door, and how far that came. */
export type Door = {
  driverId: number
  freight: number
  cod: number
  is: 'out' | 'taken' | 'counted' | 'paid'
  /** The freight came by WeChat. */
  isStraight: boolean
  /** What of that was given back, and neither used again nor paid back. */
  advance: number
}
export type Waybill = {
  readonly id: number
  readonly no: string
  readonly bizDate: string
  readonly door: Door | null
  readonly charges: Charge[]
  /** By a rule, and not by hand. */
  readonly isPriced?: boolean
  isConfirmed: boolean
  applied: number
  invoiced: number
  settled: number
  cost: number
}
export type Part = { readonly waybill: Waybill; readonly amount: number }
export type Moved = { readonly account: number; readonly day: string; readonly amount: number }
export type Receipt = {
  readonly id: number
  readonly day: string
  readonly amount: number
  left: number
  parts: Part[]
  /** What it wrote off of charges that it left a rest of. */
  rounded: Part[]
}
export type Model = {
  readonly customer: number
  readonly profileId: number
  readonly waybills: Waybill[]
  readonly invoices: { id: number; part: Part; state: 'pending' | 'issued'; day: string }[]
  readonly receipts: Receipt[]
  /** What the customer paid and got back, by day: receipts, refunds, what was kept from his COD. */
  paid: { readonly day: string; readonly amount: number; readonly receipt?: number }[]
  readonly payouts: { id: number; waybill: Waybill; net: number; parts: Part[]; kept: object }[]
  readonly paidCosts: { id: number; amount: number }[]
  statement: {
    id: number
    toDay: string
    state: 'draft' | 'sent' | 'disputed' | 'confirmed'
    /** What stands on no other. */
    readonly taken: Charge[]
    /** The waybill of which a line is disputed. */
    disputed?: number
  } | null
}
export const receivable = ({ charges }: Waybill): number => sum(charges.map(({ amount }) => amount))
type Row = {
  readonly invoiceable: boolean
  readonly amount: string
  readonly applied: string
  readonly invoiced: string
  readonly settled: string
}
/** 开票 and 收款 as M6 says them, charge by charge. */
export function statesOf(rows: readonly Row[]): { invoicing: string; collection: string } {
  const live = rows.filter(({ amount }) => cents(amount) !== 0)
  const billed = live.filter(({ invoiceable }) => invoiceable)
  const isIn = (column: 'applied' | 'invoiced' | 'settled') => (row: Row) => cents(row[column]) === cents(row.amount)
  const isNone = (column: 'applied' | 'settled') => (row: Row) => cents(row[column]) === 0
  return {
    invoicing:
      billed.length === 0
        ? 'none'
        : billed.every(isNone('applied'))
          ? 'unapplied'
          : !billed.every(isIn('applied'))
            ? 'partial'
            : billed.every(isIn('invoiced'))
              ? 'invoiced'
              : 'applied',
    collection: live.every(isNone('settled')) ? 'uncollected' : live.every(isIn('settled')) ? 'collected' : 'partial',
  }
}
export const fresh = (
  made: { id: number; waybillNo: string },
  bizDate: string,
  charges: Charge[],
  door: Waybill['door'],
): Waybill => ({
  id: made.id,
  no: made.waybillNo,
  bizDate,
  door,
  charges,
  isConfirmed: false,
  applied: 0,
  invoiced: 0,
  settled: 0,
  cost: 0,
})

/** What may stand on a statement: all that the customer was charged but at the door; of a price nobody agreed to only the fee that a payout kept. */
export const statable = ({ waybills }: Model): Charge[] =>
  waybills.flatMap(({ charges, isConfirmed, door }) =>
    charges.filter((one, at) =>
      isConfirmed ? one.door !== true : one.owed === true || (door?.is === 'paid' && at === 2),
    ),
  )

/** What the customer owes by a statement up to a day: what may stand on it, less what he paid. */
export function closingOf(model: Model, toDay: string): number {
  const come = (rows: readonly { day: string; amount: number; stated?: boolean }[]) =>
    sum(rows.filter(({ day, stated }) => day <= toDay || stated === true).map(({ amount }) => amount))
  return come(statable(model)) - come(model.paid)
}

/** The same numbers for the same seed. */
export function random(start: number) {
  let seed = start
  const next = (max: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % max
  }
  return {
    next,
    pick: <T>(all: readonly T[]): T | undefined => all[next(Math.max(all.length, 1))],
    seed: () => seed,
  }
}

/** 利润统计 and what is behind it say the same, which is what the model has; by day of posting each month has what is dated in it. */
export async function earned(
  client: Client,
  { customer, waybills: all }: Model,
  { before, last, today }: { before: { first: string; last: string }; last: string; today: string },
): Promise<void> {
  const asked = (from: string, to: string, basis: string) =>
    ({ from, to, basis, dimension: 'customer', customerId: customer }) as never
  const said = async (filter: never) => {
    const { rows, total } = await client.ok(profit.getProfit, filter)
    const lines = await client.ok(profit.getProfitLineTotals, filter)
    expect([lines.revenue, lines.cost, lines.profit]).toEqual([total.revenue, total.cost, total.profit])
    expect(sum(rows.map(({ revenue }) => cents(revenue)))).toBe(cents(total.revenue))
    return { revenue: cents(total.revenue), cost: cents(total.cost) }
  }
  expect(await said(asked(before.first, today, 'biz'))).toEqual({
    revenue: sum(all.map(receivable)),
    cost: sum(all.map(({ cost }) => cost)),
  })
  const dated = all.flatMap(({ charges }) => charges)
  const of = (from: string, to: string) =>
    sum(dated.filter(({ day }) => day >= from && day <= to).map(({ amount }) => amount))
  expect((await said(asked(before.first, before.last, 'posted'))).revenue).toBe(of(before.first, before.last))
  expect((await said(asked(last, today, 'posted'))).revenue).toBe(of(last, today))
}
