import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { anyId, kept, owned, type Tx } from '../../../platform/db.ts'
import { insertTogether } from '../../../platform/rows.ts'
import { followTracks } from './last.ts'

export type SystemTrack = {
  waybillId: number
  node: string
  at: string
  outletId?: number
  arrangementId?: number
  /** The stop of the trip where it was made. */
  stop?: number
  text: string
  place?: string
}

/** Tracks that the system writes with an act. `text` holds the pieces; the page makes the sentence. */
export async function addSystemTracks(tx: Tx, actor: Actor, tracks: readonly SystemTrack[]): Promise<void> {
  if (tracks.length === 0) return
  const rows = await systemTracks(tx, actor, tracks)
  await insertTogether(tx, { track: rows }, followTracks(rows))
}

/** The same as rows, for what is written together with them. */
export async function systemTracks(
  tx: Tx,
  actor: Actor,
  tracks: readonly SystemTrack[],
): Promise<ReturnType<typeof systemTrack>[]> {
  const outletIds = [...new Set(tracks.flatMap(({ outletId }) => (outletId === undefined ? [] : [outletId])))]
  const outlets =
    outletIds.length === 0
      ? []
      : // unscoped: outlets lend their names
        await owned(tx)
          .selectFrom('company')
          .modifyFront(kept)
          .select(['id', 'short_name'])
          .where(sql<boolean>`id = ${anyId(outletIds)}`)
          .execute()
  const nameOf = new Map(outlets.map((row) => [row.id, row.short_name]))
  return tracks.map((track) => ({
    ...systemTrack(actor, track),
    place: track.place ?? (track.outletId === undefined ? null : (nameOf.get(track.outletId) ?? null)),
  }))
}

/** A track as a row, where no outlet lends its name. */
export const systemTrack = (actor: Actor, { waybillId, arrangementId, stop, node, at, text, place }: SystemTrack) => ({
  waybill_id: waybillId,
  arrangement_id: arrangementId ?? null,
  stop_seq: stop ?? null,
  node,
  at,
  place: place ?? null,
  text,
  source: 'system',
  visible: true,
  by_id: actor.userId,
  by_name: actor.name,
})
