import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { type Gs1, gtinForms, isGtin, readGs1 } from '@xunyun/contract/kernel/gs1'
import { date } from '@xunyun/contract/kernel/wire'
import { readPlaceLabel } from '@xunyun/contract/warehouse/locations/locationLabel'
import type { NoticeLineRow } from '@xunyun/contract/warehouse/receiving/calls'
import { dayTyped } from '../../../../shared/goods/goodsLines.ts'
import { isQty } from '../../../../shared/scan/isQty.ts'

/** What the next scan is taken for, where it is not goods. */
export type Asked = 'batchNo' | 'production' | 'expiry' | 'containerCode' | 'qty' | 'damaged'
/** One lot of the line in hand, as far as it has been counted. Quantities in base units. */
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
  /** Lots of the same line that were counted before: another batch, production or expiry each. */
  readonly others: readonly Count[]
  readonly asked: Asked | null
  /** Numbers scanned now are of damaged goods. */
  readonly damaging: boolean
}
export const nothing: Counting = { count: null, others: [], asked: null, damaging: false }

export type Said =
  | { readonly ok: true; readonly key: 'added'; readonly qty: string; readonly item: string }
  | { readonly ok: true; readonly key: 'addedTo'; readonly qty: string; readonly item: string; readonly lot: string }
  /** Counted, by itself: it is not what was announced. */
  | { readonly ok: false; readonly key: 'notAsAnnounced'; readonly found: string; readonly announced: string }
  /** Counted, and more than may be received. */
  | { readonly ok: false; readonly key: 'over'; readonly most: string; readonly came: string }
  /** Counted, and of a lot that is too old, or made after today. Days: that have passed since the expiry, or that are left. */
  | { readonly ok: false; readonly key: 'expired'; readonly days: number }
  | { readonly ok: false; readonly key: 'tooOld'; readonly days: number; readonly least: number }
  | { readonly ok: false; readonly key: 'producedLater'; readonly production: string }
  | { readonly ok: true; readonly key: 'noted'; readonly code: string }
  /** Another lot begins; what was counted stays with the one before. */
  | { readonly ok: true; readonly key: 'newLot'; readonly lot: string; readonly before: string; readonly qty: string }
  | { readonly ok: false; readonly key: Wrong; readonly code: string }
  | { readonly ok: false; readonly key: 'finishFirst'; readonly item: string }
type Wrong = 'unknown' | 'notHere' | 'damagedMore' | 'twice' | 'noDay' | 'noNumber' | 'notPallet'
export type Scanned = { readonly next: Counting; readonly said: Said }

const more = (a: string, b: string) => new Exact(a).plus(b).toFixed()
const isMore = (a: string, b: string) => compareDecimal(a, b) > 0

/** All that came: what is damaged is within what was counted. */
export const cameOf = ({ qty, damaged }: Pick<Count, 'qty' | 'damaged'>): string => more(qty, damaged)

export const isEmpty = ({ qty, damaged, short }: Count): boolean =>
  [qty, damaged, short].every((figure) => !isMore(figure, '0'))

/** What tells lots of a line apart; those that a scan did not name are not known yet. */
const lotFields = ['batchNo', 'production', 'expiry'] as const
type Lot = Pick<Count, (typeof lotFields)[number]>
const lotOf = (count: Lot): string => lotFields.map((field) => count[field] ?? '').join(' ')
/** As people tell it: the batch, else its days. */
export const lotName = ({ batchNo, expiry, production }: Lot): string => batchNo ?? expiry ?? production ?? '—'

/** What was counted of the line, lot by lot; the same lot on the same pallet once. */
export function entriesOf({ count, others }: Counting): Count[] {
  const all = [...others, ...(count === null ? [] : [count])].filter((one) => !isEmpty(one))
  return [...Map.groupBy(all, (one) => `${lotOf(one)} ${one.containerCode ?? ''}`).values()].map((same) =>
    same.reduce(together),
  )
}
const together = (one: Count, two: Count): Count => ({
  ...one,
  qty: more(one.qty, two.qty),
  damaged: more(one.damaged, two.damaged),
  short: more(one.short, two.short),
  serials: [...one.serials, ...two.serials],
  damagedSerials: [...one.damagedSerials, ...two.damagedSerials],
})
export const isBegun = (state: Counting): boolean => entriesOf(state).length > 0

/** The first thing of a lot that is not as it was announced. */
export function unlike(line: NoticeLineRow, count: Lot): (typeof lotFields)[number] | null {
  const isOther = (field: (typeof lotFields)[number]) =>
    line[field] !== null && count[field] !== undefined && count[field] !== line[field]
  return lotFields.find(isOther) ?? null
}

const dayMs = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs
const addDays = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * dayMs).toISOString().slice(0, 10)

/** The day the lot expires: as read, else by its production date and the item's shelf life. */
function expiryOf({ shelfLifeDays }: NoticeLineRow, { production, expiry }: Lot): string | undefined {
  if (expiry !== undefined) return expiry
  return production === undefined || shelfLifeDays === null ? undefined : addDays(production, shelfLifeDays)
}

/** Why the lot's days speak against it on `today`, if they do, and which of its fields says so. */
export function daysAgainst(line: NoticeLineRow, lot: Lot, today: string) {
  if (lot.production !== undefined && lot.production > today)
    return { field: 'production', said: { ok: false, key: 'producedLater', production: lot.production } } as const
  const expiry = expiryOf(line, lot)
  if (expiry === undefined) return null
  const days = daysBetween(today, expiry)
  if (days < 0) return { field: 'expiry', said: { ok: false, key: 'expired', days: -days } } as const
  const least = line.minRemainInDays
  return least === null || days >= least
    ? null
    : ({ field: 'expiry', said: { ok: false, key: 'tooOld', days, least } } as const)
}

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
  const calculated = count.production !== undefined && line.shelfLifeDays !== null
  return line.expiryControlled && !count.expiry && !calculated ? 'expiry' : null
}

/** How many base units a code on the goods stands for; null: it is not on these goods. */
function unitsOf(line: NoticeLineRow, codes: readonly string[]): string | null {
  if (codes.some((code) => code.toLowerCase() === line.itemNo.toLowerCase() || line.barcodes.includes(code))) return '1'
  return line.packs.find(({ barcode }) => barcode !== null && codes.includes(barcode))?.ratio ?? null
}

/** More of the line was counted than may be received: how many may be, and how many there are. */
export function tooMany(state: Counting, line: NoticeLineRow, blind: boolean): { most: string; came: string } | null {
  const came = entriesOf(state).map(cameOf).reduce(more, '0')
  return !blind && isMore(came, line.mostMore) ? { most: line.mostMore, came } : null
}

/**
 * One scan, or what was typed in its place: goods, a batch, a day, a number, the label of a pallet. What is too many or too old
 * on `today` (yyyy-mm-dd) counts too, and is said in red; of goods that nobody announced nothing is too many.
 */
export function scanned(
  state: Counting,
  lines: readonly NoticeLineRow[],
  code: string,
  today: string,
  blind = false,
): Scanned {
  const result = read(state, lines, code, Number(today.slice(0, 4)))
  const { count } = result.next
  const line = lines.find(({ id }) => id === count?.lineId)
  if (line === undefined || count === null || result.next === state) return result
  const over = tooMany(result.next, line, blind)
  if (over !== null) return { ...result, said: { ok: false, key: 'over', ...over } }
  const against = daysAgainst(line, count, today)
  return against === null ? result : { ...result, said: against.said }
}

function read(state: Counting, lines: readonly NoticeLineRow[], code: string, thisYear: number): Scanned {
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
  // Of several lines of the same goods: that of the batch, the one in hand, else the first with something to come.
  const inHand = matching.find(({ id }) => id === line?.id)
  const isKnown = [...state.others, state.count].some(
    (one) => gs1?.batch === undefined || one?.batchNo === undefined || one.batchNo === gs1.batch,
  )
  const target =
    (isKnown ? inHand : undefined) ??
    matching.find(({ batchNo, open }) => gs1?.batch !== undefined && batchNo === gs1.batch && isMore(open, '0')) ??
    inHand ??
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

/** The lot that a scan is of: the one in hand, one counted before, else a new one of the same line. */
function lotFor(state: Counting, line: NoticeLineRow, { batch, production, expiry }: Read) {
  const { others } = state
  const count = state.count ?? begin(line)
  const read = { batchNo: batch, production, expiry }
  const fits = (one: Count) =>
    lotFields.every((field) => read[field] === undefined || one[field] === undefined || one[field] === read[field])
  const filled = (one: Count): Count => ({
    ...one,
    batchNo: batch ?? one.batchNo,
    production: production ?? one.production,
    expiry: expiry ?? one.expiry,
  })
  if (fits(count)) return { count: filled(count), others }
  const rest = isEmpty(count) ? others : [...others, count]
  const known = others.find(fits)
  if (known !== undefined) return { count: filled(known), others: rest.filter((one) => one !== known) }
  // The days belong to the batch: another one has its own.
  const first = begin(line)
  const isAnnounced = batch !== undefined && batch === line.batchNo
  const days = isAnnounced ? { production: first.production, expiry: first.expiry } : {}
  const fresh = { ...first, batchNo: count.batchNo, production: undefined, expiry: undefined, ...days }
  return { count: filled({ ...fresh, containerCode: count.containerCode }), others: rest }
}

function goods(state: Counting, line: NoticeLineRow | undefined, target: NoticeLineRow, read: Read): Scanned {
  const isOther = line !== undefined && line.id !== target.id
  if (isOther && isBegun(state)) return { next: state, said: { ok: false, key: 'finishFirst', item: line.itemNo } }
  const before = state.count === null || isOther ? { ...nothing, damaging: state.damaging } : state
  const { count, others } = lotFor(before, target, read)
  const next = { ...before, count, others, asked: null }
  const isNew = before.count === null || isEmpty(before.count) || lotOf(before.count) !== lotOf(count)
  return toldOf(count, target, isNew, goodsOf(next, count, target, read))
}

function goodsOf(next: Counting, count: Count, target: NoticeLineRow, read: Read): Scanned {
  if (target.serialControlled)
    return read.serial === undefined
      ? noted(settled(next, target), target.itemNo)
      : serial(next, target, count, read.serial)
  const units = unitsOf(target, read.codes) ?? '1'
  const said: Said =
    next.others.length === 0
      ? { ok: true, key: 'added', qty: units, item: target.itemNo }
      : { ok: true, key: 'addedTo', qty: units, item: target.itemNo, lot: lotName(count) }
  return { next: settled({ ...next, count: { ...count, qty: more(count.qty, units) } }, target), said }
}

/** A lot that is not the announced one is said when it comes up, in red though it counts. */
function toldOf(count: Lot, line: NoticeLineRow, isNew: boolean, result: Scanned): Scanned {
  const field = isNew && result.said.ok ? unlike(line, count) : null
  if (field === null) return result
  const said = { ok: false, key: 'notAsAnnounced', found: count[field] ?? '', announced: line[field] ?? '' } as const
  return { ...result, said }
}

function serial(state: Counting, line: NoticeLineRow, count: Count, code: string): Scanned {
  const isKnown = ({ serials, damagedSerials }: Count) => serials.includes(code) || damagedSerials.includes(code)
  if ([count, ...state.others].some(isKnown)) return refused(state, 'twice', code)
  const field = state.damaging ? 'damagedSerials' : 'serials'
  const numbers = [...count[field], code]
  const figures = state.damaging ? { damaged: String(numbers.length) } : { qty: String(numbers.length) }
  return {
    next: settled({ ...state, count: { ...count, [field]: numbers, ...figures } }, line),
    said: { ok: true, key: 'added', qty: '1', item: code },
  }
}

/** Another lot of the line comes in hand. */
export function takeUp(state: Counting, line: NoticeLineRow, lot: Count): Counting {
  const rest = state.others.filter((one) => one !== lot)
  const others = state.count === null || isEmpty(state.count) ? rest : [...rest, state.count]
  return settled({ ...state, count: lot, others }, line)
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
  if (isDay && !isCalendarDay(value)) return refused(state, 'noDay', code)
  if ((asked === 'qty' || asked === 'damaged') && !isQty(value)) return refused(state, 'noNumber', code)
  if (asked === 'containerCode' && readPlaceLabel(value) !== null) return refused(state, 'notPallet', code)
  if (asked === 'batchNo' && part === undefined && isOfGoodsOrPlace(value)) return refused(state, 'notHere', code)
  if (asked === 'qty' || asked === 'damaged') {
    const figures = asked === 'qty' ? { came: value, damaged: count.damaged } : { came: cameOf(count), damaged: value }
    if (isMore(figures.damaged, figures.came)) return refused(state, 'damagedMore', code)
    const { came, damaged } = figures
    const told = { ...count, qty: new Exact(came).minus(damaged).toFixed(), damaged }
    return noted(settled({ ...state, count: told, asked: null }, line), value)
  }
  if (isAnotherLot(line, count, asked, value)) {
    const lot = lotFor(state, line, { codes: [], [asked === 'batchNo' ? 'batch' : asked]: value })
    const told = { before: lotName(count), qty: cameOf(count), lot: lotName(lot.count) }
    const next = settled({ ...state, ...lot, asked: null }, line)
    return toldOf(lot.count, line, true, { next, said: { ok: true, key: 'newLot', ...told } })
  }
  const next = { ...(asked === 'batchNo' ? withoutDays(line, count, value) : count), [asked]: value }
  return toldOf(
    next,
    line,
    unlike(line, next) === asked,
    noted(settled({ ...state, count: next, asked: null }, line), value),
  )
}

/**
 * What has been counted is of the lot it was counted as: another batch begins beside it. So does another day where days alone
 * tell lots apart; of a batch it puts right what was typed.
 */
const isAnotherLot = (line: NoticeLineRow, count: Count, asked: Asked, value: string): boolean =>
  (asked === 'batchNo' || ((asked === 'production' || asked === 'expiry') && !line.batchControlled)) &&
  !isEmpty(count) &&
  count[asked] !== undefined &&
  count[asked] !== value

/** What was announced, or typed, of another batch is not true of this one. */
function withoutDays(line: NoticeLineRow, count: Count, batchNo: string): Count {
  const first = begin(line)
  const isAnnounced = line.batchNo === null || batchNo === line.batchNo
  if (count.batchNo !== undefined && count.batchNo !== batchNo)
    return {
      ...count,
      production: isAnnounced ? first.production : undefined,
      expiry: isAnnounced ? first.expiry : undefined,
    }
  if (isAnnounced) return count
  return {
    ...count,
    production: count.production === first.production ? undefined : count.production,
    expiry: count.expiry === first.expiry ? undefined : count.expiry,
  }
}

/** No batch: the barcode of other goods, or the label of a place. Eight digits may be a batch that is named by its day. */
const isOfGoodsOrPlace = (code: string): boolean => (code.length >= 12 && isGtin(code)) || readPlaceLabel(code) !== null

const isCalendarDay = (text: string): boolean => date.safeParse(text).success

/** What is asked for next. */
const settled = (state: Counting, line: NoticeLineRow): Counting => ({
  ...state,
  asked: state.count === null ? null : missing(line, state.count),
})
const noted = (next: Counting, code: string): Scanned => ({ next, said: { ok: true, key: 'noted', code } })
const refused = (next: Counting, key: Wrong, code: string): Scanned => ({ next, said: { ok: false, key, code } })
