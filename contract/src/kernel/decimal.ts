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

/** The same of what somebody is typing: NaN while one of them is no figure. */
export const compareTyped = (a: string | null | undefined, b: string | null | undefined): number =>
  isFigure(a) && isFigure(b) ? compareDecimal(a, b) : Number.NaN
/** Whether it is a figure, and not on the way to one. */
export const isFigure = (text: string | null | undefined): text is string => /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text ?? '')

/** Sum, with exactly `places` decimals. */
export const sumDecimals = (values: readonly string[], places: number): string =>
  values.reduce((sum, value) => sum.plus(value), new Exact(0)).toFixed(places)

/** Sum of figures of one column, with the decimals that they have; `0` of none. */
export const addDecimals = (values: readonly string[]): string =>
  sumDecimals(values, values[0]?.split('.')[1]?.length ?? 0)

/** What is left of `from`, with exactly `places` decimals. */
export const subtractDecimal = (from: string, value: string, places: number): string =>
  new Exact(from).minus(value).toFixed(places)

/** Yuan of the other sign; of nothing no sign. */
export const negated = (amount: string): string => new Exact(amount).negated().plus(0).toFixed(2)

/** As it is said: 9.00 is 9. */
export const plainDecimal = (value: string): string => new Exact(value).toFixed()

/** Half away from zero, with exactly `places` decimals. */
export const roundDecimal = (value: string, places: number): string => new Exact(value).toFixed(places)

/**
 * An amount over weights by largest remainder, ties by order: the parts sum to the whole (domain §0.7, T19). Of a negative one the
 * parts are those of its absolute value, negated; where all weights are 0 the parts are equal.
 */
export function share(total: string, weights: readonly string[], places: number): string[] {
  if (weights.length === 0) return []
  const sum = weights.reduce((all, weight) => all.plus(weight), new Exact(0))
  if (sum.isZero())
    return share(
      total,
      weights.map(() => '1'),
      places,
    )
  const unit = new Exact(10).pow(-places)
  const whole = new Exact(total).abs()
  const exact = weights.map((weight) => whole.times(weight).div(sum))
  const parts = exact.map((value) => value.toDecimalPlaces(places, Decimal.ROUND_FLOOR))
  let left = whole
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
  const sign = new Exact(total).isNegative() ? -1 : 1
  return parts.map((part) => part.times(sign).plus(0).toFixed(places))
}

/** An amount with its thousands set apart: 1,234.50 */
export const groupedDecimal = (amount: string): string => amount.replace(/\B(?=(\d{3})+\.)/g, ',')
