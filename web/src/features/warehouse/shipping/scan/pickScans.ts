import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import type { ScannedCodes } from '@xunyun/contract/warehouse/locations/scanned'
import type { PickTaskDetail } from '@xunyun/contract/warehouse/shipping/picking'
import { isQty } from '../../../../shared/scan/isQty.ts'
import { locationScanned } from '../../../../shared/scan/locationScanned.ts'
import type { InHand, LineNow } from './keptPicks.ts'

export const begin = (line: LineNow): InHand => ({ lineId: line.id, codes: {}, batch: null, qty: '0', serials: [] })

/** The shelf was scanned, or its pallet. */
export const isThere = ({ codes }: InHand): boolean => codes.location !== undefined || codes.pallet !== undefined
/** Place and goods were scanned: a quantity that is typed counts for these. */
export const isScanned = (hand: InHand): boolean =>
  isThere(hand) && (hand.codes.item !== undefined || hand.serials.length > 0)
/** Batches of these goods that lie there; a task that an earlier release left on the device does not know them. */
export const batchesThere = (line: LineNow): readonly string[] => line.batchesThere ?? []
/** Several batches lie there, and nobody has said yet which one is in hand. */
export const needsBatch = (hand: InHand, line: LineNow): boolean =>
  hand.batch === null && hand.serials.length === 0 && batchesThere(line).length > 1

export type Said =
  | {
      readonly ok: true
      readonly key: 'there' | 'added' | 'qty' | 'byHand' | 'batch'
      readonly code: string
      readonly qty: string
    }
  | {
      readonly ok: false
      readonly key:
        | 'wrongPlace'
        | 'elsewhere'
        | 'placeFirst'
        | 'scanFirst'
        | 'wrongItem'
        | 'wrongBatch'
        | 'tooMany'
        | 'twice'
        | 'serialFirst'
        | 'noNumber'
      readonly code: string
      readonly right: string
    }
export type Scanned = { readonly next: InHand; readonly said: Said }

const refused = (next: InHand, key: Extract<Said, { ok: false }>['key'], code: string, right = ''): Scanned => ({
  next,
  said: { ok: false, key, code, right },
})
const taken = (next: InHand, key: Extract<Said, { ok: true }>['key'], code: string, qty = ''): Scanned => ({
  next,
  said: { ok: true, key, code, qty },
})

/** How many base units a code on the goods stands for; null: it is not on these goods. */
function unitsOf(line: LineNow, codes: readonly string[]): string | null {
  if (codes.some((code) => code.toLowerCase() === line.itemNo.toLowerCase() || line.barcodes.includes(code))) return '1'
  return line.packs.find(({ barcode }) => barcode !== null && codes.includes(barcode))?.ratio ?? null
}

/**
 * One scan: the shelf or the pallet first, then goods by the piece or by the pack, or their numbers. `warehouse` is the
 * code of the task's: a shelf's label says which one it is in.
 */
export function scanned(hand: InHand, line: LineNow, code: string, thisYear: number, warehouse?: string): Scanned {
  const gs1 = readGs1(code, thisYear)
  const place = locationScanned(code, warehouse)
  const there = (codes: ScannedCodes) =>
    taken({ ...hand, codes: { ...hand.codes, ...codes } }, 'there', line.locationCode)
  if (place.elsewhere === null && place.code.toUpperCase() === line.locationCode.toUpperCase())
    return there({ location: code })
  if (line.containerCode !== null && (gs1?.sscc ?? code) === line.containerCode) return there({ pallet: code })
  const forms = gs1?.gtin === undefined ? [code] : gtinForms(gs1.gtin)
  const units = unitsOf(line, forms)
  if (units === null && place.elsewhere !== null && !isThere(hand)) return refused(hand, 'elsewhere', place.elsewhere)
  // A shelf's label is no serial number.
  if (place.ours) return refused(hand, 'wrongPlace', place.code, line.locationCode)
  if (!isThere(hand)) return refused(hand, units === null ? 'wrongPlace' : 'placeFirst', code, line.locationCode)
  // A batch that lies there, by itself.
  const batch = units === null ? (gs1?.gtin === undefined ? (gs1?.batch ?? code) : undefined) : undefined
  if (batch !== undefined && batchesThere(line).includes(batch)) return ofBatch(hand, line, batch)
  if (line.serialControlled && units === null && gs1 === null) return serial(hand, line, code)
  if (units === null) return refused(hand, 'wrongItem', code, line.itemNo)
  if (gs1?.batch !== undefined && gs1.batch !== line.batchNo)
    return refused(hand, 'wrongBatch', gs1.batch, line.batchNo)
  // The code that says the batch is the one to keep.
  const codes = hand.codes.item === undefined || gs1?.batch !== undefined ? { ...hand.codes, item: code } : hand.codes
  const next = { ...hand, codes, batch: gs1?.batch ?? hand.batch }
  if (line.serialControlled)
    return gs1?.serial === undefined ? refused(hand, 'serialFirst', code) : serial(next, line, gs1.serial)
  const qty = new Exact(hand.qty).plus(units).toFixed()
  if (compareDecimal(qty, line.left) > 0) return refused(hand, 'tooMany', code, line.left)
  return taken({ ...next, qty }, 'added', line.itemNo, units)
}

function serial(hand: InHand, line: LineNow, code: string): Scanned {
  if (hand.serials.includes(code)) return refused(hand, 'twice', code)
  const serials = [...hand.serials, code]
  if (compareDecimal(String(serials.length), line.left) > 0) return refused(hand, 'tooMany', code, line.left)
  return taken({ ...hand, serials, qty: String(serials.length) }, 'added', code, '1')
}

/** Which batch is in hand, scanned by itself or tapped. */
export const ofBatch = (hand: InHand, line: LineNow, batch: string): Scanned =>
  batch === line.batchNo
    ? taken({ ...hand, batch, codes: { ...hand.codes, batch } }, 'batch', batch)
    : refused(hand, 'wrongBatch', batch, line.batchNo)

/** A quantity that was typed: of what was scanned; without a scan it is by hand, as far as the warehouse lets it. */
export function typed(hand: InHand, line: LineNow, text: string, rule: PickTaskDetail['handEntry']): Scanned {
  if (!isQty(text)) return refused(hand, 'noNumber', text)
  if (!isScanned(hand) && rule === 'forbidden') return refused(hand, 'scanFirst', text, line.locationCode)
  if (compareDecimal(text, line.left) > 0) return refused(hand, 'tooMany', text, line.left)
  return taken({ ...hand, qty: text }, isScanned(hand) ? 'qty' : 'byHand', text, text)
}
