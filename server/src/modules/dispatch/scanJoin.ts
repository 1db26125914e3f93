import { addressOf, legBetween, loadByStretch, typeOfLegs, unloadEnd } from '@xunyun/contract/dispatch/stops'
import { sql } from 'kysely'
import { type Actor, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type LockedWaybill, waybillFacts } from '../waybills/index.ts'
import { arrangeOnto } from './arrangeOnto.ts'
import { type CargoLine, figuresOf, giveBack, planLines, removedEvent } from './cargo.ts'
import { type Line, type Trip, type WithCargo, whoGoes } from './facts.ts'
import { outletsOf } from './outlets.ts'
import { partiesOf, settleRoute } from './route.ts'
import {
  arrangedWhereItLies,
  coldStaysCold,
  hazardIsLicensed,
  heldIsNotDelivered,
  loadFits,
  refuse,
  type VehicleFacts,
} from './rules.ts'

/** What is scanned at loading and is not planned on the trip. */

type Joining = { waybillId: number; pieces: number; seq: number; overload: boolean }

/** Where pieces that join at a stop lie: at its outlet; at shippers' only before the trip departs. */
function placeAt({ stops }: Trip, seq: number): Pick<CargoLine, 'fromPlace' | 'fromId'> | undefined {
  const stop = stops[seq - 1]
  if (stop?.kind === 'outlet') return { fromPlace: 'outlet', fromId: stop.outletId ?? 0 }
  return seq === 1 ? { fromPlace: 'shipper', fromId: 0 } : undefined
}

/** Pieces of a waybill that lie at this stop, with no other arrangement. */
export async function freeHere(tx: Tx, actor: Actor, trip: Trip, seq: number, waybillId: number): Promise<number> {
  const waybill = (await waybillFacts(tx, actor, [waybillId], false, false)).get(waybillId)
  return waybill === undefined ? 0 : freeOf(spotAt(trip, seq, waybill))
}
type Spot = LockedWaybill['places'][number]
const freeOf = (spot: Spot | undefined): number => (spot === undefined ? 0 : spot.pieces - spot.planned)
const spotAt = (trip: Trip, seq: number, { places }: LockedWaybill): Spot | undefined => {
  const at = placeAt(trip, seq)
  return places.find(({ place, placeId }) => place === at?.fromPlace && (place === 'shipper' || placeId === at.fromId))
}

/** The waybills of a trip of which pieces could join at this stop. */
export async function freeAt(tx: Tx, trip: Trip, seq: number): Promise<Set<number>> {
  const at = placeAt(trip, seq)
  const found = await sql<{
    id: number
  }>`select waybill_id as id from piece_place where place = ${at?.fromPlace ?? ''} and pieces > planned
    and (place = 'shipper' or place_id = ${at?.fromId ?? 0}) and waybill_id = any(${trip.lines.map(({ waybillId }) => waybillId)}::bigint[])`.execute(
    tx,
  )
  return new Set(found.rows.map(({ id }) => id))
}

/** What is scanned and free here goes with this trip: to the stop of its destination, else the last outlet. */
export async function join(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  joining: Joining,
  numbering: Numbering,
): Promise<void> {
  const { waybillId, pieces, seq } = joining
  const at = placeAt(trip, seq)
  if (at === undefined) throw new Refusal('dispatch.wrongState', { tripState: trip.state })
  const own = trip.lines.find((one) => one.waybillId === waybillId && one.load === seq)
  if (own !== undefined) return grow(tx, actor, trip, own, joining)
  if (trip.state !== 'assigned') return joinUnderWay(tx, actor, trip, { ...at, waybillId, pieces }, joining)
  const line = { waybillId, ...at, pieces, unloadOutletId: undefined }
  const answer = await arrangeOnto(numbering)({ tx, actor }, { ...onto, id: trip.id, lines: [line] })
  const [no] = answer.refused
  if (no !== undefined) throw new Refusal('dispatch.notAnyOfOurs', { no: no.no })
}

/** At a stop that was reached and is not left: to a stop ahead. A trip under way gets no stop more. */
async function joinUnderWay(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  cargo: CargoLine,
  joining: Joining,
): Promise<void> {
  const waybill = await freeWaybill(tx, actor, trip, joining)
  const no = new Refusal('dispatch.notAnyOfOurs', { no: waybill.waybillNo })
  // From this outlet it goes once: what was loaded at an earlier visit keeps its line.
  const isTwice = trip.lines.some(
    (line) => line.waybillId === cargo.waybillId && line.fromPlace === cargo.fromPlace && line.fromId === cargo.fromId,
  )
  const unload = isTwice ? undefined : await unloadAhead(tx, trip, cargo, waybill, joining.seq)
  if (unload === undefined) throw no
  const cities = await outletsOf(tx, [cargo.fromId, ...(unload.outletId === null ? [] : [unload.outletId])])
  const leg = legBetween(
    { kind: 'outlet', city: cities.get(cargo.fromId)?.city ?? null },
    { kind: unload.kind, city: cities.get(unload.outletId ?? 0)?.city ?? null },
  )
  const line = { ...cargo, leg, load: joining.seq, unload: unload.seq, ...figuresOf(waybill, cargo.pieces) }
  const { vehicle, isHeavy } = await mayJoin(tx, actor, trip, { waybill, leg, lines: [...trip.lines, line] }, joining)
  const last = await sql<{
    seq: number
  }>`select max(seq) as seq from arrangement_line where arrangement_id = ${trip.id}`.execute(tx)
  await tx
    .insertInto('arrangement_line')
    .values({
      arrangement_id: trip.id,
      waybill_id: line.waybillId,
      seq: (last.rows[0]?.seq ?? 0) + 1,
      leg,
      from_place: line.fromPlace,
      from_id: line.fromId,
      pieces: line.pieces,
      weight: line.weight,
      volume: line.volume,
      load_stop: line.load,
      unload_stop: line.unload,
    })
    .execute()
  await changed(tx, actor, trip, [...trip.lines.map((one) => one.leg), leg])
  await told(tx, actor, trip, line, { waybillNo: waybill.waybillNo, plateNo: vehicle.plateNo, isHeavy })
}

/** The stop ahead where it goes next (T7), as it is planned: of its consignee, of its destination, else the last outlet. */
async function unloadAhead(tx: Tx, trip: Trip, cargo: CargoLine, waybill: LockedWaybill, seq: number) {
  const rows = await tx
    .selectFrom('arrangement_stop')
    .select(['seq', 'kind', 'region', 'address'])
    .where('arrangement_id', '=', trip.id)
    .execute()
  const ahead = trip.stops.filter((stop) => stop.seq > seq)
  const consignee = (await partiesOf(tx, [cargo])).get(cargo.waybillId)?.consignee
  const end = unloadEnd(
    {
      ...cargo,
      isDestination: spotAt(trip, seq, waybill)?.isDestination === true,
      outletId: waybill.outletId,
      destOutletId: waybill.destOutletId,
      consignee: { kind: 'consignee', address: addressOf(consignee ?? {}) },
    },
    ahead.map(({ outletId }) => (outletId === null ? {} : { outletId })),
  )
  const isThere = (row: (typeof rows)[number] | undefined) =>
    end?.kind === 'consignee' &&
    row?.kind === 'consignee' &&
    addressOf(row).replaceAll(/\s/g, '') === end.address.replaceAll(/\s/g, '')
  return ahead.find((stop) =>
    end?.kind === 'outlet' ? stop.outletId === end.outletId : isThere(rows.find((row) => row.seq === stop.seq)),
  )
}

/** More of what is on the trip already. A line that says which goods it carries is changed at the desk. */
async function grow(tx: Tx, actor: Actor, trip: WithCargo<Trip>, line: Line, joining: Joining): Promise<void> {
  const { pieces } = joining
  const waybill = await freeWaybill(tx, actor, trip, joining)
  if (line.goods !== null) throw new Refusal('dispatch.notAnyOfOurs', { no: waybill.waybillNo })
  const total = line.pieces + pieces
  const grown = { ...line, pieces: total, ...figuresOf(waybill, total) }
  const lines = trip.lines.map((one) => (one === line ? grown : one))
  const { vehicle, isHeavy } = await mayJoin(tx, actor, trip, { waybill, leg: line.leg, lines }, joining)
  const { weight, volume } = grown
  await tx.updateTable('arrangement_line').set({ pieces: total, weight, volume }).where('id', '=', line.id).execute()
  await changed(tx, actor, trip)
  await told(tx, actor, trip, { ...line, pieces }, { waybillNo: waybill.waybillNo, plateNo: vehicle.plateNo, isHeavy })
}

/** Locked, with as many pieces free here as are to join. */
async function freeWaybill(
  tx: Tx,
  actor: Actor,
  trip: Trip,
  { waybillId, pieces, seq }: Joining,
): Promise<LockedWaybill> {
  const waybill = (await waybillFacts(tx, actor, [waybillId], true)).get(waybillId)
  if (waybill === undefined || freeOf(spotAt(trip, seq, waybill)) < pieces)
    throw new Refusal('dispatch.notAnyOfOurs', { no: waybill?.waybillNo ?? '' })
  return waybill
}

type Wanted = {
  waybill: LockedWaybill
  leg: string
  lines: readonly { load: number; unload: number; weight: string; volume: string }[]
}

/** Whether the goods may go on this vehicle. Before it departs its load is judged when it does; under way it is here. */
async function mayJoin(
  tx: Tx,
  actor: Actor,
  trip: Trip,
  { waybill, leg, lines }: Wanted,
  { seq, overload }: Joining,
): Promise<{ vehicle: VehicleFacts; isHeavy: boolean }> {
  const { vehicle } = await whoGoes(tx, trip)
  if (vehicle === undefined) throw new Refusal('kernel.notFound')
  refuse(
    arrangedWhereItLies(spotAt(trip, seq, waybill), waybill.mine, waybill.outletName) ??
      coldStaysCold(waybill, vehicle) ??
      hazardIsLicensed(waybill, vehicle) ??
      heldIsNotDelivered(waybill, leg),
  )
  const heavy =
    trip.state === 'assigned' ? undefined : loadFits(loadByStretch(trip.stops.length, lines, vehicle).beyond)
  if (!(overload && may(actor, 'overload', 'edit'))) refuse(heavy)
  return { vehicle, isHeavy: heavy !== undefined }
}

/** What joined by mistake and is not loaded yet is planned no more; a line that is empty then is none. */
export async function takeOffJoined(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  { waybillId, pieces, seq }: Pick<Joining, 'waybillId' | 'pieces' | 'seq'>,
): Promise<void> {
  const line = trip.lines.find((one) => one.waybillId === waybillId && one.load === seq)
  const waybill = trip.cargo.get(waybillId)
  // The desk may have taken it off meanwhile.
  if (line === undefined || waybill === undefined) return
  const off = Math.min(pieces, line.pieces)
  const rest = line.pieces - off
  const others = trip.lines.filter((one) => one !== line)
  if (rest > 0)
    await tx
      .updateTable('arrangement_line')
      .set({ pieces: rest, ...figuresOf(waybill, rest) })
      .where('id', '=', line.id)
      .execute()
  else {
    await tx.deleteFrom('arrangement_line').where('id', '=', line.id).execute()
    // Stops of a trip under way keep their numbers.
    if (trip.state === 'assigned') await settleRoute(tx, trip.id)
  }
  await changed(tx, actor, trip, rest > 0 ? undefined : others.map(({ leg }) => leg))
  const changes = [{ field: 'pieces', from: String(off), to: null }]
  await giveBack(tx, [{ ...line, pieces: off }], {
    actor,
    events: [removedEvent(trip.arrangementNo, { waybillId, pieces: off })],
    beside: { history: [{ entity: 'arrangement', id: trip.id, action: 'lineRemoved', changes }] },
  })
}

/** The trip's row after its lines are others; `legs`: of them all, where that changed. */
const changed = (tx: Tx, actor: Actor, trip: Trip, legs?: readonly string[]) =>
  owned(tx)
    .updateTable('arrangement')
    .set({
      ...(legs === undefined || legs.length === 0 ? {} : { type: typeOfLegs(legs) }),
      version: sql`version + 1`,
      updated_at: clock.iso(),
      updated_by: actor.userId,
    })
    .where('id', '=', trip.id)
    .execute()

type Said = { waybillNo: string; plateNo: string; isHeavy: boolean }

/** Planned, with what is told of it. */
const told = (tx: Tx, actor: Actor, { id, arrangementNo }: Trip, line: CargoLine, said: Said): Promise<void> => {
  const { waybillId, pieces } = line
  const changes = [
    { field: 'lines', from: null, to: `${said.waybillNo} × ${pieces}` },
    ...(said.isHeavy ? [{ field: 'overload', from: null, to: 'true' }] : []),
  ]
  return planLines(tx, [line], {
    actor,
    events: [{ waybillId, event: { type: 'arranged', params: { arrangementNo, plateNo: said.plateNo, pieces } } }],
    beside: { history: [{ entity: 'arrangement', id, action: 'linesAdded', changes }] },
  })
}

const onto = { vehicleId: undefined, driverId: undefined, carrierId: undefined, planAt: undefined, moved: undefined }
