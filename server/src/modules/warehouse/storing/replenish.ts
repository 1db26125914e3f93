import type { Reason } from '@xunyun/contract/errors'
import type { Input, Output, Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { fitsUnit, placesOf } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/storing/replenishment'
import type { getReplenishment, ReplenishmentRow } from '@xunyun/contract/warehouse/storing/replenishment'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { type Deps, writeOrder } from './orders.ts'
import { emptyFaces, type Face, facesUnder, type Room, type Source, sourcesFor, takeTurn } from './store.replenish.ts'

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

/** Base units that a place takes; null: as many as one likes. What the unit can't be divided into is left out. */
export function roomFor(
  room: Pick<Room, 'weight' | 'volume'>,
  item: { weight: string | null; volume: string | null; baseUnit: string },
): string | null {
  const each = (left: string | null, one: string | null) =>
    left === null || one === null || new Exact(one).isZero() ? [] : [new Exact(left).div(one)]
  const limits = [...each(room.weight, item.weight), ...each(room.volume, item.volume)]
  const [first, ...more] = limits
  if (first === undefined) return null
  const least = more.reduce((a, b) => (a.lt(b) ? a : b), first)
  return least.lte(0) ? '0' : least.toDecimalPlaces(placesOf(item.baseUnit), Exact.ROUND_FLOOR).toFixed()
}

type Line = { stockId: number; qty: string }
type Suggestion = ReplenishmentRow & { parts: readonly Part[]; room: string | null }

const sum = (parts: readonly Part[]) => parts.reduce((all, { qty }) => all.plus(qty), new Exact('0'))

/** The first place as one walks that takes all of it, else the one that takes most. */
function bestOf(rooms: readonly Room[], face: Face, qty: string): Room | undefined {
  const takes = (room: Room) => new Exact(roomFor(room, face) ?? qty)
  const able = rooms.filter((room) => takes(room).gt(0))
  return (
    able.find((room) => takes(room).gte(qty)) ??
    able.reduce<Room | undefined>((best, room) => (best && takes(best).gte(takes(room)) ? best : room), undefined)
  )
}

/** What is suggested for a place: no more than it takes, of one batch where it keeps to one, on no more pallets than have room. */
function fitted(face: Face, sources: readonly Source[], room: Room | undefined): Part[] {
  const level = new Exact(face.level).plus(face.arriving)
  const takes = room && roomFor(room, face)
  const most = takes ? level.plus(takes) : new Exact(face.pickMax)
  const batch = room && !room.mixBatch ? (room.batchId ?? sources[0]?.batchId) : undefined
  const parts = fill(
    {
      level: level.toFixed(),
      min: most.lt(face.pickMin) ? most.toFixed() : face.pickMin,
      max: most.lt(face.pickMax) ? most.toFixed() : face.pickMax,
      carton: face.carton,
      splits: !face.serialControlled,
    },
    batch === undefined ? sources : sources.filter(({ batchId }) => batchId === batch),
  )
  let pallets = room?.pallets ?? Number.POSITIVE_INFINITY
  return parts.map((part) => {
    if (part.whole) pallets -= 1
    return pallets < 0 ? { ...part, whole: false } : part
  })
}

/** Quantities that a person asks for instead: of what may go, and no more of it. */
function askedFor(lines: readonly Line[], sources: readonly Source[], faces: readonly Face[]): Map<number, Part[]> {
  const wrong = lines.flatMap(({ stockId, qty }, index) => {
    const say = (field: string, reason: Reason, params?: Params) => [
      { path: `lines.${index}.${field}`, reason, params },
    ]
    const source = sources.find((one) => one.stockId === stockId)
    const face = faces.find(({ itemId }) => itemId === source?.itemId)
    if (source === undefined || face === undefined) return say('stockId', 'stock.notMovable')
    const same = lines.findIndex((one) => one.stockId === stockId)
    if (same < index) return say('stockId', 'inbound.sameLine', { row: same + 1 })
    if (!fitsUnit(qty, face.baseUnit)) return say('qty', 'inbound.whole')
    if (compareDecimal(qty, source.free) > 0) return say('qty', 'stock.moreThanFree', { free: source.free })
    const isPart = compareDecimal(qty, '0') > 0 && compareDecimal(qty, source.free) < 0
    return face.serialControlled && isPart ? say('qty', 'stock.wholeKey', { free: source.free }) : []
  })
  refuseFields(wrong)
  const parts = new Map<number, Part[]>()
  for (const { stockId, qty } of lines) {
    const source = sources.find((one) => one.stockId === stockId) as Source
    const of = parts.get(source.itemId) ?? []
    parts.set(source.itemId, of)
    if (compareDecimal(qty, '0') > 0)
      of.push({ source, qty, whole: source.wholeContainer && compareDecimal(qty, source.free) === 0 })
  }
  return parts
}

type Asking = Input<typeof getReplenishment> & { itemIds?: readonly number[]; lines?: readonly Line[] | undefined }

async function suggestions(tx: Tx, actor: Actor, asking: Asking): Promise<Suggestion[]> {
  const { warehouseId, ownerId, itemIds, lines = [] } = asking
  const warehouse = await scoped(tx, actor, 'warehouse')
    .select('id')
    .where('id', '=', warehouseId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (warehouse === undefined) throw badField('warehouseId', 'field.choice')
  const faces = await facesUnder(tx, actor, { warehouseId, ownerId, itemIds })
  const numbered = new Set(faces.filter(({ serialControlled }) => serialControlled).map(({ itemId }) => itemId))
  const sources = (
    await sourcesFor(
      tx,
      actor,
      warehouseId,
      faces.map(({ itemId }) => itemId),
    )
  ).filter(({ itemId, untouched }) => untouched || !numbered.has(itemId))
  const asked = askedFor(lines, sources, faces)
  let free = await emptyFaces(tx, actor, warehouseId, faces.length)
  return faces.map((face) => {
    const mine = sources.filter(({ itemId }) => itemId === face.itemId)
    const wanted = asked.get(face.itemId)
    const needed = sum(wanted ?? fitted(face, mine, undefined)).toFixed()
    // An item that was never picked, or whose place is full, gets a place of its own.
    const old = face.place !== null && bestOf([face.place], face, needed) ? face.place : undefined
    const fresh = free.filter((room) => room.tempClass === face.tempClass)
    const room = needed === '0' ? (face.place ?? undefined) : (old ?? bestOf(fresh, face, needed))
    free = free.filter((one) => one !== room)
    const parts = wanted ?? fitted(face, mine, room)
    const { place: _, carton: __, tempClass: ___, weight: ____, volume: _____, ...row } = face
    return {
      ...row,
      toLocationId: room?.id ?? null,
      toLocation: room?.code ?? null,
      room: room === undefined ? null : roomFor(room, face),
      parts,
      lines: parts.map(({ source, qty, whole }) => ({
        stockId: source.stockId,
        fromLocation: source.fromLocation,
        batchNo: source.batchNo,
        expiry: source.expiry,
        containerCode: source.containerCode,
        qty,
        free: source.free,
        whole,
      })),
    }
  })
}

export const replenishment = async (
  tx: Tx,
  actor: Actor,
  input: Input<typeof getReplenishment>,
): Promise<Output<typeof getReplenishment>> =>
  (await suggestions(tx, actor, input)).map(({ parts: _, room: __, ...row }) => row)

/** Calculated anew, one after the other in a warehouse: what somebody else has ordered since is not ordered twice. */
export const addReplenishment =
  (numbering: Numbering, deps: Deps): Act<typeof calls.addReplenishment> =>
  async ({ tx, actor }, { warehouseId, itemIds, lines, remark }) => {
    await takeTurn(tx, warehouseId)
    const found = await suggestions(tx, actor, { warehouseId, itemIds, lines })
    refuseFields(
      found.flatMap(({ parts, room, toLocation }) => {
        const line = lines?.findIndex(({ stockId }) => parts.some(({ source }) => source.stockId === stockId)) ?? -1
        return line === -1 || room === null || sum(parts).lte(room)
          ? []
          : [
              {
                path: `lines.${line}.qty`,
                reason: 'stock.moreThanRoom',
                params: { location: toLocation ?? '', most: room },
              },
            ]
      }),
    )
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
            // All of a key, and so all of its numbers.
            serials: [],
            ...(whole ? { whole } : { qty }),
          })),
        )
      const { id, orderNo } = await writeOrder(
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
