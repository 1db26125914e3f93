import type {
  ArrangementFilter,
  ArrangementRow,
  getArrangements,
  getArrangementTotals,
} from '@xunyun/contract/dispatch/calls'
import { type ArrangementAction, arrangementActions, arrangementLifecycle } from '@xunyun/contract/dispatch/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { paging, type SortKey } from '../../platform/list.ts'
import { inScope } from '../../platform/scope.ts'
import { happensHere, loadRate, type Objection } from './rules.ts'

const sorts = {
  planAt: { by: sql.ref('a.plan_at'), type: 'timestamptz' },
  arrangementNo: { by: sql.ref('a.arrangement_no'), type: 'text' },
  createdAt: { by: sql.ref('a.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

/** A range of business days on a moment, both ends included. */
export function conditionsOf(actor: Actor, filter: ArrangementFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not a.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
    equals('a.state', filter.state),
    equals('a.type', filter.type),
    equals('a.outlet_id', filter.outletId),
    equals('a.to_outlet_id', filter.toOutletId),
    equals('a.carrier_id', filter.carrierId),
    filter.vehicleType === undefined
      ? undefined
      : sql<SqlBool>`exists (select 1 from vehicle v where v.id = a.vehicle_id and v.type = ${filter.vehicleType})`,
    contains('a.search', filter.q),
    betweenDays('a.plan_at', filter.planFrom, filter.planTo),
    anyOf('a.id', filter.ids),
  ])
}

const columns = sql`
  a.id, a.outlet_id as "outletId", a.arrangement_no as "arrangementNo", a.type, a.state, a.vehicle_id as "vehicleId", v.plate_no as "plateNo",
  v.plate_color as "plateColor", v.model as "vehicleModel", a.driver_id as "driverId", d.name as "driverName", d.mobile as "driverPhone",
  a.carrier_id as "carrierId", c.name as "carrierName", a.from_outlet_id as "fromOutletId", f.short_name as "fromName",
  a.to_outlet_id as "toOutletId", t.short_name as "toName", l.waybills, l.pieces, l.weight, l.volume, v.load_kg as "loadKg",
  v.volume_m3 as "volumeM3", a.plan_at as "planAt", a.depart_at as "departAt", a.arrive_at as "arriveAt", a.done_at as "doneAt",
  a.seal_no as "sealNo", a.km, a.remark, a.cancel_reason as "cancelReason", o.short_name as "outletName", u.name as "createdByName",
  a.created_at as "createdAt", a.version`
const joins = sql`
  join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id join company o on o.id = a.outlet_id
  left join company c on c.id = a.carrier_id left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id
  left join app_user u on u.id = a.created_by
  cross join lateral (select count(distinct waybill_id) as waybills, coalesce(sum(pieces), 0) as pieces,
    coalesce(sum(weight), 0)::numeric(14,3) as weight, coalesce(sum(volume), 0)::numeric(14,4) as volume
    from arrangement_line where arrangement_id = a.id) l`

export type RawTrip = Omit<ArrangementRow, 'actions' | 'loadRate'> & { outletId: number }
export const tripColumns = columns
export const tripJoins = joins

/** `more`: objections beside the state and the outlet where it happens. */
export const presentTrip = (
  actor: Actor,
  { outletId, ...row }: RawTrip,
  more: Partial<Record<ArrangementAction, Objection>> = {},
): ArrangementRow => ({
  ...row,
  loadRate: loadRate(row, row),
  actions: abilitiesOf(
    actor,
    arrangementLifecycle,
    row.state,
    Object.fromEntries(
      arrangementActions.map((action) => [action, happensHere(actor, action, { ...row, outletId }) ?? more[action]]),
    ),
  ),
})

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
  const found = await sql<{
    state: string
    count: number
    waybills: number
    pieces: number
    weight: string
    volume: string
  }>`
    select a.state, count(distinct a.id) as count, count(l.id) as waybills, coalesce(sum(l.pieces), 0) as pieces,
      coalesce(sum(l.weight), 0)::text as weight, coalesce(sum(l.volume), 0)::text as volume
    from arrangement a left join arrangement_line l on l.arrangement_id = a.id
    where ${conditionsOf(actor, { ...filter, state: undefined })} group by grouping sets ((a.state), ())`.execute(tx)
  const whole = found.rows.find((row) => row.state === null)
  const shown = filter.state === undefined ? whole : found.rows.find((row) => row.state === filter.state)
  const tabs: Record<string, number> = { all: whole?.count ?? 0 }
  for (const row of found.rows) if (row.state !== null) tabs[row.state] = row.count
  return {
    count: shown?.count ?? 0,
    waybills: shown?.waybills ?? 0,
    pieces: shown?.pieces ?? 0,
    weight: shown?.weight ?? '0',
    volume: shown?.volume ?? '0',
    tabs,
  }
}
