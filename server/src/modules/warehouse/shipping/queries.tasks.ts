import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getPickTask,
  type getPickTasks,
  type getPickTaskTotals,
  type PickTaskDetail,
  type PickTaskFilter,
  type PickTaskRow,
  pickTaskTabs,
} from '@xunyun/contract/warehouse/shipping/picking'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, equals } from '../../../platform/conditions.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { likeStart, searchPattern } from '../../../platform/search.ts'
import { batchesAt } from '../locations/index.ts'
import { isStopped, taskAbilities } from './abilities.ts'
import { packsOfItem } from './queries.notices.ts'
import { stagingPlaces } from './store.ts'

const sorts = {
  requiredAt: { by: sql`coalesce(t.required_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
  taskNo: { by: sql.ref('t.task_no'), type: 'text' },
  createdAt: { by: sql.ref('t.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

/** Of a line that was short, and that is not covered since. */
const isShort = sql<SqlBool>`exists (select 1 from pick_act p join outbound_line k on k.id = p.line_id
  where p.task_id = t.id and p.short > 0 and k.qty > k.allocated + k.closed)`
const tabCondition = (tab: PickTaskFilter['tab']): RawBuilder<SqlBool> => {
  if (tab === undefined) return sql`true`
  return tab === 'short' ? sql`(${isShort} and t.state <> 'cancelled')` : sql`t.state = ${tab}`
}
/** With a notice, or goods, that a condition holds for. */
const withNotice = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select 1 from allocation a join outbound_notice n on n.id = a.notice_id where a.task_id = t.id and ${condition})`

const conditionsOf = (actor: Actor, filter: PickTaskFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not t.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'pick_task', 't')}`,
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(t.task_no ilike ${likeStart(filter.q)} or t.wave_no ilike ${likeStart(filter.q)}
          or ${withNotice(sql`n.search like ${searchPattern(filter.q)}`)})`,
    equals('t.warehouse_id', filter.warehouseId),
    filter.ownerId === undefined ? undefined : withNotice(sql`n.owner_id = ${filter.ownerId}`),
    filter.carrierId === undefined ? undefined : withNotice(sql`n.carrier_id = ${filter.carrierId}`),
    equals('t.picker_id', filter.pickerId),
    filter.mine === true ? sql<SqlBool>`t.picker_id = ${actor.userId}` : undefined,
    filter.zoneId === undefined
      ? undefined
      : withNotice(sql`a.shelf_id in (select x.id from location x where x.zone_id = ${filter.zoneId})`),
    betweenDays('t.required_at', filter.requiredFrom, filter.requiredTo),
    anyOf('t.id', filter.ids),
  ])

const texts = (value: RawBuilder<unknown>) =>
  sql`coalesce(array_agg(distinct ${value} order by ${value}) filter (where ${value} is not null), '{}')`
const columns = sql`
  t.id, t.task_no as "taskNo", t.wave_no as "waveNo", t.state, ${isShort} as short, t.mode, t.warehouse_id as "warehouseId",
  w.name as "warehouseName", x.*, t.required_at as "requiredAt", trim_scale(t.qty)::text as qty, trim_scale(t.picked)::text as picked,
  trim_scale(t.short)::text as "shortQty", t.picker_id as "pickerId", u.name as "pickerName", t.started_at as "startedAt",
  t.done_at as "doneAt", t.checked_at as "checkedAt", t.checked_by_name as "checkedByName", t.created_at as "createdAt", t.version`
const joins = (actor: Actor) => sql`
  join warehouse w on w.id = t.warehouse_id left join app_user u on u.id = t.picker_id
  cross join lateral (
    select ${texts(sql`n.notice_no`)} as "noticeNos", ${texts(sql`o.name`)} as "ownerNames",
      ${texts(sql`coalesce(n.consignee_company, n.consignee_name)`)} as consignees, ${texts(sql`r.name`)} as "carrierNames",
      ${texts(sql`z.name`)} as "zoneNames", coalesce(bool_or(n.intercepted), false) as intercepted,
      coalesce(bool_or(a.picked_by = ${actor.userId}), false) as mine,
      (count(*) filter (where a.state <> 'released'))::int as "lineCount"
    from allocation a join outbound_notice n on n.id = a.notice_id join company o on o.id = n.owner_id
      left join company r on r.id = n.carrier_id join location y on y.id = a.shelf_id join warehouse_zone z on z.id = y.zone_id
    where a.task_id = t.id) x`

/** `mine`: the actor picked something of it. */
type RawTask = Omit<PickTaskRow, 'actions'> & { mine: boolean }
export async function listTasks(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getPickTasks>,
): Promise<Output<typeof getPickTasks>> {
  const page = paging(sorts, { sort: 'requiredAt', dir: 'asc' }, 't.id', input)
  const found = await sql<RawTask & { k: string }>`
    select ${columns}, p.k::text as k from (
      select t.id, ${page.key} as k from pick_task t
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join pick_task t on t.id = p.id ${joins(actor)} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return {
    rows: rows.map(({ mine, ...task }) => ({ ...task, actions: taskAbilities(actor, { ...task, mine }) })),
    next,
  }
}

export async function totalTasks(tx: Tx, actor: Actor, filter: PickTaskFilter) {
  const chosen = tabCondition(filter.tab)
  const found = await sql<Output<typeof getPickTaskTotals>>`
    with found as materialized (select t.id, t.state, t.qty, t.picked, t.short from pick_task t where ${conditionsOf(actor, filter)})
    select ${countTabs(pickTaskTabs, tabCondition, filter.tab)}, ${figure(sql`sum(t.qty) filter (where ${chosen})`)} as qty,
      ${figure(sql`sum(t.picked) filter (where ${chosen})`)} as picked, ${figure(sql`sum(t.short) filter (where ${chosen})`)} as "shortQty"
    from found t`.execute(tx)
  return totalsOf(found)
}

const lines = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'noticeId', n.id, 'noticeNo', n.notice_no,
    'intercepted', n.intercepted, 'itemId', i.id, 'itemNo', i.item_no, 'itemName', i.name, 'baseUnit', i.base_unit, 'barcodes', i.barcodes,
    'packs', ${packsOfItem}, 'serialControlled', i.serial_controlled, 'batchesThere', ${batchesAt('a.shelf_id', 'a.item_id')}, 'batchNo', b.batch_no,
    -- unscoped: a count at the place of a line that was found inside the scope
    'countNo', (select min(k.count_no) from stock_hold h join stock_count k on k.id = h.count_id and k.state not in ('done', 'cancelled')
      where h.location_id = a.shelf_id and h.item_id = a.item_id and h.batch_id = a.batch_id and a.state = 'allocated'), 'expiry', b.expiry, 'quality', a.quality,
    'state', a.state, 'qty', trim_scale(a.qty)::text, 'locationId', a.shelf_id, 'locationCode', y.code, 'zoneName', z.name,
    'pickSeq', y.pick_seq, 'containerCode', c.code, 'stagedAt', case when a.state <> 'allocated' then s.code end, 'serials', a.serials,
    'pickedByName', a.picked_by_name, 'pickedAt', a.picked_at, 'actId', a.act_id) order by y.pick_seq, y.code, a.id), '[]')
  from allocation a join outbound_notice n on n.id = a.notice_id join item i on i.id = a.item_id join batch b on b.id = a.batch_id
    join location y on y.id = a.shelf_id join warehouse_zone z on z.id = y.zone_id join location s on s.id = a.location_id
    left join container c on c.id = a.shelf_container_id
  where a.task_id = t.id and a.state <> 'released')`
const shorts = sql`(select coalesce(jsonb_agg(jsonb_build_object('actId', p.act_id, 'itemNo', i.item_no, 'batchNo', b.batch_no,
    'locationCode', y.code, 'qty', trim_scale(p.short)::text, 'reason', p.reason, 'at', p.at, 'byName', p.by_name) order by p.id), '[]')
  from pick_act p join item i on i.id = p.item_id join batch b on b.id = p.batch_id join location y on y.id = p.location_id
  where p.task_id = t.id and p.short > 0)`

/** Of what was short, what no other place covers. */
const missing = sql`(select trim_scale(coalesce(sum(least(x.short, x.open)), 0))::text from (
  select sum(p.short) as short, min(k.qty - k.allocated - k.closed) as open from pick_act p join outbound_line k on k.id = p.line_id
  where p.task_id = t.id and p.short > 0 group by k.id) x)`

/** By its number, its wave's or a notice's: then the one that is still to be picked, the earliest required first. */
export async function taskDetail(tx: Tx, actor: Actor, { id, no }: Input<typeof getPickTask>): Promise<PickTaskDetail> {
  const number = (no ?? '').toUpperCase()
  const wanted =
    id === undefined
      ? sql<SqlBool>`(t.task_no = ${number} or t.wave_no = ${number} or ${withNotice(sql`n.notice_no = ${number}`)})`
      : sql<SqlBool>`t.id = ${id}`
  const found = await sql<
    Omit<PickTaskDetail, 'actions' | 'stagingLocations'> & { mine: boolean }
  >`${id === undefined ? sql`` : kept}
    select ${columns}, ${lines} as lines, ${shorts} as shorts, w.second_check as "secondCheck", w.hand_entry as "handEntry", ${missing} as missing, w.code as "warehouseCode"
    from pick_task t ${joins(actor)} where ${conditionsOf(actor, {})} and ${wanted}
    order by (t.task_no = ${number}) desc, (t.state in ('waiting', 'picking')) desc, ${sorts.requiredAt.by}, t.id desc limit 1`.execute(
    tx,
  )
  const task = found.rows[0]
  if (task === undefined) throw notFound()
  const { mine, ...rest } = task
  const left = task.lines.filter(({ state }) => state === 'allocated')
  const [first] = left
  // What is not stopped of a walk over several notices goes on.
  const pick = first && left.every(({ intercepted }) => intercepted) ? isStopped(first.noticeNo, true) : undefined
  return {
    ...rest,
    stagingLocations: await stagingPlaces(tx, task.warehouseId),
    actions: taskAbilities(actor, task, { pick }),
  }
}
