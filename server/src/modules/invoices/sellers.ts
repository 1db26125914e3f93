import type { getInvoiceSellers } from '@xunyun/contract/invoices/calls'
import type { Input } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, contains } from '../../platform/conditions.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { isOneOfOurs } from '../../platform/scope.ts'

export type Seller = { readonly id: number; readonly name: string; readonly taxpayer: 'general' | 'small' }

/** Who bills for an outlet (开票方): the nearest company of ours, itself or above it in the tree, that has a tax number. */
export async function sellersOf(tx: Tx, outletIds: ReadonlySet<number>): Promise<Map<number, Seller>> {
  const { rows } = await sql<Seller & { outletId: number }>`${kept}
    -- unscoped: our own companies above an outlet that was reached in scope
    with recursive above as (
      select id as outlet_id, id, 0 as distance from company where id = ${anyId([...outletIds])}
      union all select a.outlet_id, c.parent_id, a.distance + 1 from above a join company c on c.id = a.id where c.parent_id is not null
    )
    select distinct on (a.outlet_id) a.outlet_id as "outletId", c.id, c.name, coalesce(c.taxpayer_type, 'general') as taxpayer
    from above a join company c on c.id = a.id where c.uscc is not null and not c.is_deleted order by a.outlet_id, a.distance`.execute(
    tx,
  )
  return new Map(rows.map(({ outletId, ...seller }) => [outletId, seller]))
}

/** All outlets by who bills for them, with names; an outlet that nobody bills for stands for itself. */
export async function billedBySellers(tx: Tx): Promise<{ outletId: number; name: string; outletIds: number[] }[]> {
  const { rows } = await sql<{ id: number; name: string }>`${kept}
    -- unscoped: our own companies; whose they are is the caller's question
    select o.id, o.short_name as name from company o where 'own' = any(o.roles) order by o.short_name, o.id`.execute(tx)
  const sellers = await sellersOf(tx, new Set(rows.map(({ id }) => id)))
  const billed = Map.groupBy(rows, ({ id }) => sellers.get(id)?.id ?? id)
  return [...billed].map(([outletId, outlets]) => ({
    outletId,
    name: rows.find(({ id }) => id === outletId)?.name ?? sellers.get(outlets[0]?.id ?? 0)?.name ?? '',
    outletIds: outlets.map(({ id }) => id),
  }))
}

/** The companies that bill for outlets of the actor, each with these outlets. */
async function sellersOfMine(tx: Tx, actor: Actor): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number }>`${kept}
    -- unscoped: the condition of the scope stands inside
    select o.id from company o where 'own' = any(o.roles) and not o.is_deleted and ${isOneOfOurs(actor, 'o.id')}`.execute(
    tx,
  )
  const mine = new Map<number, number[]>()
  for (const [outletId, { id }] of await sellersOf(tx, new Set(rows.map(({ id }) => id))))
    mine.set(id, [...(mine.get(id) ?? []), outletId])
  return mine
}

/** The outlets of the actor that a seller bills for. */
export const outletsBilledBy = async (tx: Tx, actor: Actor, sellerId: number): Promise<readonly number[]> =>
  (await sellersOfMine(tx, actor)).get(sellerId) ?? []

export async function sellerChoices(tx: Tx, actor: Actor, input: Input<typeof getInvoiceSellers>): Promise<Choice[]> {
  const ids = [...(await sellersOfMine(tx, actor)).keys()]
  const { rows } = await sql<Choice>`
    -- unscoped: companies of ours that bill for outlets in scope
    select c.id, c.name as label, c.uscc as hint from company c
    where ${all([anyOf('c.id', ids), anyOf('c.id', input.ids), contains('c.search', input.q)])} order by c.name, c.id limit 200`.execute(
    tx,
  )
  return rows
}
