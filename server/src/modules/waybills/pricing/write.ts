import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Settled } from './settle.ts'

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
  const ids = settled.map(({ waybill }) => waybill.id)
  const had = settled.filter(({ waybill }) => waybill.charges.length > 0 || waybill.services.length > 0)
  if (had.length > 0) {
    const old = had.map(({ waybill }) => waybill.id)
    await sql`delete from charge where waybill_id = any(${old}::bigint[]) and direction = 'receivable'
      and source in ('quote', 'manual', 'service')`.execute(tx)
    // A service that stays keeps its id: somebody may be looking at it.
    const kept = had.flatMap(({ waybill, services }) => services.map(({ type }) => `${waybill.id}/${type}`))
    await sql`delete from waybill_service where waybill_id = any(${old}::bigint[])
      and waybill_id || '/' || type <> all(${kept}::text[])`.execute(tx)
  }
  const services = settled.flatMap(({ waybill, services: lines }) =>
    lines.map(({ type, qty, rate, amount, payer, steps, calculated }) => ({
      waybill_id: waybill.id,
      type,
      qty,
      // A rate that was overruled by hand is not what it costs.
      rate: calculated !== null && Number(calculated) === Number(amount) ? rate : null,
      amount,
      payer,
      explanation: steps,
      by: actor.userId,
    })),
  )
  const idOf = new Map<string, number>()
  if (services.length > 0) {
    const made = await sql<{ id: number; waybill_id: number; type: string }>`
      insert into waybill_service (waybill_id, type, qty, rate, amount, payer, explanation, created_by)
      select * from json_to_recordset(${JSON.stringify(services)}::json)
        as r(waybill_id bigint, type text, qty numeric, rate numeric, amount numeric, payer text, explanation jsonb, by bigint)
      on conflict (waybill_id, type) do update set qty = excluded.qty, rate = excluded.rate, amount = excluded.amount,
        payer = excluded.payer, explanation = excluded.explanation
      returning id, waybill_id, type`.execute(tx)
    for (const row of made.rows) idOf.set(`${row.waybill_id}/${row.type}`, row.id)
  }
  const charges = settled.flatMap(({ waybill, charges: lines, priceState }) =>
    lines.map((line, at) => ({
      waybill_id: waybill.id,
      seq: at + 1,
      fee_item: line.feeItem,
      company_id: waybill.customerId,
      amount: line.amount,
      tax_rate: line.taxRate,
      source: line.source,
      approved: priceState === 'reviewed' || priceState === 'confirmed',
      price_id: line.priceId,
      quoted: line.quoted,
      explanation: line.steps,
      service_id: line.service === undefined ? null : (idOf.get(`${waybill.id}/${line.service}`) ?? null),
      by: actor.userId,
    })),
  )
  if (charges.length > 0)
    await sql`
      insert into charge (waybill_id, seq, fee_item, direction, company_id, amount, tax_rate, source, approved, price_id, quoted,
        explanation, service_id, created_by, updated_by)
      select waybill_id, seq, fee_item, 'receivable', company_id, amount, tax_rate, source, approved, price_id, quoted, explanation,
        service_id, by, by
      from json_to_recordset(${JSON.stringify(charges)}::json) as r(waybill_id bigint, seq smallint, fee_item text, company_id bigint,
        amount numeric, tax_rate numeric, source text, approved boolean, price_id bigint, quoted numeric, explanation jsonb,
        service_id bigint, by bigint)`.execute(tx)
  const heads = settled.map((one) => ({
    id: one.waybill.id,
    price_state: one.priceState,
    receivable: one.receivable,
    freight: one.freight,
    quoted: one.quoted,
    charge_weight: one.chargeWeight,
  }))
  await sql`
    update waybill w set price_state = h.price_state, price_note = null, receivable = h.receivable, freight = h.freight,
      quoted = h.quoted, charge_weight = h.charge_weight, version = w.version + ${bump ? 1 : 0}, updated_at = ${clock.iso()}, updated_by = ${actor.userId}
    from json_to_recordset(${JSON.stringify(heads)}::json) as h(id bigint, price_state text, receivable numeric, freight numeric,
      quoted numeric, charge_weight numeric) where w.id = h.id and w.id = any(${ids}::bigint[])`.execute(tx)
}
