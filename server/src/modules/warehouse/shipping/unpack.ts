import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/shipping/unpacking'
import type { Insertable, Selectable } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { scoped } from '../../../platform/scope.ts'
import { changed } from '../../../platform/version.ts'
import { type Movement, postMovements, reversePosting } from '../ledger/index.ts'
import { checkLocation, lockLocation } from '../locations/index.ts'
import { total } from './allocate.ts'
import { chosen, lockCarton, lockCartons, moved, requireCarton, splitOff } from './cartons.ts'
import { containerOf, palletRows, serialsOfStock, unitsThere } from './queries.unpackings.ts'
import { allocationsOf, itemFacts, keyOf, recordCarton, recordNotice, settleNotices, stagingPlaces } from './store.ts'

type Unpack = Input<typeof calls.unpackContainer>
type Made = { id: number; unpackNo: string }

/** 拆箱: of a carton, or off a pallet. */
export const unpackContainer =
  (numbering: Numbering): Act<typeof calls.unpackContainer> =>
  async ({ tx, actor }, input) => {
    const container = await containerOf(tx, actor, input.code)
    if (container === undefined) throw badField('code', 'outbound.unknownContainer')
    const [unpackNo = ''] = await numbering.next('CX')
    return container.cartonId === null
      ? offPallet(tx, actor, input, { ...container, unpackNo })
      : outOfCarton(tx, actor, input, { cartonId: container.cartonId, unpackNo })
  }

/** Goods of a carton go on standing ready for their notice, beside it. */
async function outOfCarton(
  tx: Tx,
  actor: Actor,
  input: Unpack,
  { cartonId, unpackNo }: { cartonId: number; unpackNo: string },
): Promise<Made> {
  const { carton, notice } = await lockCarton(tx, actor, cartonId)
  requireCarton(carton, 'unpack')
  const places = await stagingPlaces(tx, carton.warehouse_id)
  if (!places.some(({ id }) => id === input.toLocationId)) throw badField('toLocationId', 'field.choice')
  const rows = (await allocationsOf(tx, [notice.id], ['packed'])).filter(({ carton_id }) => carton_id === carton.id)
  if (rows.length === 0) throw new Refusal('outbound.cartonEmpty')
  const items = await itemFacts(
    tx,
    rows.map(({ item_id }) => item_id),
  )
  const wanted =
    input.lines.length === 0 ? rows.map(({ id, qty }) => ({ id, qty, serials: [] as string[] })) : input.lines
  const before = total(rows.map(({ qty }) => qty))
  const isWhole = compareDecimal(total(wanted.map(({ qty }) => qty)), before) === 0
  const { id } = await insert(tx, actor, {
    unpack_no: unpackNo,
    kind: isWhole ? 'whole' : 'part',
    reason: input.reason,
    warehouse_id: carton.warehouse_id,
    owner_id: notice.owner_id,
    container_id: carton.container_id,
    carton_id: carton.id,
    carton_state: carton.state,
    notice_id: notice.id,
    to_location_id: input.toLocationId,
    remark: input.remark ?? null,
  })
  const to = { locationId: input.toLocationId, containerId: 0 }
  const movements: Movement[] = []
  for (const [index, line] of wanted.entries()) {
    const row = rows.find((one) => one.id === line.id)
    const path = `lines.${index}`
    if (row === undefined) throw badField(`${path}.id`, 'field.choice')
    const item = items.get(row.item_id)
    const qty = new Exact(line.qty).toFixed()
    if (compareDecimal(qty, row.qty) > 0) throw badField(`${path}.qty`, 'field.tooLarge', { max: Number(row.qty) })
    if (!fitsUnit(qty, item?.baseUnit ?? '')) throw badField(`${path}.qty`, 'inbound.whole')
    const serials = chosen(item?.serialControlled ?? false, [row], qty, line.serials, `${path}.serials`)
    const from = { ...row }
    const part = await splitOff(tx, row, qty, serials, {
      state: 'picked',
      location_id: to.locationId,
      container_id: 0,
      carton_id: null,
    })
    const movement = moved(from, part, 'UNPACK', to, qty, serials)
    movements.push(...movement)
    await tx
      .insertInto('unpacking_line')
      .values({
        unpacking_id: id,
        allocation_id: part,
        item_id: from.item_id,
        batch_id: from.batch_id,
        quality: from.quality,
        qty,
        serials,
        from_location_id: from.location_id,
      })
      .execute()
  }
  await owned(tx)
    .updateTable('carton')
    .set(
      isWhole
        ? { state: 'unpacked', ...changed(actor.userId, carton.version) }
        : {
            state: 'open',
            weight: null,
            weight_reason: null,
            seal_no: null,
            sealed_at: null,
            sealed_by: null,
            ...changed(actor.userId, carton.version),
          },
    )
    .where('id', '=', carton.id)
    .execute()
  await recordCarton(tx, actor, carton.id, 'unpacked', [{ field: 'unpackNo', from: null, to: unpackNo }])
  await recordNotice(tx, actor, notice.id, 'unpacked', [{ field: 'cartonNo', from: carton.carton_no, to: null }])
  await settleNotices(tx, actor, [notice])
  await post(tx, actor, { id, unpackNo, warehouseId: carton.warehouse_id }, movements)
  return { id, unpackNo }
}

/** What is taken off a pallet is neither promised nor frozen, and goes where goods of its kind may stand. */
async function offPallet(
  tx: Tx,
  actor: Actor,
  input: Unpack,
  pallet: { id: number; warehouseId: number; unpackNo: string },
): Promise<Made> {
  const place = await scoped(tx, actor, 'location')
    .select(['id', 'warehouse_id'])
    .where('id', '=', input.toLocationId)
    .executeTakeFirst()
  if (place === undefined || place.warehouse_id !== pallet.warehouseId) throw badField('toLocationId', 'field.choice')
  await lockLocation(tx, place.id)
  const rows = await palletRows(tx, pallet.id)
  const [first] = rows
  if (first === undefined) throw badField('code', 'outbound.unknownContainer')
  const wanted =
    input.lines.length === 0
      ? rows.map(({ id, onHand }) => ({ id, qty: onHand, serials: [] as string[] }))
      : input.lines
  const isWhole = compareDecimal(total(wanted.map(({ qty }) => qty)), total(rows.map(({ onHand }) => onHand))) === 0
  const { id } = await insert(tx, actor, {
    unpack_no: pallet.unpackNo,
    kind: isWhole ? 'whole' : 'part',
    reason: input.reason,
    warehouse_id: pallet.warehouseId,
    owner_id: first.ownerId,
    container_id: pallet.id,
    to_location_id: place.id,
    remark: input.remark ?? null,
  })
  const movements: Movement[] = []
  for (const [index, line] of wanted.entries()) {
    const row = rows.find((one) => one.id === line.id)
    const path = `lines.${index}`
    if (row === undefined) throw badField(`${path}.id`, 'field.choice')
    const qty = new Exact(line.qty).toFixed()
    if (compareDecimal(qty, row.free) > 0) throw new Refusal('outbound.promised', { item: row.itemNo, free: row.free })
    if (!fitsUnit(qty, row.baseUnit)) throw badField(`${path}.qty`, 'inbound.whole')
    const there = row.serialControlled ? await serialsOfStock(tx, row.id) : []
    const serials = line.serials.length === 0 && there.length === Number(qty) ? there : [...new Set(line.serials)]
    if (row.serialControlled && serials.length !== Number(qty))
      throw badField(`${path}.serials`, 'outbound.serialsOf', { given: serials.length, needed: Number(qty) })
    const goods = { itemId: row.itemId, batchId: row.batchId, quality: row.quality, qty, containerId: 0 }
    await checkLocation(tx, place.id, goods, { moving: [], before: [] })
    const { id: lineId } = await tx
      .insertInto('unpacking_line')
      .values({
        unpacking_id: id,
        item_id: row.itemId,
        batch_id: row.batchId,
        quality: row.quality,
        qty,
        serials,
        from_location_id: row.locationId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const movement = {
      itemId: row.itemId,
      batchId: row.batchId,
      quality: row.quality,
      line: lineId,
      type: 'UNPACK' as const,
      flow: 0 as const,
      serials,
    }
    movements.push(
      { ...movement, locationId: row.locationId, containerId: pallet.id, onHand: `-${qty}` },
      { ...movement, locationId: place.id, containerId: 0, onHand: qty },
    )
  }
  await post(tx, actor, { id, unpackNo: pallet.unpackNo, warehouseId: pallet.warehouseId }, movements)
  return { id, unpackNo: pallet.unpackNo }
}

type NewUnpacking = Omit<Insertable<DB['unpacking']>, 'at' | 'by_id' | 'by_name'>
const insert = (tx: Tx, actor: Actor, values: NewUnpacking) =>
  owned(tx)
    .insertInto('unpacking')
    .values({ ...values, at: clock.now(), by_id: actor.userId, by_name: actor.name })
    .returning('id')
    .executeTakeFirstOrThrow()

async function post(
  tx: Tx,
  actor: Actor,
  { id, unpackNo, warehouseId }: Made & { warehouseId: number },
  movements: readonly Movement[],
): Promise<void> {
  const { postingId } = await postMovements(tx, actor, {
    warehouseId,
    docType: 'unpack',
    docId: id,
    docNo: unpackNo,
    act: 'unpack',
    movements,
  })
  await owned(tx).updateTable('unpacking').set({ posting_id: postingId }).where('id', '=', id).execute()
}

/** 拆包装: a note, for stock is kept in base units; nobody breaks more than stands there. */
export const breakPack =
  (numbering: Numbering): Act<typeof calls.breakPack> =>
  async ({ tx, actor }, input) => {
    const warehouse = await scoped(tx, actor, 'warehouse')
      .select('id')
      .where('id', '=', input.warehouseId)
      .executeTakeFirst()
    if (warehouse === undefined) throw badField('warehouseId', 'field.choice')
    const item = await scoped(tx, actor, 'item')
      .select(['id', 'owner_id', 'base_unit'])
      .where('id', '=', input.itemId)
      .executeTakeFirst()
    if (item === undefined) throw badField('itemId', 'field.choice')
    const pack = await tx
      .selectFrom('item_pack')
      .select('ratio')
      .where('item_id', '=', item.id)
      .where('unit', '=', input.unit)
      .executeTakeFirst()
    if (pack === undefined) throw badField('unit', 'inbound.unit')
    if (input.locationId !== undefined) {
      const place = await scoped(tx, actor, 'location')
        .select('warehouse_id')
        .where('id', '=', input.locationId)
        .executeTakeFirst()
      if (place?.warehouse_id !== warehouse.id) throw badField('locationId', 'field.choice')
    }
    const qty = new Exact(pack.ratio).times(input.count).toFixed()
    const there = await unitsThere(tx, actor, input)
    if (compareDecimal(qty, there) > 0)
      throw badField('count', 'outbound.fewerThere', { qty: there, baseUnit: item.base_unit })
    const [unpackNo = ''] = await numbering.next('CX')
    const { id } = await insert(tx, actor, {
      unpack_no: unpackNo,
      kind: 'pack',
      reason: input.reason,
      warehouse_id: warehouse.id,
      owner_id: item.owner_id,
      to_location_id: input.locationId ?? null,
      remark: input.remark ?? null,
    })
    await tx
      .insertInto('unpacking_line')
      .values({
        unpacking_id: id,
        item_id: item.id,
        qty,
        from_location_id: input.locationId ?? null,
        unit: input.unit,
        unit_qty: input.count,
      })
      .execute()
    return { id, unpackNo }
  }

/** The cartons first, and with them their notices: whoever packs takes them in that order. */
async function lockUnpackings(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Unpacking>> {
  const seen = await scoped(tx, actor, 'unpacking')
    .select('carton_id')
    .where('id', 'in', [...ids])
    .execute()
  await lockCartons(
    tx,
    actor,
    seen.flatMap(({ carton_id }) => carton_id ?? []),
  )
  const rows = await scoped(tx, actor, 'unpacking')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
type Unpacking = Selectable<DB['unpacking']>
const unpackings: Records<Unpacking> = {
  lock: lockUnpackings,
  no: (unpacking) => unpacking.unpack_no,
  may: ({ reversed_at }) => (reversed_at === null ? undefined : new Refusal('outbound.reversed')),
}

/** 冲销: back into what they were taken out of; refused where they have moved on. Of a broken pack only the note. */
export const reverseUnpacking: Act<typeof calls.reverseUnpacking> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  // In one order, so that two who do the same wait for each other.
  const inOrder = [...ids].sort((a, b) => a - b)
  return eachRecord(asked, inOrder, unpackings, async (row) => {
    await owned(tx)
      .updateTable('unpacking')
      .set({ reversed_at: clock.now(), reversed_by_name: actor.name, reverse_reason: reason, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute()
    if (row.carton_id !== null) await backIntoCarton(tx, actor, { ...row, carton_id: row.carton_id })
    if (row.posting_id !== null)
      await reversePosting(tx, actor, row.posting_id, {
        docType: 'unpack',
        docId: row.id,
        docNo: row.unpack_no,
        act: 'reverse',
      })
  })
}

async function backIntoCarton(
  tx: Tx,
  actor: Actor,
  row: { id: number; kind: string; carton_id: number; carton_state: string | null; to_location_id: number | null },
): Promise<void> {
  const { carton, notice } = await lockCarton(tx, actor, row.carton_id)
  const isWhole = row.kind === 'whole'
  if (carton.state !== (isWhole ? 'unpacked' : 'open')) throw new Refusal('outbound.goodsMoved')
  const lines = await tx.selectFrom('unpacking_line').selectAll().where('unpacking_id', '=', row.id).execute()
  const goods = new Map((await allocationsOf(tx, [notice.id], ['picked'])).map((one) => [one.id, one]))
  for (const line of lines) {
    const one = goods.get(line.allocation_id ?? 0)
    const untouched =
      one !== undefined &&
      compareDecimal(one.qty, line.qty) === 0 &&
      keyOf(one).locationId === row.to_location_id &&
      one.container_id === 0
    if (!untouched) throw new Refusal('outbound.goodsMoved')
    await tx
      .updateTable('allocation')
      .set({
        state: 'packed',
        location_id: line.from_location_id ?? one.location_id,
        container_id: carton.container_id,
        carton_id: carton.id,
      })
      .where('id', '=', one.id)
      .execute()
  }
  await owned(tx)
    .updateTable('carton')
    .set(
      isWhole
        ? { state: row.carton_state ?? 'open', ...changed(actor.userId, carton.version) }
        : { weight: null, weight_reason: null, ...changed(actor.userId, carton.version) },
    )
    .where('id', '=', carton.id)
    .execute()
  await recordCarton(tx, actor, carton.id, 'unpackingReversed')
  await settleNotices(tx, actor, [notice])
}
