import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getVehicles,
  type VehicleFilter,
  type VehicleRow,
  type VehicleTab,
  vehicleTabs,
} from '@xunyun/contract/resources/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'
import { coveredTypes, vehiclePage } from './access.ts'
import { endsSoon, paperSql, vehiclePaperColumns } from './documents.ts'

/** A vehicle without a date or volume on record sorts last, or first when descending. */
const sorts = () =>
  ({
    plateNo: { by: sql.ref('v.plate_no'), type: 'text' },
    loadKg: { by: sql.ref('v.load_kg'), type: 'numeric' },
    volumeM3: { by: sql`coalesce(v.volume_m3, 'Infinity'::numeric)`, type: 'numeric' },
    nearestExpiry: {
      by: sql`coalesce(${paperSql(vehiclePaperColumns).nearest}, 'infinity'::date)`,
      type: 'date',
    },
    createdAt: { by: sql.ref('v.created_at'), type: 'timestamptz' },
  }) satisfies Record<string, SortKey>

/** A vehicle is on the road for everybody, also for those who may not see the trip. */
const departed = sql<SqlBool>`exists (select 1 from arrangement a
  where a.vehicle_id = v.id and a.state = 'departed' and not a.is_deleted)`

function tabCondition(tab: VehicleTab | undefined): RawBuilder<SqlBool> {
  const papers = paperSql(vehiclePaperColumns)
  switch (tab) {
    case undefined:
      return sql<SqlBool>`true`
    case 'disabled':
      return sql<SqlBool>`not v.enabled`
    case 'expiring':
      return sql<SqlBool>`(v.enabled and ${papers.soon})`
    case 'expired':
      return sql<SqlBool>`(v.enabled and ${papers.expired})`
    case 'onTask':
      return sql<SqlBool>`(v.enabled and ${departed})`
    case 'idle':
      return sql<SqlBool>`(v.enabled and not ${departed})`
  }
}

/** By its own numbers, its driver and its carrier. */
const matches = (q: string) => sql<SqlBool>`(v.search like ${searchPattern(q)}
  or v.driver_id in (select d.id from driver d where d.search like ${searchPattern(q)})
  or v.carrier_id in (select c.id from company c where c.search like ${searchPattern(q)}))`

function conditionsOf(actor: Actor, filter: VehicleFilter): RawBuilder<SqlBool> {
  const types = coveredTypes(actor, 'browse')
  if (filter.type !== undefined && !types.includes(filter.type))
    throw new Refusal('kernel.forbidden', { page: vehiclePage(filter.type), kind: 'browse' })
  return all([
    sql<SqlBool>`not v.is_deleted`,
    sql<SqlBool>`v.type = any(${filter.type === undefined ? [...types] : [filter.type]}::text[])`,
    filter.q === undefined ? undefined : matches(filter.q),
    equals('v.model', filter.model),
    equals('v.carrier_id', filter.carrierId),
    equals('v.driver_id', filter.driverId),
    filter.loadFrom === undefined ? undefined : sql<SqlBool>`v.load_kg >= ${filter.loadFrom}`,
    equals('v.cold', filter.cold),
    equals('v.hazard', filter.hazard),
    equals('v.plate_color', filter.plateColor),
    endsSoon(vehiclePaperColumns, filter.paper),
    equals('v.enabled', filter.enabled),
    anyOf('v.id', filter.ids),
  ])
}

const columns = (actor: Actor) => sql`
  v.id, v.type, v.plate_no as "plateNo", v.plate_color as "plateColor", v.trailer_no as "trailerNo", v.model,
  v.length_m as "lengthM", v.width_m as "widthM", v.height_m as "heightM", v.load_kg as "loadKg", v.volume_m3 as "volumeM3", v.owner,
  v.carrier_id as "carrierId", c.name as "carrierName", v.driver_id as "driverId", d.name as "driverName", d.mobile as "driverPhone",
  v.licence_no as "licenceNo", v.licence_expiry as "licenceExpiry", v.permit_no as "permitNo", v.permit_expiry as "permitExpiry",
  v.inspection_expiry as "inspectionExpiry", v.insurance_expiry as "insuranceExpiry", v.cold, v.temp_min as "tempMin",
  v.temp_max as "tempMax", v.hazard, v.enabled, v.remark,
  case when not v.enabled then 'disabled' when ${departed} then 'onTask' else 'idle' end as state,
  (select a.arrangement_no from arrangement a where a.vehicle_id = v.id and a.state in ('new', 'assigned', 'departed')
    and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}
    order by (a.state = 'departed') desc, a.plan_at, a.id limit 1) as "arrangementNo",
  ${paperSql(vehiclePaperColumns).columns}, v.created_at as "createdAt", v.updated_at as "updatedAt", v.version`
const joins = sql`left join company c on c.id = v.carrier_id left join driver d on d.id = v.driver_id`

type RawRow = Omit<VehicleRow, 'mayEdit' | 'mayApprove'>

const present = (actor: Actor, row: RawRow): VehicleRow => ({
  ...row,
  mayEdit: coveredTypes(actor, 'edit').includes(row.type),
  mayApprove: coveredTypes(actor, 'approve').includes(row.type),
})

export async function listVehicles(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getVehicles>,
): Promise<Output<typeof getVehicles>> {
  const page = paging(sorts(), { sort: 'plateNo', dir: 'asc' }, 'v.id', input)
  const found = await sql<RawRow & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select v.id, ${page.key} as k from vehicle v
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join vehicle v on v.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as RawRow)), next }
}

export async function totalVehicles(tx: Tx, actor: Actor, filter: VehicleFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...vehicleTabs], tabCondition, filter.tab)}
    from vehicle v where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function vehicleDetail(tx: Tx, actor: Actor, id: number): Promise<VehicleRow> {
  const found = await sql<RawRow>`
    select ${columns(actor)} from vehicle v ${joins} where ${conditionsOf(actor, {})} and v.id = ${id}`.execute(tx)
  const vehicle = found.rows[0]
  if (vehicle === undefined) throw notFound()
  return present(actor, vehicle)
}
