import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/waybills/tracks'
import { sql } from 'kysely'
import { isCustomer, mayCall } from '../../../platform/actor.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { addTrack, correctTrack, showTrack } from './add.ts'
import { trackedColumns } from './export.ts'
import { trackImport } from './import.ts'
import { stands } from './last.ts'
import { findForDesk, listTracked, totalTracked, tracksOf } from './queries.ts'

/** Tracks: the desk that writes them, and waybills by their last one. */
export function bindTracks({ bind, exports, files, imports, records }: Platform): void {
  // A photo of a track is for whoever may see the track.
  records.register('track', {
    maySee: async (tx, actor, id) => {
      if (!mayCall(actor, calls.getTracks)) return false
      const found =
        await sql`select from track t join waybill w on w.id = t.waybill_id and not w.is_deleted and ${inScope(actor, 'waybill', 'w')}
        where t.id = ${id} and ${isCustomer(actor) ? sql`t.visible and ${stands}` : sql`true`}`.execute(tx)
      return found.rows.length > 0
    },
  })
  bind(calls.addTrack, addTrack(files))
  bind(calls.correctTrack, correctTrack(files))
  bind(calls.showTrack, showTrack)
  bind(calls.getTracks, async ({ tx, actor }, { waybillId }) => {
    const tracks = await tracksOf(tx, actor, files, waybillId)
    if (tracks === undefined) throw notFound()
    return { tracks }
  })
  bind(calls.findTracked, ({ tx, actor }, { numbers }) => findForDesk(tx, actor, numbers))
  bind(calls.getTracked, ({ tx, actor }, input) => listTracked(tx, actor, input))
  bind(calls.getTrackedTotals, ({ tx, actor }, input) => totalTracked(tx, actor, input))
  exports.offer(calls.exportTracked, {
    name: (actor) => pageOf('trackList').titles[actor.language],
    columns: () => trackedColumns,
    page: (tx, actor, input, request) => listTracked(tx, actor, { ...input, ...request, page: undefined }),
  })
  imports.offer('trackList', trackImport(files))
}
