import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { ScanProof } from '@xunyun/contract/warehouse/locations/scanned'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/receiving/calls'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { inScope } from '../../../platform/scope.ts'
import { type Movement, type Posting, postMovements, reversePosting } from '../ledger/index.ts'
import {
  barcodesOfItem,
  checkLocation,
  isWithoutScan,
  lockLocation,
  openLocations,
  type ScanFacts,
  type Suggestion,
  verifyScan,
} from '../locations/index.ts'
import { placesNow } from './queries.putAways.ts'
import { lockNotices, type Notice, ofNotice, settleNotice, tasks } from './store.ts'

type Task = Selectable<DB['put_away']>

/** What waits on the same pallet: a pallet stands in one place. */
const onSamePallet = (task: Task): RawBuilder<SqlBool> =>
  sql<SqlBool>`(p.container_id <> 0 and p.container_id = ${task.container_id} and p.warehouse_id = ${task.warehouse_id} and p.state = 'waiting')`
/** What was put away by the same act, on the same pallet. */
const broughtAlong = (task: Task): RawBuilder<SqlBool> =>
  sql<SqlBool>`(p.posting_id = ${task.posting_id} and p.state = 'done')`

/**
 * A task inside the scope with what goes its way. The notices of all of them are locked first, in the order of their
 * ids: their states follow from their tasks, and they may come from several deliveries.
 */
async function lockTask(
  tx: Tx,
  actor: Actor,
  id: number,
  { state, along }: { state: 'waiting' | 'done'; along: (task: Task) => RawBuilder<SqlBool> },
): Promise<{ task: Task; docNo: string; noticeId: number; all: Task[]; notices: Notice[] }> {
  const seen = await tasks(tx, actor).selectAll().where('id', '=', id).executeTakeFirst()
  if (seen === undefined) throw notFound()
  // unscoped: what stands on the pallet of a task that was found inside the scope, in the same warehouse
  const together = owned(tx)
    .selectFrom('put_away as p')
    .where(sql<boolean>`(p.id = ${id} or ${along(seen)})`)
  const found = await together
    .innerJoin('receipt as r', 'r.id', 'p.receipt_id')
    .select(['p.id', 'r.notice_id', 'r.receipt_no'])
    .execute()
  const notices = await lockNotices(
    tx,
    actor,
    found.map(({ notice_id }) => notice_id),
  )
  const all = await together.selectAll().orderBy('p.id').forUpdate().execute()
  const task = all.find((one) => one.id === id)
  if (task === undefined || task.state !== state || task.posting_id !== seen.posting_id)
    throw new Refusal('inbound.taskDone')
  const own = found.find((one) => one.id === id)
  return { task, docNo: own?.receipt_no ?? '', noticeId: own?.notice_id ?? 0, all, notices: [...notices.values()] }
}

type PutAway = { id: number; locationId: number; qty?: string | undefined; serials?: readonly string[] } & ScanProof

type Facts = ScanFacts & { baseUnit: string; serialControlled: boolean; toWarehouse: number | null }
/** What goes, and where: with what the codes that were scanned have to be of. */
async function factsOf(tx: Tx, actor: Actor, task: Task, locationId: number): Promise<Facts> {
  const found = await sql<Facts>`${kept}
    select i.base_unit as "baseUnit", i.serial_controlled as "serialControlled", l.warehouse_id as "toWarehouse", w.hand_entry as rule,
      w.code as "warehouseCode", coalesce(l.code, '') as "locationCode", c.code as "containerCode", i.item_no as "itemNo",
      ${barcodesOfItem} as barcodes, b.batch_no as "batchNo", array(select distinct y.batch_no
        from put_away p join batch y on y.id = p.batch_id where p.state = 'waiting' and p.item_id = i.id
          and p.warehouse_id = w.id and p.from_location_id = ${task.from_location_id} order by 1) as batches
    -- unscoped: the goods of a task that was found inside the scope
    from item i join batch b on b.id = ${task.batch_id} join warehouse w on w.id = ${task.warehouse_id}
      left join container c on c.id = ${task.container_id}
      left join location l on l.id = ${locationId} and ${inScope(actor, 'location', 'l')} where i.id = ${task.item_id}`.execute(
    tx,
  )
  return found.rows[0] as Facts
}

/** Moves goods to a place; answers what of the task still waits. */
async function moveIn(tx: Tx, actor: Actor, input: PutAway): Promise<string> {
  const { task, docNo, noticeId, all, notices } = await lockTask(tx, actor, input.id, {
    state: 'waiting',
    along: onSamePallet,
  })
  const facts = await factsOf(tx, actor, task, input.locationId)
  const qty = input.qty ?? task.qty
  const isWhole = compareDecimal(qty, task.qty) === 0
  if (compareDecimal(qty, task.qty) > 0) throw badField('qty', 'inbound.moreThanWaits', { qty: Number(task.qty) })
  if (!fitsUnit(new Exact(qty).toFixed(), facts.baseUnit)) throw badField('qty', 'inbound.whole')
  if (facts.toWarehouse !== task.warehouse_id) throw badField('locationId', 'field.choice')
  const location = { id: input.locationId }
  // Elsewhere than suggested when they came, it may be what is suggested now.
  const now = task.suggested_location_id === location.id ? undefined : (await placesNow(tx, [task.id])).get(task.id)
  if (now?.locationId === location.id) await adopt(tx, task.id, now)
  // Part of a pallet is taken off it; the whole of it takes all that stands on it along.
  const moving = isWhole ? all : [task]
  const scan = verifyScan(facts, input, { palletIsGoods: true, serials: input.serials ?? [] })
  const serials = facts.serialControlled ? serialsFor(task, qty, isWhole, input.serials ?? []) : []
  await lockLocation(tx, location.id)
  const movements: Movement[] = []
  for (const [index, each] of moving.entries()) {
    const moved = each.id === task.id ? qty : each.qty
    const stays = isWhole ? each.container_id : 0
    const goods = { itemId: each.item_id, batchId: each.batch_id, quality: each.quality }
    const ids = moving.map(({ id }) => id)
    await checkLocation(
      tx,
      location.id,
      { ...goods, qty: moved, containerId: stays },
      { moving: ids, before: ids.slice(0, index) },
    )
    const key = {
      ...goods,
      line: each.id,
      type: 'PA' as const,
      flow: 0 as const,
      serials: each.id === task.id ? serials : each.serials,
    }
    movements.push(
      { ...key, locationId: each.from_location_id, containerId: each.container_id, onHand: `-${moved}` },
      { ...key, locationId: location.id, containerId: stays, onHand: moved },
    )
  }
  const left = new Exact(task.qty).minus(qty).toFixed()
  const part = isWhole ? undefined : await splitOff(tx, task, qty, left, serials)
  const done = part === undefined ? moving.map(({ id }) => id) : [part]
  const posting: Posting = {
    warehouseId: task.warehouse_id,
    docType: 'putAway',
    docId: task.receipt_id,
    docNo,
    // Taken back, a task can be done again: another act then.
    act: `putAway:${done.join(',')}:${task.version}`,
    movements: part === undefined ? movements : movements.map((movement) => ({ ...movement, line: part })),
  }
  await postMovements(
    tx,
    actor,
    posting,
    // unscoped: tasks that were locked inside the scope
    (postingId) => sql`update put_away set state = 'done', to_location_id = ${location.id}, posting_id = ${postingId},
      done_at = ${clock.now()}, done_by = ${actor.userId}, done_by_name = ${actor.name}, scan = ${JSON.stringify(scan)}::jsonb, version = version + 1,
      reason = case when suggested_location_id = ${location.id} then reason else 'byHand' end
      where id = any(${done}::bigint[])`,
  )
  const told = [
    { field: 'item', from: null, to: facts.itemNo },
    { field: 'location', from: null, to: facts.locationCode },
    { field: 'qty', from: null, to: new Exact(qty).toFixed() },
    ...(scan.reason === undefined ? [] : [{ field: 'byHandReason', from: null, to: scan.reason }]),
  ]
  for (const notice of notices)
    await settleNotice(
      tx,
      actor,
      notice,
      scan.byHand && notice.id === noticeId
        ? // At the desk without a scan is how it is: once for the notice. Each task has it in its own record.
          [
            isWithoutScan(input)
              ? { ...ofNotice(notice.id, 'putAwayByHand'), once: true }
              : ofNotice(notice.id, 'putAwayByHand', told),
          ]
        : [],
    )
  return left
}

export const putAwayGoods: Act<typeof calls.putAwayGoods> = async ({ tx, actor }, input) => ({
  left: await moveIn(tx, actor, input),
})

/** Which numbers go: all of them with the whole where none are named, else exactly those that were scanned. */
function serialsFor(task: Task, qty: string, isWhole: boolean, given: readonly string[]): readonly string[] {
  if (isWhole && given.length === 0) return task.serials
  const named = [...new Set(given)]
  const foreign = named.filter((number) => !task.serials.includes(number))
  if (foreign.length > 0) throw badField('serials', 'inbound.serialNotWaiting', { numbers: foreign.join(', ') })
  const needed = Number(qty)
  if (named.length !== needed) throw badField('serials', 'inbound.serialsOf', { given: named.length, needed })
  return named
}

/** A part is a task of its own; the rest waits on. */
async function splitOff(tx: Tx, task: Task, qty: string, left: string, serials: readonly string[]): Promise<number> {
  const { id: _, version: __, ...rest } = task
  const { id } = await owned(tx)
    .insertInto('put_away')
    .values({ ...rest, qty, serials: [...serials], scan: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await owned(tx)
    .updateTable('put_away')
    .set({ qty: left, serials: task.serials.filter((number) => !serials.includes(number)), version: task.version + 1 })
    .where('id', '=', task.id)
    .execute()
  return id
}

type Named = Pick<Task, 'id' | 'state'> & { receipt_no: string; item_no: string }

/** What goes the way of tasks: as above, of many. */
const along = {
  waiting: sql`t.container_id <> 0 and p.container_id = t.container_id and p.warehouse_id = t.warehouse_id and p.state = 'waiting'`,
  done: sql`p.posting_id = t.posting_id and p.state = 'done'`,
}

/** Tasks inside the scope; the notices of all of them, and of what goes their way, are locked before them. */
async function lockTasks(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  state: 'waiting' | 'done',
): Promise<Map<number, Named>> {
  const together = await sql<{ id: number }>`
    with t as (select * from put_away t where id = any(${[...ids]}::bigint[]) and ${inScope(actor, 'put_away', 't')})
    -- unscoped: receipts of tasks that were found inside the scope, and of what goes their way
    select r.notice_id as id from t join receipt r on r.id = t.receipt_id
    union select r.notice_id from t join put_away p on ${along[state]} join receipt r on r.id = p.receipt_id`.execute(
    tx,
  )
  await lockNotices(
    tx,
    actor,
    together.rows.map(({ id }) => id),
  )
  const found = await tasks(tx, actor)
    .innerJoin('receipt as r', 'r.id', 'put_away.receipt_id')
    .innerJoin('item as i', 'i.id', 'put_away.item_id')
    .select(['put_away.id', 'put_away.state', 'r.receipt_no', 'i.item_no'])
    .where('put_away.id', 'in', [...ids])
    .orderBy('put_away.id')
    .forUpdate('put_away')
    .execute()
  return new Map(found.map((task) => [task.id, task]))
}

const tasksIn = (state: 'waiting' | 'done'): Records<Named> => ({
  lock: (tx, actor, ids) => lockTasks(tx, actor, ids, state),
  // A receipt has many lines: its number alone would not say which one.
  no: ({ receipt_no, item_no }) => `${receipt_no} · ${item_no}`,
  may: (task) => (task.state === state ? undefined : new Refusal('inbound.taskDone')),
})

/** In one order, so that two who do the same wait for each other. */
const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

/** A place that was found now: the task says so, as if it had been found when the goods came. */
async function adopt(tx: Tx, id: number, place: Suggestion): Promise<void> {
  await sql`update put_away set suggested_location_id = ${place.locationId}, reason = ${place.reason}
    -- unscoped: a task that was found inside the scope
    where id = ${id} and state = 'waiting'`.execute(tx)
}

/** Each at its suggested place, or at one that is found now; where there is none any more, the suggested one says why. */
export const putAwayAsSuggested: Act<typeof calls.putAwayAsSuggested> = async (asked, { ids }) => {
  const { tx, actor } = asked
  const waiting = await tasks(tx, actor)
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', '=', 'waiting')
    .execute()
  const found = await placesNow(
    tx,
    waiting.map(({ id }) => id),
  )
  return eachRecord(asked, inOrder(ids), tasksIn('waiting'), async ({ id }) => {
    const task = await tasks(tx, actor)
      .select(['suggested_location_id', 'state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // It went along with one before it.
    if (task.state !== 'waiting') return
    const now = found.get(id)
    const locationId = now?.locationId ?? task.suggested_location_id
    if (locationId === null) throw new Refusal('inbound.noPlace')
    if (now) await adopt(tx, id, now)
    await moveIn(tx, actor, { id, locationId })
  })
}

/** Back to where they were received, and waiting again; refused by the ledger where the goods have moved on. */
export const takeBackPutAway: Act<typeof calls.takeBackPutAway> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, inOrder(ids), tasksIn('done'), async ({ id }) => {
    const now = await tasks(tx, actor).select('state').where('id', '=', id).executeTakeFirstOrThrow()
    // It came back with one before it.
    if (now.state === 'waiting') return
    await takeBack(tx, actor, id)
  })
}

async function takeBack(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { task, docNo, all, notices } = await lockTask(tx, actor, id, { state: 'done', along: broughtAlong })
  if (task.posting_id === null) throw new Refusal('inbound.taskDone')
  await reversePosting(
    tx,
    actor,
    task.posting_id,
    { docType: 'putAway', docId: task.receipt_id, docNo, act: `takeBack:${task.id}:${task.version}` },
    all.map((each) => each.id),
  )
  await refuseTwoPlaces(tx, task)
  for (const each of all) {
    const places = await openLocations(tx, each.warehouse_id, [each.item_id])
    const [place] = await places.each([
      {
        itemId: each.item_id,
        batchId: each.batch_id,
        quality: each.quality,
        qty: each.qty,
        containerId: each.container_id,
      },
    ])
    await owned(tx)
      .updateTable('put_away')
      .set({
        state: 'waiting',
        to_location_id: null,
        posting_id: null,
        done_at: null,
        done_by: null,
        done_by_name: null,
        scan: null,
        suggested_location_id: place?.locationId ?? null,
        reason: place?.reason ?? 'none',
        version: each.version + 1,
      })
      .where('id', '=', each.id)
      .execute()
  }
  for (const notice of notices) await settleNotice(tx, actor, notice)
}

/** What was taken off a pallet can not go back on it once the pallet stands elsewhere. */
async function refuseTwoPlaces(tx: Tx, task: Task): Promise<void> {
  if (task.container_id === 0) return
  // unscoped: where the pallet of a task stands that was found inside the scope
  const elsewhere = await sql<{ container: string; location: string }>`
    select c.code as container, l.code as location from stock s join location l on l.id = s.location_id join container c on c.id = s.container_id
    where s.container_id = ${task.container_id} and s.on_hand > 0 and s.location_id <> ${task.from_location_id} limit 1`.execute(
    tx,
  )
  const [found] = elsewhere.rows
  if (found !== undefined) throw new Refusal('inbound.containerElsewhere', found)
}
