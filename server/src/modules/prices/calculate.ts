import { Exact } from '@xunyun/contract/kernel/decimal'

/**
 * What a freight costs by one price, and why (domain §1, §7). Pure; decimals as strings: kg with 3 decimals, m³ with 4,
 * yuan with 2, unit prices with 4.
 */

export type Terms = {
  readonly basis: string
  readonly weightUnit: 'kg' | 't'
  /** kg a m³; `volumeDivisor` (cm³ a kg, express) takes its place. */
  readonly volumeRatio: string
  readonly volumeDivisor: number | null
  readonly unitPrice: string | null
  readonly volumePrice: string | null
  readonly tiers: readonly { from: string; to: string | null; price: string }[]
  readonly tierMode: string
  readonly lowBreak: boolean
  readonly firstQty: string | null
  readonly firstPrice: string | null
  readonly stepQty: string | null
  readonly stepPrice: string | null
  readonly rounding: string | null
  readonly minCharge: string | null
  readonly maxCharge: string | null
  readonly taxRate: string | null
}
export type Cargo = {
  readonly weight: string
  readonly volume: string
  readonly pieces: number
  readonly km: string | null
}
/** The sentence `prices.step.<step>` with its parameters. */
export type Step = { step: string; params: Record<string, string> }
export type Calculated = { amount: string; chargeWeight: string; steps: Step[] }

type Num = InstanceType<typeof Exact>
const num = (value: string | number): Num => new Exact(value)
/** As people write it: no trailing zeros. */
const plain = (value: Num | string): string => num(value as string).toFixed()
const money = (value: Num): string => value.toFixed(2)

/** Volume as weight: m³ × ratio, or cm³ ÷ divisor. */
export function volumeWeight(volume: string, terms: Pick<Terms, 'volumeRatio' | 'volumeDivisor'>): string {
  const exact =
    terms.volumeDivisor === null
      ? num(volume).times(terms.volumeRatio)
      : num(volume).times(1_000_000).div(terms.volumeDivisor)
  return exact.toFixed(3)
}

/** Chargeable weight = max(weight, volume × ratio) (domain §7). kg. */
export const chargeableWeight = (
  cargo: Pick<Cargo, 'weight' | 'volume'>,
  terms: Pick<Terms, 'volumeRatio' | 'volumeDivisor'>,
): string => Exact.max(num(cargo.weight), num(volumeWeight(cargo.volume, terms))).toFixed(3)

/** Express rounding of a weight: <1 → 1; ≤10 → 0.1 half-up; 10–100 → up to 0.5; ≥100 → integer half-up (domain §7). */
export function roundWeight(weight: string, rule: string | null): string {
  const kg = num(weight)
  if (rule === null) return plain(kg)
  if (rule === 'kg') return plain(kg.ceil())
  if (rule === 'half') return plain(kg.times(2).ceil().div(2))
  if (kg.lt(1)) return '1'
  if (kg.lte(10)) return plain(kg.toDecimalPlaces(1))
  return kg.lt(100) ? plain(kg.times(2).ceil().div(2)) : plain(kg.toDecimalPlaces(0))
}

/** The least and the most that is charged. */
export function clamp(amount: string, least: string | null, most: string | null): string {
  let value = num(amount)
  if (least !== null && value.lt(least)) value = num(least)
  if (most !== null && value.gt(most)) value = num(most)
  return money(value)
}

/** net = round(gross ÷ (1 + r), 2), tax = gross − net (domain §7). `rate` in per cent. */
export function splitTax(gross: string, rate: string | null): { net: string; tax: string } {
  const net = rate === null ? num(gross) : num(gross).div(num(rate).div(100).plus(1)).toDecimalPlaces(2)
  return { net: money(net), tax: money(num(gross).minus(net)) }
}

/** A freight by one price, each step said. Undefined where the price can't say: no distance given, no price set. */
export function calculate(terms: Terms, cargo: Cargo): Calculated | undefined {
  const steps: Step[] = []
  const say = (step: string, params: Record<string, string>) => steps.push({ step, params })
  const chargeWeight = chargeableWeight(cargo, terms)
  const raw =
    terms.firstPrice !== null ? express(terms, cargo, chargeWeight, say) : byBasis(terms, cargo, chargeWeight, say)
  if (raw === undefined) return undefined
  return { amount: limited(terms, raw, say), chargeWeight, steps }
}

/** Between the least and the most, with its tax. */
function limited(terms: Pick<Terms, 'minCharge' | 'maxCharge' | 'taxRate'>, raw: Num, say: Say): string {
  const calculated = money(raw)
  const amount = clamp(calculated, terms.minCharge, terms.maxCharge)
  if (amount !== calculated) {
    const isLeast = num(amount).gt(calculated)
    say(isLeast ? 'least' : 'most', { calculated, amount })
  }
  if (terms.taxRate !== null && !num(terms.taxRate).isZero()) {
    const { net, tax } = splitTax(amount, terms.taxRate)
    say('tax', { rate: plain(terms.taxRate), net, tax })
  }
  return amount
}

/**
 * A quantity at a rate or through tiers, between the least and the most, its tax said: what an agreed price makes of
 * whatever it counts. Nothing counted costs nothing, whatever the least is.
 */
export function priceQuantity(
  terms: Pick<Terms, 'unitPrice' | 'tiers' | 'tierMode' | 'minCharge' | 'maxCharge' | 'taxRate'>,
  quantity: string,
  unit: string,
): { amount: string; steps: Step[] } {
  const steps: Step[] = []
  const say = (step: string, params: Record<string, string>) => steps.push({ step, params })
  const raw = ofQuantity({ ...terms, lowBreak: false } as Terms, num(quantity), unit, say) ?? num(0)
  if (num(quantity).isZero()) return { amount: '0.00', steps }
  return { amount: limited(terms, raw, say), steps }
}

type Say = (step: string, params: Record<string, string>) => void

function sayChargeable(terms: Terms, cargo: Cargo, chargeWeight: string, say: Say): void {
  const params = {
    weight: plain(cargo.weight),
    volume: plain(cargo.volume),
    volumeWeight: plain(volumeWeight(cargo.volume, terms)),
    result: plain(chargeWeight),
  }
  if (terms.volumeDivisor === null) say('chargeable', { ...params, ratio: plain(terms.volumeRatio) })
  else say('chargeableExpress', { ...params, divisor: String(terms.volumeDivisor) })
}

function byBasis(terms: Terms, cargo: Cargo, chargeWeight: string, say: Say): Num | undefined {
  // Prices of a weight may be for a tonne; tiers are in the same unit.
  const perUnit = (kg: string) => (terms.weightUnit === 't' ? num(kg).div(1000) : num(kg))
  switch (terms.basis) {
    case 'weight':
      return ofQuantity(terms, perUnit(cargo.weight), terms.weightUnit, say)
    case 'volume':
      return ofQuantity(terms, num(cargo.volume), 'm³', say)
    case 'chargeable':
      sayChargeable(terms, cargo, chargeWeight, say)
      return ofQuantity(terms, perUnit(chargeWeight), terms.weightUnit, say)
    case 'greater': {
      if (terms.unitPrice === null || terms.volumePrice === null) return undefined
      const byWeight = perUnit(cargo.weight).times(terms.unitPrice)
      const byVolume = num(cargo.volume).times(terms.volumePrice)
      say('greater', {
        weight: plain(perUnit(cargo.weight)),
        unit: terms.weightUnit,
        unitPrice: plain(terms.unitPrice),
        byWeight: money(byWeight),
        volume: plain(cargo.volume),
        volumePrice: plain(terms.volumePrice),
        byVolume: money(byVolume),
        amount: money(Exact.max(byWeight, byVolume)),
      })
      return Exact.max(byWeight, byVolume)
    }
    case 'piece':
      return ofQuantity(terms, num(cargo.pieces), 'pieces', say)
    case 'km':
      return cargo.km === null ? undefined : ofQuantity(terms, num(cargo.km), 'km', say)
    default: {
      // One vehicle, one waybill.
      if (terms.unitPrice === null) return undefined
      say(terms.basis, { amount: money(num(terms.unitPrice)) })
      return num(terms.unitPrice)
    }
  }
}

/** Quantity × price, or through the tiers. */
function ofQuantity(terms: Terms, quantity: Num, unit: string, say: Say): Num | undefined {
  const q = plain(quantity)
  if (terms.tiers.length === 0) {
    if (terms.unitPrice === null) return undefined
    const amount = quantity.times(terms.unitPrice)
    say('unitPrice', { quantity: q, unit, price: plain(terms.unitPrice), amount: money(amount) })
    return amount
  }
  return terms.tierMode === 'progressive' ? progressive(terms, quantity, unit, say) : whole(terms, quantity, unit, say)
}

const band = (tier: { from: string; to: string | null }) => ({
  from: plain(tier.from),
  to: tier.to === null ? '∞' : plain(tier.to),
})

/** 整段: the whole quantity at the price of the band it lies in; 从低计费 takes the least of a higher band if that is cheaper. */
function whole(terms: Terms, quantity: Num, unit: string, say: Say): Num | undefined {
  const at = terms.tiers.findIndex(({ from, to }) => quantity.gte(from) && (to === null || quantity.lt(to)))
  const tier = terms.tiers[at]
  if (tier === undefined) return undefined
  const amount = quantity.times(tier.price)
  say('whole', { quantity: plain(quantity), unit, ...band(tier), price: plain(tier.price), amount: money(amount) })
  if (!terms.lowBreak) return amount
  let [least, by] = [amount, undefined as (typeof terms.tiers)[number] | undefined]
  for (const higher of terms.tiers.slice(at + 1)) {
    const asIf = num(higher.from).times(higher.price)
    if (asIf.lt(least)) [least, by] = [asIf, higher]
  }
  if (by !== undefined)
    say('lowBreak', {
      quantity: plain(by.from),
      unit,
      price: plain(by.price),
      amount: money(least),
      instead: money(amount),
    })
  return least
}

/** 累进: each part of the quantity at the price of its own band. */
function progressive(terms: Terms, quantity: Num, unit: string, say: Say): Num {
  let sum = num(0)
  for (const tier of terms.tiers) {
    const end = tier.to === null ? quantity : Exact.min(quantity, tier.to)
    const part = end.minus(tier.from)
    if (part.lte(0)) continue
    const amount = part.times(tier.price)
    sum = sum.plus(amount)
    say('part', { quantity: plain(part), unit, ...band(tier), price: plain(tier.price), amount: money(amount) })
  }
  say('sum', { amount: money(sum) })
  return sum
}

/** 首重 + 续重: the first kilograms at one price, every further step at another. */
function express(terms: Terms, cargo: Cargo, chargeWeight: string, say: Say): Num | undefined {
  const { firstPrice, firstQty } = terms
  if (firstPrice === null || firstQty === null) return undefined
  sayChargeable(terms, cargo, chargeWeight, say)
  const kg = roundWeight(chargeWeight, terms.rounding)
  if (num(kg).comparedTo(chargeWeight) !== 0)
    say('rounded', { from: plain(chargeWeight), to: kg, rule: terms.rounding ?? '' })
  const over = num(kg).minus(firstQty)
  if (over.lte(0) || terms.stepQty === null || terms.stepPrice === null) {
    say('first', { quantity: plain(firstQty), amount: money(num(firstPrice)) })
    return num(firstPrice)
  }
  const count = over.div(terms.stepQty).ceil()
  const amount = num(firstPrice).plus(count.times(terms.stepPrice))
  say('firstAndSteps', {
    quantity: plain(firstQty),
    first: plain(firstPrice),
    over: plain(over),
    step: plain(terms.stepQty),
    count: plain(count),
    price: plain(terms.stepPrice),
    amount: money(amount),
  })
  return amount
}
