import { Exact } from '@xunyun/contract/kernel/decimal'

/**
 * Sums of a table of ten thousand rows. Figures have few decimals, so that they are added as whole numbers of the last one, exactly, and many
 * times faster than one by one as decimals of any length.
 */

const money = 2

/** A figure as a whole number of its last place. */
export function unitsOf(figure: string, places = money): bigint {
  const dot = figure.indexOf('.')
  if (dot < 0) return BigInt(figure + '0'.repeat(places))
  const decimals = figure.length - dot - 1
  if (decimals > places) return unitsOf(new Exact(figure).toFixed(places), places)
  return BigInt(figure.slice(0, dot) + figure.slice(dot + 1) + '0'.repeat(places - decimals))
}

const digitsOf = (units: bigint, places: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
export const figureOf = (units: bigint, places = money): string =>
  units < 0n ? `-${digitsOf(units, places)}` : digitsOf(units, places)

export const sumFigures = (figures: readonly string[], places = money): string =>
  figureOf(
    figures.reduce((sum, figure) => sum + unitsOf(figure, places), 0n),
    places,
  )

/** Per cent with one decimal, half away from zero; none without revenue (M57). */
export function rateOf(profit: string, revenue: string): string | null {
  const [part, whole] = [unitsOf(profit), unitsOf(revenue)]
  if (whole === 0n) return null
  const [of, over] = [part < 0n ? -part : part, whole < 0n ? -whole : whole]
  const tenths = (of * 2000n + over) / (over * 2n)
  return part !== 0n && part < 0n !== whole < 0n ? `-${digitsOf(tenths, 1)}` : digitsOf(tenths, 1)
}
