import { sql } from 'kysely'
import { anyId, type Tx } from '../../../platform/db.ts'
import { isTakingBack, standing, tracksOf } from '../standing.ts'
import { rereadLast } from './last.ts'

/** Marks the tracks that were written with acts which these events take back. */
export async function tracksTakenBack(
  tx: Tx,
  events: readonly { readonly waybillId: number; readonly event: { readonly type: string } }[],
): Promise<void> {
  const ids = [...new Set(events.flatMap(({ waybillId, event }) => (isTakingBack(event.type) ? [waybillId] : [])))]
  if (ids.length === 0) return
  const told = await sql<{ waybill_id: number; seq: number; type: string; params: Record<string, unknown> }>`
    select waybill_id, seq, type, payload -> 'params' as params from waybill_event
    where waybill_id = ${anyId(ids)} order by waybill_id, seq`.execute(tx)
  const tracks = await sql<{ waybill_id: number; id: number; node: string; at: string; text: string }>`
    select waybill_id, id, node, at, text from track where waybill_id = ${anyId(ids)} and source = 'system' order by id desc`.execute(
    tx,
  )
  const eventsOf = Map.groupBy(told.rows, ({ waybill_id }) => waybill_id)
  const tracksFor = Map.groupBy(tracks.rows, ({ waybill_id }) => waybill_id)
  const gone = ids.flatMap((id) => tracksOf(tracksFor.get(id) ?? [], standing(eventsOf.get(id) ?? []).gone))
  if (gone.length > 0)
    await sql`update track set undone = true where id = ${anyId(gone.map(({ id }) => id))}`.execute(tx)
  await rereadLast(tx, ids)
}
