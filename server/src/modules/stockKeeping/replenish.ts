import type { Input, Output } from '@xunyun/contract/kernel/call'
import { Exact } from '@xunyun/contract/kernel/decimal'
import type { addReplenishment, getReplenishment, ReplenishmentRow } from '@xunyun/contract/stock/replenishment'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { scoped } from '../../platform/scope.ts'
import { addOrder, type Deps } from './orders.ts'
import { emptyFaces, type Face, facesUnder, type Source, sourcesFor, takeTurn } from './store.replenish.ts'

/** What is taken of one key; whole: with its container. */
export type Part = { source: Source; qty: string; whole: boolean }
type Asked = {
  /** In picking zones or on its way there. */
  level: string
  min: string
  max: string
  /** Base units in a carton; none: loose goods. */
  carton: string | null
  /** Which serial numbers go is not for the server to choose: such goods go by whole keys. */
  splits: boolean
}

/**
 * Up to the upper limit, in the order of the sources (first to expire first). Of one batch what fits as it stands goes first, so
 * that no pallet is broken that need not be; a key that is too large gives whole cartons, and single units only where it would
 * stay under the lower limit without them.
 */
export function fill(asked: Asked, sources: readonly Source[]): Part[] {
  const parts: Part[] = []
  const rest = [...sources]
  let level = new Exact(asked.level)
  while (rest.length > 0 && level.lt(asked.max)) {
    const left = new Exact(asked.max).minus(level)
    const [first] = rest as [Source]
    const fits = rest.findIndex((one) => one.batchId === first.batchId && left.gte(one.free))
    const [source] = rest.splice(Math.max(fits, 0), 1) as [Source]
    let qty = new Exact(source.free)
    const whole = source.wholeContainer && qty.lte(left)
    if (qty.gt(left)) {
      if (!asked.splits) continue
      const carton = asked.carton ?? '1'
      qty = asked.carton === null ? left : left.div(carton).floor().times(carton)
      if (qty.isZero() && level.lt(asked.min)) qty = left
    }
    if (qty.isZero()) continue
    parts.push({ source, qty: qty.toFixed(), whole })
    level = level.plus(qty)
  }
  return parts
}

type Suggestion = ReplenishmentRow & { parts: readonly Part[] }

async function suggestions(
  tx: Tx,
  actor: Actor,
  { warehouseId, ownerId }: Input<typeof getReplenishment>,
  itemIds?: readonly number[],
): Promise<Suggestion[]> {
  const warehouse = await scoped(tx, actor, 'warehouse')
    .select('id')
    .where('id', '=', warehouseId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (warehouse === undefined) throw badField('warehouseId', 'field.choice')
  const faces = await facesUnder(tx, actor, { warehouseId, ownerId, itemIds })
  const sources = await sourcesFor(
    tx,
    actor,
    warehouseId,
    faces.map(({ itemId }) => itemId),
  )
  // An item that was never picked gets a place of its own.
  const free = await emptyFaces(
    tx,
    actor,
    warehouseId,
    faces.filter(({ toLocationId }) => toLocationId === null).length,
  )
  return faces.map(({ carton, serialControlled, tempClass, ...face }: Face) => {
    const parts = fill(
      {
        level: new Exact(face.level).plus(face.arriving).toFixed(),
        min: face.pickMin,
        max: face.pickMax,
        carton,
        splits: !serialControlled,
      },
      sources.filter(({ itemId }) => itemId === face.itemId),
    )
    const at =
      face.toLocationId === null && parts.length > 0 ? free.findIndex((one) => one.tempClass === tempClass) : -1
    const [place] = at === -1 ? [] : free.splice(at, 1)
    return {
      ...face,
      toLocationId: face.toLocationId ?? place?.id ?? null,
      toLocation: face.toLocation ?? place?.code ?? null,
      parts,
      lines: parts.map(({ source, qty, whole }) => ({
        stockId: source.stockId,
        fromLocation: source.fromLocation,
        batchNo: source.batchNo,
        expiry: source.expiry,
        containerCode: source.containerCode,
        qty,
        whole,
      })),
    }
  })
}

export const replenishment = async (
  tx: Tx,
  actor: Actor,
  input: Input<typeof getReplenishment>,
): Promise<Output<typeof getReplenishment>> => (await suggestions(tx, actor, input)).map(({ parts: _, ...row }) => row)

/** Reckoned anew, one after the other in a warehouse: what somebody else has ordered since is not ordered twice. */
export async function replenish(
  tx: Tx,
  actor: Actor,
  { warehouseId, itemIds, remark }: Input<typeof addReplenishment>,
  numbering: Numbering,
  deps: Deps,
): Promise<Output<typeof addReplenishment>> {
  await takeTurn(tx, warehouseId)
  const found = await suggestions(tx, actor, { warehouseId }, itemIds)
  const able = found.filter(({ toLocationId, parts }) => toLocationId !== null && parts.length > 0)
  if (able.length === 0) throw new Refusal('stock.nothingToReplenish')
  const orders: { id: number; orderNo: string }[] = []
  for (const ownerId of [...new Set(able.map((row) => row.ownerId))]) {
    const lines = able
      .filter((row) => row.ownerId === ownerId)
      .flatMap(({ toLocationId, parts }) =>
        parts.map(({ source, qty, whole }) => ({
          stockId: source.stockId,
          toLocationId: toLocationId as number,
          serials: [],
          ...(whole ? { whole } : { qty }),
        })),
      )
    const { id, orderNo } = await addOrder(
      tx,
      actor,
      { type: 'replenish', reason: 'replenish', run: false, lines, ...(remark === undefined ? {} : { remark }) },
      numbering,
      deps,
    )
    orders.push({ id, orderNo })
  }
  return { orders }
}
