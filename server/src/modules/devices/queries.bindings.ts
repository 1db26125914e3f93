import {
  type BindingFilter,
  type BindingRow,
  type BindingTab,
  bindingTabs,
  type getBindings,
  type getReturns,
  type ReturnFilter,
  type ReturnTab,
  returnTabs,
} from '@xunyun/contract/devices/bindings'
import {
  type DeviceAlarm,
  type DeviceState,
  deviceAlarms,
  lowBattery,
  silentMinutes,
} from '@xunyun/contract/devices/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { fromMicro } from '@xunyun/contract/kernel/position'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, type ListRequest, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { cityIn } from '../../platform/regions.ts'
import { inScope, type Seen } from '../../platform/scope.ts'
import { deviceAbilities } from './abilities.ts'
import {
  bindingState,
  customerName,
  deviceState,
  hasMoved,
  isOpen,
  objectKind,
  objectNo,
  plateNo,
} from './queries.shown.ts'

/** GPS绑定列表 and GPS回库: bindings, one list by what travels and one by what is to come back. */

const sorts = {
  positionAt: { by: sql`coalesce(d.last_at, '-infinity'::timestamptz)`, type: 'timestamptz' },
  // What has no date is not waited for.
  expectedReturn: { by: sql`coalesce(b.expected_return, 'infinity'::timestamptz)`, type: 'timestamptz' },
  boundAt: { by: sql.ref('b.bound_at'), type: 'timestamptz' },
  returnedAt: { by: sql`coalesce(b.returned_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
  battery: { by: sql`coalesce(d.battery, -1)`, type: 'bigint' },
  deviceNo: { by: sql.ref('d.device_no'), type: 'text' },
} satisfies Record<string, SortKey>

const now = () => sql`${clock.iso()}::timestamptz`
const isOverdue = () => sql<SqlBool>`(${isOpen} and d.state <> 'lost' and b.expected_return < ${now()})`

/** What is wrong with what is out; where the reader is a customer, nobody tells him. */
const alarmConditions = () => ({
  battery: sql<SqlBool>`(${isOpen} and d.state <> 'lost' and d.battery < ${lowBattery})`,
  silent: sql<SqlBool>`(${isOpen} and ${bindingState} = 'underway'
    and greatest(d.last_at, b.bound_at) < ${now()} - make_interval(mins => ${silentMinutes}))`,
  overdue: isOverdue(),
})
const alarms = () => {
  const conditions = alarmConditions()
  const found = deviceAlarms.map((alarm) => sql`case when ${conditions[alarm]} then ${alarm}::text end`)
  return sql<DeviceAlarm[]>`array_remove(array[${sql.join(found)}], null)`
}

const bindingTab = (tab: BindingTab | undefined): RawBuilder<SqlBool> =>
  tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${bindingState} = ${tab}`
/** What is on its way and not due yet is not to come back now. */
const returnTab = (tab: ReturnTab | undefined): RawBuilder<SqlBool> => {
  if (tab === 'overdue') return isOverdue()
  if (tab !== undefined) return sql<SqlBool>`${bindingState} = ${tab}`
  return sql<SqlBool>`(${bindingState} in ('toReturn', 'mailing', 'returned') or ${isOverdue()})`
}

const common = (actor: Actor, filter: Pick<BindingFilter, 'q' | 'ids'>): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`b.undone_at is null and ${inScope(actor, 'gps_binding', 'b')}`,
    contains('b.search', filter.q),
    anyOf('b.id', filter.ids),
  ])
const kinds = { waybill: 'waybill_id', arrangement: 'arrangement_id', vehicle: 'vehicle_id' } as const
const bindingConditions = (actor: Actor, filter: BindingFilter): RawBuilder<SqlBool> =>
  all([
    common(actor, filter),
    equals('b.outlet_id', filter.outletId),
    filter.kind === undefined ? undefined : sql<SqlBool>`${sql.ref(`b.${kinds[filter.kind]}`)} is not null`,
    betweenDays('b.bound_at', filter.boundFrom, filter.boundTo),
    filter.byMe === undefined ? undefined : sql<SqlBool>`(b.bound_by = ${actor.userId}) = ${filter.byMe}`,
    filter.alarm === undefined ? undefined : isCustomer(actor) ? sql<SqlBool>`false` : alarmConditions()[filter.alarm],
    filter.batteryBelow === undefined ? undefined : sql<SqlBool>`(${isOpen} and d.battery < ${filter.batteryBelow})`,
    filter.silentHours === undefined
      ? undefined
      : sql<SqlBool>`(${isOpen} and coalesce(d.last_at, '-infinity'::timestamptz) < ${now()} - make_interval(hours => ${filter.silentHours}::int))`,
    filter.overdueDays === undefined
      ? undefined
      : sql<SqlBool>`(${isOverdue()} and b.expected_return <= ${now()} - make_interval(days => ${filter.overdueDays > 1 ? filter.overdueDays : 0}::int))`,
  ])
const returnConditions = (actor: Actor, filter: ReturnFilter): RawBuilder<SqlBool> =>
  all([
    common(actor, filter),
    equals('d.outlet_id', filter.outletId),
    equals('b.return_way', filter.returnWay),
    betweenDays('b.expected_return', filter.dueFrom, filter.dueTo),
    equals('d.supplier_id', filter.supplierId),
    filter.holder === undefined
      ? undefined
      : sql<SqlBool>`concat_ws(' ', b.holder, b.holder_phone) ilike ${`%${filter.holder.replace(/[\\%_]/g, '\\$&')}%`}`,
  ])

/** Who reminded of it last: the binding keeps when, the timeline of the device by whom. */
const remindedBy = sql<string | null>`case when b.reminded_at is not null then (select h.by_name from history h
  where h.entity = 'gpsDevice' and h.entity_id = d.id and h.action = 'reminded' and h.at >= b.bound_at order by h.id desc limit 1) end`

const columns = (actor: Actor) => sql`
  b.id, d.id as "deviceId", d.device_no as "deviceNo", ${bindingState} as state, ${objectKind} as "objectKind", ${objectNo(actor)} as "objectNo",
  ${plateNo(actor)} as "plateNo", ${customerName(actor)} as "customerName", b.holder, b.holder_phone as "holderPhone",
  case when ${isOpen} then d.last_lng end as "lastLng", case when ${isOpen} then d.last_lat end as "lastLat",
  case when ${isOpen} then d.last_place end as place, case when ${isOpen} then d.last_at end as "positionAt",
  case when ${isOpen} then d.battery end as battery, d.deposit, b.expected_return as "expectedReturn",
  case when ${isOverdue()} then greatest(1, floor(extract(epoch from ${now()} - b.expected_return) / 86400))::int else 0 end as "overdueDays",
  ${alarms()} as alarms, b.return_way as "returnWay", b.express_no as "expressNo", o.short_name as "outletName", b.bound_by as "boundBy", u.name as "boundByName",
  b.bound_at as "boundAt", b.reminded_at as "remindedAt", ${remindedBy} as "remindedByName", ${hasMoved} as "hasMoved", b.returned_at as "returnedAt", b.condition,
  case when ${isOpen} then ${deviceState} end as "deviceState", d.outlet_id as "keptAt", h.short_name as "keptAtName"`
const joins = sql`join gps_device d on d.id = b.device_id join company o on o.id = b.outlet_id join company h on h.id = d.outlet_id
  left join app_user u on u.id = b.bound_by`
const inner = sql`from gps_binding b join gps_device d on d.id = b.device_id`

type Raw = Omit<BindingRow, 'actions' | 'position'> & {
  lastLng: number | null
  lastLat: number | null
  boundBy: number | null
  /** Of one that holds. */
  deviceState: DeviceState | null
  keptAt: number
  keptAtName: string
  hasMoved: boolean
}

function present(actor: Actor, raw: Raw): BindingRow {
  const { lastLng, lastLat, boundBy, deviceState: state, keptAt, keptAtName, hasMoved: moved, ...row } = raw
  if (isCustomer(actor)) return toCustomer(row)
  const binding = { kind: row.objectKind, no: row.objectNo, boundBy, hasMoved: moved, ...row }
  const facts = { state: state ?? 'inStock', outletId: keptAt, outletName: keptAtName, battery: row.battery, binding }
  return { ...row, position: fromMicro(lastLng, lastLat), actions: state === null ? [] : deviceAbilities(actor, facts) }
}

/** A customer is told that a device is with his goods, and in which city they are while they travel. */
function toCustomer(row: Omit<BindingRow, 'actions' | 'position'>): BindingRow {
  const travels = row.state === 'underway'
  return {
    ...row,
    deviceId: null,
    holder: null,
    holderPhone: null,
    deposit: null,
    outletName: null,
    boundByName: null,
    remindedAt: null,
    remindedByName: null,
    expressNo: null,
    overdueDays: 0,
    alarms: [],
    battery: travels ? row.battery : null,
    position: null,
    place: travels && row.place !== null ? cityIn(row.place) : null,
    positionAt: travels ? row.positionAt : null,
    actions: [],
  }
}

async function list(tx: Tx, actor: Actor, page: ReturnType<typeof paging>, where: RawBuilder<SqlBool>) {
  const found = await sql<Raw & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select b.id, ${page.key} as k ${inner} where ${where} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join gps_binding b on b.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

export const listBindings = (
  tx: Tx,
  actor: Actor,
  input: Input<typeof getBindings> & ListRequest,
): Promise<Output<typeof getBindings>> =>
  list(
    tx,
    actor,
    paging(sorts, { sort: 'positionAt', dir: 'desc' }, 'b.id', input),
    all([bindingConditions(actor, input), bindingTab(input.tab)]),
  )
export const listReturns = (
  tx: Tx,
  actor: Actor,
  input: Input<typeof getReturns> & ListRequest,
): Promise<Output<typeof getReturns>> =>
  list(
    tx,
    actor,
    paging(sorts, { sort: 'expectedReturn', dir: 'asc' }, 'b.id', input),
    all([returnConditions(actor, input), returnTab(input.tab)]),
  )

export async function totalBindings(tx: Tx, actor: Actor, filter: BindingFilter): Promise<Totals> {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...bindingTabs], bindingTab, filter.tab)} ${inner} where ${bindingConditions(actor, filter)}`.execute(
    tx,
  )
  return totalsOf(found)
}
export async function totalReturns(tx: Tx, actor: Actor, filter: ReturnFilter): Promise<Totals> {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...returnTabs], returnTab, filter.tab)} ${inner} where ${returnConditions(actor, filter)}`.execute(
    tx,
  )
  return totalsOf(found)
}

export async function bindingDetail(tx: Tx, actor: Actor, id: number): Promise<Seen<BindingRow>> {
  const found = await sql<Raw>`
    select ${columns(actor)} from gps_binding b ${joins} where b.id = ${id} and ${common(actor, {})}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  return present(actor, row) as Seen<BindingRow>
}
