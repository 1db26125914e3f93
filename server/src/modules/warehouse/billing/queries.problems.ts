import type { BillingProblem, UnpricedStock } from '@xunyun/contract/warehouse/billing/quotations'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock, dayOf } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { inScope } from '../../../platform/scope.ts'
import { warehouseNames } from './charges.ts'
import { inForce, type LeftOut } from './queries.rating.ts'
import { inWarehouses } from './store.ts'

/** How many problems an answer names. */
const most = 500

/** What was left out of charges, item by item: each once with its first and last day, named. */
export async function problemsOf(
  tx: Tx,
  charges: readonly {
    feeItem: string
    warehouseId: number
    fromDay: string
    day: string
    problems: readonly LeftOut[]
  }[],
): Promise<BillingProblem[]> {
  const found = new Map<
    string,
    { left: LeftOut; feeItem: string; warehouseId: number; firstDay: string; lastDay: string }
  >()
  for (const { feeItem, warehouseId, fromDay, day, problems } of charges)
    for (const left of problems) {
      const key = `${left.reason}/${left.itemId}/${feeItem}/${warehouseId}`
      const had = found.get(key)
      if (had === undefined) {
        if (found.size < most) found.set(key, { left, feeItem, warehouseId, firstDay: fromDay, lastDay: day })
        continue
      }
      if (fromDay < had.firstDay) had.firstDay = fromDay
      if (day >= had.lastDay) Object.assign(had, { lastDay: day, left })
    }
  if (found.size === 0) return []
  const all = [...found.values()]
  const items = await sql<{ id: number; no: string; name: string; owner: string }>`
    -- unscoped: goods of charges that the caller may see
    select i.id, i.item_no as no, i.name, c.name as owner from item i join company c on c.id = i.owner_id
    where i.id = any(${all.map(({ left }) => left.itemId)}::bigint[])`.execute(tx)
  const places = await sql<{ id: number; code: string }>`
    -- unscoped: the same
    select id, code from location where id = any(${all.map(({ left }) => left.locationId ?? 0)}::bigint[])`.execute(tx)
  const itemOf = new Map(items.rows.map((one) => [one.id, one]))
  const placeOf = new Map(places.rows.map(({ id, code }) => [id, code]))
  const warehouses = await warehouseNames(tx)
  const named = all.map(({ left, feeItem, warehouseId, firstDay, lastDay }) => ({
    reason: left.reason as BillingProblem['reason'],
    itemId: left.itemId,
    itemNo: itemOf.get(left.itemId)?.no ?? '',
    itemName: itemOf.get(left.itemId)?.name ?? '',
    ownerName: itemOf.get(left.itemId)?.owner ?? '',
    locationCode: left.reason === 'noFootprint' ? (placeOf.get(left.locationId ?? 0) ?? null) : null,
    feeItem,
    warehouseName: warehouses.get(warehouseId) ?? '',
    firstDay,
    lastDay,
    qty: left.qty,
  }))
  const key = ({ itemNo, reason, feeItem }: BillingProblem) => `${itemNo} ${reason} ${feeItem}`
  return named.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** How far back days without a quotation are looked for. */
const lookedBack = 92

/** Goods for whose owner no quotation holds at their warehouse, on the days that were counted and since the oldest of what stands there now came. */
export async function unpricedStock(tx: Tx, actor: Actor): Promise<UnpricedStock[]> {
  const today = clock.today()
  const from = dayOf(new Date(Date.parse(`${today}T04:00:00Z`) - (lookedBack - 1) * 86_400_000))
  const { held } = inForce({ warehouses: actor.warehouses })
  const found = await sql<UnpricedStock>`
    with standing as materialized (
      select s.warehouse_id, s.owner_id, min(greatest(b.inbound,
          -- unscoped: when a key inside the scope was first used
          (select (m.occurred_at at time zone 'Asia/Shanghai')::date from stock_move m where m.stock_id = s.id order by m.occurred_at limit 1))) as since,
        count(distinct s.item_id)::int as items, sum(s.on_hand) as qty
      from stock s join batch b on b.id = s.batch_id where s.on_hand > 0 and ${inScope(actor, 'stock', 's')} group by 1, 2
    ), stood as (
      select i.day, i.warehouse_id, i.owner_id from storage_item i
      where i.day >= ${from}::date and ${inWarehouses(actor, 'i.warehouse_id')} group by 1, 2, 3
      union select g::date, k.warehouse_id, k.owner_id from standing k
      cross join generate_series(greatest(k.since, ${from}::date)::timestamp, ${today}::date::timestamp, interval '1 day') g
    ), priced as materialized (${held(from, today)}), bare as (
      select d.warehouse_id, d.owner_id, count(*)::int as days, min(d.day) as "firstDay", max(d.day) as "lastDay" from stood d
      where not exists (select 1 from priced h where h.owner_id = d.owner_id and h.warehouse_id = d.warehouse_id and h.day = d.day)
      group by 1, 2
    )
    -- unscoped: names of owners and warehouses whose stock is inside the scope
    select x.owner_id as "ownerId", o.name as "ownerName", x.warehouse_id as "warehouseId", w.name as "warehouseName", x.days, x."firstDay",
      x."lastDay", coalesce(k.items, 0) as items, coalesce(trim_scale(k.qty)::text, '0') as qty
    from bare x join company o on o.id = x.owner_id join warehouse w on w.id = x.warehouse_id
    left join standing k on k.warehouse_id = x.warehouse_id and k.owner_id = x.owner_id
    where ${inScope(actor, 'company', 'o')}
    order by x.days desc, o.name, w.code limit ${most}`.execute(tx)
  return found.rows
}
