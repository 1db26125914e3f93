import { pageOf } from '@xunyun/contract/pages'
import type { Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import type { OutboundState } from '@xunyun/contract/warehouse/shipping/notices'
import type { PickTaskState } from '@xunyun/contract/warehouse/shipping/picking'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import { type Change, type Entry, entryRows, intoHistory, recordHistory } from '../../../platform/history.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { markSeen, type Seen, type SeenId, scoped } from '../../../platform/scope.ts'

export type Notice = Seen<Selectable<DB['outbound_notice']>>
export type Allocation = Selectable<DB['allocation']>
export type Task = Seen<Selectable<DB['pick_task']>>
export type Carton = Seen<Selectable<DB['carton']>>

/** One id is asked for as one: a kept plan for any number of them would cost more, and be made anew each time. */
export const among = (column: string, ids: readonly number[]): RawBuilder<SqlBool> =>
  ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}::bigint` : sql`${sql.ref(column)} = any(${[...ids]}::bigint[])`

/**
 * Notices inside the scope, locked in id order. Every act begins with it: a notice, then its tasks and cartons, then
 * what is allocated, and the stock last.
 */
export async function lockNotices(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Notice>> {
  return lockNoticesWhere(tx, actor, among('id', ids))
}
/** The same where they are told by something of theirs, which never becomes another notice's. */
export async function lockNoticesWhere(tx: Tx, actor: Actor, where: RawBuilder<SqlBool>): Promise<Map<number, Notice>> {
  const rows = await scoped(tx, actor, 'outbound_notice')
    .modifyFront(kept)
    .selectAll()
    .where(where)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, markSeen(row)]))
}
export async function lockNotice(tx: Tx, actor: Actor, id: number): Promise<Notice> {
  const notice = (await lockNotices(tx, actor, [id])).get(id)
  if (notice === undefined) throw notFound()
  return notice
}
export async function lockTasks(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Task>> {
  const rows = await scoped(tx, actor, 'pick_task')
    .modifyFront(kept)
    .selectAll()
    .where(among('id', ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, markSeen(row)]))
}

/** A task with its notices, all locked. */
export async function lockTask(tx: Tx, actor: Actor, id: number): Promise<{ task: Task; notices: Notice[] }> {
  const seen = await scoped(tx, actor, 'pick_task').select('id').where('id', '=', id).executeTakeFirst()
  if (seen === undefined) throw notFound()
  const notices = await lockNotices(tx, actor, await noticesOfTasks(tx, [id]))
  const task = (await lockTasks(tx, actor, [id])).get(id)
  if (task === undefined) throw notFound()
  return { task, notices: [...notices.values()] }
}
export async function noticesOfTasks(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('allocation')
    .select('notice_id')
    .distinct()
    .where(sql<boolean>`task_id = any(${[...ids]}::bigint[])`)
    .execute()
  return rows.map(({ notice_id }) => notice_id)
}

/** What is promised to notices, in one order; the notices are locked. */
export const allocationsOf = (tx: Tx, noticeIds: readonly SeenId[], states: readonly Allocation['state'][]) =>
  tx
    .selectFrom('allocation')
    .modifyFront(kept)
    .selectAll()
    .where(among('notice_id', noticeIds))
    .where('state', 'in', [...states])
    .orderBy('id')
    .execute()

/** Where goods of an allocation are: the key of their balance. */
export const keyOf = (row: Allocation) => ({
  locationId: row.location_id,
  itemId: row.item_id,
  batchId: row.batch_id,
  quality: row.quality as Quality,
  containerId: row.container_id,
  line: row.id,
})

/** The state that follows from the lines, what is allocated to them, and whether cartons are sealed. */
const derived = sql`case
  when x.gone > 0 and x.gone + x.closed = x.qty then 'shipped'
  when x.waiting = 0 and x.loose + x.packed = 0 then case when x.gone > 0 then 'partial' else 'new' end
  when x.waiting > 0 and x.loose + x.packed = 0 and not x.tasked
    then case when x.allocated + x.closed = x.qty then 'allocated' else 'partial' end
  when x.waiting > 0 then 'picking'
  when x.loose > 0 or x.unsealed then 'picked'
  else 'packed' end`

type Settled = { notices: Map<number, OutboundState>; tasks: Map<number, PickTaskState> }
/** What the acts write in timelines, before what follows from them. */
type Told = readonly Entry[]

/**
 * Rolls up what is allocated, picked, packed and shipped of notices, and what is to be picked, is picked and was short of
 * tasks, and derives their states: the one place that writes either. What the act tells is told with it. The notices are
 * locked; none of its parts sees what another one writes, and none has to.
 */
export async function settle(
  tx: Tx,
  actor: Actor,
  { notices, tasks = [], told = [] }: { notices: readonly Notice[]; tasks?: readonly number[]; told?: Told },
): Promise<Settled> {
  const ids = notices.map(({ id }) => id)
  if (ids.length + tasks.length + told.length === 0) return { notices: new Map(), tasks: new Map() }
  const found = await sql<{ id: number; task: boolean; state: string }>`${kept}
    with ${rolled(ids)}, moved as (
      update outbound_notice n set state = d.state from derived d where n.id = d.id and n.state <> d.state
      returning n.id, old.state as before, n.state as after
    ), ${tasks.length === 0 ? noTasks : settledTasks(tasks)}, told as (${intoHistory} ${entryRows(actor, told)}
      union all select 'outboundNotice', id, ${clock.iso()}::timestamptz, ${actor.userId}::bigint, ${actor.name}::text, 'changed',
        jsonb_build_array(jsonb_build_object('field', 'state', 'from', before, 'to', after)) from moved
    )
    select id, false as task, state from derived union all select id, true, state from settled_tasks`.execute(tx)
  const settled: Settled = { notices: new Map(), tasks: new Map() }
  for (const { id, task, state } of found.rows)
    if (task) settled.tasks.set(id, state as PickTaskState)
    else settled.notices.set(id, state as OutboundState)
  for (const notice of notices) notice.state = settled.notices.get(notice.id) ?? notice.state
  return settled
}
export const settleNotices = (tx: Tx, actor: Actor, notices: readonly Notice[], told: Told = []) =>
  settle(tx, actor, { notices, told })

/**
 * Lines of notices, written where a sum has become another one, and the state that follows from them. What belongs to a
 * line, a notice or a task is looked up for each: how many there are is not known beforehand, and a join would be planned for any.
 */
const rolled = (ids: readonly SeenId[]) => sql`
  lines as materialized (
    select k.id, k.notice_id, k.qty, k.closed, a.allocated, a.picked, a.packed, a.shipped
    from outbound_line k cross join lateral (
      select coalesce(sum(qty), 0) as allocated, coalesce(sum(qty) filter (where state <> 'allocated'), 0) as picked,
        coalesce(sum(qty) filter (where carton_id is not null), 0) as packed, coalesce(sum(qty) filter (where state = 'shipped'), 0) as shipped
      from allocation where line_id = k.id and state <> 'released') a
    where ${among('k.notice_id', ids)}
  ), rolled as (
    update outbound_line l set allocated = k.allocated, picked = k.picked, packed = k.packed, shipped = k.shipped
    from lines k where l.id = k.id
      and (l.allocated, l.picked, l.packed, l.shipped) is distinct from (k.allocated, k.picked, k.packed, k.shipped)
  ), derived as materialized (
    select x.id, ${derived} as state from (
      select r.*, coalesce(a.waiting, 0) as waiting, coalesce(a.loose, 0) as loose, coalesce(a.packed, 0) as packed,
        coalesce(a.tasked, false) as tasked, coalesce(a.unsealed, false) as unsealed
      from (
        select notice_id as id, sum(qty) as qty, sum(closed) as closed, sum(allocated) as allocated, sum(shipped) as gone from lines group by 1
      ) r cross join lateral (
        select sum(a.qty) filter (where a.state = 'allocated') as waiting, sum(a.qty) filter (where a.state = 'picked') as loose,
          sum(a.qty) filter (where a.state = 'packed') as packed, bool_or(a.state = 'allocated' and a.task_id is not null) as tasked,
          -- unscoped: what is allocated to notices that were found inside the scope
          bool_or(a.state = 'packed' and exists (select 1 from carton c where c.id = a.carton_id and c.state = 'open')) as unsealed
        from allocation a where a.notice_id = r.id) a) x
  )`

const noTasks = sql`settled_tasks as (select null::bigint as id, null::text as state where false)`
const settledTasks = (ids: readonly number[]) => sql`
  settled_tasks as (
    update pick_task t set qty = x.qty + x.short, picked = x.picked, short = x.short, state = x.state,
      started_at = case when x.state in ('picking', 'picked') then coalesce(t.started_at, ${clock.iso()}::timestamptz) end,
      done_at = case when x.state = 'picked' then coalesce(t.done_at, ${clock.iso()}::timestamptz) end
    from (
      select y.*, case when y.waiting then case when y.picked + y.short > 0 then 'picking' else 'waiting' end
        when y.picked + y.short > 0 then 'picked' else 'cancelled' end as state
      from (
        select k.id, a.qty, a.picked, a.waiting, s.short
        -- unscoped: tasks that were found inside the scope, or whose notices were
        from pick_task k cross join lateral (
            select coalesce(sum(qty), 0) as qty, coalesce(sum(qty) filter (where state <> 'allocated'), 0) as picked,
              coalesce(bool_or(state = 'allocated'), false) as waiting
            from allocation where task_id = k.id and state <> 'released') a
          cross join lateral (select coalesce(sum(short), 0) as short from pick_act where task_id = k.id) s
        where ${among('k.id', ids)}) y
    ) x where t.id = x.id returning t.id, t.state
  )`
export async function settleTasks(tx: Tx, ids: readonly number[]): Promise<Map<number, PickTaskState>> {
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: number; state: PickTaskState }>`${kept}
    with ${settledTasks(ids)} select id, state from settled_tasks`.execute(tx)
  return new Map(found.rows.map(({ id, state }) => [id, state]))
}

export const ofNotice = (id: number, action: string, changes: Change[] = []): Entry => ({
  entity: 'outboundNotice',
  id,
  action,
  changes,
})
export const ofTask = (id: number, action: string, changes: Change[] = []): Entry => ({
  entity: 'pickTask',
  id,
  action,
  changes,
})
export const ofCarton = (id: number, action: string, changes: Change[] = []): Entry => ({
  entity: 'carton',
  id,
  action,
  changes,
})
export const recordNotice = (tx: Tx, actor: Actor, id: number, action: string, changes: Change[] = []) =>
  recordHistory(tx, actor, 'outboundNotice', id, action, changes)
export const recordTask = (tx: Tx, actor: Actor, id: number, action: string, changes: Change[] = []) =>
  recordHistory(tx, actor, 'pickTask', id, action, changes)
export const recordCarton = (tx: Tx, actor: Actor, id: number, action: string, changes: Change[] = []) =>
  recordHistory(tx, actor, 'carton', id, action, changes)

/** What people call it, and where it is found. */
export async function describeNotice(tx: Tx, id: number): Promise<{ name: string; link: string }> {
  const row = await owned(tx).selectFrom('outbound_notice').select('notice_no').where('id', '=', id).executeTakeFirst()
  const name = row?.notice_no ?? String(id)
  return { name, link: `${pageOf('outboundNotice').path}?tab=&q=${encodeURIComponent(name)}` }
}

/** Places of a warehouse where goods are made ready. */
const staging = (warehouseId: number) => sql`
  from warehouse_zone z join location a on a.zone_id = z.id
  where z.warehouse_id = ${warehouseId} and z.type = 'stage' and z.enabled and a.enabled and not a.is_deleted`
/** All of them, the usual one first. */
export async function stagingPlaces(tx: Tx, warehouseId: number): Promise<{ id: number; label: string }[]> {
  const found = await sql<{ id: number; label: string }>`${kept}
    select a.id, a.code as label ${staging(warehouseId)} order by a.put_seq, a.code, a.id limit 200`.execute(tx)
  return found.rows
}
/** One of them: the one that is wanted, or the usual one. */
export const stagingPlace = (warehouseId: number, wanted: number | undefined) => sql<number | null>`(
  select a.id ${staging(warehouseId)} and (${wanted ?? null}::bigint is null or a.id = ${wanted ?? null}::bigint)
  order by a.put_seq, a.code, a.id limit 1)`
export async function warehouseOf(tx: Tx, id: number) {
  return owned(tx).selectFrom('warehouse').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The parts of an item that the acts look at. */
export async function itemFacts(tx: Tx, ids: readonly number[]) {
  const found = await sql<{ id: number; itemNo: string; baseUnit: string; serialControlled: boolean }>`${kept}
    select id, item_no as "itemNo", base_unit as "baseUnit", serial_controlled as "serialControlled" from item
    where id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** A task that somebody else still has to check, where the warehouse wants it: of the allocation `a`. */
const unchecked = sql`(select t.task_no from pick_task t join warehouse w on w.id = a.warehouse_id and w.second_check
  where t.id = a.task_id and t.checked_at is null)`
export type InHand = Allocation & {
  item_no: string
  base_unit: string
  serial_controlled: boolean
  batch_no: string
  /** What goes out first: what expires first, then what came in first. */
  rank: number
  unchecked: string | null
}
/** What is in hand of a notice, in one order, with what packing and shipping look at; the notice is locked. */
export async function inHandOf(tx: Tx, noticeId: SeenId, states: readonly ('picked' | 'packed')[]): Promise<InHand[]> {
  const found = await sql<InHand>`${kept}
    select a.*, i.item_no, i.base_unit, i.serial_controlled, b.batch_no, ${unchecked} as unchecked,
      (row_number() over (order by b.expiry nulls last, b.inbound, b.id, a.id))::int as rank
    -- unscoped: of a notice that was found inside the scope
    from allocation a join item i on i.id = a.item_id join batch b on b.id = a.batch_id
    where a.notice_id = ${noticeId} and a.state = any(${[...states]}::text[]) order by a.id`.execute(tx)
  return found.rows
}
export const firstUnchecked = (rows: readonly InHand[]): string | undefined =>
  rows
    .flatMap(({ task_id, unchecked }) => (task_id === null || unchecked === null ? [] : { task_id, unchecked }))
    .sort((a, b) => a.task_id - b.task_id)[0]?.unchecked
