import { codes, wordFor } from '@xunyun/contract/dictionary'
import type {
  ArrangementDetail,
  getCargoGoods,
  getDispatchDrivers,
  VehicleChoice,
} from '@xunyun/contract/dispatch/calls'
import type { CarriedLine } from '@xunyun/contract/dispatch/cargo'
import type { ArrangementKind } from '@xunyun/contract/dispatch/states'
import { beyondOf, type StopOut } from '@xunyun/contract/dispatch/stops'
import { sayReason } from '@xunyun/contract/errors'
import { isAble } from '@xunyun/contract/kernel/ability'
import type { Output } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import type { HistoryEntry } from '@xunyun/contract/system/calls'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { historyOf } from '../../platform/history.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope, isOneOfOurs, markSeen, type SeenId, scoped } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'
import { holdersOver } from '../collections/index.ts'
import { hasAgreement } from '../costs/index.ts'
import { stands } from '../waybills/index.ts'
import { asMoment, driverFacts, type VehicleRow, vehicleOf, whoGoes } from './facts.ts'
import { presentTrip, type RawTrip, tripColumns, tripJoins } from './queries.ts'
import { type DriverFacts, driverMayDrive, loadFits, type Objection, type VehicleFacts, vehicleMayGo } from './rules.ts'

type RawDetail = RawTrip & Pick<ArrangementDetail, 'agreement'>
export async function tripDetail(tx: Tx, actor: Actor, id: number): Promise<ArrangementDetail> {
  const agreement = may(actor, 'costView', 'browse')
    ? sql`${hasAgreement} and ${isOneOfOurs(actor, 'a.outlet_id')}`
    : sql`false`
  const found = await sql<RawDetail>`select ${tripColumns}, ${agreement} as agreement from arrangement a ${tripJoins}
    where a.id = ${id} and a.kind = 'vehicle' and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}`.execute(
    tx,
  )
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  return {
    ...presentTrip(actor, row, papersAndLoad(actor, row, await whoGoes(tx, row))),
    agreement: row.agreement,
    stops: await stopsOf(tx, markSeen(row).id),
    lines: await tripLinesOf(tx, markSeen(row).id, row.state !== 'new' && row.state !== 'assigned'),
  }
}

/** The trip that pieces of a waybill are missing on (少货), where this person sees it. */
export async function missingOn(
  tx: Tx,
  actor: Actor,
  waybillId: number,
): Promise<{ id: number; no: string; mayBringIn: boolean } | null> {
  const found = await sql<RawTrip>`select ${tripColumns} from arrangement a ${tripJoins}
    where a.kind = 'vehicle' and a.state in ('departed', 'arrived') and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}
      and exists (select from piece_place p where p.waybill_id = ${waybillId} and p.place = 'arrangement' and p.place_id = a.id)
    order by a.id`.execute(tx)
  const trip = found.rows.map((row) => presentTrip(actor, row)).find(({ missing }) => missing > 0)
  return trip === undefined ? null : { id: trip.id, no: trip.arrangementNo, mayBringIn: isAble(trip, 'bringIn') }
}

/** The timeline of an arrangement, for whoever may see it. */
export async function historyOfKind(tx: Tx, actor: Actor, kind: ArrangementKind, id: number): Promise<HistoryEntry[]> {
  const found = await scoped(tx, actor, 'arrangement')
    .select(isOneOfOurs(actor, 'outlet_id').as('mine'))
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const entries = await historyOf(tx, 'arrangement', id)
  // What it costs is its own outlet's, and told to whoever may see costs.
  return found.mine && may(actor, 'costView', 'browse')
    ? entries
    : entries.filter(({ action }) => action !== 'costsSet')
}

/** The stops of a trip, with what is planned to be loaded and unloaded there. */
async function stopsOf(tx: Tx, id: SeenId): Promise<StopOut[]> {
  const found = await sql<StopOut>`
    select s.seq, s.kind, s.outlet_id as "outletId", coalesce(o.short_name, s.name) as name, s.phone, s.region,
      s.region_name as "regionName", coalesce(s.address, o.address) as address, s.plan_at as "planAt", s.arrived_at as "arrivedAt", s.left_at as "leftAt",
      s.arrive_assumed or s.leave_assumed as assumed,
      coalesce(sum(l.pieces) filter (where l.load_stop = s.seq), 0)::int as load,
      coalesce(sum(l.pieces) filter (where l.unload_stop = s.seq), 0)::int as unload
    from arrangement_stop s left join company o on o.id = s.outlet_id
    left join arrangement_line l on l.arrangement_id = s.arrangement_id and s.seq in (l.load_stop, l.unload_stop)
    where s.arrangement_id = ${id} group by s.arrangement_id, s.seq, o.id order by s.seq`.execute(tx)
  return found.rows
}

const lineColumns = (left: RawBuilder<unknown>) => sql`
    l.id as "lineId", w.id as "waybillId", w.waybill_no as "waybillNo", c.name as "customerName", w.shipper_city as "shipperCity",
      w.consignee_city as "consigneeCity", w.consignee_name as "consigneeName", w.consignee_phone as "consigneePhone",
      w.consignee_address as "consigneeAddress", l.from_place as "fromPlace", l.from_id as "fromId",
      coalesce(o.short_name, w.shipper_city) as "fromName", l.pieces,
      coalesce(p.pieces - p.planned, 0) + ${left} as free, coalesce(x.pieces, 0) as "left", coalesce(y.pieces, 0) as refused, l.weight, l.volume,
      w.pieces as "totalPieces", w.weight as "totalWeight", w.volume as "totalVolume", w.urgent, w.hold,
      w.service_type as "serviceType", w.delivery_way as "deliveryWay"`
// unscoped: a row source only: the arrangement is in scope, and what it carries is shown with it
const lineSource = sql`from arrangement_line l join waybill w on w.id = l.waybill_id
    left join company c on c.id = w.customer_id left join company o on l.from_place = 'outlet' and o.id = l.from_id
    left join piece_place p on p.waybill_id = w.id and p.place = l.from_place and p.place_id = l.from_id
    left join piece_place x on x.waybill_id = w.id and x.place = 'arrangement' and x.place_id = l.arrangement_id and x.line_id = l.id
    left join piece_place y on y.waybill_id = w.id and y.place = 'refusedOut' and y.place_id = l.arrangement_id and y.line_id = l.id`

/** The lines of an arrangement of any kind; its own pieces count as free while it has not `left`. */
export async function linesOf(tx: Tx, id: SeenId, left: boolean): Promise<CarriedLine[]> {
  const found = await sql<CarriedLine>`select ${lineColumns(left ? sql`0` : sql`l.pieces`)} ${lineSource}
    where l.arrangement_id = ${id} order by l.seq, l.id`.execute(tx)
  return found.rows
}

/** The same of a trip, with the stops of each; what is to be loaded at a stop ahead counts as free. */
async function tripLinesOf(tx: Tx, id: SeenId, left: boolean): Promise<ArrangementDetail['lines']> {
  const own = left
    ? sql`case when l.load_stop is not null and s.left_at is null then l.pieces else 0 end`
    : sql`l.pieces`
  const found = await sql<ArrangementDetail['lines'][number]>`
    select ${lineColumns(own)}, l.leg, coalesce(l.load_stop, 0) as load, l.unload_stop as unload, l.goods,
      json_build_object('signed', coalesce(d.signed, 0), 'refused', coalesce(d.refused, 0)) as delivered ${lineSource}
    left join lateral (select sum(m.pieces) filter (where m.to_place = 'consignee') as signed, sum(m.pieces) filter (where m.to_place = 'refusedOut') as refused
      from piece_movement m where m.waybill_id = l.waybill_id and m.from_place = 'arrangement' and m.from_id = l.arrangement_id and m.from_line = l.id
        and m.to_place in ('consignee', 'refusedOut') and ${stands('m')}) d on true
    left join arrangement_stop s on s.arrangement_id = l.arrangement_id and s.seq = l.load_stop
    where l.arrangement_id = ${id} order by load, l.seq, l.id`.execute(tx)
  return found.rows
}

type Goes = { vehicle: VehicleFacts | undefined; driver: DriverFacts | undefined }
/** Beside what a row tells: the papers of who goes with it, and what it carries. */
export function papersAndLoad(
  actor: Actor,
  row: RawTrip,
  { vehicle, driver }: Goes,
): { assign: Objection; depart: Objection } {
  const mayGo = (vehicle && vehicleMayGo(vehicle, clock.today())) ?? (driver && driverMayDrive(driver, clock.today()))
  const peak = { weight: row.peakWeight, volume: row.peakVolume }
  const heavy = vehicle !== undefined && !may(actor, 'overload', 'edit') ? loadFits(beyondOf(peak, vehicle)) : undefined
  return { assign: mayGo, depart: mayGo ?? heavy }
}

/** Where a line of a trip is loaded, `f`, and unloaded, `s`: the trip may have left before, and go on. */
export const lineStops = sql`left join arrangement_stop f on f.arrangement_id = a.id and f.seq = l.load_stop
    left join arrangement_stop s on s.arrangement_id = a.id and s.seq = l.unload_stop`
/** When the pieces of a line left; what was taken over, with its trip. */
export const leftAt = sql`case when a.kind = 'vehicle' and l.load_stop is not null then f.left_at else a.depart_at end`

/** The arrangements of one waybill, for its detail page: cancelled ones are no legs. A customer reads no station: it names the carrier. */
export async function legsOf(tx: Tx, waybillId: SeenId, forCustomer: boolean): Promise<WaybillDetail['legs']> {
  const found = await sql<WaybillDetail['legs'][number]>`
    select a.id as "arrangementId", a.arrangement_no as "arrangementNo", a.kind, case a.kind when 'vehicle' then l.leg end as type, a.state, v.plate_no as "plateNo", d.name as "driverName",
      d.mobile as "driverPhone", k.short_name as "carrierName", a.carrier_no as "carrierNo", a.ends,
      coalesce(o.short_name, w.shipper_city) as "fromName",
      coalesce(t.short_name, ${forCustomer ? sql`w.consignee_city` : sql`a.station`}, w.consignee_city) as "toName",
      (select coalesce(json_agg(json_build_object('name', c.short_name, 'arrivedAt', ${asMoment('p.arrived_at')}) order by p.seq), '[]')
        from arrangement_stop p join company c on c.id = p.outlet_id
        where p.arrangement_id = a.id and p.seq > l.load_stop and p.seq < l.unload_stop) as via,
      case when s.arrived_at is null then n.arrangement_no end as "swappedTo",
      sum(l.pieces) as pieces, a.plan_at as "planAt", ${leftAt} as "departAt", coalesce(s.arrived_at, a.arrive_at, a.done_at) as "arriveAt"
    -- unscoped: the waybill is in scope, and its arrangements are shown with it
    from arrangement_line l join arrangement a on a.id = l.arrangement_id join waybill w on w.id = l.waybill_id
    left join vehicle v on v.id = a.vehicle_id left join driver d on d.id = a.driver_id left join company k on k.id = a.carrier_id and a.kind <> 'vehicle'
    ${lineStops}
    -- unscoped: what had not reached its stop went along with the other trip
    left join arrangement n on n.id = a.swapped_to
    left join company o on l.from_place = 'outlet' and o.id = l.from_id left join company t on t.id = case a.kind when 'vehicle' then s.outlet_id else a.to_outlet_id end
    where l.waybill_id = ${waybillId} and a.state <> 'cancelled'
    group by a.id, l.leg, l.load_stop, l.unload_stop, f.left_at, s.arrived_at, n.arrangement_no, v.plate_no, d.name, d.mobile, k.short_name, o.short_name, t.short_name, w.shipper_city, w.consignee_city
    order by coalesce(${leftAt}, a.plan_at), a.id`.execute(tx)
  return found.rows
}

/** The goods of a waybill in scope. */
export async function goodsOf(tx: Tx, actor: Actor, waybillId: number): Promise<Output<typeof getCargoGoods>> {
  const waybill = await scoped(tx, actor, 'waybill').select('id').where('id', '=', waybillId).executeTakeFirst()
  if (waybill === undefined) throw notFound()
  return tx
    .selectFrom('waybill_goods')
    .select(['seq', 'name', 'package', 'pieces', 'weight', 'volume'])
    .where('waybill_id', '=', waybillId)
    .orderBy('seq')
    .execute()
}

type Busy = { no: string | null } | null
type RawVehicle = Omit<VehicleChoice, 'blocked' | 'planned' | 'holds'> & { busy: Busy; plan: Busy } & VehicleRow
/** Vehicles with their papers and what they are on; the largest first. */
export async function vehiclesWhere(
  tx: Tx,
  actor: Actor,
  condition: RawBuilder<SqlBool>,
  most: number,
): Promise<VehicleChoice[]> {
  const found = await sql<RawVehicle>`
    select v.id, v.plate_no as "plateNo", v.plate_color as "plateColor", v.model, v.type, v.load_kg as "loadKg", v.volume_m3 as "volumeM3",
      v.cold, v.hazard, v.driver_id as "driverId", d.name as "driverName", v.carrier_id as "carrierId", c.name as "carrierName",
      v.plate_no, v.load_kg, v.volume_m3, v.enabled, v.licence_expiry, v.permit_expiry, v.inspection_expiry, v.insurance_expiry,
      -- unscoped: whether a vehicle is on the road is no secret of an outlet
      (select json_build_object('no', case when ${inScope(actor, 'arrangement', 'a')} then a.arrangement_no end) from arrangement a where a.vehicle_id = v.id and a.state = 'departed' and not a.is_deleted limit 1) as busy,
      -- unscoped: nor is that it has been given another load
      (select json_build_object('no', case when ${inScope(actor, 'arrangement', 'a')} then a.arrangement_no end) from arrangement a where a.vehicle_id = v.id and a.state = 'assigned' and not a.is_deleted order by a.plan_at limit 1) as plan
    from vehicle v left join driver d on d.id = v.driver_id left join company c on c.id = v.carrier_id
    where not v.is_deleted and ${condition} order by v.load_kg desc, v.plate_no limit ${most}`.execute(tx)
  const over = await holdersOver(
    tx,
    'driver',
    found.rows.flatMap(({ driverId }) => driverId ?? []),
    1,
  )
  return found.rows.map((row): VehicleChoice => {
    const { busy, plan } = row
    const no: Objection = vehicleMayGo(vehicleOf(row), clock.today()) ?? (busy === null ? undefined : isAway(busy.no))
    return {
      id: row.id,
      plateNo: row.plateNo,
      plateColor: row.plateColor,
      model: row.model,
      type: row.type,
      loadKg: row.loadKg,
      volumeM3: row.volumeM3,
      cold: row.cold,
      hazard: row.hazard,
      driverId: row.driverId,
      driverName: row.driverName,
      carrierId: row.carrierId,
      carrierName: row.carrierName,
      planned: plan === null ? null : (plan.no ?? ''),
      holds: over.get(row.driverId ?? 0) ?? null,
      blocked: no === undefined ? null : sayReason(no.reason, no.params ?? {}, actor.language),
    }
  })
}

/** Vehicles to choose from, those that may go first; a blocked one says why. */
export async function vehicleChoices(
  tx: Tx,
  actor: Actor,
  input: { q?: string | undefined; id?: number | undefined },
): Promise<VehicleChoice[]> {
  const models = input.q === undefined ? [] : modelsNamed(input.q, actor.language)
  const choices = await vehiclesWhere(
    tx,
    actor,
    all([
      input.id === undefined ? sql<SqlBool>`v.enabled` : sql<SqlBool>`v.id = ${input.id}`,
      input.q === undefined
        ? undefined
        : sql<SqlBool>`(v.search like ${searchPattern(input.q)} or v.model = any(${models}::text[]))`,
    ]),
    50,
  )
  // Free ones, then those that have another load to fetch, then those that may not go; the largest first.
  const rank = ({ blocked, planned }: VehicleChoice) => (blocked !== null ? 2 : planned !== null ? 1 : 0)
  return choices.sort((a, b) => rank(a) - rank(b))
}

/** Beside its plate, which need not be said twice. */
const isAway = (trip: string | null): NonNullable<Objection> =>
  trip === null ? { reason: 'dispatch.awayElsewhere' } : { reason: 'dispatch.away', params: { trip } }

/** 9.6 米 finds the model by its word. */
const modelsNamed = (typed: string, language: Language): string[] =>
  codes('vehicleModel').filter((code) =>
    wordFor('vehicleModel', code, language)
      .toLowerCase()
      .replaceAll(' ', '')
      .includes(typed.toLowerCase().replaceAll(' ', '')),
  )

export async function driverChoices(
  tx: Tx,
  actor: Actor,
  input: { q?: string | undefined; id?: number | undefined },
): Promise<Output<typeof getDispatchDrivers>> {
  const found = await sql<{ id: number; name: string; mobile: string; carrierName: string | null }>`
    select d.id, d.name, d.mobile, c.name as "carrierName" from driver d left join company c on c.id = d.carrier_id
    where not d.is_deleted and ${input.id === undefined ? sql<SqlBool>`d.enabled` : sql<SqlBool>`d.id = ${input.id}`}
      and ${input.q === undefined ? sql<SqlBool>`true` : sql<SqlBool>`d.search like ${searchPattern(input.q)}`}
    order by d.name collate "zh-x-icu" limit 50`.execute(tx)
  const choices = []
  for (const driver of found.rows) {
    const facts = await driverFacts(tx, driver.id)
    const no = facts === undefined ? undefined : driverMayDrive(facts, clock.today())
    choices.push({
      ...driver,
      blocked: no === undefined ? null : sayReason(no.reason, no.params ?? {}, actor.language),
    })
  }
  return choices.sort((a, b) => Number(a.blocked !== null) - Number(b.blocked !== null))
}
