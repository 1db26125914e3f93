import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { KitPartInput } from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { Act } from '../../../platform/act.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, notFound } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { matchGoods, type Need, shortagesOf } from '../shipping/index.ts'
import {
  expiriesOf,
  holdSet,
  keysOfSerials,
  type Part,
  partsOfKit,
  serialsOfKey,
  serialsOn,
  setKey,
  sumOf,
  type Take,
  usedBatches,
  usedSerials,
} from './store.orders.ts'

export type Said = ReadonlyMap<number, KitPartInput>
export const saidOf = (parts: readonly KitPartInput[]): Said => new Map(parts.map((part) => [part.partId, part]))

/** A part as a line that lacks goods. It is no line of a notice: those have numbers above zero. */
const needOf = (warehouseId: number, part: Part, qty = part.qty): Need => ({
  lineId: -part.partId,
  noticeId: 0,
  warehouseId,
  itemId: part.partId,
  batchNo: null,
  expiryAfter: null,
  quality: 'good',
  qty,
})

const isNamed = (part: Part, said: Said) => part.serialControlled && (said.get(part.partId)?.serials.length ?? 0) > 0

/**
 * Where each part is taken from: goods with numbers where those numbers stand, all others as an outbound notice would
 * take them, first what expires first. Fewer than are needed where there are no more.
 */
export async function takesOf(
  tx: Tx,
  warehouseId: number,
  parts: readonly Part[],
  said: Said,
  hold: boolean,
): Promise<Take[]> {
  const byId = new Map(parts.map((part) => [part.partId, part]))
  const takes: Take[] = []
  for (const part of parts.filter((one) => isNamed(one, said))) {
    const { partId, line } = part
    takes.push(...(await keysOfSerials(tx, warehouseId, { partId, line }, said.get(partId)?.serials ?? [])))
  }
  const matches = await matchGoods(
    tx,
    parts.filter((part) => !isNamed(part, said)).map((part) => needOf(warehouseId, part)),
    [],
    hold,
  )
  const expiries = await expiriesOf(
    tx,
    matches.map(({ batchId }) => batchId),
  )
  const numbered = matches.filter(({ need }) => byId.get(need.itemId)?.serialControlled)
  const serials = await serialsOn(
    tx,
    numbered.map(({ stockId, qty }) => ({ stockId, count: Math.ceil(Number(qty)) })),
  )
  for (const { need, qty, ...place } of matches)
    takes.push({
      ...place,
      partId: need.itemId,
      line: byId.get(need.itemId)?.line ?? 0,
      qty,
      expiry: expiries.get(place.batchId) ?? null,
      serials: serials.get(place.stockId) ?? [],
    })
  return takes
}

export const takesFor = (takes: readonly Take[], partId: number) => takes.filter((take) => take.partId === partId)
export const missingOf = (part: Part, takes: readonly Take[]): string =>
  new Exact(part.qty).minus(sumOf(takesFor(takes, part.partId).map(({ qty }) => qty))).toFixed()
/** The first day on which a part expires. */
export const firstExpiry = (takes: readonly Take[]): string | null =>
  takes.reduce<string | null>(
    (first, { expiry }) => (expiry !== null && (first === null || expiry < first) ? expiry : first),
    null,
  )

const toPlanned = ({ partId, itemNo, name, baseUnit, ...part }: Part) => ({
  partId,
  itemNo,
  name,
  baseUnit,
  batchControlled: part.batchControlled,
  serialControlled: part.serialControlled,
  expiryControlled: part.expiryControlled,
  qtyPer: part.qtyPer,
  qty: part.qty,
})

export const planAssembly: Act<typeof calls.planAssembly> = async (
  { tx, actor },
  { kitId, warehouseId, qty, parts: given },
) => {
  const set = await holdSet(tx, actor, kitId)
  if (set === undefined) throw notFound()
  const warehouse = await scoped(tx, actor, 'warehouse').select('id').where('id', '=', warehouseId).executeTakeFirst()
  if (warehouse === undefined) throw badField('warehouseId', 'field.choice')
  const parts = await partsOfKit(tx, set.kitId, qty)
  const takes = await takesOf(tx, warehouseId, parts, saidOf(given), false)
  const lacking = parts.filter((part) => compareDecimal(missingOf(part, takes), '0') > 0)
  return {
    lines: parts.map((part) => ({
      ...toPlanned(part),
      missing: missingOf(part, takes),
      takes: takesFor(takes, part.partId).map((take) => ({
        stockId: take.stockId,
        locationCode: take.locationCode,
        containerCode: take.containerCode,
        batchNo: take.batchNo,
        expiry: take.expiry,
        qty: take.qty,
        serials: take.serials,
      })),
    })),
    expiry: firstExpiry(takes),
    shortages: await shortagesOf(
      tx,
      lacking.map((part) => needOf(warehouseId, part, missingOf(part, takes))),
    ),
  }
}

export const planDisassembly: Act<typeof calls.planDisassembly> = async (
  { tx, actor },
  { kitId, stockId, qty, serials },
) => {
  const set = await holdSet(tx, actor, kitId)
  const key = await setKey(tx, actor, stockId)
  if (set === undefined) throw notFound()
  if (key === undefined || key.itemId !== set.itemId) throw badField('stockId', 'field.choice')
  const parts = await partsOfKit(tx, set.kitId, qty)
  const used = await usedBatches(tx, key.batchId)
  const numbers = await usedSerials(tx, key.batchId, serials)
  return {
    lines: parts.map((part) => ({
      ...toPlanned(part),
      batches: used.filter(({ partId }) => partId === part.partId).map(({ partId: _, ...batch }) => batch),
      serials: part.serialControlled ? (numbers.get(part.partId) ?? []) : [],
    })),
    setSerials: set.serialControlled ? await serialsOfKey(tx, key.id) : [],
  }
}
