import { sql } from 'kysely'
import { recordHistory } from '../../platform/history.ts'
import { searchText } from '../../platform/search.ts'
import type { MoveDocuments } from '../companies/index.ts'
import { entity } from './acts.ts'

/** Orders of a customer that was merged into another; both names find them. */
export const moveOrders: MoveDocuments = async (tx, actor, from, to) => {
  const moved = await sql<{ id: number }>`
    -- unscoped: of two companies that whoever sees everything merges
    update phone_order set customer_id = ${to.id}, search = search || ' ' || ${searchText([to.name])},
      version = version + 1, updated_at = now(), updated_by = ${actor.userId}
    where customer_id = ${from.id} returning id`.execute(tx)
  for (const { id } of moved.rows)
    await recordHistory(tx, actor, entity, id, 'changed', [{ field: 'customer', from: from.name, to: to.name }])
}
