import { Exact } from '@xunyun/contract/kernel/decimal'
import type { ServiceLine } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import { badField } from '../../../platform/refusal.ts'
import type { StoredStep } from '../../../platform/schema.prices.ts'
import { clamp } from '../../prices/index.ts'

/** What a service costs: for one customer, else for all (domain §2, §7). */
export type Rate = {
  type: string
  companyId: number | null
  rate: string
  minCharge: string | null
  maxCharge: string | null
}
export type Service = {
  type: string
  qty: string
  rate: string | null
  /** What the rate makes of it; null without a rate. */
  calculated: string | null
  amount: string
  payer: string
  steps: StoredStep[]
}

/** The fee that a service appears as. */
export const feeOf: Readonly<Record<string, string>> = {
  insurance: 'insurance',
  cod: 'codFee',
  stairs: 'stairs',
  packing: 'packing',
  handling: 'handling',
  forklift: 'forklift',
  urgent: 'urgent',
}

export async function ratesFor(tx: Tx, companyIds: readonly (number | null)[]): Promise<Rate[]> {
  const ids = companyIds.filter((id) => id !== null)
  const found = await sql<Rate>`
    select type, company_id as "companyId", rate, min_charge as "minCharge", max_charge as "maxCharge" from service_rate
    where enabled and not is_deleted and (company_id is null or company_id = any(${ids}::bigint[]))`.execute(tx)
  return found.rows
}

type Base = { customerId: number | null; declaredValue: string; codAmount: string }

/** 保价 of the declared value, 代收 of the amount to collect, the others by their quantity; clamped (domain §7). */
export function calculateService(line: ServiceLine, of: Base, rates: readonly Rate[]): Service {
  const rate =
    rates.find((one) => one.type === line.type && one.companyId !== null && one.companyId === of.customerId) ??
    rates.find((one) => one.type === line.type && one.companyId === null)
  const qty = line.type === 'insurance' ? of.declaredValue : line.type === 'cod' ? of.codAmount : (line.qty ?? '1')
  const steps: StoredStep[] = []
  let calculated: string | null = null
  if (rate !== undefined) {
    const exact = new Exact(qty).times(rate.rate)
    calculated = clamp(exact.toFixed(), rate.minCharge, rate.maxCharge)
    steps.push({
      step: 'service',
      params: { quantity: new Exact(qty).toFixed(), rate: new Exact(rate.rate).toFixed(), amount: exact.toFixed(2) },
    })
    if (new Exact(calculated).comparedTo(exact.toFixed(2)) !== 0)
      steps.push({
        step: new Exact(calculated).gt(exact) ? 'least' : 'most',
        params: { calculated: exact.toFixed(2), amount: calculated },
      })
  }
  const amount = line.amount ?? calculated ?? '0.00'
  if (line.amount !== undefined && calculated !== null && new Exact(line.amount).comparedTo(calculated) !== 0)
    steps.push({ step: 'byHand', params: { amount: new Exact(amount).toFixed(2) } })
  return {
    type: line.type,
    // Insured values and amounts to collect stand on the waybill; here they count once.
    qty: line.type === 'insurance' || line.type === 'cod' ? '1' : qty,
    rate: rate?.rate ?? null,
    calculated,
    amount: new Exact(amount).toFixed(2),
    payer: line.payer ?? 'customer',
    steps,
  }
}

/** Each service once, and what it is calculated from is there. */
export function checkServices(lines: readonly ServiceLine[], of: { declaredValue: string; codAmount: string }): void {
  const seen = new Set<string>()
  lines.forEach(({ type, amount }, at) => {
    if (seen.has(type)) throw badField(`services.${at}.type`, 'waybills.serviceTwice')
    seen.add(type)
    const base = type === 'insurance' ? of.declaredValue : type === 'cod' ? of.codAmount : undefined
    if (base !== undefined && amount === undefined && new Exact(base).isZero())
      throw badField(`services.${at}.type`, 'waybills.serviceNeeds')
  })
}
