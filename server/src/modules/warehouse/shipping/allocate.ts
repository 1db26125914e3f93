import type { Output } from '@xunyun/contract/kernel/call'
import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/warehouse/shipping/notices'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord } from '../../../platform/batch.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { insertion } from '../../../platform/rows.ts'
import { type Movement, postMovements } from '../ledger/index.ts'
import { type Match, match, needsOf } from './queries.candidates.ts'
import { eachNotice, noticesTo, objection, requireGoing, requireNothingInHand, shippedOf } from './rules.ts'
import {
  type Allocation,
  allocationsOf,
  keyOf,
  lockNotices,
  type Notice,
  ofNotice,
  recordNotice,
  settleNotices,
  settleTasks,
} from './store.ts'

export const total = (values: readonly string[]) => new Exact(sumDecimals([...values], 4)).toFixed()

/**
 * Writes what was matched, and the movements that promise it. What comes from where the line has a promise already joins
 * that one, unless it goes to a task of its own: nobody is sent to one pallet twice. The rows say what is new.
 */
export async function promise(
  tx: Tx,
  notice: Pick<Notice, 'warehouse_id'> & Partial<Pick<Notice, 'state'>>,
  matches: readonly Match[],
  taskId: number | null = null,
): Promise<{ rows: Allocation[]; movements: Movement[] }> {
  if (matches.length === 0) return { rows: [], movements: [] }
  const { rows } = await sql<Allocation>`${kept}
    ${insertion(
      'allocation',
      matches.map(({ need, locationId, batchId, containerId, qty }) => ({
        notice_id: need.noticeId,
        line_id: need.lineId,
        warehouse_id: notice.warehouse_id,
        item_id: need.itemId,
        batch_id: batchId,
        quality: need.quality,
        qty,
        shelf_id: locationId,
        shelf_container_id: containerId,
        location_id: locationId,
        container_id: containerId,
        task_id: taskId,
      })),
    )} returning *`.execute(tx)
  rows.sort((a, b) => a.id - b.id)
  // A new notice has no promise that another one could join.
  const joins = taskId === null && notice.state !== 'new'
  const joined = joins ? await join(tx, rows) : new Map<number, number>()
  return {
    rows,
    movements: rows.map((row) => ({
      ...keyOf(row),
      line: joined.get(row.id) ?? row.id,
      type: 'ALC',
      flow: 0,
      allocated: row.qty,
    })),
  }
}

/** New promises become part of what their line has of the same goods at the same place, if nobody has begun to pick it. */
async function join(tx: Tx, rows: readonly Allocation[]): Promise<Map<number, number>> {
  const ids = rows.map(({ id }) => id)
  const found = await sql<{ id: number; old: number; task: number | null }>`
    with pair as (
      select distinct on (n.id) n.id, o.id as old, o.task_id as task
      -- unscoped: promises of a notice that was found inside the scope
      from allocation n join allocation o on o.line_id = n.line_id and o.state = 'allocated' and o.location_id = n.location_id
        and o.container_id = n.container_id and o.batch_id = n.batch_id and o.quality = n.quality and o.id <> all(${ids}::bigint[])
      left join pick_task t on t.id = o.task_id
      where n.id = any(${ids}::bigint[]) and (t.id is null or t.state = 'waiting') order by n.id, o.id
    ), gone as (delete from allocation d using pair where d.id = pair.id returning d.id, d.qty),
    more as (update allocation a set qty = a.qty + gone.qty from pair join gone on gone.id = pair.id where a.id = pair.old)
    select id, old, task from pair`.execute(tx)
  await settleTasks(tx, [...new Set(found.rows.flatMap(({ task }) => task ?? []))])
  return new Map(found.rows.map(({ id, old }) => [id, old]))
}

/** 分配: what is free is promised; notices in the order given, each in a posting of its own. */
export const allocateNotices: Act<typeof calls.allocateNotices> = async (asked, { ids }) => {
  const { tx, actor } = asked
  const locked = await lockNotices(tx, actor, ids)
  const eligible = [...new Set(ids)].filter((id) => {
    const notice = locked.get(id)
    return notice !== undefined && !notice.intercepted && objection(notice, 'allocate') === undefined
  })
  const needs = await needsOf(tx, eligible)
  const matches = Map.groupBy(await match(tx, needs), ({ need }) => need.noticeId)
  const short: Output<typeof calls.allocateNotices>['short'] = []
  const allocate = async (notice: Notice) => {
    requireGoing(notice)
    const mine = needs.filter(({ noticeId }) => noticeId === notice.id)
    if (mine.length === 0) throw new Refusal('outbound.covered')
    const given = matches.get(notice.id) ?? []
    const missing = new Exact(total(mine.map(({ qty }) => qty))).minus(total(given.map(({ qty }) => qty))).toFixed()
    if (given.length === 0) throw new Refusal('outbound.nothingFree', { missing })
    const { rows, movements } = await promise(tx, notice, given)
    await settleNotices(
      tx,
      actor,
      [notice],
      [ofNotice(notice.id, 'allocated', [{ field: 'qty', from: null, to: total(given.map(({ qty }) => qty)) }])],
    )
    await postMovements(tx, actor, {
      warehouseId: notice.warehouse_id,
      docType: 'outbound',
      docId: notice.id,
      docNo: notice.notice_no,
      act: `allocate:${rows[0]?.id}`,
      movements,
    })
    if (missing !== '0') short.push({ id: notice.id, noticeNo: notice.notice_no, missing })
  }
  const outcomes = await eachNotice(asked, ids, 'allocate', allocate, locked)
  return { ...outcomes, short }
}

/** Lets go what is promised and not yet picked: free again. Tasks lose their lines. */
export async function release(
  tx: Tx,
  actor: Actor,
  notice: Notice,
  rows: readonly Allocation[],
  act: string,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`update allocation set state = 'released' where id = any(${ids}::bigint[])`.execute(tx)
  await settleTasks(tx, [...new Set(rows.flatMap(({ task_id }) => task_id ?? []))])
  await postMovements(tx, actor, {
    warehouseId: notice.warehouse_id,
    docType: 'outbound',
    docId: notice.id,
    docNo: notice.notice_no,
    act: `${act}:${ids[0]}`,
    movements: rows.map((row) => ({ ...keyOf(row), type: 'UNALC', flow: 0, allocated: `-${row.qty}` })),
  })
}

/** 取消分配. */
export const deallocateNotices: Act<typeof calls.deallocateNotices> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, noticesTo('deallocate'), async (notice) => {
    await requireNothingInHand(tx, notice)
    const rows = await allocationsOf(tx, [notice.id], ['allocated'])
    await recordNotice(tx, actor, notice.id, 'deallocated', [
      { field: 'qty', from: total(rows.map(({ qty }) => qty)), to: null },
    ])
    await release(tx, actor, notice, rows, 'deallocate')
    await settleNotices(tx, actor, [notice])
  })
}

/** 短结: some has left, the rest will not. */
export const closeOutboundNotices: Act<typeof calls.closeOutboundNotices> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, noticesTo('close'), async (notice) => {
    if (Number(await shippedOf(tx, notice.id)) === 0) throw new Refusal('outbound.nothingShipped')
    await requireNothingInHand(tx, notice)
    await release(tx, actor, notice, await allocationsOf(tx, [notice.id], ['allocated']), 'close')
    await sql`update outbound_line set allocated = shipped, closed = qty - shipped where notice_id = ${notice.id}`.execute(
      tx,
    )
    await recordNotice(tx, actor, notice.id, 'closed', [{ field: 'reason', from: null, to: reason }])
    await settleNotices(tx, actor, [notice])
  })
}
