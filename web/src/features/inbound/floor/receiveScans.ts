import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { type Gs1, gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import type { NoticeLineRow } from '@xunyun/contract/warehouse/inbound'
import { dayTyped } from '../noticeLines.ts'

/** What the next scan is taken for, where it is not goods. */
export type Asked = 'batchNo' | 'production' | 'expiry' | 'containerCode' | 'qty' | 'damaged'
/** The line in hand, as far as it has been counted. Quantities in base units. */
export type Count = {
  readonly lineId: number
  readonly qty: string
  readonly damaged: string
  readonly short: string
  readonly batchNo?: string
  readonly production?: string
  readonly expiry?: string
  readonly containerCode?: string
  readonly serials: readonly string[]
  readonly damagedSerials: readonly string[]
}
export type Counting = {
  readonly count: Count | null
  readonly asked: Asked | null
  /** Numbers scanned now are of damaged goods. */
  readonly damaging: boolean
}
export const nothing: Counting = { count: null, asked: null, damaging: false }

export type Said =
  | { readonly ok: true; readonly key: 'added'; readonly qty: string; readonly item: string }
  | { readonly ok: true; readonly key: 'noted'; readonly code: string }
  | { readonly ok: false; readonly key: 'unknown' | 'notHere' | 'twice' | 'noDay' | 'noNumber'; readonly code: string }
  | { readonly ok: false; readonly key: 'finishFirst'; readonly item: string }
export type Scanned = { readonly next: Counting; readonly said: Said }

const more = (a: string, b: string) => new Exact(a).plus(b).toFixed()
const isMore = (a: string, b: string) => compareDecimal(a, b) > 0

export const isEmpty = ({ qty, damaged, short }: Count): boolean =>
  [qty, damaged, short].every((figure) => !isMore(figure, '0'))

/** The line begins with what was announced of it. */
export const begin = (line: NoticeLineRow): Count => ({
  lineId: line.id,
  qty: '0',
  damaged: '0',
  short: '0',
  batchNo: line.batchNo ?? undefined,
  production: line.production ?? undefined,
  expiry: line.expiry ?? undefined,
  serials: [],
  damagedSerials: [],
})

/** What still has to be known of the line before it can be received. */
export function missing(line: NoticeLineRow, count: Count): Asked | null {
  if (line.batchControlled && !count.batchNo) return 'batchNo'
  const reckoned = count.production !== undefined && line.shelfLifeDays !== null
  return line.expiryControlled && !count.expiry && !reckoned ? 'expiry' : null
}

/** How many base units a code on the goods stands for; null: it is not on these goods. */
function unitsOf(line: NoticeLineRow, codes: readonly string[]): string | null {
  if (codes.some((code) => code.toLowerCase() === line.itemNo.toLowerCase() || line.barcodes.includes(code))) return '1'
  return line.packs.find(({ barcode }) => barcode !== null && codes.includes(barcode))?.ratio ?? null
}

/** One scan, or what was typed in its place: goods, a batch, a day, a number, the label of a pallet. */
export function scanned(state: Counting, lines: readonly NoticeLineRow[], code: string, thisYear: number): Scanned {
  const line = lines.find(({ id }) => id === state.count?.lineId)
  const gs1 = readGs1(code, thisYear)
  const codes = gs1?.gtin === undefined ? [code] : gtinForms(gs1.gtin)
  const matching = lines.filter((one) => unitsOf(one, codes) !== null)
  if (line !== undefined && state.count !== null && state.asked !== null) {
    // The next box in the beam is the next box: what is known on this notice never becomes a batch or a pallet.
    const isFigure = state.asked === 'qty' || state.asked === 'damaged'
    if (isFigure || matching.length === 0) return answered(state, line, state.count, state.asked, code, gs1)
  }
  if (gs1?.sscc !== undefined && gs1.gtin === undefined)
    return state.count === null
      ? refused(state, 'unknown', code)
      : noted({ ...state, count: { ...state.count, containerCode: gs1.sscc } }, gs1.sscc)
  // Of several lines of the same goods: the one in hand, that of the batch, else the first with something to come.
  const target =
    matching.find(
      ({ id }) =>
        id === line?.id &&
        (gs1?.batch === undefined || state.count?.batchNo === undefined || state.count.batchNo === gs1.batch),
    ) ??
    matching.find(({ batchNo, open }) => gs1?.batch !== undefined && batchNo === gs1.batch && isMore(open, '0')) ??
    matching.find(({ open }) => isMore(open, '0')) ??
    matching[0]
  if (target !== undefined) return goods(state, line, target, { codes, ...gs1 })
  if (line !== undefined && state.count !== null && line.serialControlled && gs1 === null)
    return serial(state, line, state.count, code)
  return refused(state, gs1?.gtin === undefined ? 'unknown' : 'notHere', code)
}

type Read = {
  codes: readonly string[]
  batch?: string
  production?: string
  expiry?: string
  serial?: string
}

function goods(state: Counting, line: NoticeLineRow | undefined, target: NoticeLineRow, read: Read): Scanned {
  const other = line !== undefined && line.id !== target.id && state.count !== null && !isEmpty(state.count)
  if (other && line !== undefined) return { next: state, said: { ok: false, key: 'finishFirst', item: line.itemNo } }
  const before = state.count !== null && state.count.lineId === target.id ? state.count : begin(target)
  const count: Count = {
    ...before,
    batchNo: read.batch ?? before.batchNo,
    production: read.production ?? before.production,
    expiry: read.expiry ?? before.expiry,
  }
  const next = { ...state, count }
  if (target.serialControlled)
    return read.serial === undefined
      ? noted(settled(next, target), target.itemNo)
      : serial(next, target, count, read.serial)
  const units = unitsOf(target, read.codes) ?? '1'
  return {
    next: settled({ ...next, count: { ...count, qty: more(count.qty, units) } }, target),
    said: { ok: true, key: 'added', qty: units, item: target.itemNo },
  }
}

function serial(state: Counting, line: NoticeLineRow, count: Count, code: string): Scanned {
  if (count.serials.includes(code) || count.damagedSerials.includes(code)) return refused(state, 'twice', code)
  const field = state.damaging ? 'damagedSerials' : 'serials'
  const numbers = [...count[field], code]
  const figures = state.damaging ? { damaged: String(numbers.length) } : { qty: String(numbers.length) }
  return {
    next: settled({ ...state, count: { ...count, [field]: numbers, ...figures } }, line),
    said: { ok: true, key: 'added', qty: '1', item: code },
  }
}

/**
 * The answer to what was asked for. A day and a figure are read as such; of a GS1 code that names what is asked for, that
 * part is taken, and the label of a pallet is a pallet whatever is asked.
 */
function answered(
  state: Counting,
  line: NoticeLineRow,
  count: Count,
  asked: Asked,
  code: string,
  gs1: Gs1 | null,
): Scanned {
  if (gs1?.sscc !== undefined && gs1.gtin === undefined)
    return noted(settled({ ...state, count: { ...count, containerCode: gs1.sscc } }, line), gs1.sscc)
  if (gs1?.gtin !== undefined)
    return refused(state, asked === 'qty' || asked === 'damaged' ? 'noNumber' : 'notHere', code)
  const isDay = asked === 'production' || asked === 'expiry'
  const part = asked === 'batchNo' || isDay ? gs1?.[asked === 'batchNo' ? 'batch' : asked] : undefined
  const value = part ?? (isDay ? (dayTyped(code) ?? '') : code.trim())
  if (isDay && !/^\d{4}-\d{2}-\d{2}$/.test(value)) return refused(state, 'noDay', code)
  if ((asked === 'qty' || asked === 'damaged') && !/^\d{1,9}(\.\d{1,3})?$/.test(value))
    return refused(state, 'noNumber', code)
  return noted(settled({ ...state, count: { ...count, [asked]: value }, asked: null }, line), value)
}

/** What is asked for next. */
const settled = (state: Counting, line: NoticeLineRow): Counting => ({
  ...state,
  asked: state.count === null ? null : missing(line, state.count),
})
const noted = (next: Counting, code: string): Scanned => ({ next, said: { ok: true, key: 'noted', code } })
const refused = (
  next: Counting,
  key: 'unknown' | 'notHere' | 'twice' | 'noDay' | 'noNumber',
  code: string,
): Scanned => ({
  next,
  said: { ok: false, key, code },
})
