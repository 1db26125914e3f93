import type * as calls from '@xunyun/contract/dispatch/calls'
import {
  addressOf,
  type EndOf,
  legBetween,
  mostStops,
  type StopKind,
  type StopPlan,
  type TripLeg,
  typeOfLegs,
  withLine,
} from '@xunyun/contract/dispatch/stops'
import type { Reason } from '@xunyun/contract/errors'
import type { Input, Params } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import type { NewRow } from '../../platform/rows.ts'
import type { CargoLine } from './cargo.ts'
import type { GoodsPart } from './facts.ts'
import type { Outlet } from './outlets.ts'

/** The way of a trip: its stops in order, and where each line is loaded and unloaded (T14). */

export type PlacedLine = CargoLine & {
  leg: TripLeg
  load: number
  unload: number
  goods?: GoodsPart | undefined
}
export type PlannedStop = {
  kind: StopKind
  outletId: number | null
  name: string | null
  phone: string | null
  region: string | null
  regionName: string | null
  address: string | null
  planAt: string | null
}
export type Route = { type: TripLeg | 'round'; stops: PlannedStop[]; lines: PlacedLine[] }
type TripInput = Input<typeof calls.createArrangement>
type Outlets = ReadonlyMap<number, Outlet>
type Wrong = { path: string; reason: Reason; params?: Params }

/** What is wrong with stops as they were sent, and with the lines between them. */
export function wrongStops({ stops, lines, type }: TripInput, outlets: Outlets): Wrong[] {
  if (stops === undefined) return type === undefined ? [{ path: 'type', reason: 'field.required' }] : []
  const wrong: Wrong[] = []
  if (stops.length < 2) wrong.push({ path: 'stops', reason: 'dispatch.twoStops' })
  stops.forEach((stop, index) => {
    const path = `stops.${index}.outletId`
    if (stop.kind === 'outlet') {
      if (stop.outletId === undefined) wrong.push({ path, reason: 'field.required' })
      else if (!outlets.has(stop.outletId)) wrong.push({ path, reason: 'field.id' })
      else if (stop.outletId === stops[index - 1]?.outletId) wrong.push({ path, reason: 'dispatch.sameStop' })
    } else if (!lines.some((line) => line[stop.kind === 'shipper' ? 'load' : 'unload'] === index + 1) && !stop.address)
      wrong.push({ path: `stops.${index}.address`, reason: 'field.required' })
  })
  const seen = new Set<string>()
  lines.forEach((line, index) => {
    const at = (field: string, reason: Reason) => wrong.push({ path: `lines.${index}.${field}`, reason })
    const key = `${line.waybillId}/${line.fromPlace}/${line.fromId}`
    if (seen.has(key)) at('waybillId', 'dispatch.lineTwice')
    seen.add(key)
    const load = line.load === undefined ? undefined : stops[line.load - 1]
    const unload = line.unload === undefined ? undefined : stops[line.unload - 1]
    if (line.load === undefined) at('load', 'field.required')
    else if (load === undefined) at('load', 'field.id')
    else if (load.kind === 'consignee' || load.kind !== line.fromPlace || (load.outletId ?? 0) !== line.fromId)
      at('load', 'dispatch.notLoadedThere')
    if (line.unload === undefined) at('unload', 'field.required')
    else if (unload === undefined) at('unload', 'field.id')
    else if (unload.kind === 'shipper') at('unload', 'dispatch.notUnloadedThere')
    else if (line.load !== undefined && line.unload <= line.load) at('unload', 'dispatch.unloadNotAfter')
    if (line.goods !== undefined && line.goods.reduce((sum, { pieces }) => sum + pieces, 0) !== line.pieces)
      at('goods', 'dispatch.goodsPieces')
  })
  return wrong
}

/** The outlets that a trip begins and ends at, and those in between; known before its waybills are. */
export function outletsOnWay(input: TripInput): { from: number | null; to: number | null; via: number[] } {
  const { stops, type, fromOutletId, toOutletId, lines } = input
  if (stops !== undefined)
    return {
      from: stops[0]?.outletId ?? null,
      to: stops.at(-1)?.outletId ?? null,
      via: [...new Set(stops.slice(1, -1).flatMap(({ outletId }) => outletId ?? []))],
    }
  // A delivery starts where its pieces lie.
  const first = lines.find(({ fromPlace }) => fromPlace === 'outlet')?.fromId ?? null
  const via = new Set(
    lines.flatMap(({ fromPlace, fromId }) => (fromPlace === 'outlet' && fromId !== first ? fromId : [])),
  )
  if (type === 'pickup') return { from: null, to: toOutletId ?? null, via: [] }
  return type === 'delivery'
    ? { from: lines.some(({ fromPlace }) => fromPlace === 'shipper') ? null : first, to: null, via: [...via] }
    : { from: fromOutletId ?? null, to: toOutletId ?? null, via: [] }
}

export type Party = Omit<PlannedStop, 'kind' | 'outletId'>
export type Parties = ReadonlyMap<number, { shipper: Party; consignee: Party }>

/** Names and addresses of the stops at shippers' and consignees'. Trips between outlets read none. */
export async function routeOf(tx: Tx, input: TripInput, outlets: Outlets): Promise<Route> {
  const between =
    input.stops === undefined
      ? input.type === 'trunk' || input.type === 'shuttle'
      : input.stops.every(({ kind }) => kind === 'outlet')
  const parties = between ? new Map() : await partiesOf(tx, input.lines)
  return input.stops === undefined
    ? proposed(input, parties)
    : given({ ...input, stops: input.stops }, parties, outlets)
}

/** Shippers and consignees of waybills that are locked. */
export async function partiesOf(tx: Tx, lines: readonly { waybillId: number }[]): Promise<Parties> {
  const found = await sql<{ id: number; shipper: Party; consignee: Party }>`${kept}
    select w.id, json_build_object('name', coalesce(w.shipper_company, w.shipper_name), 'phone', w.shipper_phone, 'region', nullif(w.shipper_region, ''),
        'regionName', nullif(w.shipper_region_name, ''), 'address', w.shipper_address, 'planAt', w.plan_pickup) as shipper,
      json_build_object('name', coalesce(w.consignee_company, w.consignee_name), 'phone', w.consignee_phone, 'region', nullif(w.consignee_region, ''),
        'regionName', nullif(w.consignee_region_name, ''), 'address', w.consignee_address, 'planAt', w.plan_arrive) as consignee
    -- unscoped: the caller has locked these in scope
    from waybill w where w.id = ${anyId(lines.map(({ waybillId }) => waybillId))}`.execute(tx)
  return new Map(found.rows.map(({ id, ...both }) => [id, both]))
}

export const nobody: Party = { name: null, phone: null, region: null, regionName: null, address: null, planAt: null }

type Given = TripInput & { stops: NonNullable<TripInput['stops']> }

/** The legs of lines between the stops that were sent. */
function legsOf(input: Given, outlets: Outlets): TripLeg[] {
  const asked = input.type === 'round' ? undefined : input.type
  const ends = input.stops.map(({ kind, outletId }) => ({
    kind,
    city: outletId === undefined ? null : (outlets.get(outletId)?.city ?? null),
  }))
  return input.lines.map(({ load, unload }) => {
    const [from, to] = [ends[(load ?? 0) - 1], ends[(unload ?? 0) - 1]]
    return from === undefined || to === undefined ? 'trunk' : legBetween(from, to, asked)
  })
}

/** The type of a trip, known before its waybills are. */
export const typeOf = (input: TripInput, outlets: Outlets): TripLeg | 'round' =>
  input.stops === undefined ? (input.type ?? 'round') : typeOfLegs(legsOf({ ...input, stops: input.stops }, outlets))

/** Stops as they were sent; what is not said of a shipper's or consignee's is its first waybill's. */
function given(input: Given, parties: Parties, outlets: Outlets): Route {
  const stops = input.stops.map((stop, index): PlannedStop => {
    if (stop.kind === 'outlet')
      return { ...nobody, kind: stop.kind, outletId: stop.outletId ?? null, planAt: stop.planAt ?? null }
    const line = input.lines.find((one) => one[stop.kind === 'shipper' ? 'load' : 'unload'] === index + 1)
    const party = (line && parties.get(line.waybillId)?.[stop.kind]) ?? nobody
    const isTyped = stop.address !== undefined
    return {
      kind: stop.kind,
      outletId: null,
      name: stop.name ?? party.name,
      phone: stop.phone ?? party.phone,
      region: isTyped ? (stop.region ?? null) : party.region,
      regionName: isTyped
        ? stop.region === undefined
          ? null
          : (regionByCode(stop.region)?.name ?? null)
        : party.regionName,
      address: stop.address ?? party.address,
      planAt: stop.planAt ?? null,
    }
  })
  const legs = legsOf(input, outlets)
  const lines = input.lines.map(
    (line, index): PlacedLine => ({
      ...line,
      load: line.load ?? 0,
      unload: line.unload ?? 0,
      leg: legs[index] ?? 'trunk',
    }),
  )
  return { type: typeOfLegs(legs), stops, lines }
}

/** Of a trip of one type: lines at one address share a stop, in the order of their plans. */
function proposed(input: TripInput, parties: Parties): Route {
  const leg = input.type as TripLeg
  type Draft = StopPlan & { readonly party: Party }
  const planOf = ({ waybillId }: CargoLine) =>
    parties.get(waybillId)?.[leg === 'pickup' ? 'shipper' : 'consignee'].planAt ?? '9'
  const ordered = input.lines.map((line, index) => ({ line, index, planAt: planOf(line) }))
  ordered.sort((a, b) => a.planAt.localeCompare(b.planAt) || a.index - b.index)
  let stops: Draft[] = []
  const ends: { load: string; unload: string }[] = []
  for (const { line, index } of ordered) {
    const party = parties.get(line.waybillId)
    const at = (kind: 'shipper' | 'consignee'): EndOf => ({ kind, address: addressOf(party?.[kind] ?? nobody) })
    const load: EndOf = line.fromPlace === 'outlet' ? { kind: 'outlet', outletId: line.fromId } : at('shipper')
    const unload: EndOf =
      leg === 'delivery' ? at('consignee') : { kind: 'outlet', outletId: input.toOutletId as number }
    const put = withLine(
      stops,
      load,
      unload,
      (key, end): Draft => ({
        ...end,
        key,
        party: end.kind === 'outlet' ? nobody : (party?.[end.kind] ?? nobody),
      }),
    )
    stops = put.stops
    ends[index] = put
  }
  if (stops.length > mostStops) throw badField('lines', 'field.tooMany', { max: mostStops })
  const number = new Map(stops.map(({ key }, index) => [key, index + 1]))
  return {
    type: leg,
    stops: stops.map(({ kind, outletId, party }, index) => ({
      ...party,
      kind,
      outletId: outletId ?? null,
      planAt: index === 0 ? input.planAt : party.planAt,
    })),
    lines: input.lines.map((line, index) => ({
      ...line,
      leg,
      load: number.get(ends[index]?.load ?? '') ?? 1,
      unload: number.get(ends[index]?.unload ?? '') ?? 2,
    })),
  }
}

export const stopRows = (arrangementId: number, stops: readonly PlannedStop[]): NewRow<'arrangement_stop'>[] =>
  stops.map((stop, index) => ({
    arrangement_id: arrangementId,
    seq: index + 1,
    kind: stop.kind,
    outlet_id: stop.outletId,
    name: stop.name,
    phone: stop.phone,
    region: stop.region,
    region_name: stop.regionName,
    address: stop.address,
    plan_at: stop.planAt,
    arrived_at: null,
    left_at: null,
    arrive_assumed: false,
    leave_assumed: false,
  }))

/**
 * After lines were taken off a planned trip: shippers and consignees where nobody loads or unloads any more are no stops of it, and its
 * type and outlets are those of what is left.
 */
export async function settleRoute(tx: Tx, id: number): Promise<void> {
  await sql`set constraints arrangement_line__load, arrangement_line__unload deferred`.execute(tx)
  const found = await sql<{
    seq: number
  }>`select seq from arrangement_stop s where arrangement_id = ${id} and (kind = 'outlet' or exists (
    select from arrangement_line l where l.arrangement_id = s.arrangement_id and s.seq in (l.load_stop, l.unload_stop))) order by seq`.execute(
    tx,
  )
  const kept = found.rows.map(({ seq }) => seq)
  if (kept.length >= 2) {
    await sql`delete from arrangement_stop where arrangement_id = ${id} and not seq = any(${kept}::int[])`.execute(tx)
    // In order, so that no two are the same for a moment.
    for (const [index, seq] of kept.entries()) {
      if (seq === index + 1) continue
      await sql`update arrangement_stop set seq = ${index + 1} where arrangement_id = ${id} and seq = ${seq}`.execute(
        tx,
      )
      await sql`update arrangement_line set load_stop = case load_stop when ${seq} then ${index + 1} else load_stop end,
        unload_stop = case unload_stop when ${seq} then ${index + 1} else unload_stop end
        where arrangement_id = ${id} and ${seq} in (load_stop, unload_stop)`.execute(tx)
    }
  }
  await sql`
    -- unscoped: a trip that the caller has locked
    update arrangement a set type = coalesce((select case count(distinct leg) when 1 then min(leg) else 'round' end from arrangement_line where arrangement_id = a.id), a.type),
      from_outlet_id = (select outlet_id from arrangement_stop where arrangement_id = a.id order by seq limit 1),
      to_outlet_id = (select outlet_id from arrangement_stop where arrangement_id = a.id order by seq desc limit 1),
      via_outlet_ids = array(select distinct outlet_id from arrangement_stop where arrangement_id = a.id and outlet_id is not null and seq > 1
        and seq < (select max(seq) from arrangement_stop where arrangement_id = a.id))
    where a.id = ${id}`.execute(tx)
}
