/**
 * Which price holds for a freight (domain §1): the company's own before the public ones, then the finest region on both
 * ends, then the one that says more about the freight (mode, service, vehicle, goods), then the latest to begin. Pure.
 */

export type Candidate = {
  readonly id: number
  readonly companyId: number | null
  readonly fromRegion: string | null
  readonly toRegion: string | null
  readonly transMode: string | null
  readonly serviceType: string | null
  readonly vehicleModel: string | null
  readonly goodsType: string | null
  readonly validFrom: string
  readonly validTo: string | null
}
export type Freight = {
  readonly customerId: number | null
  readonly bizDate: string
  readonly fromRegion: string
  readonly toRegion: string
  readonly transMode: string
  readonly serviceType: string
  readonly vehicleModel: string | null
  readonly goodsType: string | null
}
/** Where a price that fits ranked behind the one that holds. */
export type Why = 'public' | 'region' | 'conditions' | 'older'

/** Levels of GB/T 2260: a province is 2 digits, a city 4, a county 6. */
const significant = (code: string) => code.replace(/(00)+$/, '')
const covers = (region: string | null, code: string) => region === null || code.startsWith(significant(region))
const fineness = (region: string | null) => (region === null ? 0 : significant(region).length)
const allows = (wanted: string | null, is: string | null) => wanted === null || wanted === is

const conditions = ['transMode', 'serviceType', 'vehicleModel', 'goodsType'] as const

export const fits = (price: Candidate, freight: Freight): boolean =>
  (price.companyId === null || price.companyId === freight.customerId) &&
  price.validFrom <= freight.bizDate &&
  (price.validTo === null || freight.bizDate <= price.validTo) &&
  covers(price.fromRegion, freight.fromRegion) &&
  covers(price.toRegion, freight.toRegion) &&
  conditions.every((condition) => allows(price[condition], freight[condition]))

/** Rank by rank; the first that differs decides. */
const ranks: readonly [why: Why, of: (price: Candidate) => number | string][] = [
  ['public', ({ companyId }) => (companyId === null ? 0 : 1)],
  ['region', ({ fromRegion, toRegion }) => fineness(fromRegion) + fineness(toRegion)],
  ['conditions', (price) => conditions.filter((condition) => price[condition] !== null).length],
  ['older', ({ validFrom }) => validFrom],
]

function difference(a: Candidate, b: Candidate): { sign: number; why: Why } {
  for (const [why, of] of ranks) {
    const [x, y] = [of(a), of(b)]
    if (x !== y) return { sign: x > y ? -1 : 1, why }
  }
  // Equal in every rank: the one that was written last.
  return { sign: b.id - a.id, why: 'older' }
}

/** The price that holds, and those that fit too, best first. */
export function match<C extends Candidate>(
  prices: readonly C[],
  freight: Freight,
): { best: C; others: { price: C; why: Why }[] } | undefined {
  const [best, ...others] = prices.filter((price) => fits(price, freight)).sort((a, b) => difference(a, b).sign)
  if (best === undefined) return undefined
  return { best, others: others.map((price) => ({ price, why: difference(best, price).why })) }
}
