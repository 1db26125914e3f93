import { Exact } from '@xunyun/contract/kernel/decimal'
import { gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import type { CountLineRow } from '@xunyun/contract/stock/counts'

/** Goods that were found at a place, so far: of a line of the count, or goods that nobody expected there. */
export type Tally = {
  readonly lineId?: number
  readonly itemId: number
  readonly itemNo: string
  readonly itemName: string
  readonly baseUnit: string
  readonly serialControlled: boolean
  readonly batchNo?: string
  readonly containerCode?: string
  readonly qty: string
  readonly serials: readonly string[]
}
const plus = (a: string, b: string) => new Exact(a).plus(b).toFixed()

export type Read = { readonly codes: readonly string[]; readonly batch?: string; readonly sscc?: string }
export function readCode(code: string, thisYear: number): Read {
  const gs1 = readGs1(code, thisYear)
  return { codes: gs1?.gtin ? gtinForms(gs1.gtin) : [code], batch: gs1?.batch, sscc: gs1?.sscc }
}

/** How many base units a code on the goods stands for; null: it is not on these goods. */
export function unitsOf(
  goods: Pick<CountLineRow, 'itemNo' | 'barcodes' | 'packs'>,
  codes: readonly string[],
): string | null {
  if (codes.some((code) => code.toLowerCase() === goods.itemNo.toLowerCase() || goods.barcodes.includes(code)))
    return '1'
  return goods.packs.find(({ barcode }) => barcode !== null && codes.includes(barcode))?.ratio ?? null
}

/** The line of these goods on the container in hand, or loose: that of the batch, else the first. */
export const lineFor = (
  lines: readonly CountLineRow[],
  { codes, batch }: Read,
  container: string | null,
): CountLineRow | undefined =>
  lines.find(
    (line) =>
      unitsOf(line, codes) !== null &&
      line.containerCode === container &&
      (batch === undefined || line.batchNo === batch),
  )

export const sameGoods = (a: Tally, b: Tally): boolean =>
  a.lineId !== undefined || b.lineId !== undefined
    ? a.lineId === b.lineId
    : a.itemId === b.itemId && a.batchNo === b.batchNo && a.containerCode === b.containerCode

/** So many more of these goods; at the head is what is in hand. */
export function counted(tallies: readonly Tally[], goods: Tally, units: string): Tally[] {
  const before = tallies.find((one) => sameGoods(one, goods)) ?? goods
  const now = before.serialControlled ? before : { ...before, qty: plus(before.qty, units) }
  return [now, ...tallies.filter((one) => !sameGoods(one, goods))]
}

export const entriesOf = (tallies: readonly Tally[]) =>
  tallies.map(({ lineId, itemId, batchNo, containerCode, qty, serials }) =>
    lineId === undefined
      ? { itemId, batchNo, containerCode, qty, serials: [...serials] }
      : { lineId, qty, serials: [...serials] },
  )
