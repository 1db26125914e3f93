import type { Input } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import type { getPickers } from '@xunyun/contract/warehouse/shipping/picking'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import { matchesPerson } from '../../system/index.ts'

/** Whoever works in a warehouse: one of his own or all of them, and of an outlet's people those of that outlet or one above it. */
const worksIn = (warehouseId: number) => sql<SqlBool>`
  (u.all_warehouses or exists (select 1 from user_warehouse x where x.user_id = u.id and x.warehouse_id = ${warehouseId}))
  and (u.scope <> 'outlet' or exists (
    with recursive above as (
      select c.id, c.parent_id from company c join warehouse w on w.outlet_id = c.id where w.id = ${warehouseId}
      union select c.id, c.parent_id from company c join above a on c.id = a.parent_id
    ) select 1 from above a join user_company b on b.company_id = a.id where b.user_id = u.id))`

const mayPick = sql<SqlBool>`u.status = 0 and not u.is_deleted and u.scope <> 'customer' and exists (
  select 1 from effective_right e where e.user_id = u.id and e.page = 'outBound' and e.edit)`

/** Colleagues who may pick, in this warehouse if one is named; with ids: just those, whatever they may by now. */
export async function pickers(tx: Tx, { q, ids, warehouseId }: Input<typeof getPickers>): Promise<Choice[]> {
  const which = ids === undefined ? mayPick : sql<SqlBool>`u.id = any(${[...ids]}::bigint[])`
  const here = ids !== undefined || warehouseId === undefined ? sql<SqlBool>`true` : worksIn(warehouseId)
  const typed = q === undefined ? sql<SqlBool>`true` : await matchesPerson(tx, q)
  const found = await sql<Choice>`
    -- unscoped: people, not goods; whose warehouse it is says worksIn
    select u.id, u.name as label, u.account as hint from app_user u
    where ${which} and ${here} and ${typed} order by u.name collate "zh-x-icu", u.id limit 50`.execute(tx)
  return found.rows
}

/** Whether somebody may pick in this warehouse. */
export async function picksIn(tx: Tx, userId: number, warehouseId: number): Promise<boolean> {
  const found = await sql`
    -- unscoped: a person, not goods
    select 1 from app_user u where u.id = ${userId} and ${mayPick} and ${worksIn(warehouseId)}`.execute(tx)
  return found.rows.length > 0
}
