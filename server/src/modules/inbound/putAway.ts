import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { putAwayGoods } from '@xunyun/contract/warehouse/inbound'
import { fitsUnit } from '@xunyun/contract/warehouse/quantity'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import type { DB } from '../../platform/schema.ts'
import { scoped } from '../../platform/scope.ts'
import { type Movement, postMovements, reversePosting } from '../stock/index.ts'
import { checkPlace, placesFor } from './places.ts'
import { lockReceipt, settleNotice } from './store.ts'

type Task = Selectable<DB['put_away']>

/** A task inside the scope, with its notice locked: the notice's state follows from its tasks. */
async function lockTask(tx: Tx, actor: Actor, id: number) {
  const seen = await scoped(tx, actor, 'put_away').select('receipt_id').where('id', '=', id).executeTakeFirst()
  if (seen === undefined) throw notFound()
  const { notice, receipt } = await lockReceipt(tx, actor, seen.receipt_id)
  const task = await owned(tx).selectFrom('put_away').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (task === undefined) throw notFound()
  return { task, notice, docNo: receipt.receipt_no }
}

/** Everything that still waits on the same pallet: a pallet stands in one place. */
const onSamePallet = (tx: Tx, task: Task) =>
  owned(tx)
    .selectFrom('put_away')
    .selectAll()
    .where('container_id', '=', task.container_id)
    .where('warehouse_id', '=', task.warehouse_id)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .forUpdate()
    .execute()

export async function putAway(
  tx: Tx,
  actor: Actor,
  input: Omit<Input<typeof putAwayGoods>, 'serials'> & { serials?: readonly string[] },
): Promise<{ left: string }> {
  const { task, notice, docNo } = await lockTask(tx, actor, input.id)
  if (task.state !== 'waiting') throw new Refusal('inbound.taskDone')
  const item = await owned(tx)
    .selectFrom('item')
    .select(['base_unit', 'serial_controlled'])
    .where('id', '=', task.item_id)
    .executeTakeFirstOrThrow()
  const qty = input.qty ?? task.qty
  const isWhole = compareDecimal(qty, task.qty) === 0
  if (compareDecimal(qty, task.qty) > 0) throw badField('qty', 'inbound.moreThanWaits', { qty: Number(task.qty) })
  if (!fitsUnit(new Exact(qty).toFixed(), item.base_unit)) throw badField('qty', 'inbound.whole')
  const location = await scoped(tx, actor, 'location')
    .select(['id', 'warehouse_id'])
    .where('id', '=', input.locationId)
    .executeTakeFirst()
  if (location === undefined || location.warehouse_id !== task.warehouse_id)
    throw badField('locationId', 'field.choice')
  // Part of a pallet is taken off it; the whole of it takes all that stands on it along.
  const tasks = isWhole && task.container_id !== 0 ? await onSamePallet(tx, task) : [task]
  const serials = item.serial_controlled ? serialsFor(task, qty, isWhole, input.serials ?? []) : []
  const movements: Movement[] = []
  for (const each of tasks) {
    const moved = each.id === task.id ? qty : each.qty
    const stays = isWhole ? each.container_id : 0
    await checkPlace(
      tx,
      location.id,
      { itemId: each.item_id, batchId: each.batch_id, quality: each.quality, qty: moved },
      tasks.map(({ id }) => id),
      stays,
    )
    const key = {
      itemId: each.item_id,
      batchId: each.batch_id,
      quality: each.quality,
      line: each.id,
      type: 'PA' as const,
      flow: 0 as const,
    }
    const numbers = each.id === task.id ? serials : each.serials
    movements.push(
      {
        ...key,
        locationId: each.from_location_id,
        containerId: each.container_id,
        onHand: `-${moved}`,
        serials: numbers,
      },
      { ...key, locationId: location.id, containerId: stays, onHand: moved, serials: numbers },
    )
  }
  const left = new Exact(task.qty).minus(qty).toFixed()
  const doneIds: number[] = []
  for (const each of tasks) doneIds.push(isWhole ? each.id : await splitOff(tx, each, qty, left, serials))
  const { postingId } = await postMovements(tx, actor, {
    warehouseId: task.warehouse_id,
    docType: 'putAway',
    docId: task.receipt_id,
    docNo,
    act: `putAway:${doneIds.join(',')}`,
    movements,
  })
  await owned(tx)
    .updateTable('put_away')
    .set({
      state: 'done',
      to_location_id: location.id,
      posting_id: postingId,
      done_at: clock.now(),
      done_by: actor.userId,
      done_by_name: actor.name,
    })
    .set(sql`version`, sql`version + 1`)
    .where('id', 'in', doneIds)
    .execute()
  await settleNotice(tx, actor, notice)
  return { left }
}

/** Which numbers go: all of them with the whole, else those that were scanned. */
function serialsFor(task: Task, qty: string, isWhole: boolean, given: readonly string[]): readonly string[] {
  if (isWhole) return task.serials
  const needed = Number(qty)
  const mine = [...new Set(given)].filter((number) => task.serials.includes(number))
  if (mine.length !== needed) throw badField('serials', 'inbound.serialsOf', { given: mine.length, needed })
  return mine
}

/** A part is a task of its own, and done; the rest waits on. */
async function splitOff(tx: Tx, task: Task, qty: string, left: string, serials: readonly string[]): Promise<number> {
  const { id: _, created_at, version: __, ...rest } = task
  const { id } = await owned(tx)
    .insertInto('put_away')
    .values({ ...rest, created_at, qty, serials: [...serials] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await owned(tx)
    .updateTable('put_away')
    .set({ qty: left, serials: task.serials.filter((number) => !serials.includes(number)), version: task.version + 1 })
    .where('id', '=', task.id)
    .execute()
  return id
}

/** Each at its suggested place; one that is full by now says so, and the others go on. */
export async function putAwayEach(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> {
  const report = new BatchReport(actor)
  for (const id of new Set(ids)) {
    const task = await scoped(tx, actor, 'put_away')
      .innerJoin('receipt as r', 'r.id', 'put_away.receipt_id')
      .select(['put_away.id', 'put_away.suggested_location_id', 'put_away.state', 'r.receipt_no'])
      .where('put_away.id', '=', id)
      .executeTakeFirst()
    // With its pallet, a task before this one may have been the last act on it.
    if (task?.state === 'done') {
      report.done()
      continue
    }
    if (task === undefined || task.suggested_location_id === null) {
      report.refuse(
        id,
        task?.receipt_no ?? String(id),
        task === undefined ? notFound() : new Refusal('inbound.noPlace'),
      )
      continue
    }
    await sql`savepoint each_task`.execute(tx)
    try {
      await putAway(tx, actor, { id, locationId: task.suggested_location_id })
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await sql`rollback to savepoint each_task`.execute(tx)
      report.refuse(id, task.receipt_no, error)
    }
  }
  return report.outcomes()
}

/** Back to where they were received, and waiting again; refused by the ledger where the goods have moved on. */
export async function takeBackEach(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> {
  const report = new BatchReport(actor)
  for (const id of new Set(ids)) {
    await sql`savepoint each_task`.execute(tx)
    try {
      const { task, notice, docNo } = await lockTask(tx, actor, id)
      if (task.state !== 'done' || task.posting_id === null) throw new Refusal('inbound.taskDone')
      await reversePosting(
        tx,
        actor,
        task.posting_id,
        { docType: 'putAway', docId: task.receipt_id, docNo, act: `takeBack:${task.id}:${task.version}` },
        [task.id],
      )
      const [place] = await placesFor(tx, task.warehouse_id, {
        itemId: task.item_id,
        batchId: task.batch_id,
        quality: task.quality,
        qty: task.qty,
      })
      await owned(tx)
        .updateTable('put_away')
        .set({
          state: 'waiting',
          to_location_id: null,
          posting_id: null,
          done_at: null,
          done_by: null,
          done_by_name: null,
          suggested_location_id: place?.locationId ?? null,
          reason: place?.reason ?? 'none',
          version: task.version + 1,
        })
        .where('id', '=', id)
        .execute()
      await settleNotice(tx, actor, notice)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await sql`rollback to savepoint each_task`.execute(tx)
      report.refuse(id, String(id), error)
    }
  }
  return report.outcomes()
}
