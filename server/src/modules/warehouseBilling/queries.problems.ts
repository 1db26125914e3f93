import type { BillingProblem } from '@xunyun/contract/warehouse/quotations'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { warehouseNames } from './charges.ts'
import type { LeftOut } from './queries.reckon.ts'

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
