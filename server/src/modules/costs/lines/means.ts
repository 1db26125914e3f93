import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import type { Carrying } from './carried.ts'

/** 均价: what comparable arrangements cost. Yuan; of lines and parcels per kg, times what this one weighs. */
export type Mean = { readonly amount: string; readonly count: number; readonly perKg: boolean }

const days = 90
const least = 3

/**
 * Means of the whole approved totals of arrangements of the same kind that are over, between the same cities and, for vehicles,
 * of the same model, of the last 90 days; by arrangement. Fewer than three tell nothing (T23).
 */
export async function meansOf(tx: Tx, all: readonly Carrying[]): Promise<Map<number, Mean>> {
  const means = new Map<number, Mean>()
  for (const one of all) {
    const [from, to] = [cityOf(one.fromRegion), cityOf(one.toRegion)]
    if (from === null || to === null) continue
    const perKg = one.kind !== 'vehicle'
    const { rows } = await sql<{ amount: string | null; count: number }>`
      with done as (
        select a.id, sum(h.amount) + coalesce((select sum(j.amount) from charge j where j.adjusts_id = any(array_agg(h.id))), 0) as total,
          coalesce(a.charge_weight, (select sum(l.weight) from arrangement_line l where l.arrangement_id = a.id)) as kg
        -- unscoped: what the company pays on this way; no arrangement is named
        from arrangement a join cost_line c on c.arrangement_id = a.id join charge h on h.cost_line_id = c.id
          left join vehicle v on v.id = a.vehicle_id
        where a.kind = ${one.kind} and a.phase = 'ended' and a.done_at > now() - make_interval(days => ${days}) and a.id <> ${one.id}
          and not exists (select from cost_line o where o.arrangement_id = a.id and o.kind <> 'expense' and not exists (
            select from charge x where x.cost_line_id = o.id))
          and ${one.kind === 'vehicle' ? sql`v.model is not distinct from ${one.model}` : sql`true`}
          and ${cityIn(sql`(${firstRegion})`, from)} and ${cityIn(sql`(${lastRegion})`, to)}
        group by a.id
      )
      select ${perKg ? sql`avg(total / nullif(kg, 0))` : sql`avg(total)`}::numeric(20,6)::text as amount, count(*) as count from done`.execute(
      tx,
    )
    const found = rows[0]
    if (found?.amount == null || found.count < least) continue
    const kg =
      one.chargeWeight ??
      sumDecimals(
        one.waybills.map(({ weight }) => weight),
        3,
      )
    const amount = perKg ? new Exact(found.amount).times(kg) : new Exact(found.amount)
    means.set(one.id, { amount: amount.toFixed(2), count: found.count, perKg })
  }
  return means
}

/** The first four digits of GB/T 2260 name the city. */
const cityOf = (region: string | null): string | null =>
  region === null || region.length < 4 ? null : region.slice(0, 4)
const cityIn = (region: ReturnType<typeof sql>, city: string) => sql`left(${region}, 4) = ${city}`
const firstRegion = sql`
  select coalesce(o.region_code, s.region, f.region_code, w.shipper_region) from (select 1) one
  left join lateral (select * from arrangement_stop p where p.arrangement_id = a.id order by p.seq limit 1) s on true
  left join company o on o.id = s.outlet_id left join company f on a.kind <> 'vehicle' and f.id = a.from_outlet_id
  left join lateral (select w.shipper_region from arrangement_line l join waybill w on w.id = l.waybill_id
    where l.arrangement_id = a.id order by l.seq, l.id limit 1) w on true`
const lastRegion = sql`
  select coalesce(o.region_code, s.region, a.to_region, t.region_code, w.consignee_region) from (select 1) one
  left join lateral (select * from arrangement_stop p where p.arrangement_id = a.id order by p.seq desc limit 1) s on true
  left join company o on o.id = s.outlet_id left join company t on a.kind <> 'vehicle' and t.id = a.to_outlet_id
  left join lateral (select w.consignee_region from arrangement_line l join waybill w on w.id = l.waybill_id
    where l.arrangement_id = a.id order by l.seq, l.id limit 1) w on true`
