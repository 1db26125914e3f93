import { Exact } from '@xunyun/contract/kernel/decimal'
import { gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import type { ScannedCodes } from '@xunyun/contract/warehouse/locations/scanned'
import type { CountLineRow } from '@xunyun/contract/warehouse/storing/counts'

/** Goods that were found at a place, so far: of a line of the count, or goods that nobody expected there. */
export type Tally = {
  readonly lineId?: number
  readonly itemId: number
  readonly itemNo: string
  readonly itemName: string
  readonly baseUnit: string
  readonly serialControlled: boolean
  /** Not known of what an earlier release left on the device. */
  readonly batchControlled?: boolean
  readonly expiryControlled?: boolean
  readonly batchNo?: string
  /** Of a batch that is new here. */
  readonly expiry?: string
  readonly containerCode?: string
  readonly qty: string
  readonly serials: readonly string[]
  readonly codes?: ScannedCodes
}
type Codes = Pick<CountLineRow, 'itemNo' | 'barcodes' | 'packs'>
/** Goods that were scanned and are counted once it is said which batch they are of. */
export type Pending = {
  readonly goods: Tally
  readonly units: string
  readonly of: Codes
  /** One of those that lie there, a new one by its number, or the expiry of a new one. */
  readonly ask: 'batch' | 'newBatch' | 'expiry'
  /** What is counted already is of this batch instead. */
  readonly moving: boolean
}
const plus = (a: string, b: string) => new Exact(a).plus(b).toFixed()

export type Read = {
  readonly codes: readonly string[]
  readonly batch?: string
  readonly expiry?: string
  readonly sscc?: string
}
export function readCode(code: string, thisYear: number): Read {
  const gs1 = readGs1(code, thisYear)
  return { codes: gs1?.gtin ? gtinForms(gs1.gtin) : [code], batch: gs1?.batch, expiry: gs1?.expiry, sscc: gs1?.sscc }
}

/** How many base units a code on the goods stands for; null: it is not on these goods. */
export function unitsOf(goods: Codes, codes: readonly string[]): string | null {
  if (codes.some((code) => code.toLowerCase() === goods.itemNo.toLowerCase() || goods.barcodes.includes(code)))
    return '1'
  return goods.packs.find(({ barcode }) => barcode !== null && codes.includes(barcode))?.ratio ?? null
}

export const tallyOf = (line: CountLineRow, codes: ScannedCodes): Tally => ({
  lineId: line.id,
  itemId: line.itemId,
  itemNo: line.itemNo,
  itemName: line.itemName,
  baseUnit: line.baseUnit,
  serialControlled: line.serialControlled,
  batchControlled: line.batchControlled,
  expiryControlled: line.expiryControlled,
  batchNo: line.batchNo || undefined,
  containerCode: line.containerCode ?? undefined,
  qty: '0',
  serials: [],
  codes,
})

/** What stands here of an item, on the container in hand or loose: one of each batch. */
export function batchesHere(lines: readonly CountLineRow[], itemId: number, container: string | null): CountLineRow[] {
  const here = lines.filter((line) => line.itemId === itemId && line.containerCode === container)
  return [...Map.groupBy(here, ({ batchNo, expiry, quality }) => `${batchNo} ${expiry} ${quality}`).values()].flatMap(
    ([first]) => first ?? [],
  )
}

/**
 * What a scan of goods is of: what is in hand, a line of the count, one of several batches that lie here, a batch that the
 * book does not have here, or goods that it does not have here at all.
 */
export type Meant =
  | { readonly kind: 'goods'; readonly goods: Tally; readonly of: Codes }
  | { readonly kind: 'which' | 'newBatch'; readonly first: CountLineRow }
  | { readonly kind: 'unknown' }
export function meant(
  lines: readonly CountLineRow[],
  { codes, batch }: Read,
  container: string | null,
  inHand: Tally | undefined,
): Meant {
  const [first] = lines.filter((line) => unitsOf(line, codes) !== null && line.containerCode === container)
  if (first === undefined) return { kind: 'unknown' }
  const here = batchesHere(lines, first.itemId, container)
  if (batch !== undefined) {
    const line = here.find(({ batchNo }) => batchNo === batch)
    return line === undefined ? { kind: 'newBatch', first } : { kind: 'goods', goods: tallyOf(line, {}), of: line }
  }
  if (inHand?.itemId === first.itemId && (inHand.containerCode ?? null) === container)
    return { kind: 'goods', goods: inHand, of: first }
  return here.length > 1 ? { kind: 'which', first } : { kind: 'goods', goods: tallyOf(first, {}), of: first }
}

export const sameGoods = (a: Tally, b: Tally): boolean =>
  a.lineId !== undefined || b.lineId !== undefined
    ? a.lineId === b.lineId
    : a.itemId === b.itemId && a.batchNo === b.batchNo && a.expiry === b.expiry && a.containerCode === b.containerCode

/** So many more of these goods; at the head is what is in hand. */
export function counted(tallies: readonly Tally[], goods: Tally, units: string): Tally[] {
  const before = tallies.find((one) => sameGoods(one, goods)) ?? goods
  const now = before.serialControlled ? before : { ...before, qty: plus(before.qty, units) }
  return [now, ...tallies.filter((one) => !sameGoods(one, goods))]
}

/** What is in hand was of this batch instead: only its own line changes, and the one it becomes. */
export function rebatched([first, ...rest]: readonly Tally[], goods: Tally): Tally[] {
  if (first === undefined) return []
  const before = rest.find((one) => sameGoods(one, goods)) ?? goods
  const codes = { ...first.codes, ...goods.codes }
  return [{ ...before, codes, qty: plus(before.qty, first.qty) }, ...rest.filter((one) => !sameGoods(one, goods))]
}

/** Comes in hand, to be counted on or put right. */
export const takenUp = (tallies: readonly Tally[], goods: Tally): Tally[] => [
  goods,
  ...tallies.filter((one) => one !== goods),
]

/** As the contract takes them; `byHand` where the place was not scanned, or goods were not. */
export const entriesOf = (tallies: readonly Tally[]) =>
  tallies.map(({ lineId, itemId, batchNo, expiry, containerCode, qty, serials, codes }) => ({
    ...(lineId === undefined ? { itemId, batchNo, expiry, containerCode } : { lineId }),
    qty,
    serials: [...serials],
    scanned: codes,
  }))
