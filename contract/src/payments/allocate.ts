import { Exact, sumDecimals } from '../kernel/decimal.ts'

/** How an amount is laid on open charges (M40); they stand as `getOpenCharges` orders them: credits first, then earliest due. */

type Open = { readonly chargeId: number; readonly open: string }
export type Allocation = Readonly<Record<number, string>>

/** 按到期: every credit whole, then the charges in their order until nothing is left (V12). */
export function byDue(charges: readonly Open[], amount: string): Allocation {
  let left = new Exact(amount || 0)
  const lines: Record<number, string> = {}
  for (const { chargeId, open } of charges) {
    const takes = new Exact(open).isNegative() ? new Exact(open) : Exact.min(open, left)
    if (takes.isZero()) continue
    lines[chargeId] = takes.toFixed(2)
    left = left.minus(takes)
  }
  return lines
}

/** What a statement or an invoice says of a charge: no more than this of it is settled by way of it. */
type Part = { readonly chargeId: number; readonly amount: string }

/**
 * 按对账单, 按发票: as by due date, on the charges of these documents alone and no more of each than they say together; the rest stays
 * open.
 */
export function byDocuments(charges: readonly Open[], parts: readonly Part[], amount: string): Allocation {
  const said = new Map<number, string>()
  for (const { chargeId, amount: part } of parts) said.set(chargeId, sumDecimals([said.get(chargeId) ?? '0', part], 2))
  const ofIt = charges.flatMap(({ chargeId, open }) => {
    const part = new Exact(said.get(chargeId) ?? 0)
    if (part.isZero() || part.isNegative() !== new Exact(open).isNegative()) return []
    const least = part.abs().lessThan(new Exact(open).abs()) ? part : new Exact(open)
    return [{ chargeId, open: least.toFixed(2) }]
  })
  return byDue(ofIt, amount)
}

/** More charges than this are not tried in every combination. */
const mostTried = 24

/**
 * 同额: charges that come to exactly the amount (V14): one alone, else all, else the first combination in their order; undefined
 * where there is none.
 */
export function equalTo(charges: readonly Open[], amount: string): Allocation | undefined {
  const target = new Exact(amount || 0)
  const whole = (some: readonly Open[]): Allocation =>
    Object.fromEntries(some.map(({ chargeId, open }) => [chargeId, new Exact(open).toFixed(2)]))
  const one = charges.find(({ open }) => target.equals(open))
  if (one !== undefined) return whole([one])
  const sum = charges.reduce((all, { open }) => all.plus(open), new Exact(0))
  if (charges.length > 0 && sum.equals(target)) return whole(charges)
  // Sums that the first n charges can make, in cents, with how each was made.
  const made = new Map<string, readonly Open[]>([['0', []]])
  for (const charge of charges.slice(0, mostTried)) {
    for (const [cents, some] of [...made]) {
      const next = new Exact(cents).plus(new Exact(charge.open).times(100)).toFixed(0)
      if (!made.has(next) && made.size < 100_000) made.set(next, [...some, charge])
    }
    const found = made.get(target.times(100).toFixed(0))
    if (found !== undefined && found.length > 0) return whole(found)
  }
  return undefined
}
