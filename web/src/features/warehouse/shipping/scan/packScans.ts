import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import type { LooseRow } from '@xunyun/contract/warehouse/shipping/cartons'

/** Goods on their way into the carton, as far as they were scanned. Quantities in base units. */
export type Packing = {
  readonly lineId: number
  readonly batchNo: string
  readonly qty: string
  readonly serials: readonly string[]
}
export type Said =
  | { readonly ok: true; readonly key: 'added'; readonly code: string; readonly qty: string }
  | {
      readonly ok: false
      readonly key: 'notHere' | 'tooMany' | 'twice' | 'serialFirst' | 'putInFirst'
      readonly code: string
      readonly right: string
    }
export type Packed = { readonly next: Packing | null; readonly said: Said }

export const rowOf = (loose: readonly LooseRow[], hand: Packing | null): LooseRow | undefined =>
  loose.find(({ lineId, batchNo }) => lineId === hand?.lineId && batchNo === hand.batchNo)

const refused = (next: Packing | null, key: Extract<Said, { ok: false }>['key'], code: string, right = ''): Packed => ({
  next,
  said: { ok: false, key, code, right },
})

/** How many base units a code on the goods stands for; null: it is not on these goods. */
function unitsOf(row: LooseRow, codes: readonly string[]): string | null {
  if (codes.some((code) => code.toLowerCase() === row.itemNo.toLowerCase() || row.barcodes.includes(code))) return '1'
  return row.packs.find(({ barcode }) => barcode !== null && codes.includes(barcode))?.ratio ?? null
}

/** One scan of goods: by the piece, the pack, or their serial number. One kind goes into the carton at a time. */
export function packed(hand: Packing | null, loose: readonly LooseRow[], code: string, thisYear: number): Packed {
  const gs1 = readGs1(code, thisYear)
  const codes = gs1?.gtin === undefined ? [code] : gtinForms(gs1.gtin)
  const now = rowOf(loose, hand)
  const number = gs1?.serial ?? (gs1 === null ? code : undefined)
  const bySerial = loose.find(({ serials }) => number !== undefined && serials.includes(number))
  const fits = loose.filter(
    (row) =>
      unitsOf(row, codes) !== null &&
      compareDecimal(row.left, '0') > 0 &&
      (gs1?.batch === undefined || gs1.batch === row.batchNo),
  )
  const row = bySerial ?? (now !== undefined && fits.includes(now) ? now : fits[0])
  if (row === undefined) return refused(hand, 'notHere', code)
  if (now !== undefined && now !== row && hand !== null) return refused(hand, 'putInFirst', code, now.itemNo)
  const before: Packing = hand ?? { lineId: row.lineId, batchNo: row.batchNo, qty: '0', serials: [] }
  if (row.serialControlled) {
    if (number === undefined || !row.serials.includes(number)) return refused(hand, 'serialFirst', code)
    if (before.serials.includes(number)) return refused(hand, 'twice', number)
    const serials = [...before.serials, number]
    return {
      next: { ...before, serials, qty: String(serials.length) },
      said: { ok: true, key: 'added', code: number, qty: '1' },
    }
  }
  const units = unitsOf(row, codes) ?? '1'
  const qty = new Exact(before.qty).plus(units).toFixed()
  if (compareDecimal(qty, row.left) > 0) return refused(hand, 'tooMany', code, row.left)
  return { next: { ...before, qty }, said: { ok: true, key: 'added', code: row.itemNo, qty: units } }
}
