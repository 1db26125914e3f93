import { pageOf } from '@xunyun/contract/pages'
import type { Quality } from '@xunyun/contract/stock/moves'
import type { OutboundState } from '@xunyun/contract/warehouse/outbound'
import type { PickTaskState } from '@xunyun/contract/warehouse/picking'
import { type Selectable, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { type Change, recordHistory } from '../../platform/history.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { DB } from '../../platform/schema.ts'
import { scoped } from '../../platform/scope.ts'

export type Notice = Selectable<DB['outbound_notice']>
export type Allocation = Selectable<DB['allocation']>
export type Task = Selectable<DB['pick_task']>
export type Carton = Selectable<DB['carton']>

/** The floor's own work: never an owner's account, whatever rights it was given. */
export function requireStaff(actor: Actor): void {
  if (isCustomer(actor)) throw new Refusal('kernel.forbidden', { page: 'outboundWork', kind: 'edit' })
}

/**
 * Notices inside the scope, locked in id order. Every act begins with it: a notice, then its tasks and cartons, then
 * what is allocated, and the stock last.
 */
export async function lockNotices(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Notice>> {
  const rows = await scoped(tx, actor, 'outbound_notice')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
export async function lockNotice(tx: Tx, actor: Actor, id: number): Promise<Notice> {
  const notice = (await lockNotices(tx, actor, [id])).get(id)
  if (notice === undefined) throw notFound()
  return notice
}
export async function lockTasks(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Task>> {
  const rows = await scoped(tx, actor, 'pick_task')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
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
export const allocationsOf = (tx: Tx, noticeIds: readonly number[], states: readonly Allocation['state'][]) =>
  tx
    .selectFrom('allocation')
    .selectAll()
    .where(sql<boolean>`notice_id = any(${[...noticeIds]}::bigint[])`)
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

/**
 * Rolls up what is allocated, picked, packed and shipped of notices, and derives their states: the one place that writes
 * either. The notices are locked.
 */
export async function settleNotices(
  tx: Tx,
  actor: Actor,
  notices: readonly Notice[],
): Promise<Map<number, OutboundState>> {
  const ids = notices.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: number; state: OutboundState }>`
    with rolled as (
      update outbound_line l set allocated = coalesce(a.allocated, 0), picked = coalesce(a.picked, 0), packed = coalesce(a.packed, 0),
        shipped = coalesce(a.shipped, 0)
      from outbound_line k left join (
        select line_id, sum(qty) as allocated, sum(qty) filter (where state <> 'allocated') as picked,
          sum(qty) filter (where carton_id is not null) as packed, sum(qty) filter (where state = 'shipped') as shipped
        from allocation where notice_id = any(${ids}::bigint[]) and state <> 'released' group by line_id
      ) a on a.line_id = k.id
      where k.id = l.id and k.notice_id = any(${ids}::bigint[])
      returning l.notice_id, l.qty, l.closed, l.allocated, l.shipped
    )
    select x.id, ${derived} as state from (
      select r.notice_id as id, sum(r.qty) as qty, sum(r.closed) as closed, sum(r.allocated) as allocated, sum(r.shipped) as gone,
        coalesce(max(a.waiting), 0) as waiting, coalesce(max(a.loose), 0) as loose, coalesce(max(a.packed), 0) as packed,
        coalesce(bool_or(a.tasked), false) as tasked, coalesce(bool_or(a.unsealed), false) as unsealed
      from rolled r left join (
        select a.notice_id, sum(a.qty) filter (where a.state = 'allocated') as waiting, sum(a.qty) filter (where a.state = 'picked') as loose,
          sum(a.qty) filter (where a.state = 'packed') as packed, bool_or(a.state = 'allocated' and a.task_id is not null) as tasked,
          bool_or(a.state = 'packed' and c.state = 'open') as unsealed
        -- unscoped: what is allocated to notices that were found inside the scope
        from allocation a left join carton c on c.id = a.carton_id where a.notice_id = any(${ids}::bigint[]) group by 1
      ) a on a.notice_id = r.notice_id
      group by 1) x`.execute(tx)
  const states = new Map(found.rows.map(({ id, state }) => [id, state]))
  for (const notice of notices) {
    const state = states.get(notice.id)
    if (state === undefined || state === notice.state) continue
    await owned(tx).updateTable('outbound_notice').set({ state }).where('id', '=', notice.id).execute()
    await recordNotice(tx, actor, notice.id, 'changed', [{ field: 'state', from: notice.state, to: state }])
    notice.state = state
  }
  return states
}

/** Rolls up what is to be picked, is picked and was short of tasks, and derives their states. */
export async function settleTasks(tx: Tx, ids: readonly number[]): Promise<Map<number, PickTaskState>> {
  if (ids.length === 0) return new Map()
  const now = clock.now()
  const found = await sql<{ id: number; state: PickTaskState }>`
    update pick_task t set qty = x.qty + x.short, picked = x.picked, short = x.short, state = x.state,
      started_at = case when x.state in ('picking', 'picked') then coalesce(t.started_at, ${now}) end,
      done_at = case when x.state = 'picked' then coalesce(t.done_at, ${now}) end
    from (
      select y.*, case when y.waiting then case when y.picked + y.short > 0 then 'picking' else 'waiting' end
        when y.picked + y.short > 0 then 'picked' else 'cancelled' end as state
      from (
        select k.id, coalesce(a.qty, 0) as qty, coalesce(a.picked, 0) as picked, coalesce(a.waiting, false) as waiting, coalesce(s.short, 0) as short
        -- unscoped: tasks that were found inside the scope, or whose notices were
        from pick_task k
          left join (select task_id, sum(qty) as qty, sum(qty) filter (where state <> 'allocated') as picked, bool_or(state = 'allocated') as waiting
            from allocation where task_id = any(${[...ids]}::bigint[]) and state <> 'released' group by 1) a on a.task_id = k.id
          left join (select task_id, sum(short) as short from pick_act where task_id = any(${[...ids]}::bigint[]) group by 1) s on s.task_id = k.id
        where k.id = any(${[...ids]}::bigint[])) y
    ) x where t.id = x.id returning t.id, t.state`.execute(tx)
  return new Map(found.rows.map(({ id, state }) => [id, state]))
}

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

/** The places of a warehouse where goods are made ready, the usual one first. */
export async function stagingPlaces(tx: Tx, warehouseId: number): Promise<{ id: number; label: string }[]> {
  const found = await sql<{ id: number; label: string }>`
    select a.id, a.code as label from location a join warehouse_zone z on z.id = a.zone_id
    where a.warehouse_id = ${warehouseId} and a.enabled and not a.is_deleted and z.enabled and z.type = 'stage'
    order by a.put_seq, a.code, a.id limit 200`.execute(tx)
  return found.rows
}
export async function warehouseOf(tx: Tx, id: number) {
  return owned(tx).selectFrom('warehouse').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The parts of an item that the acts look at. */
export async function itemFacts(tx: Tx, ids: readonly number[]) {
  const found = await sql<{ id: number; itemNo: string; baseUnit: string; serialControlled: boolean }>`
    select id, item_no as "itemNo", base_unit as "baseUnit", serial_controlled as "serialControlled" from item
    where id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** Tasks of these allocations that somebody else still has to check, where the warehouse wants it. */
export async function firstUnchecked(
  tx: Tx,
  warehouseId: number,
  rows: readonly Allocation[],
): Promise<string | undefined> {
  const tasks = [...new Set(rows.flatMap(({ task_id }) => task_id ?? []))]
  if (tasks.length === 0 || !(await warehouseOf(tx, warehouseId)).second_check) return undefined
  const found = await sql<{ task_no: string }>`
    select task_no from pick_task where id = any(${tasks}::bigint[]) and checked_at is null order by id limit 1`.execute(
    tx,
  )
  return found.rows[0]?.task_no
}
