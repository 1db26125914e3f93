import type { Reason } from '@xunyun/contract/errors'
import type { Input, Params } from '@xunyun/contract/kernel/call'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type * as calls from '@xunyun/contract/warehouse/kitting/kitOrders'
import { type KitOrderInput, kitOrderLifecycle } from '@xunyun/contract/warehouse/kitting/kitOrders'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { markSeen, scoped } from '../../../platform/scope.ts'
import { searchText } from '../../../platform/search.ts'
import { changed, created } from '../../../platform/version.ts'
import { reversePosting } from '../ledger/index.ts'
import { refuseTwoPlaces } from '../storing/index.ts'
import { runAssembly, runDisassembly } from './run.ts'
import {
  holdSet,
  lockOrders,
  type Order,
  type Part,
  partsOfKit,
  partsOfOrder,
  placeOf,
  type SetItem,
  setKey,
  writeLine,
} from './store.orders.ts'

type Details = Omit<Input<typeof calls.runKitOrder>, 'id'>
type Wrong = { path: string; reason: Reason; params?: Params }

/** What can not be said of a set and its parts, whenever it is said. */
function objections(set: SetItem, parts: readonly Part[], qty: string, details: Details): Wrong[] {
  const wrong: Wrong[] = []
  // Parts may be counted where the set is weighed: half a set would be half a piece of them.
  const whole =
    fitsUnit(new Exact(qty).toFixed(), set.baseUnit) &&
    (!set.serialControlled || Number.isInteger(Number(qty))) &&
    parts.every(
      (part) => fitsUnit(part.qty, part.baseUnit) && (!part.serialControlled || Number.isInteger(Number(part.qty))),
    )
  if (!whole) wrong.push({ path: 'qty', reason: 'inbound.whole' })
  details.parts.forEach(({ partId, production, expiry }, index) => {
    const path = (field: string) => `parts.${index}.${field}`
    if (!parts.some((part) => part.partId === partId)) wrong.push({ path: path('partId'), reason: 'field.choice' })
    const same = details.parts.findIndex((other) => other.partId === partId)
    if (same < index) wrong.push({ path: path('partId'), reason: 'inbound.sameLine', params: { row: same + 1 } })
    if (production !== undefined && production > clock.today())
      wrong.push({ path: path('production'), reason: 'inbound.producedLater' })
    if (production !== undefined && expiry !== undefined && expiry <= production)
      wrong.push({ path: path('expiry'), reason: 'inbound.expiryOrder' })
  })
  return wrong
}

/** Writes an order, whatever is wrong named at its field; does it at once if asked to. */
export const addKitOrder =
  (numbering: Numbering): Act<typeof calls.addKitOrder> =>
  async ({ tx, actor }, input) => {
    const set = await holdSet(tx, actor, input.kitId)
    if (set === undefined) throw badField('kitId', 'field.choice')
    if (!set.enabled) throw new Refusal('kits.disabled', { name: set.itemNo })
    const place = await placeOf(tx, actor, input.toLocationId)
    const warehouseId = await warehouseOf(tx, actor, set, input)
    if (place === undefined || place.warehouseId !== warehouseId) throw badField('toLocationId', 'field.choice')
    const parts = await partsOfKit(tx, set.kitId, input.qty)
    refuseFields(objections(set, parts, input.qty, input))
    const [orderNo = ''] = await numbering.next('ZZ')
    const order = await owned(tx)
      .insertInto('kit_order')
      .values({
        order_no: orderNo,
        kind: input.kind,
        kit_id: set.kitId,
        owner_id: set.ownerId,
        item_id: set.itemId,
        warehouse_id: warehouseId,
        qty: input.qty,
        from_stock_id: input.kind === 'disassemble' ? (input.stockId ?? null) : null,
        to_location_id: input.toLocationId,
        batch_no: input.kind === 'assemble' && set.batchControlled ? (input.batchNo ?? null) : null,
        expiry: input.kind === 'assemble' && set.expiryControlled ? (input.expiry ?? null) : null,
        serials: set.serialControlled ? [...new Set(input.serials)] : [],
        remark: input.remark ?? null,
        search: searchText([orderNo, set.itemNo, place.code, input.batchNo]),
        ...created(actor.userId),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('kit_order_line')
      .values(
        parts.map((part, index) => {
          const said = input.parts.find(({ partId }) => partId === part.partId)
          return {
            order_id: order.id,
            seq: index + 1,
            part_id: part.partId,
            qty_per: part.qtyPer,
            qty: part.qty,
            batch_no: said?.batchNo ?? null,
            production: said?.production ?? null,
            expiry: said?.expiry ?? null,
            serials: part.serialControlled ? [...new Set(said?.serials)] : [],
          }
        }),
      )
      .execute()
    await recordHistory(tx, actor, 'kitOrder', order.id, 'created')
    if (input.run) await run(tx, actor, markSeen(order), set, input)
    return { id: order.id, orderNo, state: input.run ? 'done' : 'new' }
  }

/** Where the order happens: as chosen, or where the sets stand. */
async function warehouseOf(tx: Tx, actor: Actor, set: SetItem, input: KitOrderInput): Promise<number> {
  if (input.kind === 'disassemble') {
    if (input.stockId === undefined) throw badField('stockId', 'field.required')
    const key = await setKey(tx, actor, input.stockId)
    if (key === undefined || key.itemId !== set.itemId) throw badField('stockId', 'field.choice')
    return key.warehouseId
  }
  if (input.warehouseId === undefined) throw badField('warehouseId', 'field.required')
  const warehouse = await scoped(tx, actor, 'warehouse')
    .select('id')
    .where('id', '=', input.warehouseId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (warehouse === undefined) throw badField('warehouseId', 'field.choice')
  return warehouse.id
}

/** Does an order that waits, with what is known by now. */
export const runKitOrder: Act<typeof calls.runKitOrder> = async ({ tx, actor }, { id, ...details }) => {
  const order = (await lockOrders(tx, actor, [id])).get(id)
  if (order === undefined) throw notFound()
  const no = objection(order, 'run')
  if (no !== undefined) throw no
  const set = await holdSet(tx, actor, order.kit_id)
  if (set === undefined) throw notFound()
  if (!set.enabled) throw new Refusal('kits.disabled', { name: set.itemNo })
  const place = await placeOf(tx, actor, details.toLocationId)
  if (place === undefined || place.warehouseId !== order.warehouse_id) throw badField('toLocationId', 'field.choice')
  refuseFields(objections(set, await partsOfOrder(tx, order.id), order.qty, details))
  await run(tx, actor, order, set, details)
  return { id, orderNo: order.order_no, state: 'done' }
}

async function run(tx: Tx, actor: Actor, order: Order, set: SetItem, details: Details): Promise<void> {
  const parts = await partsOfOrder(tx, order.id)
  const act = order.kind === 'assemble' ? runAssembly : runDisassembly
  const done = await act(tx, actor, { order, set, parts, details })
  await owned(tx)
    .updateTable('kit_order')
    .set({
      state: 'done',
      posting_id: done.postingId,
      to_location_id: details.toLocationId,
      batch_id: done.batchId,
      batch_no: done.batchNo,
      expiry: done.expiry,
      serials: [...done.serials],
      done_at: clock.now(),
      done_by_name: actor.name,
      ...changed(actor.userId, order.version),
    })
    .where('id', '=', order.id)
    .execute()
  for (const { partId, ...line } of done.lines) await writeLine(tx, order.id, partId, line)
  await recordHistory(tx, actor, 'kitOrder', order.id, 'done')
}

const objection = ({ state }: Order, action: keyof typeof kitOrderLifecycle): Refusal | undefined =>
  canStart(kitOrderLifecycle, action, state) ? undefined : new Refusal('kits.orderState', { kitOrderState: state })

const ordersTo = (action: keyof typeof kitOrderLifecycle): Records<Order> => ({
  lock: lockOrders,
  no: (order) => order.order_no,
  may: (order) => objection(order, action),
})

/** In one order, so that two who do the same wait for each other. */
const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

async function end(tx: Tx, actor: Actor, order: Order, state: 'cancelled' | 'reversed', reason: string): Promise<void> {
  await owned(tx)
    .updateTable('kit_order')
    .set({ state, void_reason: reason, ...changed(actor.userId, order.version) })
    .where('id', '=', order.id)
    .execute()
  await recordHistory(tx, actor, 'kitOrder', order.id, state, [{ field: 'reason', from: null, to: reason }])
}

export const cancelKitOrders: Act<typeof calls.cancelKitOrders> = (asked, { ids, reason }) =>
  eachRecord(asked, inOrder(ids), ordersTo('cancel'), (order) => end(asked.tx, asked.actor, order, 'cancelled', reason))

/** Back as it was, every part where it stood. The rules of the places are not asked again: what is put right stood there before. */
export const reverseKitOrders: Act<typeof calls.reverseKitOrders> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, inOrder(ids), ordersTo('reverse'), async (order) => {
    await reversePosting(tx, actor, order.posting_id as number, {
      docType: 'kit',
      docId: order.id,
      docNo: order.order_no,
      act: 'reverse',
    })
    // A pallet that parts were taken off may have gone on meanwhile.
    await refuseTwoPlaces(tx, await containersOf(tx, order.posting_id as number))
    await end(tx, actor, order, 'reversed', reason)
  })
}

/** The containers that a posting touched. */
async function containersOf(tx: Tx, postingId: number): Promise<{ containerId: number }[]> {
  // unscoped: of an order that was found inside the scope
  const rows = await owned(tx)
    .selectFrom('stock_move as m')
    .innerJoin('stock as s', 's.id', 'm.stock_id')
    .select('s.container_id as containerId')
    .distinct()
    .where('m.posting_id', '=', postingId)
    .execute()
  return rows
}
