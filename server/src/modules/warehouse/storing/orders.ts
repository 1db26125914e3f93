import { isOfferedCode } from '@xunyun/contract/dictionary'
import type { Reason } from '@xunyun/contract/errors'
import type { Input, Output, Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/storing/orders'
import {
  isMove,
  type StockOrderLineInput,
  type StockOrderType,
  stockOrderLifecycle,
} from '@xunyun/contract/warehouse/storing/orders'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import type { Scan } from '../../../platform/schema.warehouse.ts'
import { markSeen } from '../../../platform/scope.ts'
import { searchText } from '../../../platform/search.ts'
import { changed, created } from '../../../platform/version.ts'
import { type Movement, postMovements, reversePosting } from '../ledger/index.ts'
import { checkLocation, lockLocation, verifyScan } from '../locations/index.ts'
import {
  type Key,
  keysOf,
  lockOrders,
  type Order,
  refreshWhole,
  refuseTwoPlaces,
  refuseWaiting,
  type Taken,
  type Target,
  takenBy,
  targetsOf,
} from './store.orders.ts'

/** A whole container that went from one place to another, with all that is promised of it. */
export type ContainerMove = { containerId: number; fromLocationId: number; toLocationId: number }
/** What later modules do when containers move. */
export type Deps = { followContainers: (tx: Tx, moves: readonly ContainerMove[]) => Promise<void> }

type Keys = ReadonlyMap<number, Key>
type Wrong = { path: string; reason: Reason; params?: Params }
type Question = {
  type: StockOrderType
  keys: Keys
  targets: ReadonlyMap<number, Target>
  warehouseId: number | undefined
}

const sum = (values: readonly string[]): string => values.reduce((all, one) => new Exact(all).plus(one).toFixed(), '0')
const plain = (value: string): string => String(Number(value))
/** On hand and neither promised nor frozen. */
const freeOf = (key: Key): string => new Exact(key.onHand).minus(key.allocated).minus(key.frozen).toFixed()

/** What stands against one line by itself; what makes the rest meaningless ends it. */
function objections({ type, keys, targets, warehouseId }: Question, line: StockOrderLineInput): Wrong[] {
  const key = keys.get(line.stockId)
  if (key === undefined) return [{ path: 'stockId', reason: 'field.choice' }]
  if (key.warehouseId !== warehouseId) return [{ path: 'stockId', reason: 'stock.sameWarehouse' }]
  const wrong: Wrong[] = []
  if (line.whole && isMove(type)) {
    if (key.containerId === 0) return [{ path: 'stockId', reason: 'stock.noContainer' }]
  } else if (line.qty === undefined) wrong.push({ path: 'qty', reason: 'field.required' })
  else if (!fitsUnit(line.qty, key.baseUnit)) wrong.push({ path: 'qty', reason: 'inbound.whole' })
  else wrong.push(...objectionsToSerials(type, line, key, line.qty))
  if (isMove(type) && line.toLocationId === undefined) wrong.push({ path: 'toLocationId', reason: 'field.required' })
  if ((isMove(type) || type === 'quality') && line.toLocationId !== undefined) {
    const to = targets.get(line.toLocationId)
    if (to === undefined || to.warehouseId !== key.warehouseId)
      wrong.push({ path: 'toLocationId', reason: 'field.choice' })
    else if (to.id === key.locationId) wrong.push({ path: 'toLocationId', reason: 'stock.samePlace' })
  }
  if (type === 'quality' && line.toQuality === undefined) wrong.push({ path: 'toQuality', reason: 'field.required' })
  if (type === 'quality' && line.toQuality === key.quality)
    wrong.push({ path: 'toQuality', reason: 'stock.sameQuality' })
  return wrong
}

/** Serial numbers are required unless the whole quantity moves. */
function objectionsToSerials(type: StockOrderType, line: StockOrderLineInput, key: Key, qty: string): Wrong[] {
  if (!key.serialControlled || type === 'freeze' || type === 'unfreeze') return []
  const given = new Set(line.serials).size
  if (given === 0 && compareDecimal(qty, key.onHand) === 0) return []
  return compareDecimal(String(given), qty) === 0
    ? []
    : [{ path: 'serials', reason: 'inbound.serialsOf', params: { given, needed: Number(qty) } }]
}

/** What stands against lines together: the same goods twice, or more of them than there are. */
function objectionsToAll({ type, keys }: Question, lines: readonly StockOrderLineInput[]): Wrong[] {
  return lines.flatMap((line, index): Wrong[] => {
    const key = keys.get(line.stockId)
    if (key === undefined) return []
    const path = (field: string) => `lines.${index}.${field}`
    const whole = lines.findIndex((one) => one.whole && keys.get(one.stockId)?.containerId === key.containerId)
    if (isMove(type) && key.containerId !== 0 && whole !== -1 && whole !== index)
      return [
        {
          path: path('stockId'),
          reason: 'stock.containerTwice',
          params: { row: whole + 1, container: key.containerCode ?? '' },
        },
      ]
    const same = lines.findIndex((one) => one.stockId === line.stockId && one.toLocationId === line.toLocationId)
    if (same < index) return [{ path: path('stockId'), reason: 'inbound.sameLine', params: { row: same + 1 } }]
    const isWhole = isMove(type) && line.whole === true
    const waits = isWhole
      ? [...keys.values()].find((one) => one.containerId === key.containerId && compareDecimal(one.waiting, '0') > 0)
      : undefined
    if (waits !== undefined)
      return [
        {
          path: path('stockId'),
          reason: 'stock.waitsPutAway',
          params: { item: waits.itemNo, qty: plain(waits.waiting) },
        },
      ]
    if (isWhole) return []
    const asked = sum(lines.slice(0, index + 1).flatMap((one) => (one.stockId === line.stockId ? (one.qty ?? []) : [])))
    return tooMuch(type, key, asked).map((wrong) => ({ ...wrong, path: path('qty') }))
  })
}

function tooMuch(type: StockOrderType, key: Key, asked: string): Wrong[] {
  if (type === 'unfreeze')
    return compareDecimal(asked, key.frozen) > 0
      ? [{ path: 'qty', reason: 'stock.moreThanFrozen', params: { frozen: plain(key.frozen) } }]
      : []
  const free = freeOf(key)
  if (compareDecimal(asked, free) > 0)
    return [{ path: 'qty', reason: 'stock.moreThanFree', params: { free: plain(free) } }]
  // Frozen, goods stay where the task looks for them.
  if (type === 'freeze' || compareDecimal(asked, new Exact(free).minus(key.waiting).toFixed()) <= 0) return []
  return [{ path: 'qty', reason: 'stock.waitsPutAway', params: { item: key.itemNo, qty: plain(key.waiting) } }]
}

/** Writes an order, every wrong line named; does it at once if asked to. */
export async function writeOrder(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.addStockOrder>,
  numbering: Numbering,
  deps: Deps,
): Promise<Output<typeof calls.addStockOrder>> {
  const { type, lines } = input
  const isWhole = ({ whole }: StockOrderLineInput) => isMove(type) && whole === true
  const keys = await keysOf(
    tx,
    actor,
    lines.map(({ stockId }) => stockId),
    lines.filter(isWhole).map(({ stockId }) => stockId),
  )
  const targets = await targetsOf(
    tx,
    actor,
    lines.flatMap(({ toLocationId }) => toLocationId ?? []),
  )
  const warehouseId = keys.get(lines[0]?.stockId ?? 0)?.warehouseId
  const asked = { type, keys, targets, warehouseId }
  const wrong = lines.flatMap((line, index) =>
    objections(asked, line).map(({ path, ...rest }) => ({ path: `lines.${index}.${path}`, ...rest })),
  )
  if (!isOfferedCode('stockReason', input.reason)) wrong.push({ path: 'reason', reason: 'settings.wordDisabled' })
  refuseFields(wrong.length > 0 ? wrong : objectionsToAll(asked, lines))
  if (warehouseId === undefined) throw notFound()
  const scans = lines.map((line, index) => scanOf(asked, line, `lines.${index}.`))

  const [orderNo = ''] = await numbering.next('YK')
  const order = await owned(tx)
    .insertInto('stock_order')
    .values({
      order_no: orderNo,
      warehouse_id: warehouseId,
      type,
      reason: input.reason,
      remark: input.remark ?? null,
      search: searchText([
        orderNo,
        ...[...keys.values()].flatMap((key) => [key.itemNo, key.locationCode, key.containerCode ?? '']),
        ...[...targets.values()].map(({ code }) => code),
      ]),
      ...created(actor.userId),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('stock_order_line')
    .values(
      lines.flatMap((line, index) => {
        const key = keys.get(line.stockId)
        const taken = isWhole(line)
          ? [...keys.values()].filter(({ containerId }) => containerId === key?.containerId)
          : [{ id: line.stockId, onHand: line.qty ?? '0' }]
        return taken.map(({ id, onHand }) => ({
          order_id: order.id,
          seq: index + 1,
          stock_id: id,
          qty: onHand,
          to_location_id: isMove(type) || type === 'quality' ? (line.toLocationId ?? null) : null,
          to_quality: type === 'quality' ? (line.toQuality ?? null) : null,
          whole: isWhole(line),
          serials: key?.serialControlled && !isWhole(line) ? [...new Set(line.serials)] : [],
          scan: JSON.stringify(scans[index]),
        }))
      }),
    )
    .execute()
  const byHand = scans.filter((scan) => scan.byHand === true)
  await recordHistory(tx, actor, 'stockOrder', order.id, 'created', toldByHand(byHand))
  if (input.run) await runOrder(tx, actor, markSeen(order), deps)
  return { id: order.id, orderNo, state: input.run ? 'done' : 'waiting' }
}

export const addStockOrder =
  (numbering: Numbering, deps: Deps): Act<typeof calls.addStockOrder> =>
  ({ tx, actor }, input) =>
    writeOrder(tx, actor, input, numbering, deps)

/** What was scanned of a line; a whole container is its own goods. */
function scanOf({ keys, targets }: Question, line: StockOrderLineInput, path: string): Scan {
  const key = keys.get(line.stockId)
  if (key === undefined) throw notFound()
  const toCode = line.toLocationId === undefined ? undefined : (targets.get(line.toLocationId)?.code ?? null)
  const palletIsGoods = line.whole === true
  return verifyScan({ ...key, ...(toCode === undefined ? {} : { toCode }) }, line, {
    palletIsPlace: true,
    palletIsGoods,
    serials: line.serials,
    path,
  })
}

const toldByHand = (scans: readonly Scan[]) => {
  const reasons = [...new Set(scans.flatMap(({ reason }) => reason ?? []))]
  return scans.length === 0
    ? []
    : [
        { field: 'byHand', from: null, to: 'true' },
        ...(reasons.length === 0 ? [] : [{ field: 'byHandReason', from: null, to: reasons.join(', ') }]),
      ]
}

const types: Readonly<Record<StockOrderType, Movement['type']>> = {
  move: 'MV',
  replenish: 'MV',
  freeze: 'FRZ',
  unfreeze: 'UNFRZ',
  quality: 'QLT',
}

/** A line as movements: out of a key and into another, or held on one. */
function movementsOf(type: StockOrderType, taken: Taken): Movement[] {
  const { line, qty, serials } = taken
  const key = {
    locationId: taken.locationId,
    itemId: taken.itemId,
    batchId: taken.batchId,
    quality: taken.quality,
    containerId: taken.containerId,
    line,
    type: types[type],
    flow: 0 as const,
  }
  if (type === 'freeze') return [{ ...key, frozen: qty }]
  if (type === 'unfreeze') return [{ ...key, frozen: `-${qty}` }]
  const to = {
    ...key,
    locationId: taken.toLocationId ?? key.locationId,
    quality: taken.toQuality ?? key.quality,
    // Part of a pallet that goes elsewhere is loose there.
    containerId: taken.toLocationId === null || taken.whole ? key.containerId : 0,
  }
  const { allocated, frozen } = taken
  const along = (sign: '-' | '') =>
    taken.whole ? { allocated: `${sign}${allocated}`, frozen: `${sign}${frozen}` } : {}
  return [
    { ...key, onHand: `-${qty}`, serials, ...along('-') },
    { ...to, onHand: qty, serials, ...along('') },
  ]
}

async function runOrder(tx: Tx, actor: Actor, order: Order, deps: Deps): Promise<void> {
  await refreshWhole(tx, order.id)
  if (isMove(order.type) || order.type === 'quality') await refuseWaiting(tx, order.id)
  const taken = await takenBy(tx, order.id)
  // Two who fill a place wait for each other, in one order.
  const places = [...new Set(taken.flatMap(({ toLocationId }) => toLocationId ?? []))].sort((a, b) => a - b)
  for (const place of places) await lockLocation(tx, place)
  const movements = taken.flatMap((line) => movementsOf(order.type, line))
  const { postingId } = await postMovements(tx, actor, {
    warehouseId: order.warehouse_id,
    docType: 'move',
    docId: order.id,
    docNo: order.order_no,
    act: 'run',
    movements,
  })
  await checkLocations(tx, taken)
  await refuseTwoPlaces(tx, movements)
  await deps.followContainers(tx, containersOf(taken))
  await owned(tx)
    .updateTable('stock_order')
    .set({
      state: 'done',
      posting_id: postingId,
      done_at: clock.now(),
      done_by_name: actor.name,
      ...changed(actor.userId, order.version),
    })
    .where('id', '=', order.id)
    .execute()
  await recordHistory(tx, actor, 'stockOrder', order.id, 'done')
}

/** Containers that went whole; one with several kinds of goods is one. */
const containersOf = (taken: readonly Taken[]): ContainerMove[] => [
  ...new Map(
    taken.flatMap(({ whole, containerId, locationId, toLocationId }) =>
      whole && toLocationId !== null
        ? [[containerId, { containerId, fromLocationId: locationId, toLocationId }] as const]
        : [],
    ),
  ).values(),
]

/** The rules of the places, as at put-away: asked when all of it stands there, so that lines of one order add up. */
async function checkLocations(tx: Tx, taken: readonly Taken[]): Promise<void> {
  const asked = new Set<string>()
  for (const { toLocationId, toQuality, whole, ...key } of taken) {
    if (toLocationId === null) continue
    const goods = {
      itemId: key.itemId,
      batchId: key.batchId,
      quality: toQuality ?? key.quality,
      containerId: whole ? key.containerId : 0,
    }
    const question = JSON.stringify([toLocationId, goods])
    if (asked.has(question)) continue
    asked.add(question)
    await checkLocation(tx, toLocationId, { ...goods, qty: '0' }, { moving: [], before: [] })
  }
}

const ordersTo = (action: keyof typeof stockOrderLifecycle): Records<Order> => ({
  lock: lockOrders,
  no: (order) => order.order_no,
  may: ({ state }) =>
    canStart(stockOrderLifecycle, action, state)
      ? undefined
      : new Refusal('stock.orderState', { stockOrderState: state }),
})

/** In one order, so that two who do the same wait for each other. */
const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

export const runStockOrders =
  (deps: Deps): Act<typeof calls.runStockOrders> =>
  (asked, { ids }) =>
    eachRecord(asked, inOrder(ids), ordersTo('run'), (order) => runOrder(asked.tx, asked.actor, order, deps))

export const cancelStockOrders: Act<typeof calls.cancelStockOrders> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, inOrder(ids), ordersTo('cancel'), async (order) => {
    await owned(tx)
      .updateTable('stock_order')
      .set({ state: 'cancelled', cancel_reason: reason, ...changed(actor.userId, order.version) })
      .where('id', '=', order.id)
      .execute()
    await recordHistory(tx, actor, 'stockOrder', order.id, 'cancelled', [{ field: 'reason', from: null, to: reason }])
  })
}

/** Back as it was. The rules of the place are not asked again: what is put right stood there before. */
export const reverseStockOrders =
  (deps: Deps): Act<typeof calls.reverseStockOrders> =>
  (asked, { ids }) => {
    const { tx, actor } = asked
    return eachRecord(asked, inOrder(ids), ordersTo('reverse'), async (order) => {
      const taken = await takenBy(tx, order.id)
      await reversePosting(tx, actor, order.posting_id as number, {
        docType: 'move',
        docId: order.id,
        docNo: order.order_no,
        act: 'reverse',
      })
      await refuseTwoPlaces(tx, taken)
      await deps.followContainers(
        tx,
        containersOf(taken).map(({ containerId, fromLocationId, toLocationId }) => ({
          containerId,
          fromLocationId: toLocationId,
          toLocationId: fromLocationId,
        })),
      )
      await owned(tx)
        .updateTable('stock_order')
        .set({ state: 'reversed', ...changed(actor.userId, order.version) })
        .where('id', '=', order.id)
        .execute()
      await recordHistory(tx, actor, 'stockOrder', order.id, 'reversed')
    })
  }
