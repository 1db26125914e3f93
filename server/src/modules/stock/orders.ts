import type { Reason } from '@xunyun/contract/errors'
import type { Input, Output, Params } from '@xunyun/contract/kernel/call'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { Quality } from '@xunyun/contract/stock/moves'
import {
  type addStockOrder,
  type StockOrderLineInput,
  type StockOrderType,
  stockOrderLifecycle,
} from '@xunyun/contract/stock/orders'
import { fitsUnit } from '@xunyun/contract/warehouse/quantity'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { notFound, Refusal, refuseFields } from '../../platform/refusal.ts'
import type { DB } from '../../platform/schema.ts'
import { inScope, scoped } from '../../platform/scope.ts'
import { searchText } from '../../platform/search.ts'
import { changed, created } from '../../platform/version.ts'
import { type Movement, postMovements, reversePosting } from './post.ts'

type Order = Selectable<DB['stock_order']>
type Key = {
  id: number
  warehouseId: number
  locationId: number
  locationCode: string
  zoneType: string
  itemId: number
  itemNo: string
  baseUnit: string
  batchId: number
  quality: Quality
  containerId: number
}

/** Keys inside the scope, with what they are called. */
async function keysOf(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Key>> {
  const found = await sql<Key>`
    select s.id, s.warehouse_id as "warehouseId", s.location_id as "locationId", l.code as "locationCode", z.type as "zoneType",
      s.item_id as "itemId", i.item_no as "itemNo", i.base_unit as "baseUnit", s.batch_id as "batchId", s.quality, s.container_id as "containerId"
    from stock s join location l on l.id = s.location_id join warehouse_zone z on z.id = l.zone_id join item i on i.id = s.item_id
    where s.id = any(${[...ids]}::bigint[]) and ${inScope(actor, 'stock', 's')}`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** Where goods that are not for sale may stand: never where goods are sold from. */
const mayStand = (quality: Quality, zoneType: string): boolean =>
  quality !== 'bad' || !['store', 'pick'].includes(zoneType)

type Wrong = { path: string; reason: Reason; params?: Params }

/** What stands against one line; the first that makes the others meaningless ends it. */
function objections(
  type: StockOrderType,
  line: StockOrderLineInput,
  key: Key | undefined,
  places: ReadonlyMap<number, Place>,
  warehouseId: number | undefined,
): Wrong[] {
  if (key === undefined) return [{ path: 'stockId', reason: 'field.choice' }]
  if (key.warehouseId !== warehouseId) return [{ path: 'stockId', reason: 'stock.sameWarehouse' }]
  const wrong: Wrong[] = fitsUnit(line.qty, key.baseUnit) ? [] : [{ path: 'qty', reason: 'inbound.whole' }]
  if (type === 'move') wrong.push(...objectionsToPlace(line.toLocationId, key, places))
  if (type === 'quality' && line.toQuality === undefined) wrong.push({ path: 'toQuality', reason: 'field.required' })
  if (type === 'quality' && line.toQuality === key.quality)
    wrong.push({ path: 'toQuality', reason: 'stock.sameQuality' })
  return wrong
}

function objectionsToPlace(id: number | undefined, key: Key, places: ReadonlyMap<number, Place>): Wrong[] {
  if (id === undefined) return [{ path: 'toLocationId', reason: 'field.required' }]
  const to = places.get(id)
  if (to === undefined || to.warehouseId !== key.warehouseId) return [{ path: 'toLocationId', reason: 'field.choice' }]
  if (to.id === key.locationId) return [{ path: 'toLocationId', reason: 'stock.samePlace' }]
  return mayStand(key.quality, to.zoneType)
    ? []
    : [
        {
          path: 'toLocationId',
          reason: 'stock.qualityZone',
          params: { quality: key.quality, zoneType: to.zoneType },
        },
      ]
}

/** Writes an order, every wrong line named; does it at once if asked to. */
export async function addOrder(
  tx: Tx,
  actor: Actor,
  input: Input<typeof addStockOrder>,
  numbering: Numbering,
): Promise<Output<typeof addStockOrder>> {
  const keys = await keysOf(
    tx,
    actor,
    input.lines.map(({ stockId }) => stockId),
  )
  const warehouseId = keys.get(input.lines[0]?.stockId ?? 0)?.warehouseId
  const places = await placesOf(
    tx,
    actor,
    input.lines.flatMap(({ toLocationId }) => toLocationId ?? []),
  )
  refuseFields(
    input.lines.flatMap((line, index) =>
      objections(input.type, line, keys.get(line.stockId), places, warehouseId).map(({ path, ...rest }) => ({
        path: `lines.${index}.${path}`,
        ...rest,
      })),
    ),
  )
  const [orderNo = ''] = await numbering.next('YK')
  const order = await owned(tx)
    .insertInto('stock_order')
    .values({
      order_no: orderNo,
      warehouse_id: warehouseId as number,
      type: input.type,
      reason: input.reason as string,
      remark: input.remark ?? null,
      search: searchText([
        orderNo,
        ...[...keys.values()].flatMap(({ itemNo, locationCode }) => [itemNo, locationCode]),
      ]),
      ...created(actor.userId),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('stock_order_line')
    .values(
      input.lines.map((line, index) => ({
        order_id: order.id,
        seq: index + 1,
        stock_id: line.stockId,
        qty: line.qty,
        to_location_id: input.type === 'move' ? (line.toLocationId ?? null) : null,
        to_quality: input.type === 'quality' ? (line.toQuality ?? null) : null,
        serials: line.serials,
      })),
    )
    .execute()
  await recordHistory(tx, actor, 'stockOrder', order.id, 'created')
  if (input.run) await runOrder(tx, actor, order)
  return { id: order.id, orderNo, state: input.run ? 'done' : 'waiting' }
}

type Place = { id: number; warehouseId: number; zoneType: string }
async function placesOf(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Place>> {
  const found = await sql<Place>`
    select l.id, l.warehouse_id as "warehouseId", z.type as "zoneType" from location l join warehouse_zone z on z.id = l.zone_id
    where l.id = any(${[...ids]}::bigint[]) and l.enabled and not l.is_deleted and ${inScope(actor, 'location', 'l')}`.execute(
    tx,
  )
  return new Map(found.rows.map((row) => [row.id, row]))
}

const types: Readonly<Record<StockOrderType, Movement['type']>> = {
  move: 'MV',
  freeze: 'FRZ',
  unfreeze: 'UNFRZ',
  quality: 'QLT',
}

/** The movements of an order: out of a key and into another, or held on one. */
async function movementsOf(tx: Tx, order: Order): Promise<Movement[]> {
  const found = await sql<{
    id: number
    locationId: number
    itemId: number
    batchId: number
    quality: Quality
    containerId: number
    qty: string
    toLocationId: number | null
    toQuality: Quality | null
    serials: string[]
  }>`
    select x.id, s.location_id as "locationId", s.item_id as "itemId", s.batch_id as "batchId", s.quality, s.container_id as "containerId",
      x.qty, x.to_location_id as "toLocationId", x.to_quality as "toQuality", x.serials
    -- unscoped: lines of an order that was found inside the scope
    from stock_order_line x join stock s on s.id = x.stock_id where x.order_id = ${order.id} order by x.seq`.execute(tx)
  return found.rows.flatMap(({ id, qty, toLocationId, toQuality, serials, ...key }): Movement[] => {
    const held = { ...key, line: id, type: types[order.type], flow: 0 as const }
    if (order.type === 'freeze') return [{ ...held, frozen: qty }]
    if (order.type === 'unfreeze') return [{ ...held, frozen: `-${qty}` }]
    return [
      { ...held, onHand: `-${qty}`, serials },
      {
        ...held,
        locationId: toLocationId ?? key.locationId,
        quality: toQuality ?? key.quality,
        // Part of a pallet that goes elsewhere is loose there.
        containerId: order.type === 'move' ? 0 : key.containerId,
        onHand: qty,
        serials,
      },
    ]
  })
}

async function runOrder(tx: Tx, actor: Actor, order: Order): Promise<void> {
  const { postingId } = await postMovements(tx, actor, {
    warehouseId: order.warehouse_id,
    docType: 'move',
    docId: order.id,
    docNo: order.order_no,
    act: 'run',
    movements: await movementsOf(tx, order),
  })
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

/** Each order by itself: what the ledger refuses of one leaves the others. */
async function onEach(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  action: keyof typeof stockOrderLifecycle,
  act: (order: Order) => Promise<void>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  for (const id of new Set(ids)) {
    const order = await scoped(tx, actor, 'stock_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (order === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    if (!canStart(stockOrderLifecycle, action, order.state)) {
      report.refuse(id, order.order_no, new Refusal('stock.orderState', { stockOrderState: order.state }))
      continue
    }
    await sql`savepoint each_order`.execute(tx)
    try {
      await act(order)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await sql`rollback to savepoint each_order`.execute(tx)
      report.refuse(id, order.order_no, error)
    }
  }
  return report.outcomes()
}

export const runEach = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> =>
  onEach(tx, actor, ids, 'run', (order) => runOrder(tx, actor, order))

export const cancelEach = (tx: Tx, actor: Actor, ids: readonly number[], reason: string): Promise<Outcomes> =>
  onEach(tx, actor, ids, 'cancel', async (order) => {
    await owned(tx)
      .updateTable('stock_order')
      .set({ state: 'cancelled', cancel_reason: reason, ...changed(actor.userId, order.version) })
      .where('id', '=', order.id)
      .execute()
    await recordHistory(tx, actor, 'stockOrder', order.id, 'cancelled', [{ field: 'reason', from: null, to: reason }])
  })

export const reverseEach = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> =>
  onEach(tx, actor, ids, 'reverse', async (order) => {
    await reversePosting(tx, actor, order.posting_id as number, {
      docType: 'move',
      docId: order.id,
      docNo: order.order_no,
      act: 'reverse',
    })
    await owned(tx)
      .updateTable('stock_order')
      .set({ state: 'reversed', ...changed(actor.userId, order.version) })
      .where('id', '=', order.id)
      .execute()
    await recordHistory(tx, actor, 'stockOrder', order.id, 'reversed')
  })
