import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { PriceState } from '@xunyun/contract/waybills/priceStates'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField } from '../../../platform/refusal.ts'
import { writeTogether } from '../../../platform/rows.ts'
import type { StoredStep } from '../../../platform/schema.prices.ts'
import {
  datedOpen,
  heldOf,
  type PricedRow,
  partedFrom,
  pricedSources,
  pricedTotals,
  replacedPriced,
} from '../../charges/index.ts'
import { debtorOf, divided } from './divide.ts'
import type { Priced } from './read.ts'
import type { Service } from './services.ts'

export type NewCharge = {
  feeItem: string
  amount: string
  taxRate: string | null
  source: 'quote' | 'manual' | 'service'
  priceId: number | null
  quoted: string | null
  steps: StoredStep[]
  service?: string
  /** Of a service. */
  payer?: string
}
export type Settled = {
  waybill: Priced
  charges: NewCharge[]
  services: Service[]
  priceState: PriceState
  /** Why a person has to look at it; undefined where the price in force was taken unchanged. */
  reason: ReviewReason | undefined
  /** Yuan, adjustments with it. */
  receivable: string
  /** Yuan, what price, hand and services make of it. */
  priced: string
  freight: string
  quoted: string | null
  chargeWeight: string
  priceName: string | null
}
/** From the gravest down: the first that holds is named. */
export type ReviewReason = 'belowMinimum' | 'discounted' | 'manual' | 'raised' | 'extraFee'

const chunkSize = 1000

/**
 * Replaces what the waybills are charged by price, hand and service, and rolls the totals up onto them. `bump`: for an act
 * of its own; one that is part of another raises the version there.
 */
export async function writeSettled(tx: Tx, actor: Actor, settled: readonly Settled[], bump: boolean): Promise<void> {
  for (let start = 0; start < settled.length; start += chunkSize)
    await writeChunk(tx, actor, settled.slice(start, start + chunkSize), bump)
}

async function writeChunk(tx: Tx, actor: Actor, settled: readonly Settled[], bump: boolean): Promise<void> {
  const had = settled.filter(({ waybill }) => waybill.charges.length > 0 || waybill.services.length > 0)
  if (had.length > 0) {
    const old = had.map(({ waybill }) => waybill.id)
    // A service that stays keeps its id: somebody may be looking at it.
    const kept = had.flatMap(({ waybill, services }) => services.map(({ type }) => `${waybill.id}/${type}`))
    const held = await sql`with gone as (select id from waybill_service where waybill_id = any(${old}::bigint[])
        and waybill_id || '/' || type <> all(${kept}::text[])),
      held as (${heldOf(sql`gone`)}),
      parted as (${partedFrom(sql`gone`)}),
      dropped as (delete from waybill_service s using gone g where s.id = g.id and not exists (select from held))
      select from held`.execute(tx)
    if (held.rows.length > 0) throw badField('services', 'charges.held')
  }
  const services = serviceRows(actor, settled)
  const idOf = new Map<string, number>()
  if (services.length > 0) {
    const made = await sql<{ id: number; waybill_id: number; type: string }>`
      insert into waybill_service (waybill_id, type, qty, rate, amount, payer, explanation, created_by)
      select waybill_id, type, qty, rate, amount, payer, explanation, created_by
      from json_populate_recordset(null::waybill_service, ${JSON.stringify(services)}::json)
      on conflict (waybill_id, type) do update set qty = excluded.qty, rate = excluded.rate, amount = excluded.amount,
        payer = excluded.payer, explanation = excluded.explanation
      returning id, waybill_id, type`.execute(tx)
    for (const row of made.rows) idOf.set(serviceKey(row.waybill_id, row.type), row.id)
  }
  const heads = settled.map((one) => ({
    id: one.waybill.id,
    price_state: one.priceState,
    priced: one.priced,
    freight: one.freight,
    quoted: one.quoted,
    charge_weight: one.chargeWeight,
  }))
  const priced = settled.map(({ waybill }) => waybill.id)
  await writeTogether(
    tx,
    replacedPriced(priced, await datedOpen(tx, pricedRows(actor, settled, idOf))),
    // unscoped: the act that prices has locked them
    sql`update waybill w set ${pricedTotals(sql`h.priced`, sql`h.freight`)}, price_state = h.price_state, price_note = null, quoted = h.quoted,
      charge_weight = h.charge_weight, version = w.version + ${bump ? 1 : 0}, updated_at = ${clock.iso()}, updated_by = ${actor.userId}
    from json_to_recordset(${JSON.stringify(heads)}::json) as h(id bigint, price_state text, priced numeric, freight numeric,
      quoted numeric, charge_weight numeric) where w.id = h.id`,
  )
}

export const serviceKey = (waybillId: number, type: string): string => `${waybillId}/${type}`

/** What is charged for a waybill's services, a row each. */
export const serviceRows = (actor: Actor, settled: readonly Settled[]) =>
  settled.flatMap(({ waybill, services }) =>
    services.map(({ type, qty, rate, amount, payer, steps, calculated }) => ({
      waybill_id: waybill.id,
      type,
      qty,
      // A rate that was overruled by hand is not what it costs.
      rate: calculated !== null && compareDecimal(calculated, amount) === 0 ? rate : null,
      amount,
      payer,
      explanation: steps,
      created_by: actor.userId,
    })),
  )

/** What waybills are charged: a row for each part of the payment that a line falls into (M4). */
export const pricedRows = (
  actor: Actor,
  settled: readonly Settled[],
  serviceIdOf: ReadonlyMap<string, number>,
): PricedRow[] =>
  settled.flatMap(({ waybill, charges, priceState }) => {
    const parts = divided(waybill, charges)
    return charges.flatMap((line, index) =>
      (parts[index] ?? []).map((part) => ({
        waybill_id: waybill.id,
        outlet_id: waybill.outletId,
        day: waybill.bizDate,
        seq: index + 1,
        fee_item: line.feeItem,
        direction: 'receivable',
        company_id: debtorOf(part, waybill.customerId),
        amount: part.amount,
        tax_rate: line.taxRate,
        source: line.source,
        approved: priceState === 'reviewed' || priceState === 'confirmed',
        price_id: line.priceId,
        quoted: line.quoted,
        explanation: line.steps,
        payer: part.payer,
        pay_method: part.payMethod,
        state: priceState === 'confirmed' ? 'owed' : 'draft',
        service_id: line.service === undefined ? null : (serviceIdOf.get(serviceKey(waybill.id, line.service)) ?? null),
        created_by: actor.userId,
        updated_by: actor.userId,
      })),
    )
  })

/**
 * Divides what waybills are charged anew, as it is paid otherwise now, or by another customer; the price stays. Nothing else of
 * them changes. The caller has locked them.
 */
export async function divideAgain(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  // As the key of the lines is (`replacedPriced`); rate and source as the price was made last.
  const last = (column: string) =>
    sql.raw(`(array_agg(h.${column} order by h.adjusts_id is not null, h.updated_at desc, h.id desc))[1] as ${column}`)
  const lines = await sql<Line>`
    select h.waybill_id as "waybillId", w.customer_id as "customerId", w.pay_method as "payMethod", w.payments, w.outlet_id, min(h.day) as day, min(h.seq) as seq,
      h.fee_item, sum(h.amount)::text as amount, ${last('tax_rate')}, ${last('source')}, bool_and(h.approved) as approved, min(h.price_id) as price_id,
      min(h.quoted)::text as quoted, (array_agg(h.explanation order by h.id))[1] as explanation, min(h.state) as state, h.service_id, s.payer
    -- unscoped: the caller has locked them
    from charge h join waybill w on w.id = h.waybill_id left join waybill_service s on s.id = h.service_id
    where h.waybill_id = any(${[...ids]}::bigint[]) and h.direction = 'receivable' and h.source in ${pricedSources} and (h.state, h.amount) <> ('void', 0)
    group by w.id, h.waybill_id, h.fee_item, h.service_id, s.payer order by 1, min(h.seq)`.execute(tx)
  const rows = [...Map.groupBy(lines.rows, ({ waybillId }) => waybillId).values()].flatMap((some) => {
    const [first] = some as [Line]
    const parts = divided(first, some)
    return some.flatMap(({ waybillId, customerId, payMethod: _, payments: __, payer: ___, ...line }, at) =>
      (parts[at] ?? []).map((part) => ({
        ...line,
        waybill_id: waybillId,
        direction: 'receivable',
        company_id: debtorOf(part, customerId),
        amount: part.amount,
        payer: part.payer,
        pay_method: part.payMethod,
        created_by: actor.userId,
        updated_by: actor.userId,
      })),
    )
  })
  await writeTogether(tx, replacedPriced(ids, await datedOpen(tx, rows as PricedRow[])), sql`select 1`)
}
type Line = Omit<PricedRow, 'waybill_id' | 'amount' | 'payer'> & {
  waybillId: number
  customerId: number | null
  payMethod: string
  payments: string | null
  amount: string
  payer?: string
}
