import type { OutboundDetail } from '@xunyun/contract/warehouse/outbound'
import { type LineDraft, toLine } from '../inbound/index.ts'

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
