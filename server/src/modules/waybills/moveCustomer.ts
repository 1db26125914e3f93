import { sql } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import type { MoveDocuments } from '../companies/index.ts'
import { recordEvents } from './events.ts'
import { putTogether } from './pricing/owed.ts'

const eventsAtOnce = 1000

/** Waybills of a customer that was merged into another: each says so in its chain, and both names find it. */
export const moveCustomer: MoveDocuments = async (tx, actor, from, to) => {
  const twin = await sql<{ customer_no: string }>`
    -- unscoped: of two companies that whoever sees everything merges
    select a.customer_no from waybill a join waybill b using (customer_no)
    where a.customer_id = ${from.id} and b.customer_id = ${to.id} and a.state <> 'cancelled' and b.state <> 'cancelled'
      and not a.is_deleted and not b.is_deleted limit 1`.execute(tx)
  const number = twin.rows[0]?.customer_no
  if (number !== undefined) throw new Refusal('customers.mergeNumber', { number })
  const moved = await sql<{ id: number }>`
    -- unscoped: as above
    update waybill set customer_id = ${to.id}, search = search || ' ' || ${searchText([to.name, pinyinOf(to.name)])},
      version = version + 1, updated_at = now(), updated_by = ${actor.userId}
    where customer_id = ${from.id} returning id`.execute(tx)
  await putTogether(tx, [from.id, to.id])
  const changes = [{ field: 'customer_id', from: from.name, to: to.name }]
  for (let first = 0; first < moved.rows.length; first += eventsAtOnce)
    await recordEvents(
      tx,
      actor,
      moved.rows
        .slice(first, first + eventsAtOnce)
        .map(({ id }) => ({ waybillId: id, event: { type: 'changed', changes } })),
    )
}
