import type { Adjustable } from '@xunyun/contract/costs/adjustments'
import { codes, wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal, normalizeDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { languages } from '@xunyun/contract/pages'
import { hasOwnDocument } from '@xunyun/contract/waybills/feeItems'
import { fixedSum, type PaymentPart } from '@xunyun/contract/waybills/payments'
import { plainDecimal } from '../../../shared/form/decimals.ts'

/** What can be adjusted: the answer to a number that nothing is the matter with. */
export type Target = Adjustable
export type TargetItem = Target['items'][number]

/** An adjustment as it is typed. */
export type AdjustLine = {
  readonly target: Target
  readonly feeItem?: string | undefined
  /** Who owes or is owed, where it is not whoever does by itself. */
  readonly companyId?: number | undefined
  readonly partyName?: string | undefined
  /** Yuan, to add or, below nothing, to take off. */
  readonly amount?: string | undefined
  readonly reason?: string | undefined
  /** 多笔付, agreed anew. */
  readonly payments?: readonly PaymentPart[] | undefined
}

/** As many as are sent at once. */
export const mostLines = 500

const isAmount = (text: string | undefined): text is string => text !== undefined && /^-?\d+(\.\d+)?$/.test(text)
/** What was typed, once it is a figure. */
export const amountOf = ({ amount }: AdjustLine): string => (isAmount(amount) ? amount : '0.00')

type Party = Pick<TargetItem, 'companyId' | 'driverId' | 'partyName'>
const nobody: Party = { companyId: null, driverId: null, partyName: null }
/** Whose the item is as long as nobody else is chosen: the customer, or whoever is owed the charge. */
export const usualParty = ({ direction, customerId, customerName, items }: Target): Party =>
  direction === 'receivable' ? { companyId: customerId, driverId: null, partyName: customerName } : (items[0] ?? nobody)

/** The item that is adjusted, as it stands; undefined where there is none of it yet. */
export const itemOf = ({ target, feeItem, companyId }: AdjustLine): TargetItem | undefined =>
  target.items.find((item) => {
    const party = companyId === undefined ? usualParty(target) : { companyId, driverId: null }
    return item.feeItem === feeItem && item.companyId === party.companyId && item.driverId === party.driverId
  })
export const beforeOf = (line: AdjustLine): string => itemOf(line)?.amount ?? '0.00'
export const afterOf = (line: AdjustLine): string => sumDecimals([beforeOf(line), amountOf(line)], 2)

/** 多笔付 whose named parts come to more than what they are of then: they are agreed anew. */
export function isSplitAnew(line: AdjustLine): boolean {
  const { target, payments } = line
  if (target.payMethod !== 'split' || target.payments === null) return false
  if (payments !== undefined) return true
  const own = sumDecimals([target.own ?? '0', amountOf(line)], 2)
  return compareDecimal(fixedSum(target.payments), own) > 0
}
/** The parts as an editor has them. */
export const partsOf = ({ target, payments }: AdjustLine): readonly PaymentPart[] =>
  payments ??
  (target.payments ?? []).map(({ method, amount }) => ({
    method: method as PaymentPart['method'],
    ...(amount === null ? {} : { amount }),
  }))

/** What is sent of a line. */
export const inputOf = ({ target, feeItem, companyId, amount, reason, payments }: AdjustLine) => ({
  waybillId: target.waybillId ?? undefined,
  chargeId: target.chargeId ?? undefined,
  feeItem,
  companyId,
  amount,
  reason,
  payments,
})

const sameTarget = (one: Target, other: Target): boolean =>
  one.waybillId === other.waybillId && one.chargeId === other.chargeId

/** A line of it, beginning with the first item that no line has yet. */
export function lineOf(target: Target, lines: readonly AdjustLine[], given: Partial<AdjustLine> = {}): AdjustLine {
  const taken = lines.filter((line) => sameTarget(line.target, target)).map(({ feeItem }) => feeItem)
  const free = target.items.find(({ feeItem }) => !taken.includes(feeItem) && !hasOwnDocument(feeItem))
  return { target, feeItem: given.feeItem ?? free?.feeItem, ...given }
}

/** Scanned: a new line, or the one of it that nothing was typed into yet. `at`: the line to go on in. */
export function added(
  lines: readonly AdjustLine[],
  targets: readonly Target[],
  given: Partial<AdjustLine> = {},
): { lines: readonly AdjustLine[]; at: number } {
  let next = lines
  let at = -1
  for (const target of targets) {
    const open = next.findIndex((line) => sameTarget(line.target, target) && line.amount === undefined)
    if (open < 0) next = [...next, lineOf(target, next, given)]
    if (at < 0) at = open < 0 ? next.length - 1 : open
  }
  return { lines: next, at }
}

/** What a page that leads here begins with: a line each, of the named charge where there is one, and why. */
export const begunWith = (
  targets: readonly Target[],
  { fee, reason }: { readonly fee: string | null; readonly reason: string | null },
): readonly AdjustLine[] =>
  targets.reduce<readonly AdjustLine[]>((lines, target) => {
    const feeItem = target.items.find((item) => item.feeItem === fee)?.feeItem
    const given = { ...(feeItem ? { feeItem } : {}), ...(reason ? { reason: reason.slice(0, mostReason) } : {}) }
    return added(lines, [target], given).lines
  }, [])
/** As much of a reason as an adjustment takes. */
const mostReason = 300

/** A row that was scanned or pasted: 单号 费用项 增减 事由. */
export type Wanted = {
  readonly number: string
  readonly item: string
  readonly amount: string
  readonly reason: string
}

/** Of the label of a piece its waybill. */
export const numberScanned = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/-\d{3,}$/, '')

/** Rows of a table, or numbers one after another. */
export function readWanted(text: string): Wanted[] {
  const rows = text.includes('\t')
    ? text.split(/\r?\n/).map((row) => row.split('\t').map((cell) => cell.trim()))
    : text.split(/[\s,，;；、]+/).map((number) => [number])
  return rows.flatMap(([first = '', item = '', amount = '', ...reason]) => {
    const number = numberScanned(first)
    return number === '' ? [] : [{ number, item, amount: typedAmount(amount), reason: reason.join(' ').trim() }]
  })
}

/** −120, (120.00), 1,200 元: as it is written in a sheet. */
function typedAmount(text: string): string {
  const plain = text.replace(/[,，\s¥￥元]/g, '').replace(/^[−－﹣–]/, '-')
  const taken = /^[(（](.+)[)）]$/.exec(plain)
  return plainDecimal(normalizeDecimal(taken ? `-${taken[1]}` : plain.replace(/^\+/, '')), 2)
}

/** A fee item by its code, or by its word in any language. */
export const feeItemOf = (word: string): string | undefined =>
  codes('feeItem').find(
    (code) => code === word || languages.some((language) => wordFor('feeItem', code, language) === word),
  )

/** What the lines come to. */
export function sumsOf(lines: readonly AdjustLine[]): { more: string; less: string } {
  const amounts = lines.map(amountOf)
  const sum = (those: readonly string[]) => sumDecimals([...those], 2)
  return {
    more: sum(amounts.filter((amount) => compareDecimal(amount, '0') > 0)),
    less: sum(amounts.filter((amount) => compareDecimal(amount, '0') < 0)),
  }
}

/** What all lines of the same waybill change of it. */
export const changeOf = (lines: readonly AdjustLine[], { target }: AdjustLine): string =>
  sumDecimals(lines.filter((line) => sameTarget(line.target, target)).map(amountOf), 2)
