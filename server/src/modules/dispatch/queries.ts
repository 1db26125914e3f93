import type {
  ArrangementFilter,
  ArrangementRow,
  getArrangements,
  getArrangementTotals,
} from '@xunyun/contract/dispatch/calls'
import { type ArrangementAction, arrangementActions, arrangementLifecycle } from '@xunyun/contract/dispatch/states'
import { rateOf, type StopKind } from '@xunyun/contract/dispatch/stops'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { paging, type SortKey } from '../../platform/list.ts'
import { inScope } from '../../platform/scope.ts'
import { cancellingLeavesNoReview, type StandingCost, standingCosts, undoingKeepsCosts } from '../costs/index.ts'
import { happensHere, type Objection } from './rules.ts'

const sorts = {
  planAt: { by: sql.ref('a.plan_at'), type: 'timestamptz' },
  arrangementNo: { by: sql.ref('a.arrangement_no'), type: 'text' },
  createdAt: { by: sql.ref('a.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

/** Under way to one of this person's outlets: those of his scope; with all in scope, the one where he works. */
function isToMine(actor: Actor): RawBuilder<SqlBool> {
  const mine = actor.scope.kind === 'outlet' ? actor.scope.ids : actor.outletId === null ? [] : [actor.outletId]
  return sql<SqlBool>`(a.state = 'departed' and (coalesce(a.to_outlet_id = any(${[...mine]}::bigint[]), false) or exists (
    select from arrangement_stop s where s.arrangement_id = a.id and s.seq > 1 and s.left_at is null and s.outlet_id = any(${[...mine]}::bigint[]))))`
}

/** Past its planned time, and not gone. */
export const isLate = (): RawBuilder<SqlBool> =>
  sql<SqlBool>`(a.state in ('new', 'assigned') and a.plan_at < ${clock.now()})`

/** A range of business days on a moment, both ends included. */
export function conditionsOf(actor: Actor, filter: ArrangementFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`a.kind = 'vehicle' and not a.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
    equals('a.state', filter.state),
    filter.toMine === true ? isToMine(actor) : undefined,
    filter.late === true ? isLate() : undefined,
    filter.mine === true ? sql<SqlBool>`a.created_by = ${actor.userId}` : undefined,
    equals('a.type', filter.type),
    equals('a.outlet_id', filter.outletId),
    equals('a.to_outlet_id', filter.toOutletId),
    equals('a.carrier_id', filter.carrierId),
    filter.vehicleType === undefined
      ? undefined
      : sql<SqlBool>`exists (select 1 from vehicle v where v.id = a.vehicle_id and v.type = ${filter.vehicleType})`,
    contains('a.search', filter.q),
    betweenDays('a.plan_at', filter.planFrom, filter.planTo),
    betweenDays('a.depart_at', filter.departFrom, filter.departTo),
    anyOf('a.id', filter.ids),
  ])
}

const columns = sql`
  a.id, a.outlet_id as "outletId", a.arrangement_no as "arrangementNo", a.type, a.state, a.vehicle_id as "vehicleId", v.plate_no as "plateNo",
  v.plate_color as "plateColor", v.model as "vehicleModel", a.driver_id as "driverId", d.name as "driverName", d.mobile as "driverPhone",
  a.carrier_id as "carrierId", c.name as "carrierName", a.from_outlet_id as "fromOutletId", f.short_name as "fromName",
  a.to_outlet_id as "toOutletId", t.short_name as "toName", l.waybills, l.pieces, l.weight, l.volume, peak.weight as "peakWeight",
  peak.volume as "peakVolume", z.stops as "stopCount", z.done as "stopsDone", z.last as "lastOutletId", coalesce(z.last_at <= a.depart_at, true) as "isAsTaken", a.via_outlet_ids as "viaOutletIds", n.seq as "nextSeq", n.kind as "nextKind",
  n.arrived as "nextArrived", n.outlet_id as "nextOutletId", n.name as "nextName", x.id as "swappedToId", x.arrangement_no as "swappedToNo", y.id as "swappedFromId", y.arrangement_no as "swappedFromNo",
  case when a.state in ('departed', 'arrived') then (select coalesce(sum(p.pieces), 0) from arrangement_line n
    join arrangement_stop s on s.arrangement_id = n.arrangement_id and s.seq = n.unload_stop
    join piece_place p on p.waybill_id = n.waybill_id and p.line_id = n.id and p.place in ('arrangement', 'refusedOut') and p.place_id = a.id
    where n.arrangement_id = a.id and (a.state = 'arrived' or (s.kind = 'outlet' and s.arrived_at is not null))) else 0 end::int as missing, a.brought_in as "broughtIn", v.load_kg as "loadKg",
  v.volume_m3 as "volumeM3", a.plan_at as "planAt", a.depart_at as "departAt", a.arrive_at as "arriveAt", a.done_at as "doneAt",
  a.seal_no as "sealNo", a.km, a.remark, a.cancel_reason as "cancelReason", o.short_name as "outletName", u.name as "createdByName",
  a.created_at as "createdAt", a.version, ${standingCosts} as "standingCosts"`
// unscoped: trips that took over from a trip in scope lend their numbers
const joins = sql`
  join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id join company o on o.id = a.outlet_id
  left join company c on c.id = a.carrier_id left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id
  left join app_user u on u.id = a.created_by
  cross join lateral (select count(distinct waybill_id) as waybills, coalesce(sum(pieces), 0) as pieces,
    coalesce(sum(weight), 0)::numeric(14,3) as weight, coalesce(sum(volume), 0)::numeric(14,4) as volume
    from arrangement_line where arrangement_id = a.id) l
  cross join lateral (select coalesce(max(weight), 0)::text as weight, coalesce(max(volume), 0)::text as volume from (
    select sum(sum(e.weight)) over (order by e.seq) as weight, sum(sum(e.volume)) over (order by e.seq) as volume from arrangement_line n
    cross join lateral (values (coalesce(n.load_stop, 0), n.weight, n.volume), (n.unload_stop, -n.weight, -n.volume)) e(seq, weight, volume)
    where n.arrangement_id = a.id group by e.seq) aboard) peak
  cross join lateral (select count(*)::int as stops, count(*) filter (where coalesce(left_at, arrived_at) is not null)::int as done,
    (array_agg(outlet_id order by seq desc) filter (where coalesce(left_at, arrived_at) is not null))[1] as last
    , max(greatest(left_at, arrived_at)) as last_at from arrangement_stop where arrangement_id = a.id) z
  left join lateral (select s.seq, s.kind, s.arrived_at is not null as arrived, s.outlet_id, coalesce(so.short_name, s.name, '') as name
    from arrangement_stop s left join company so on so.id = s.outlet_id
    where s.arrangement_id = a.id and s.left_at is null order by s.seq limit 1) n on a.state = 'departed'
  left join arrangement x on x.id = a.swapped_to left join arrangement y on y.swapped_to = a.id`

export type RawTrip = Omit<ArrangementRow, 'actions' | 'loadRate' | 'nextStop' | 'swappedTo' | 'swappedFrom'> & {
  outletId: number
  viaOutletIds: number[]
  lastOutletId: number | null
  broughtIn: number
  peakWeight: string
  peakVolume: string
  nextSeq: number | null
  nextKind: StopKind | null
  nextArrived: boolean | null
  nextOutletId: number | null
  nextName: string | null
  swappedToId: number | null
  swappedToNo: string | null
  swappedFromId: number | null
  swappedFromNo: string | null
  /** Nothing was reported since it took over. */
  isAsTaken: boolean
  standingCosts: readonly StandingCost[] | null
}
export const tripColumns = columns
export const tripJoins = joins

/** What is reported next of a trip under way. */
const nextOf = ({ nextSeq, nextKind, nextArrived, nextName, stopCount }: RawTrip): ArrangementRow['nextStop'] =>
  nextSeq === null || nextKind === null
    ? null
    : {
        seq: nextSeq,
        kind: nextKind,
        act: nextArrived === true ? 'leave' : nextSeq === stopCount ? 'arrive' : 'reach',
        name: nextName ?? '',
      }

/** What the stops, what is missing and what was brought in leave to do: what is missing can be brought in, and the last event alone is taken back. */
function fits(action: ArrangementAction, row: RawTrip, next: ArrangementRow['nextStop']): boolean {
  const { missing, broughtIn, stopsDone } = row
  const isSwapped = row.swappedToId !== null
  const undone: ArrangementAction = isSwapped
    ? 'undoSwapVehicle'
    : broughtIn > 0
      ? 'undoBringIn'
      : row.state === 'arrived'
        ? 'undoArrive'
        : stopsDone <= 1 && row.swappedFromId === null
          ? 'undoDepart'
          : next?.act === 'leave'
            ? 'undoReachStop'
            : 'undoLeaveStop'
  if (action.startsWith('undo'))
    return action === undone && (action === 'undoSwapVehicle' || row.swappedFromId === null || !row.isAsTaken)
  if (action === 'bringIn') return missing > 0
  if (action === 'reachStop') return next?.act === 'reach'
  return action !== 'leaveStop' || next?.act === 'leave'
}

/** A trip is done when nothing is missing of what it brought. */
const unloaded = (action: ArrangementAction, missing: number): Objection =>
  action === 'finish' && missing > 0 ? { reason: 'dispatch.unsignedPieces', params: { pieces: missing } } : undefined

/** What was applied for keeps a trip from being cancelled, and its departure from being taken back. */
const keptByCosts = (action: ArrangementAction, { standingCosts }: RawTrip): Objection =>
  action === 'undoDepart'
    ? undoingKeepsCosts(standingCosts)
    : action === 'cancel'
      ? cancellingLeavesNoReview(standingCosts)
      : undefined

/** `more`: objections beside the state and the outlet where it happens. */
export function presentTrip(
  actor: Actor,
  raw: RawTrip,
  more: Partial<Record<ArrangementAction, Objection>> = {},
): ArrangementRow {
  const {
    outletId,
    viaOutletIds,
    lastOutletId,
    broughtIn,
    peakWeight,
    peakVolume,
    nextSeq,
    nextKind,
    nextArrived,
    nextOutletId,
    nextName,
    ...rest
  } = raw
  const { swappedToId, swappedToNo, swappedFromId, swappedFromNo, isAsTaken: _, standingCosts: __, ...row } = rest
  const nextStop = nextOf(raw)
  return {
    ...row,
    nextStop,
    swappedTo: swappedToId === null ? null : { id: swappedToId, no: swappedToNo ?? '' },
    swappedFrom: swappedFromId === null ? null : { id: swappedFromId, no: swappedFromNo ?? '' },
    loadRate: rateOf({ weight: peakWeight, volume: peakVolume }, row),
    actions: abilitiesOf(
      actor,
      arrangementLifecycle,
      row.state,
      Object.fromEntries(
        arrangementActions.map((action) => [
          action,
          fits(action, raw, nextStop) &&
            (happensHere(actor, action, raw) ??
              more[action] ??
              unloaded(action, row.missing) ??
              keptByCosts(action, raw)),
        ]),
      ),
    ),
  }
}

export async function listTrips(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getArrangements>,
): Promise<Output<typeof getArrangements>> {
  const page = paging(sorts, { sort: 'planAt', dir: 'desc' }, 'a.id', input)
  const found = await sql<RawTrip & { k: string }>`
    select ${columns}, p.k::text as k from (
      select a.id, ${page.key} as k from arrangement a where ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join arrangement a on a.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => presentTrip(actor, row as RawTrip)), next }
}

export async function totalTrips(
  tx: Tx,
  actor: Actor,
  filter: ArrangementFilter,
): Promise<Output<typeof getArrangementTotals>> {
  const { rows } = await sql<{
    state: string
    toMine: boolean
    count: number
    waybills: number
    pieces: number
    weight: string
    volume: string
  }>`
    select a.state, ${isToMine(actor)} as "toMine", count(distinct a.id) as count, count(l.id) as waybills, coalesce(sum(l.pieces), 0) as pieces,
      coalesce(sum(l.weight), 0)::text as weight, coalesce(sum(l.volume), 0)::text as volume
    from arrangement a left join arrangement_line l on l.arrangement_id = a.id
    where ${conditionsOf(actor, { ...filter, state: undefined, toMine: undefined })} group by 1, 2`.execute(tx)
  type Group = (typeof rows)[number]
  const sum = (groups: readonly Group[], field: 'count' | 'waybills' | 'pieces') =>
    groups.reduce((total, group) => total + group[field], 0)
  const shown = rows.filter(
    ({ state, toMine }) => (filter.state === undefined || state === filter.state) && (filter.toMine !== true || toMine),
  )
  const tabs: Record<string, number> = {
    all: sum(rows, 'count'),
    toMine: sum(
      rows.filter(({ toMine }) => toMine),
      'count',
    ),
  }
  for (const { state, count } of rows) tabs[state] = (tabs[state] ?? 0) + count
  return {
    count: sum(shown, 'count'),
    waybills: sum(shown, 'waybills'),
    pieces: sum(shown, 'pieces'),
    weight: sumDecimals(
      shown.map(({ weight }) => weight),
      3,
    ),
    volume: sumDecimals(
      shown.map(({ volume }) => volume),
      4,
    ),
    tabs,
  }
}
