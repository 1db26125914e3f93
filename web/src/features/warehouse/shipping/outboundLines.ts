import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { OutboundDetail } from '@xunyun/contract/warehouse/shipping/notices'
import { baseQty, type LineDraft, toLine } from '../../../shared/goods/goodsLines.ts'

/** As the contract takes it: of a line out, `expiry` is the day after which its goods must still be good. */
export function toOutboundLine(draft: LineDraft) {
  const { itemId, unit, unitQty, batchNo, expiry, quality } = toLine(draft)
  return { itemId, unit, unitQty, batchNo, expiryAfter: expiry, quality }
}

export const draftsOf = (notice: OutboundDetail): LineDraft[] =>
  notice.lines.map((line) => ({
    item: {
      id: line.itemId,
      itemNo: line.itemNo,
      name: line.itemName,
      barcodes: [],
      baseUnit: line.baseUnit,
      packs: line.packs,
    },
    unit: line.unit,
    qty: line.unitQty,
    batchNo: line.batchNo ?? undefined,
    expiry: line.expiryAfter ?? undefined,
    quality: line.quality,
  }))

/** What is free of a line's goods, and what the lines up to it ask for beyond that. Base units. */
export type Free = { readonly free: string; readonly missing: string | null }

/** Null: nothing is known of the line's goods, or it asks for goods of another quality than those that are free. */
export function freeOf(lines: readonly LineDraft[], free: ReadonlyMap<number, string>): (Free | null)[] {
  const left = new Map(free)
  return lines.map((line) => {
    const itemId = line.item?.id
    const known = itemId === undefined ? undefined : free.get(itemId)
    if (itemId === undefined || known === undefined || (line.quality ?? 'good') !== 'good') return null
    const before = left.get(itemId) ?? '0'
    const after = new Exact(before).minus(baseQty(line) ?? '0').toFixed()
    left.set(itemId, compareDecimal(after, '0') < 0 ? '0' : after)
    return { free: known, missing: compareDecimal(after, '0') < 0 ? new Exact(after).neg().toFixed() : null }
  })
}
