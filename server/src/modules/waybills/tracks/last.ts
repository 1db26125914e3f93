import { type RawBuilder, sql } from 'kysely'
import { anyId, type Tx } from '../../../platform/db.ts'
import type { NewRow } from '../../../platform/rows.ts'
import type { LastTrack } from '../../../platform/schema.waybills.ts'

/** What a waybill keeps of its last track, and whether the customer may see it. */
type Latest = { readonly track_at: string; readonly track: LastTrack; readonly is_shown: boolean }
type NewTrack = Pick<
  NewRow<'track'>,
  'waybill_id' | 'node' | 'at' | 'place' | 'text' | 'source' | 'visible' | 'by_name'
>

/** Of new tracks the latest of each waybill; of those at one time the one that is written last. */
export function latestOf(tracks: readonly NewTrack[]): Map<number, Latest> {
  const found = new Map<number, Latest>()
  for (const { waybill_id, node, at, place = null, text, source, visible, by_name } of tracks) {
    const before = found.get(waybill_id as number)
    if (before !== undefined && Date.parse(at as string) < Date.parse(before.track_at)) continue
    found.set(waybill_id as number, {
      track_at: at as string,
      track: { node, place, text, source, by: by_name } as LastTrack,
      is_shown: visible as boolean,
    })
  }
  return found
}

/** The columns of the waybill `w` that follow a new track `h`, where it is no earlier than what stands there (T24). */
export const moveTrack: RawBuilder<unknown> = sql`
  last_track_at = case when ${isLater('last')} then h.track_at else w.last_track_at end,
  last_track = case when ${isLater('last')} then h.track else w.last_track end,
  shown_track_at = case when h.is_shown and ${isLater('shown')} then h.track_at else w.shown_track_at end,
  shown_track = case when h.is_shown and ${isLater('shown')} then h.track else w.shown_track end`

function isLater(which: 'last' | 'shown') {
  return sql`h.track_at >= coalesce(${sql.ref(`w.${which}_track_at`)}, '-infinity')`
}

/** The same of new tracks, in a statement of their own; the caller has locked their waybills. */
export const followTracks = (tracks: readonly NewTrack[]): RawBuilder<unknown> => {
  const rows = [...latestOf(tracks)].map(([id, latest]) => ({ id, ...latest }))
  // unscoped: locked by the caller
  return sql`update waybill w set ${moveTrack}
    from json_to_recordset(${JSON.stringify(rows)}::json) as h(id bigint, track_at timestamptz, track jsonb, is_shown boolean) where w.id = h.id`
}

/** Reads the last tracks of waybills anew, after one was corrected, hidden, shown or taken back. */
export async function rereadLast(tx: Tx, waybillIds: readonly number[]): Promise<void> {
  const last = (name: string, which: RawBuilder<unknown>) => sql`
    left join lateral (select t.at, jsonb_build_object('node', t.node, 'place', t.place, 'text', t.text, 'source', t.source, 'by', t.by_name) as track
      from track t where t.waybill_id = x.id and ${stands} and ${which} order by t.at desc, t.id desc limit 1) ${sql.raw(name)} on true`
  await sql`update waybill w set last_track_at = l.at, last_track = l.track, shown_track_at = s.at, shown_track = s.track
    -- unscoped: locked by the caller
    from waybill x ${last('l', sql`true`)} ${last('s', sql`t.visible`)} where x.id = ${anyId(waybillIds)} and w.id = x.id`.execute(
    tx,
  )
}

/** A track `t` that is neither corrected nor taken back. */
export const stands = sql`t.corrected_by is null and not t.undone`
