import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { Refusal } from '../../platform/refusal.ts'
import { waybillFacts } from '../waybills/index.ts'
import { arrangeOnto } from './arrangeOnto.ts'
import { figuresOf, planLines } from './cargo.ts'
import { type Line, type Trip, type WithCargo, whoGoes } from './facts.ts'

/** What is scanned at loading and is not planned on the trip. */

/** Pieces of a waybill that lie at this stop, with no other arrangement. */
export async function freeHere(tx: Tx, actor: Actor, trip: Trip, seq: number, waybillId: number): Promise<number> {
  const waybill = (await waybillFacts(tx, actor, [waybillId], false, false)).get(waybillId)
  const stop = trip.stops[seq - 1]
  const spot = waybill?.places.find(({ place, placeId }) =>
    stop?.kind === 'outlet' ? place === 'outlet' && placeId === stop.outletId : place === 'shipper',
  )
  return spot === undefined ? 0 : spot.pieces - spot.planned
}

/** What is scanned and free here goes with this trip: to the stop of its destination, else the last outlet. */
export async function join(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  { waybillId, pieces }: { waybillId: number; pieces: number },
  numbering: Numbering,
): Promise<void> {
  if (trip.state !== 'assigned') throw new Refusal('dispatch.wrongState', { tripState: trip.state })
  const own = trip.lines.find((one) => one.waybillId === waybillId && one.load === 1)
  if (own !== undefined) return grow(tx, actor, trip, own, pieces)
  const stop = trip.stops[0]
  const line = {
    waybillId,
    fromPlace: stop?.kind === 'outlet' ? ('outlet' as const) : ('shipper' as const),
    fromId: stop?.outletId ?? 0,
    pieces,
    unloadOutletId: undefined,
  }
  const answer = await arrangeOnto(numbering)({ tx, actor }, { ...onto, id: trip.id, lines: [line] })
  const [no] = answer.refused
  if (no !== undefined) throw new Refusal('dispatch.notAnyOfOurs', { no: no.no })
}

/** More of what is on the trip already. A line that says which goods it carries is changed at the desk. */
async function grow(tx: Tx, actor: Actor, trip: WithCargo<Trip>, line: Line, pieces: number): Promise<void> {
  const waybill = (await waybillFacts(tx, actor, [line.waybillId], true)).get(line.waybillId)
  if (waybill === undefined || line.goods !== null || (await freeHere(tx, actor, trip, 1, line.waybillId)) < pieces)
    throw new Refusal('dispatch.notAnyOfOurs', { no: waybill?.waybillNo ?? '' })
  const total = line.pieces + pieces
  await tx
    .updateTable('arrangement_line')
    .set({ pieces: total, ...figuresOf(waybill, total) })
    .where('id', '=', line.id)
    .execute()
  await owned(tx)
    .updateTable('arrangement')
    .set({ version: sql`version + 1`, updated_at: clock.iso(), updated_by: actor.userId })
    .where('id', '=', trip.id)
    .execute()
  const { plateNo } = (await whoGoes(tx, trip)).vehicle ?? { plateNo: '' }
  const params = { arrangementNo: trip.arrangementNo, plateNo, pieces }
  const changes = [{ field: 'lines', from: null, to: `${waybill.waybillNo} × ${pieces}` }]
  await planLines(tx, [{ ...line, pieces }], {
    actor,
    events: [{ waybillId: line.waybillId, event: { type: 'arranged', params } }],
    beside: { history: [{ entity: 'arrangement', id: trip.id, action: 'linesAdded', changes }] },
  })
}

const onto = { vehicleId: undefined, driverId: undefined, carrierId: undefined, planAt: undefined, moved: undefined }
