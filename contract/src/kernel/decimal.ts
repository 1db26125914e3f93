import { Decimal } from 'decimal.js'
import { toHalfWidth } from './text.ts'

/**
 * Exact decimals as strings. Rounding is half away from zero, as SQL's `round(numeric)` does (domain §0.7);
 * binary floats never carry money or quantities.
 */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -30, toExpPos: 30 })

/** Reads what a person typed: full-width digits, thousands separators, padding. Leaves what is no number as it is. */
export function normalizeDecimal(value: string): string {
  const text = toHalfWidth(value)
    .trim()
    .replace(/^(-?\d{1,3})((,\d{3})+)(?=\.|$)/, (all) => all.replaceAll(',', ''))
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? new Exact(text).toFixed() : text
}

export const compareDecimal = (a: string, b: string): number => new Exact(a).comparedTo(new Exact(b))

/** Sum, with exactly `places` decimals. */
export const sumDecimals = (values: readonly string[], places: number): string =>
  values.reduce((sum, value) => sum.plus(value), new Exact(0)).toFixed(places)

/** Sum of figures of one column, with the decimals that they have; `0` of none. */
export const addDecimals = (values: readonly string[]): string =>
  sumDecimals(values, values[0]?.split('.')[1]?.length ?? 0)

/** Half away from zero, with exactly `places` decimals. */
export const roundDecimal = (value: string, places: number): string => new Exact(value).toFixed(places)

/** An amount over weights by largest remainder, ties by order: the parts sum to the whole (domain §0.7). */
export function share(total: string, weights: readonly string[], places: number): string[] {
  const sum = weights.reduce((all, weight) => all.plus(weight), new Exact(0))
  if (weights.length === 0 || sum.isZero()) return weights.map(() => new Exact(0).toFixed(places))
  const unit = new Exact(10).pow(-places)
  const exact = weights.map((weight) => new Exact(total).times(weight).div(sum))
  const parts = exact.map((value) => value.toDecimalPlaces(places, Decimal.ROUND_FLOOR))
  let left = new Exact(total)
    .minus(parts.reduce((all, part) => all.plus(part), new Exact(0)))
    .div(unit)
    .round()
    .toNumber()
  const order = exact
    .map((value, index) => ({ index, rest: value.minus(parts[index] as Decimal) }))
    .sort((a, b) => b.rest.comparedTo(a.rest) || a.index - b.index)
  for (const { index } of order) {
    if (left <= 0) break
    parts[index] = (parts[index] as Decimal).plus(unit)
    left -= 1
  }
  return parts.map((part) => part.toFixed(places))
}
