import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/shipping/picking'
import type { PickAnswer, PickInput } from '@xunyun/contract/warehouse/shipping/picking'
import { type SqlBool, sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { insertion } from '../../../platform/rows.ts'
import type { Scan } from '../../../platform/schema.warehouse.ts'
import { inScope } from '../../../platform/scope.ts'
import { type Movement, postMovements } from '../ledger/index.ts'
import { barcodesOfItem, batchesAt, isWithoutScan, type ScanFacts, verifyScan } from '../locations/index.ts'
import { countFor, noteHolds } from '../storing/index.ts'
import { promise, total } from './allocate.ts'
import { type Held, holdItems, type Match, match, needsOf } from './queries.candidates.ts'
import { requireGoing } from './rules.ts'
import {
  type Allocation,
  keyOf,
  lockNoticesWhere,
  lockTask,
  lockTasks,
  type Notice,
  ofTask,
  settle,
  settleNotices,
  stagingPlace,
  type Task,
  warehouseOf,
} from './store.ts'
import { requireTask } from './waves.ts'

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** What an act looks at, read once all is locked: the line, its item, where it would go, and the act if it was done before. */
type Facts = {
  row: Allocation
  item: { itemNo: string; baseUnit: string; serialControlled: boolean }
  stagingId: number | null
  before: { task_id: number; allocation_id: number; answer: PickAnswer } | null
  /** What the codes of the act have to be of. */
  scan: ScanFacts
}
async function factsOf(tx: Tx, task: Task, input: PickInput): Promise<Facts> {
  const found = await sql<Allocation & { facts: Omit<Facts, 'row'> }>`${kept}
    select a.*, jsonb_build_object(
      -- unscoped: the item of a line of a task that was found inside the scope
      'item', (select jsonb_build_object('itemNo', i.item_no, 'baseUnit', i.base_unit, 'serialControlled', i.serial_controlled)
        from item i where i.id = a.item_id),
      'scan', (select jsonb_build_object('rule', w.hand_entry, 'warehouseCode', w.code, 'locationCode', y.code, 'containerCode', c.code,
          'itemNo', i.item_no, 'barcodes', ${barcodesOfItem}, 'batchNo', b.batch_no, 'batches', ${batchesAt('a.location_id', 'a.item_id')})
        -- unscoped: as above
        from item i join warehouse w on w.id = a.warehouse_id join location y on y.id = a.location_id join batch b on b.id = a.batch_id
          left join container c on c.id = a.container_id where i.id = a.item_id),
      'stagingId', ${stagingPlace(task.warehouse_id, input.stagingLocationId)},
      'before', (select jsonb_build_object('task_id', p.task_id, 'allocation_id', p.allocation_id, 'answer', p.answer)
        from pick_act p where p.act_id = ${input.actId.toLowerCase()})) as facts
    from allocation a where a.id = ${input.lineId}`.execute(tx)
  const [first] = found.rows
  if (first === undefined) throw notFound()
  const { facts, ...row } = first
  return { row, ...facts }
}

/** The act as it was done before; another line under the same id is refused. */
function answerOf(before: Facts['before'], input: PickInput): PickAnswer | undefined {
  if (before === null) return undefined
  if (before.task_id !== input.taskId || before.allocation_id !== input.lineId)
    throw new Refusal('outbound.actOfAnother')
  return before.answer
}

/** Why a line can not be picked any more: who did, or that it left the task. */
function objection(row: Allocation, taskId: number, item: string): Refusal | undefined {
  if (row.task_id !== taskId || row.state === 'released') return new Refusal('outbound.goodsGone', { item })
  if (row.state === 'allocated') return undefined
  const at = row.picked_at === null ? '' : minute.format(new Date(row.picked_at))
  return new Refusal('outbound.pickedAlready', { by: row.picked_by_name ?? '', at })
}

async function noStaging(tx: Tx, warehouseId: number, wanted: number | undefined): Promise<Refusal> {
  if (wanted !== undefined) return badField('stagingLocationId', 'field.choice')
  return new Refusal('outbound.noStaging', { warehouse: (await warehouseOf(tx, warehouseId)).name })
}

/** Which numbers go along: as many as goods, none twice. */
export function serialsFor(controlled: boolean, qty: string, given: readonly string[], path: string): string[] {
  if (!controlled) return []
  const serials = [...new Set(given)]
  const needed = Number(qty)
  if (serials.length !== needed) throw badField(path, 'outbound.serialsOf', { given: serials.length, needed })
  return serials
}

const wordsOf = (rows: readonly Allocation[], matches: readonly Match[]): PickAnswer['instead'] =>
  rows.map((row, index) => ({
    lineId: row.id,
    locationId: row.location_id,
    locationCode: matches[index]?.locationCode ?? '',
    batchNo: matches[index]?.batchNo ?? '',
    containerCode: matches[index]?.containerCode ?? null,
    qty: new Exact(row.qty).toFixed(),
  }))

/**
 * 拣货: from the shelf to where goods are made ready; what is promised goes along. Short, the rest is let go and looked
 * for elsewhere, and what the book still shows there is frozen until it was counted (of damaged goods the pieces alone). The device names the act: sent again, or by another device, it has one effect and the same answer.
 * The ledger tells when it was recorded; the act, when it was done.
 */
export async function pick(
  tx: Tx,
  actor: Actor,
  input: PickInput,
  numbering: Numbering,
): Promise<{ answer: PickAnswer; again: boolean }> {
  const [notice] = (await lockNoticesWhere(tx, actor, noticeOfLine(actor, input))).values()
  const task = notice && (await lockTasks(tx, actor, [input.taskId])).get(input.taskId)
  if (notice === undefined || task === undefined) throw notFound()
  const { row, item, stagingId, before, scan: facts } = await factsOf(tx, task, input)
  const answered = answerOf(before, input)
  if (answered !== undefined) return { answer: answered, again: true }
  const no = objection(row, task.id, item.itemNo)
  if (no !== undefined) throw no
  requireGoing(notice)
  requireTask(task, 'pick')

  if (!fitsUnit(new Exact(input.qty).toFixed(), item.baseUnit)) throw badField('qty', 'inbound.whole')
  const rest = new Exact(row.qty).minus(input.qty).toFixed()
  if (compareDecimal(rest, '0') < 0) throw badField('qty', 'outbound.tooMany', { qty: Number(row.qty) })
  const isPicked = compareDecimal(input.qty, '0') > 0
  const isWhole = compareDecimal(rest, '0') === 0
  if (!isPicked && input.shortReason === undefined) throw badField('qty', 'outbound.nothingPicked')
  if (isWhole && input.shortReason !== undefined) throw badField('shortReason', 'outbound.noReason')
  const short = input.shortReason === undefined ? '0' : rest
  const serials = serialsFor(item.serialControlled, input.qty, input.serials, 'serials')
  // What was not there was not scanned.
  const scan = isPicked ? verifyScan(facts, input, { palletIsPlace: true, serials }) : null
  if (stagingId === null) throw await noStaging(tx, task.warehouse_id, input.stagingLocationId)
  // A device's clock may be ahead.
  const now = clock.iso()
  const at = input.at === undefined || input.at > now ? now : input.at

  const act = { ...input, actId: input.actId.toLowerCase(), short, at, serials, stagingId, scan }
  const part = isPicked ? (isWhole || input.shortReason !== undefined ? 'whole' : { rest }) : 'nothing'
  const { actRow, picked } = await writeAct(tx, actor, task, row, act, part)
  const isShort = compareDecimal(short, '0') > 0
  const { matches, frozen, ...instead } =
    isShort && input.shortReason !== undefined
      ? await lookElsewhere(tx, actor, notice, task, row, { short, reason: input.shortReason, stagingId }, numbering)
      : { matches: [], frozen: [], rows: [], movements: [] }
  const missing = new Exact(short).minus(total(matches.map(({ qty }) => qty))).toFixed()
  const told = [
    { field: 'item', from: null, to: item.itemNo },
    { field: 'short', from: null, to: new Exact(short).toFixed() },
    { field: 'shortReason', from: null, to: input.shortReason ?? null },
    { field: 'missing', from: null, to: missing },
  ]
  const { tasks } = await settle(tx, actor, {
    notices: [notice],
    tasks: [task.id],
    told: [
      ...(isShort ? [ofTask(task.id, 'short', told)] : []),
      ...(scan?.byHand
        ? [
            // At the desk without a scan is how it is: once for the task. Each act has it in its own record.
            isWithoutScan(input)
              ? { ...ofTask(task.id, 'pickedByHand'), once: true }
              : ofTask(task.id, 'pickedByHand', toldByHand(item.itemNo, facts.locationCode, input, scan)),
          ]
        : []),
    ],
  })
  const answer: PickAnswer = {
    state: tasks.get(task.id) ?? 'picking',
    picked: new Exact(input.qty).toFixed(),
    short: new Exact(short).toFixed(),
    instead: wordsOf(instead.rows, matches),
    missing,
  }
  const shelf = keyOf(row)
  const movements: Movement[] = [...instead.movements]
  if (isPicked) {
    const moved = { ...shelf, line: picked, type: 'PK' as const, flow: 0 as const, serials }
    movements.push(
      { ...moved, onHand: `-${input.qty}`, allocated: `-${input.qty}` },
      { ...moved, locationId: stagingId, containerId: 0, onHand: input.qty, allocated: input.qty },
    )
  }
  if (isShort) movements.push({ ...shelf, type: 'UNALC', flow: 0, allocated: `-${short}` }, ...frozen)
  await postMovements(
    tx,
    actor,
    {
      warehouseId: task.warehouse_id,
      docType: 'pick',
      docId: task.id,
      docNo: task.task_no,
      act: `act:${act.actId}`,
      movements,
    },
    (postingId) =>
      sql`update pick_act set posting_id = ${postingId}, answer = ${JSON.stringify(answer)}::jsonb where id = ${actRow}`,
  )
  return { answer, again: false }
}

export const pickLine =
  (numbering: Numbering): Act<typeof calls.pickLine> =>
  async ({ tx, actor }, input) =>
    (await pick(tx, actor, input, numbering)).answer

/** The notice of a line, asked for with a task that may be seen. */
const noticeOfLine = (actor: Actor, { taskId, lineId }: PickInput) => sql<SqlBool>`id = (
  select a.notice_id from allocation a join pick_task t on t.id = ${taskId} and not t.is_deleted and ${inScope(actor, 'pick_task', 't')}
  where a.id = ${lineId})`

const toldByHand = (item: string, location: string, { qty }: PickInput, { reason }: Scan) => [
  { field: 'item', from: null, to: item },
  { field: 'location', from: null, to: location },
  { field: 'qty', from: null, to: new Exact(qty).toFixed() },
  ...(reason === undefined ? [] : [{ field: 'byHandReason', from: null, to: reason }]),
]

type Picked = PickInput & { short: string; at: string; stagingId: number; scan: Scan | null }
/** Writes what was picked of a row, nothing, all of it or a part, the act itself, and that the task has to be checked anew. */
async function writeAct(
  tx: Tx,
  actor: Actor,
  task: Task,
  row: Allocation,
  act: Picked,
  part: 'nothing' | 'whole' | { rest: string },
): Promise<{ actRow: number; picked: number }> {
  const { id, ...copy } = row
  const taken = {
    qty: act.qty,
    state: 'picked' as const,
    location_id: act.stagingId,
    container_id: 0,
    serials: act.serials,
    act_id: act.actId,
    picked_at: act.at,
    picked_by: actor.userId,
    picked_by_name: actor.name,
  }
  const goods =
    part === 'nothing'
      ? sql`goods as (update allocation set state = 'released' where id = ${id} returning id)`
      : part === 'whole'
        ? sql`goods as (update allocation set qty = ${taken.qty}, state = ${taken.state}, location_id = ${taken.location_id},
            container_id = 0, serials = ${taken.serials}::text[], act_id = ${taken.act_id}, picked_at = ${taken.picked_at},
            picked_by = ${taken.picked_by}, picked_by_name = ${taken.picked_by_name} where id = ${id} returning id)`
        : // The rest is still to be picked, under the number that the device knows.
          sql`goods as (${insertion('allocation', [{ ...copy, ...taken }])} returning id),
            rest as (update allocation set qty = ${part.rest} where id = ${id})`
  const found = await sql<{ actRow: number; picked: number }>`${kept}
    with ${goods}, task as (
      -- unscoped: a task that was locked inside the scope
      update pick_task set picker_id = coalesce(picker_id, ${actor.userId}::bigint), checked_at = null, checked_by = null, checked_by_name = null
      where id = ${task.id}
    ), act as (
      insert into pick_act (act_id, task_id, allocation_id, line_id, item_id, batch_id, location_id, container_id, qty, short, reason, at,
        by_id, by_name, scan, answer)
      values (${act.actId}, ${task.id}, ${id}, ${row.line_id}, ${row.item_id}, ${row.batch_id}, ${row.location_id}, ${row.container_id},
        ${act.qty}, ${act.short}, ${act.shortReason ?? null}, ${act.at}, ${actor.userId}, ${actor.name},
        ${act.scan === null ? null : JSON.stringify(act.scan)}::jsonb, '{}') returning id
    )
    select act.id as "actRow", goods.id as picked from act, goods`.execute(tx)
  return found.rows[0] as (typeof found.rows)[number]
}

/** What a line was short of, promised from elsewhere, to the same task; what was not found or not fit waits for a count. */
async function lookElsewhere(
  tx: Tx,
  actor: Actor,
  notice: Notice,
  task: Task,
  row: Allocation,
  { short, reason, stagingId }: { short: string; reason: NonNullable<PickInput['shortReason']>; stagingId: number },
  numbering: Numbering,
) {
  const missed = {
    warehouseId: task.warehouse_id,
    locationId: row.location_id,
    itemId: row.item_id,
    docNo: task.task_no,
  }
  const countId = await countFor(tx, actor, missed, numbering)
  const held = await holdItems(tx, task.warehouse_id, [row.item_id], stagingId)
  const there = held.filter((key) => isSameGoods(key, row))
  await settleNotices(tx, actor, [notice])
  const needs = (await needsOf(tx, [notice.id])).filter(({ lineId }) => lineId === row.line_id)
  const matches = await match(
    tx,
    needs.map((need) => ({ ...need, qty: short })),
    reason === 'missing' ? there.map((key) => ({ ...key, lineId: row.line_id })) : [],
  )
  const holds = there.flatMap(({ free, ...key }) => {
    const isOwn = key.containerId === row.container_id
    if (reason !== 'missing') return isOwn ? [{ key, qty: short }] : []
    return [{ key, qty: isOwn ? new Exact(free).plus(short).toFixed() : free }]
  })
  await noteHolds(tx, countId, holds)
  const frozen = holds
    .filter(({ qty }) => compareDecimal(qty, '0') > 0)
    .map(({ key, qty }): Movement => ({ ...key, line: row.id, type: 'FRZ', flow: 0, frozen: qty }))
  return { matches, frozen, ...(await promise(tx, notice, matches, task.id)) }
}

/** Of the same item, batch and quality at the same place, loose or on whichever pallet. */
const isSameGoods = (key: Held, row: Allocation): boolean =>
  key.locationId === row.location_id &&
  key.itemId === row.item_id &&
  key.batchId === row.batch_id &&
  key.quality === row.quality

/** Where goods can go back to: their pallet, if it still stands at their shelf; else the shelf itself. */
async function shelfContainers(tx: Tx, rows: readonly Allocation[]): Promise<ReadonlySet<number>> {
  const ids = rows.filter(({ shelf_container_id }) => shelf_container_id !== 0).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const found = await sql<{ id: number }>`
    select a.id from allocation a where a.id = any(${ids}::bigint[])
      -- unscoped: where the pallet stands that goods in scope were taken off
      and not exists (select 1 from stock s where s.container_id = a.shelf_container_id and s.container_id <> 0 and s.on_hand > 0 and s.location_id <> a.shelf_id)`.execute(
    tx,
  )
  return new Set(found.rows.map(({ id }) => id))
}

/** 放回: picked goods go back to their shelf, and are to be picked again. */
export const putBack: Act<typeof calls.putBack> = async ({ tx, actor }, { taskId, lineIds }) => {
  const { task, notices } = await lockTask(tx, actor, taskId)
  requireTask(task, 'putBack')
  const wanted = [...new Set(lineIds)]
  const rows = await tx
    .selectFrom('allocation')
    .selectAll()
    .where('task_id', '=', task.id)
    .where('state', '=', 'picked')
    .where(sql<boolean>`id = any(${wanted}::bigint[])`)
    .orderBy('id')
    .execute()
  if (rows.length !== wanted.length) throw new Refusal('outbound.notPicked')
  const onPallet = await shelfContainers(tx, rows)
  const movements: Movement[] = []
  for (const row of rows) {
    const containerId = onPallet.has(row.id) ? row.shelf_container_id : 0
    const moved = { ...keyOf(row), type: 'PK' as const, flow: 0 as const, serials: row.serials }
    movements.push(
      { ...moved, onHand: `-${row.qty}`, allocated: `-${row.qty}` },
      { ...moved, locationId: row.shelf_id, containerId, onHand: row.qty, allocated: row.qty },
    )
    await tx
      .updateTable('allocation')
      .set({
        state: 'allocated',
        location_id: row.shelf_id,
        shelf_container_id: containerId,
        container_id: containerId,
        serials: [],
        act_id: null,
        picked_at: null,
        picked_by: null,
        picked_by_name: null,
      })
      .where('id', '=', row.id)
      .execute()
  }
  await owned(tx)
    .updateTable('pick_task')
    .set({ checked_at: null, checked_by: null, checked_by_name: null, version: task.version + 1 })
    .where('id', '=', task.id)
    .execute()
  const of = new Set(rows.map(({ notice_id }) => notice_id))
  const { tasks } = await settle(tx, actor, {
    notices: notices.filter((notice) => of.has(notice.id)),
    tasks: [task.id],
    told: [ofTask(task.id, 'putBack', [{ field: 'qty', from: total(rows.map(({ qty }) => qty)), to: null }])],
  })
  await postMovements(tx, actor, {
    warehouseId: task.warehouse_id,
    docType: 'pick',
    docId: task.id,
    docNo: task.task_no,
    act: `putBack:${task.version}:${rows[0]?.id}`,
    movements,
  })
  return { state: tasks.get(task.id) ?? 'waiting' }
}

/** 重新分配: lines that are not picked yet from elsewhere, or what the notices lack at all. */
export const reallocateTask: Act<typeof calls.reallocateTask> = async ({ tx, actor }, { id, lineIds }) => {
  const { task, notices } = await lockTask(tx, actor, id)
  requireTask(task, 'reallocate')
  const going = notices.filter(({ intercepted }) => !intercepted)
  const stopped = notices.find(({ intercepted }) => intercepted)
  if (going.length === 0 && stopped !== undefined) requireGoing(stopped)
  const wanted = [...new Set(lineIds)]
  const rows = await tx
    .selectFrom('allocation as a')
    .innerJoin('outbound_line as l', 'l.id', 'a.line_id')
    .selectAll('a')
    .select(['l.batch_no', 'l.expiry_after'])
    .where('a.task_id', '=', task.id)
    .where('a.state', '=', 'allocated')
    .where(sql<boolean>`a.id = any(${wanted}::bigint[])`)
    .orderBy('a.id')
    .execute()
  if (rows.length !== wanted.length) throw new Refusal('outbound.lineGone')
  const needs =
    wanted.length === 0
      ? await needsOf(
          tx,
          going.map((notice) => notice.id),
        )
      : rows.map((row) => ({
          lineId: row.line_id,
          noticeId: row.notice_id,
          warehouseId: row.warehouse_id,
          itemId: row.item_id,
          batchNo: row.batch_no,
          expiryAfter: row.expiry_after,
          quality: row.quality,
          qty: row.qty,
        }))
  if (needs.length === 0) throw new Refusal('outbound.covered')
  // Two rows of one line are looked for once.
  const merged = [...Map.groupBy(needs, ({ lineId }) => lineId).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, qty: total([first, ...more].map(({ qty }) => qty)) }],
  )
  const items = merged.map(({ itemId }) => itemId)
  await holdItems(tx, task.warehouse_id, items, 0)
  const matches = await match(
    tx,
    merged,
    rows.map((row) => ({
      lineId: row.line_id,
      locationId: row.location_id,
      batchId: row.batch_id,
      containerId: row.container_id,
    })),
  )
  const missing = new Exact(total(merged.map(({ qty }) => qty))).minus(total(matches.map(({ qty }) => qty))).toFixed()
  if (matches.length === 0) throw new Refusal('outbound.nothingFree', { missing })
  const movements: Movement[] = []
  // What is found elsewhere is let go here; what is not stays as it is.
  const found = new Map(
    [...Map.groupBy(matches, ({ need }) => need.lineId)].map(([line, list]) => [line, total(list.map((m) => m.qty))]),
  )
  for (const row of rows) {
    const there = found.get(row.line_id) ?? '0'
    const gone = compareDecimal(there, row.qty) < 0 ? there : row.qty
    if (compareDecimal(gone, '0') === 0) continue
    found.set(row.line_id, new Exact(there).minus(gone).toFixed())
    movements.push({ ...keyOf(row), type: 'UNALC', flow: 0, allocated: `-${gone}` })
    await (compareDecimal(gone, row.qty) === 0
      ? sql`update allocation set state = 'released' where id = ${row.id}`
      : sql`update allocation set qty = qty - ${gone} where id = ${row.id}`
    ).execute(tx)
  }
  const instead = await promise(tx, { warehouse_id: task.warehouse_id }, matches, task.id)
  movements.push(...instead.movements)
  await settle(tx, actor, {
    notices,
    tasks: [task.id],
    told: [ofTask(task.id, 'reallocated', [{ field: 'qty', from: null, to: total(matches.map(({ qty }) => qty)) }])],
  })
  await postMovements(tx, actor, {
    warehouseId: task.warehouse_id,
    docType: 'pick',
    docId: task.id,
    docNo: task.task_no,
    act: `reallocate:${instead.rows[0]?.id}`,
    movements,
  })
  return { instead: wordsOf(instead.rows, matches), missing }
}
