import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import type { Carrying } from './carried.ts'

/** What an arrangement is compared by; what it weighs, where the mean is by weight. */
type Compared = Pick<Carrying, 'id' | 'kind' | 'model' | 'fromRegion' | 'toRegion' | 'chargeWeight'> & {
  readonly waybills: readonly { readonly weight: string }[]
}

/** 均价: what comparable arrangements cost. Yuan; of lines and parcels per kg, times what this one weighs. */
export type Mean = { readonly amount: string; readonly count: number; readonly perKg: boolean }

const days = 90
const least = 3

/** The first four digits of GB/T 2260 name the city. */
const cityOf = (region: string | null): string | null =>
  region === null || region.length < 4 ? null : region.slice(0, 4)

/** What an arrangement is compared with: kind, of vehicles the model, cities of first and last stop. Null: with nothing. */
export function wayOf({ kind, model, fromRegion, toRegion }: Compared): string | null {
  const [from, to] = [cityOf(fromRegion), cityOf(toRegion)]
  return from === null || to === null ? null : [kind, kind === 'vehicle' ? (model ?? '') : '', from, to].join(' ')
}

/** The ways as they are when their costs are approved: stops may be others than when they were entered. A part of a statement. */
export const keptWays = (all: readonly Carrying[]): RawBuilder<unknown>[] =>
  all.length === 0
    ? []
    : [
        sql`kept_way as (update arrangement_cost c set way = n.way
          from json_to_recordset(${JSON.stringify(all.map((one) => ({ id: one.id, way: wayOf(one) })))}::json) as n(id bigint, way text)
          where c.arrangement_id = n.id and c.way is distinct from n.way)`,
      ]

/**
 * Means of the whole approved totals of arrangements on the same way that ended in the last 90 days; by arrangement. Fewer than
 * three tell nothing (T23).
 */
export async function meansOf(tx: Tx, all: readonly Compared[]): Promise<Map<number, Mean>> {
  const means = new Map<number, Mean>()
  const ways = [...new Set(all.flatMap((one) => wayOf(one) ?? []))]
  if (ways.length === 0) return means
  const { rows } = await sql<{ way: string; each: string | null; kg: string | null; count: number }>`
    select c.way, avg(x.total)::text as each, avg(case when a.kind <> 'vehicle' then x.total / nullif(
        coalesce(a.charge_weight, (select sum(l.weight) from arrangement_line l where l.arrangement_id = a.id)), 0) end)::numeric(20,6)::text as kg,
      count(x.total) as count
    -- unscoped: what the company pays on this way; no arrangement is named
    from arrangement_cost c join arrangement a on a.id = c.arrangement_id
    -- Its lines once: what they cost with what adjusts them, and whether all of them are approved.
    cross join lateral (
      select sum(o.amount + coalesce((select sum(h.amount) from charge h where h.adjusts_id = o.id), 0)) as total,
        bool_and(o.id is not null or l.kind = 'expense') as whole
      from cost_line l left join charge o on o.cost_line_id = l.id where l.arrangement_id = a.id) x
    where c.way = any(${ways}::text[]) and a.phase = 'ended' and a.done_at > now() - make_interval(days => ${days})
      and a.id <> all(${all.map(({ id }) => id)}::bigint[]) and x.whole
    group by 1`.execute(tx)
  const found = new Map(rows.map((row) => [row.way, row]))
  for (const one of all) {
    const row = found.get(wayOf(one) ?? '')
    const perKg = one.kind !== 'vehicle'
    const figure = perKg ? row?.kg : row?.each
    if (row === undefined || figure == null || row.count < least) continue
    const kg =
      one.chargeWeight ??
      sumDecimals(
        one.waybills.map(({ weight }) => weight),
        3,
      )
    const amount = perKg ? new Exact(figure).times(kg) : new Exact(figure)
    means.set(one.id, { amount: amount.toFixed(2), count: row.count, perKg })
  }
  return means
}
