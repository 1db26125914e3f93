import type { Quote } from '@xunyun/contract/prices/calls'
import { sql } from 'kysely'
import { kept, type Tx } from '../../platform/db.ts'
import { type Calculated, type Cargo, calculate, splitTax, type Terms } from './calculate.ts'
import { type Candidate, type Freight, match, type Why } from './match.ts'

/** A price as it is matched and calculated by. */
export type Price = Candidate &
  Terms & { name: string; versionNo: number; companyName: string | null; leadDays: number | null }
export type Asked = Freight & Cargo
export type Answered = { quote: Quote; others: { price: Price; why: Why }[] }

const columns = sql`
  p.id, p.company_id as "companyId", c.name as "companyName", p.from_region as "fromRegion", p.to_region as "toRegion",
  p.trans_mode as "transMode", p.service_type as "serviceType", p.vehicle_model as "vehicleModel", p.goods_type as "goodsType",
  p.valid_from as "validFrom", p.valid_to as "validTo", p.name, p.version_no as "versionNo", p.lead_days as "leadDays", p.basis,
  p.weight_unit as "weightUnit", p.volume_ratio as "volumeRatio", p.volume_divisor as "volumeDivisor", p.unit_price as "unitPrice",
  p.volume_price as "volumePrice", p.tiers, p.tier_mode as "tierMode", p.low_break as "lowBreak", p.first_qty as "firstQty",
  p.first_price as "firstPrice", p.step_qty as "stepQty", p.step_price as "stepPrice", p.rounding, p.min_charge as "minCharge",
  p.max_charge as "maxCharge", p.tax_rate as "taxRate"`

/**
 * The prices that could hold for these partners between two days: their own and the public ones, of versions past too,
 * so that an old waybill is priced by what held then. One query for ten thousand freights.
 */
export async function pricesFor(
  tx: Tx,
  direction: 'receivable' | 'payable',
  companyIds: readonly (number | null)[],
  days: { from: string; to: string },
): Promise<Price[]> {
  const ids = companyIds.filter((id) => id !== null)
  const found = await sql<Price>`${kept}
    select ${columns} from transport_price p left join company c on c.id = p.company_id
    where p.direction = ${direction} and p.status in ('active', 'ended') and not p.is_deleted
      and (p.company_id is null or p.company_id = any(${ids}::bigint[]))
      and p.valid_from <= ${days.to}::date and (p.valid_to is null or p.valid_to >= ${days.from}::date)`.execute(tx)
  return found.rows
}

/** The price that holds and what it makes of the freight. Undefined where none fits, or where it can't be calculated. */
export function answer(prices: readonly Price[], asked: Asked): Answered | undefined {
  const found = match(prices, asked)
  if (found === undefined) return undefined
  const calculated = calculate(found.best, asked)
  return calculated === undefined ? undefined : { quote: quoteOf(found.best, calculated), others: found.others }
}

const quoteOf = (price: Price, { amount, chargeWeight, steps }: Calculated): Quote => ({
  priceId: price.id,
  priceName: price.name,
  versionNo: price.versionNo,
  companyName: price.companyName,
  amount,
  ...splitTax(amount, price.taxRate),
  taxRate: price.taxRate,
  minCharge: price.minCharge,
  chargeWeight,
  leadDays: price.leadDays,
  steps: [
    {
      step: price.companyId === null ? 'matchedPublic' : 'matched',
      params: { name: price.name, version: String(price.versionNo), company: price.companyName ?? '' },
    },
    ...steps,
  ],
})

/** Freights in one go, each with its answer, in the order asked. */
export async function quoteAll(tx: Tx, freights: readonly Asked[]): Promise<(Answered | undefined)[]> {
  if (freights.length === 0) return []
  const days = freights.map(({ bizDate }) => bizDate).sort()
  const prices = await pricesFor(tx, 'receivable', [...new Set(freights.map(({ customerId }) => customerId))], {
    from: days[0] as string,
    to: days.at(-1) as string,
  })
  const byCompany = new Map<number | null, Price[]>()
  for (const price of prices) byCompany.set(price.companyId, [...(byCompany.get(price.companyId) ?? []), price])
  const publicOnes = byCompany.get(null) ?? []
  return freights.map((freight) => {
    const own = freight.customerId === null ? [] : (byCompany.get(freight.customerId) ?? [])
    return answer([...own, ...publicOnes], freight)
  })
}

/** What the payable rates make of freights, each by its partner, in the order asked. */
export async function quotePayables(tx: Tx, freights: readonly Asked[]): Promise<(Answered | undefined)[]> {
  if (freights.length === 0) return []
  const prices = await payableRates(tx, freights)
  return freights.map((freight) => answer(prices.filter(holdsFor(freight)), freight))
}

const payableRates = (tx: Tx, freights: readonly Asked[]): Promise<Price[]> => {
  const days = freights.map(({ bizDate }) => bizDate).sort()
  return pricesFor(tx, 'payable', [...new Set(freights.map(({ customerId }) => customerId))], {
    from: days[0] as string,
    to: days.at(-1) as string,
  })
}
const holdsFor =
  ({ customerId }: Asked) =>
  ({ companyId }: Price) =>
    companyId === null || companyId === customerId

/** The payable rates of freights, each by its partner, in the order asked; undefined where none holds. */
export async function payablePrices(tx: Tx, freights: readonly Asked[]): Promise<(Price | undefined)[]> {
  const prices = await payableRates(tx, freights)
  return freights.map((freight) => match(prices.filter(holdsFor(freight)), freight)?.best)
}
