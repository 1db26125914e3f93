import type { PriceInput } from '@xunyun/contract/prices/calls'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { locking } from '../../platform/masters.ts'
import { badField, notFound, refuseFields } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import type { TransportPrice } from '../../platform/schema.prices.ts'
import { scoped } from '../../platform/scope.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { bandText } from './band.ts'
import { complaints } from './rules.ts'

export type PriceRecord = Selectable<TransportPrice>

/** The columns of a price as typed, checked: regions and the partner exist, tiers join, something is charged. */
export async function columnsOf(tx: Tx, actor: Actor, input: PriceInput) {
  refuseFields(complaints(input))
  const region = (path: 'fromRegion' | 'toRegion') => {
    const code = input[path]
    if (code === undefined) return { code: null, name: null }
    const found = regionByCode(code)
    if (found === undefined) throw badField(path, 'prices.region')
    return { code: found.code, name: found.name }
  }
  const [from, to] = [region('fromRegion'), region('toRegion')]
  const company = input.companyId === undefined ? null : await partner(tx, actor, input)
  return {
    name: input.name,
    direction: input.direction,
    company_id: company?.id ?? null,
    from_region: from.code,
    from_region_name: from.name,
    to_region: to.code,
    to_region_name: to.name,
    trans_mode: input.transMode ?? null,
    service_type: input.serviceType ?? null,
    vehicle_model: input.vehicleModel ?? null,
    goods_type: input.goodsType ?? null,
    basis: input.basis,
    weight_unit: input.weightUnit ?? 'kg',
    volume_ratio: input.volumeRatio ?? '300',
    volume_divisor: input.volumeDivisor ?? null,
    unit_price: input.unitPrice ?? null,
    volume_price: input.volumePrice ?? null,
    tiers: JSON.stringify((input.tiers ?? []).map((tier) => ({ ...tier, to: tier.to ?? null }))),
    tier_mode: input.tierMode ?? 'whole',
    low_break: input.lowBreak ?? false,
    first_qty: input.firstQty ?? null,
    first_price: input.firstPrice ?? null,
    step_qty: input.stepQty ?? null,
    step_price: input.stepPrice ?? null,
    rounding: input.rounding ?? null,
    min_charge: input.minCharge ?? null,
    max_charge: input.maxCharge ?? null,
    lead_days: input.leadDays ?? null,
    tax_rate: input.taxRate ?? null,
    valid_from: input.validFrom,
    valid_to: input.validTo ?? null,
    remark: input.remark ?? null,
    search: searchText([
      input.name,
      company?.name,
      company === null ? null : pinyinOf(company.name),
      from.name,
      to.name,
    ]),
  }
}

async function partner(tx: Tx, actor: Actor, input: PriceInput) {
  const roles = input.direction === 'receivable' ? ['customer', 'owner', 'settle'] : ['carrier', 'special', 'courier']
  const found = await scoped(tx, actor, 'company')
    .select(['id', 'name'])
    .where('id', '=', input.companyId ?? 0)
    .where('enabled', '=', true)
    .where(sql<boolean>`roles && ${roles}::text[]`)
    .executeTakeFirst()
  if (found === undefined) throw badField('companyId', 'prices.partner')
  return found
}

export const lockPrices = locking('transport_price')

/** A price locked for an act. */
export async function lockPrice(tx: Tx, actor: Actor, id: number): Promise<PriceRecord> {
  const found = (await lockPrices(tx, actor, [id])).get(id)
  if (found === undefined) throw notFound()
  return found
}

/** For the timeline: what was typed, tiers as text. */
export const historyValues = (columns: Record<string, unknown>): Record<string, unknown> => {
  const { search: _, from_region: __, to_region: ___, tiers, ...rest } = columns
  const list = (typeof tiers === 'string' ? JSON.parse(tiers) : tiers) as {
    from: string
    to: string | null
    price: string
  }[]
  return { ...rest, tiers: list.map((tier) => `${bandText(tier)}: ${tier.price}`).join('; ') }
}
