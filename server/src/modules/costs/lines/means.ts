import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import type { Carrying } from './carried.ts'

/** 均价: what comparable arrangements cost. Yuan; of lines and parcels per kg, times what this one weighs. */
export type Mean = { readonly amount: string; readonly count: number; readonly perKg: boolean }

const days = 90
const least = 3

/** The first four digits of GB/T 2260 name the city. */
const cityOf = (region: string | null): string | null =>
  region === null || region.length < 4 ? null : region.slice(0, 4)

/** What an arrangement is compared with: kind, of vehicles the model, cities of first and last stop. Null: with nothing. */
export function wayOf({ kind, model, fromRegion, toRegion }: Carrying): string | null {
  const [from, to] = [cityOf(fromRegion), cityOf(toRegion)]
  return from === null || to === null ? null : [kind, kind === 'vehicle' ? (model ?? '') : '', from, to].join(' ')
}

/** The way as it is when its costs are approved: stops may be others than when they were entered. */
export async function keepWay(tx: Tx, all: Iterable<Carrying>): Promise<void> {
  for (const one of all)
    await sql`update arrangement_cost set way = ${wayOf(one)} where arrangement_id = ${one.id} and way is distinct from ${wayOf(one)}`.execute(
      tx,
    )
}

/**
 * Means of the whole approved totals of arrangements on the same way that ended in the last 90 days; by arrangement. Fewer than
 * three tell nothing (T23).
 */
export async function meansOf(tx: Tx, all: readonly Carrying[]): Promise<Map<number, Mean>> {
  const means = new Map<number, Mean>()
  const ways = [...new Set(all.flatMap((one) => wayOf(one) ?? []))]
  if (ways.length === 0) return means
  const { rows } = await sql<{ way: string; each: string | null; kg: string | null; count: number }>`
    select x.way, avg(x.total)::text as each, avg(x.total / nullif(x.kg, 0))::numeric(20,6)::text as kg, count(*) as count from (
      select c.way, coalesce(a.charge_weight, (select sum(l.weight) from arrangement_line l where l.arrangement_id = a.id)) as kg, (
        select sum(h.amount) from cost_line l join charge o on o.cost_line_id = l.id join charge h on h.id = o.id or h.adjusts_id = o.id
        where l.arrangement_id = a.id) as total
      -- unscoped: what the company pays on this way; no arrangement is named
      from arrangement_cost c join arrangement a on a.id = c.arrangement_id
      where c.way = any(${ways}::text[]) and a.phase = 'ended' and a.done_at > now() - make_interval(days => ${days})
        and a.id <> all(${all.map(({ id }) => id)}::bigint[])
        and not exists (select from cost_line o where o.arrangement_id = a.id and o.kind <> 'expense' and not exists (
          select from charge y where y.cost_line_id = o.id))
    ) x where x.total is not null group by 1`.execute(tx)
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
