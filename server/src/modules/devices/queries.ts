import type { DeviceFilter, DeviceRow, getDevices } from '@xunyun/contract/devices/devices'
import { type DeviceState, deviceStates, type ObjectKind } from '@xunyun/contract/devices/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { fromMicro } from '@xunyun/contract/kernel/position'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope, type Seen } from '../../platform/scope.ts'
import { deviceAbilities } from './abilities.ts'
import { deviceState, hasMoved, objectKind, objectNo, withOpen } from './queries.shown.ts'

/** GPS库存状态: devices by state. What is not known of one sorts last, or first when ascending. */

const sorts = {
  battery: { by: sql`coalesce(d.battery, -1)`, type: 'bigint' },
  deviceNo: { by: sql.ref('d.device_no'), type: 'text' },
  positionAt: { by: sql`coalesce(d.last_at, '-infinity'::timestamptz)`, type: 'timestamptz' },
  deposit: { by: sql`coalesce(d.deposit, 0)`, type: 'numeric' },
  createdAt: { by: sql.ref('d.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const tabCondition = (tab: DeviceState | undefined): RawBuilder<SqlBool> =>
  tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${deviceState} = ${tab}`

function conditionsOf(actor: Actor, filter: DeviceFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not d.is_deleted and ${inScope(actor, 'gps_device', 'd')}`,
    contains('d.search', filter.q),
    equals('d.outlet_id', filter.outletId),
    equals('d.supplier_id', filter.supplierId),
    filter.batteryFrom === undefined ? undefined : sql<SqlBool>`d.battery >= ${filter.batteryFrom}`,
    filter.hasDeposit === undefined ? undefined : sql<SqlBool>`(coalesce(d.deposit, 0) > 0) = ${filter.hasDeposit}`,
    anyOf('d.id', filter.ids),
  ])
}

const columns = (actor: Actor) => sql`
  d.id, d.device_no as "deviceNo", d.imei, d.sim_no as "simNo", d.model, d.supplier_id as "supplierId", s.short_name as "supplierName",
  d.outlet_id as "outletId", o.short_name as "outletName", d.keeper_id as "keeperId", u.name as "keeperName", d.deposit, d.battery,
  d.received_on as "receivedOn", d.remark, ${deviceState} as state, ${objectKind} as "objectKind", ${objectNo(actor)} as "objectNo",
  d.last_lng as "lastLng", d.last_lat as "lastLat", d.last_place as place, d.last_at as "positionAt", d.created_at as "createdAt",
  d.updated_at as "updatedAt", d.version, b.bound_by as "boundBy", y.name as "boundByName", b.expected_return as "expectedReturn",
  b.bound_at as "boundAt", ${hasMoved} as "hasMoved", b.reminded_at as "remindedAt"`
const joins = sql`${withOpen} join company o on o.id = d.outlet_id left join company s on s.id = d.supplier_id
  left join app_user u on u.id = d.keeper_id left join app_user y on y.id = b.bound_by`

type Beside = {
  lastLng: number | null
  lastLat: number | null
  boundBy: number | null
  boundByName: string | null
  expectedReturn: string | null
  boundAt: string | null
  hasMoved: boolean
  remindedAt: string | null
}
type Raw = Omit<DeviceRow, 'actions' | 'position' | 'objectKind'> & Beside & { objectKind: ObjectKind | null }

function present(actor: Actor, raw: Raw): DeviceRow {
  const { lastLng, lastLat, boundBy, boundByName, boundAt, expectedReturn, hasMoved, remindedAt, ...row } = raw
  const beside = { boundBy, boundByName, expectedReturn, hasMoved, remindedAt }
  const binding =
    row.objectKind === null || boundAt === null ? null : { kind: row.objectKind, no: row.objectNo, boundAt, ...beside }
  return { ...row, position: fromMicro(lastLng, lastLat), actions: deviceAbilities(actor, { ...row, binding }) }
}

export async function listDevices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getDevices>,
): Promise<Output<typeof getDevices>> {
  const page = paging(sorts, { sort: 'battery', dir: 'desc' }, 'd.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select d.id, ${page.key} as k from gps_device d ${withOpen}
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join gps_device d on d.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}
export async function totalDevices(tx: Tx, actor: Actor, filter: DeviceFilter): Promise<Totals> {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...deviceStates], tabCondition, filter.tab)} from gps_device d ${withOpen} where ${conditionsOf(actor, filter)}`.execute(
    tx,
  )
  return totalsOf(found)
}

export async function deviceDetail(tx: Tx, actor: Actor, id: number): Promise<Seen<DeviceRow>> {
  const found = await sql<Raw>`
    select ${columns(actor)} from gps_device d ${joins} where ${conditionsOf(actor, {})} and d.id = ${id}`.execute(tx)
  const device = found.rows[0]
  if (device === undefined) throw notFound()
  return present(actor, device) as Seen<DeviceRow>
}

type Numbered = { id: number; place: string | null; positionAt: string | null }
/** In scope, by device number or IMEI. */
export async function deviceNumbered(tx: Tx, actor: Actor, number: string): Promise<Numbered | undefined> {
  const { rows } = await sql<Numbered>`
    select d.id, d.last_place as place, d.last_at as "positionAt" from gps_device d
    where (d.device_no = ${number} or d.imei = ${number}) and not d.is_deleted and ${inScope(actor, 'gps_device', 'd')}
    order by d.device_no = ${number} desc limit 1`.execute(tx)
  return rows[0]
}
