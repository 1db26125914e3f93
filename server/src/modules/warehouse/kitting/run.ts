import type { Reason } from '@xunyun/contract/errors'
import type { Input, Params } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { KitPartInput, runKitOrder, SeenTake } from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { batchFor, type Movement, postMovements } from '../ledger/index.ts'
import { checkLocation, lockLocation } from '../locations/index.ts'
import { holdItems } from '../shipping/index.ts'
import { firstExpiry, missingOf, saidOf, takesFor, takesOf } from './plan.ts'
import {
  type Order,
  type Part,
  type SetItem,
  type SetKey,
  serialsOfKey,
  setKey,
  type Take,
  type UsedBatch,
  usedBatches,
} from './store.orders.ts'

type Run = {
  readonly order: Order
  readonly set: SetItem
  readonly parts: readonly Part[]
  readonly details: Omit<Input<typeof runKitOrder>, 'id'>
}
type DoneLine = {
  partId: number
  batchId?: number
  batchNo?: string | null
  production?: string | null
  expiry?: string | null
  serials: readonly string[]
}
export type Done = {
  postingId: number
  /** Of sets that were made. */
  batchId: number | null
  batchNo: string | null
  expiry: string | null
  serials: readonly string[]
  lines: readonly DoneLine[]
}
type Wrong = { path: string; reason: Reason; params?: Params }

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const earliest = (...days: readonly (string | null)[]): string | null =>
  days.filter((day) => day !== null).sort()[0] ?? null

/** As many numbers as goods, each once. */
function countSerials(serials: readonly string[], qty: string, path: string): Wrong[] {
  const given = new Set(serials).size
  return compareDecimal(String(given), qty) === 0 && given === serials.length
    ? []
    : [{ path, reason: 'inbound.serialsOf', params: { given, needed: Number(qty) } }]
}

/** Parts with numbers have to be named, each at its line. */
function partSerials({ parts, details }: Run): Wrong[] {
  return parts.flatMap((part) => {
    if (!part.serialControlled) return []
    const index = details.parts.findIndex(({ partId }) => partId === part.partId)
    const path = index === -1 ? 'parts' : `parts.${index}.serials`
    return countSerials(details.parts[index]?.serials ?? [], part.qty, path)
  })
}

/** Two who fill a place wait for each other, then all the goods are held in the order in which postings take them. */
async function hold(tx: Tx, { order, set, parts, details }: Run): Promise<void> {
  await lockLocation(tx, details.toLocationId)
  const items = [set.itemId, ...parts.map(({ partId }) => partId)]
  await holdItems(tx, order.warehouse_id, items, details.toLocationId)
}

/** The rules of the place, as at put-away: asked when all of it stands there, so that what comes together adds up. */
async function checkTarget(
  tx: Tx,
  locationId: number,
  goods: readonly { itemId: number; batchId: number }[],
  quality: Quality,
): Promise<void> {
  for (const { itemId, batchId } of goods)
    await checkLocation(
      tx,
      locationId,
      { itemId, batchId, quality, containerId: 0, qty: '0' },
      { moving: [], before: [] },
    )
}

/** 组合: parts out, sets in, in one posting. */
export async function runAssembly(tx: Tx, actor: Actor, run: Run): Promise<Done> {
  const { order, set, parts, details } = run
  const wrong = partSerials(run)
  if (set.serialControlled) wrong.push(...countSerials(details.serials, order.qty, 'serials'))
  refuseFields(wrong)
  await hold(tx, run)
  const takes = await takesOf(tx, order.warehouse_id, parts, saidOf(details.parts), true)
  refuseMissing(run, takes)
  if (details.seen !== undefined) refuseUnseen(takes, details.seen)
  const batch = await batchOfSets(tx, run, takes)
  const movements: Movement[] = takes.map((take) => ({
    locationId: take.locationId,
    itemId: take.partId,
    batchId: take.batchId,
    quality: 'good',
    containerId: take.containerId,
    line: take.line,
    type: 'ASM',
    flow: -1,
    onHand: `-${take.qty}`,
    serials: parts.find(({ partId }) => partId === take.partId)?.serialControlled ? take.serials : [],
  }))
  const serials = set.serialControlled ? details.serials : []
  movements.push({
    locationId: details.toLocationId,
    itemId: set.itemId,
    batchId: batch.id,
    quality: 'good',
    containerId: 0,
    line: 0,
    type: 'ASM',
    flow: 1,
    onHand: order.qty,
    serials,
  })
  const postingId = await post(tx, actor, order, movements)
  await checkTarget(tx, details.toLocationId, [{ itemId: set.itemId, batchId: batch.id }], 'good')
  return {
    postingId,
    batchId: batch.id,
    batchNo: batch.batchNo || null,
    expiry: batch.expiry,
    serials,
    lines: parts.map(({ partId, serialControlled }) => ({
      partId,
      serials: serialControlled ? (saidOf(details.parts).get(partId)?.serials ?? []) : [],
    })),
  }
}

async function post(tx: Tx, actor: Actor, order: Order, movements: readonly Movement[]): Promise<number> {
  const { postingId } = await postMovements(tx, actor, {
    warehouseId: order.warehouse_id,
    docType: 'kit',
    docId: order.id,
    docNo: order.order_no,
    act: 'run',
    movements,
  })
  return postingId
}

function refuseMissing({ parts, details }: Run, takes: readonly Take[]): void {
  for (const part of parts.filter(({ serialControlled }) => serialControlled)) {
    const found = new Set(takesFor(takes, part.partId).flatMap(({ serials }) => serials))
    const said = saidOf(details.parts).get(part.partId)?.serials ?? []
    const numbers = said.filter((no) => !found.has(no))
    if (numbers.length > 0) throw new Refusal('kits.serialNotHere', { item: part.itemNo, numbers: numbers.join(', ') })
  }
  const lacking = parts.filter((part) => compareDecimal(missingOf(part, takes), '0') > 0)
  if (lacking.length === 0) return
  const lines = lacking.map((part) => `${part.itemNo} ${Number(missingOf(part, takes))}`).join('; ')
  throw new Refusal('kits.short', { lines })
}

/** Somebody goes to the shelves with what was shown: what changed meanwhile has to be looked at again. */
function refuseUnseen(takes: readonly Take[], seen: readonly SeenTake[]): void {
  const shown = new Map(seen.map(({ stockId, qty }) => [stockId, qty]))
  const same = takes.length === shown.size && takes.every(({ stockId, qty }) => isSame(shown.get(stockId), qty))
  if (!same) throw new Refusal('kits.takesChanged')
}
const isSame = (a: string | undefined, b: string) => a !== undefined && compareDecimal(a, b) === 0

/**
 * The batch that the sets become: its number as typed or the order's own, its expiry never after that of the first part.
 * What is made today goes out after what was made before.
 */
async function batchOfSets(
  tx: Tx,
  { order, set, details }: Run,
  takes: readonly Take[],
): Promise<{ id: number; batchNo: string; expiry: string | null }> {
  const today = clock.today()
  const first = firstExpiry(takes)
  const said = set.expiryControlled ? details.expiry : undefined
  if (said !== undefined && said < today) throw badField('expiry', 'kits.expired')
  if (said !== undefined && first !== null && said > first)
    throw badField('expiry', 'kits.expiryBeyond', { day: first })
  const shelf = set.expiryControlled && set.shelfLifeDays !== null ? addDays(today, set.shelfLifeDays) : null
  const expiry = said ?? earliest(first, shelf)
  if (set.expiryControlled && expiry === null) throw badField('expiry', 'field.required')
  const batchNo = set.batchControlled ? (details.batchNo ?? order.order_no) : ''
  // A batch ends after the day on which it was made; sets of parts that end today have no such day.
  const production = set.expiryControlled && expiry !== null && expiry > today ? today : null
  const id = await batchFor(tx, { itemId: set.itemId, batchNo, production, expiry, inbound: today })
  return { id, batchNo, expiry }
}

/** 拆解: sets out, parts in, in one posting. The parts have the quality of the sets. */
export async function runDisassembly(tx: Tx, actor: Actor, run: Run): Promise<Done> {
  const { order, set, parts, details } = run
  refuseFields(partSerials(run))
  await hold(tx, run)
  const key = await setKey(tx, actor, order.from_stock_id as number)
  if (key === undefined) throw badField('stockId', 'field.choice')
  if (compareDecimal(order.qty, key.free) > 0)
    throw badField('qty', 'stock.moreThanFree', { free: Math.max(Number(key.free), 0) })
  const serials = await setSerials(tx, run, key)
  const lines = await partBatches(tx, run, key)
  const movements: Movement[] = [
    {
      locationId: key.locationId,
      itemId: set.itemId,
      batchId: key.batchId,
      quality: key.quality,
      containerId: key.containerId,
      line: 0,
      type: 'DIS',
      flow: -1,
      onHand: `-${order.qty}`,
      serials,
    },
    ...parts.map((part): Movement => {
      const line = lines.find(({ partId }) => partId === part.partId)
      return {
        locationId: details.toLocationId,
        itemId: part.partId,
        batchId: line?.batchId as number,
        quality: key.quality,
        containerId: 0,
        line: part.line,
        type: 'DIS',
        flow: 1,
        onHand: part.qty,
        serials: line?.serials ?? [],
      }
    }),
  ]
  const postingId = await post(tx, actor, order, movements)
  const goods = lines.map(({ partId, batchId }) => ({ itemId: partId, batchId: batchId as number }))
  await checkTarget(tx, details.toLocationId, goods, key.quality)
  return { postingId, batchId: null, batchNo: key.batchNo || null, expiry: key.expiry, serials, lines }
}

/** Which sets: those that are named, or all that stand there. */
async function setSerials(tx: Tx, { order, set, details }: Run, key: SetKey): Promise<string[]> {
  if (!set.serialControlled) return []
  if (details.serials.length === 0 && compareDecimal(order.qty, key.onHand) === 0) return serialsOfKey(tx, key.id)
  refuseFields(countSerials(details.serials, order.qty, 'serials'))
  return details.serials
}

/** The batch that each part is again: the one that went in, or what is typed of it. */
async function partBatches(tx: Tx, { parts, details }: Run, key: SetKey): Promise<DoneLine[]> {
  const used = await usedBatches(tx, key.batchId)
  const wrong: Wrong[] = []
  const lines: DoneLine[] = []
  for (const part of parts) {
    const index = details.parts.findIndex(({ partId }) => partId === part.partId)
    const said = details.parts[index]
    const path = (field: string) => (index === -1 ? 'parts' : `parts.${index}.${field}`)
    const mine = used.filter(({ partId }) => partId === part.partId)
    const known =
      said?.batchId === undefined ? firstOf(mine, said) : mine.find(({ batchId }) => batchId === said.batchId)
    const serials = part.serialControlled ? (said?.serials ?? []) : []
    if (known !== undefined) {
      const { partId: _, qty: __, ...batch } = known
      lines.push({ partId: part.partId, ...batch, serials })
      continue
    }
    if (said?.batchId !== undefined) {
      wrong.push({ path: path('batchId'), reason: 'kits.otherBatch' })
      continue
    }
    const production = part.expiryControlled ? (said?.production ?? null) : null
    const calculated =
      production === null || part.shelfLifeDays === null ? null : addDays(production, part.shelfLifeDays)
    const expiry = part.expiryControlled ? (said?.expiry ?? calculated) : null
    if (part.batchControlled && said?.batchNo === undefined)
      wrong.push({ path: path('batchNo'), reason: 'inbound.needsBatch' })
    if (part.expiryControlled && expiry === null) wrong.push({ path: path('expiry'), reason: 'inbound.needsExpiry' })
    else if (production !== null && expiry !== null && expiry <= production)
      wrong.push({ path: path('expiry'), reason: 'inbound.expiryOrder' })
    if (wrong.length > 0) continue
    const batchNo = part.batchControlled ? (said?.batchNo ?? '') : ''
    const batchId = await batchFor(tx, { itemId: part.partId, batchNo, production, expiry, inbound: key.inbound })
    lines.push({ partId: part.partId, batchId, batchNo, production, expiry, serials })
  }
  refuseFields(wrong)
  return lines
}

/** What is typed is meant; where nothing is, what would go out first came out. */
const firstOf = (used: readonly UsedBatch[], said: KitPartInput | undefined): UsedBatch | undefined =>
  said?.batchNo === undefined && said?.production === undefined && said?.expiry === undefined ? used[0] : undefined
