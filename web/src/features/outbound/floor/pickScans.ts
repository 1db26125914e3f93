import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import { locationScanned } from '../../../shared/floor/locationScanned.ts'
import type { LineNow } from './keptPicks.ts'

/** The line in hand, as far as it has been scanned. Quantities in base units. */
export type InHand = {
  readonly lineId: number
  /** The shelf was scanned, or its pallet. */
  readonly there: boolean
  readonly qty: string
  readonly serials: readonly string[]
}
export const begin = (line: LineNow): InHand => ({ lineId: line.id, there: false, qty: '0', serials: [] })

export type Said =
  | { readonly ok: true; readonly key: 'there' | 'added' | 'qty'; readonly code: string; readonly qty: string }
  | {
      readonly ok: false
      readonly key:
        | 'wrongPlace'
        | 'elsewhere'
        | 'placeFirst'
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
const taken = (next: InHand, key: 'there' | 'added' | 'qty', code: string, qty = ''): Scanned => ({
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
  const isPlace =
    (place.elsewhere === null && place.code.toUpperCase() === line.locationCode.toUpperCase()) ||
    (line.containerCode !== null && (gs1?.sscc ?? code) === line.containerCode)
  if (isPlace) return taken({ ...hand, there: true }, 'there', line.locationCode)
  const codes = gs1?.gtin === undefined ? [code] : gtinForms(gs1.gtin)
  const units = unitsOf(line, codes)
  if (units === null && place.elsewhere !== null && !hand.there) return refused(hand, 'elsewhere', place.elsewhere)
  // A shelf's label is no serial number.
  if (place.ours) return refused(hand, 'wrongPlace', place.code, line.locationCode)
  if (!hand.there) return refused(hand, units === null ? 'wrongPlace' : 'placeFirst', code, line.locationCode)
  if (line.serialControlled && units === null && gs1 === null) return serial(hand, line, code)
  if (units === null) return refused(hand, 'wrongItem', code, line.itemNo)
  if (gs1?.batch !== undefined && gs1.batch !== line.batchNo)
    return refused(hand, 'wrongBatch', gs1.batch, line.batchNo)
  if (line.serialControlled)
    return gs1?.serial === undefined ? refused(hand, 'serialFirst', code) : serial(hand, line, gs1.serial)
  const qty = new Exact(hand.qty).plus(units).toFixed()
  if (compareDecimal(qty, line.left) > 0) return refused(hand, 'tooMany', code, line.left)
  return taken({ ...hand, qty }, 'added', line.itemNo, units)
}

function serial(hand: InHand, line: LineNow, code: string): Scanned {
  if (hand.serials.includes(code)) return refused(hand, 'twice', code)
  const serials = [...hand.serials, code]
  if (compareDecimal(String(serials.length), line.left) > 0) return refused(hand, 'tooMany', code, line.left)
  return taken({ ...hand, serials, qty: String(serials.length) }, 'added', code, '1')
}

/** A quantity that was typed in place of scans. */
export function typed(hand: InHand, line: LineNow, text: string): Scanned {
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(text)) return refused(hand, 'noNumber', text)
  if (compareDecimal(text, line.left) > 0) return refused(hand, 'tooMany', text, line.left)
  return taken({ ...hand, there: true, qty: text }, 'qty', text, text)
}
