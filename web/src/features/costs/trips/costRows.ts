import {
  type ArrangementCosts,
  deductions,
  itemOfPart,
  type PayPart,
  partsTotal,
  payParts,
  type ShareMethod,
  type ShownLine,
  type ShownShare,
  type setArrangementCosts,
} from '@xunyun/contract/costs/lines'
import { Exact, share, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Sending } from '../../../shared/api/api.ts'

/** What is typed about the costs of an arrangement: pure, without a page. */

/** A cost line as the form holds it: amounts of parts without a sign, as they are entered. */
export type CostRow = {
  id?: number | undefined
  feeItem?: string | undefined
  companyId?: number | undefined
  driverId?: number | undefined
  payeeName?: string | undefined
  amount?: string | undefined
  taxRate?: string | undefined
  payPart?: PayPart | undefined
  /** As it was read: what holds it, and the rate that made it out. */
  line?: ShownLine | undefined
}
export type Weight = { waybillId: number; amount?: string | undefined }
export type CostValues = {
  agreed?: string | undefined
  lines: readonly CostRow[]
  method: ShareMethod
  weights: readonly Weight[]
}

/** Typed positive; in a list of lines and in sums it is taken off. */
export const isTakenOff = ({ payPart }: Pick<CostRow, 'payPart'>): boolean =>
  payPart !== undefined && deductions.includes(payPart)

export const isHeld = ({ line }: CostRow): boolean => line?.applicationId != null

export const rowOf = (line: ShownLine): CostRow => ({
  id: line.id,
  feeItem: line.feeItem,
  companyId: line.companyId ?? undefined,
  driverId: line.driverId ?? undefined,
  payeeName: line.payeeName ?? undefined,
  amount: unsigned(line.amount),
  taxRate: line.taxRate ?? undefined,
  payPart: line.payPart ?? undefined,
  line,
})
export const unsigned = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : amount)

export const valuesOf = (costs: ArrangementCosts): CostValues => ({
  ...(costs.agreed === null ? {} : { agreed: costs.agreed }),
  lines: costs.lines.map(rowOf),
  method: costs.method,
  weights: costs.weights,
})

/** Who is paid unless another is named. */
export const usualPayee = ({ companyId, companyName, driverId, driverName }: ArrangementCosts): Partial<CostRow> =>
  companyId !== null
    ? { companyId, payeeName: companyName ?? undefined }
    : driverId !== null
      ? { driverId, payeeName: driverName ?? undefined }
      : {}

/** The row that a part's field writes to: the free one of it, else the one that is held. */
export const rowOfPart = (rows: readonly CostRow[], part: PayPart): CostRow | undefined =>
  rows.find((row) => row.payPart === part && !isHeld(row)) ?? rows.find((row) => row.payPart === part)

/** With another amount for a part: its row changes, is added, or goes when the field is emptied. */
export function withPart(
  rows: readonly CostRow[],
  part: PayPart,
  amount: string | undefined,
  payee: Partial<CostRow>,
): readonly CostRow[] {
  const row = rowOfPart(rows, part)
  if (row !== undefined && isHeld(row)) return rows
  if (amount === undefined) return rows.filter((one) => one !== row)
  if (row !== undefined) return rows.map((one) => (one === row ? { ...one, amount } : one))
  const added: CostRow = { ...payee, payPart: part, feeItem: itemOfPart[part], amount }
  // In the order of the parts, before the lines that belong to none.
  const before = rows.filter(({ payPart }) => payPart && payParts.indexOf(payPart) < payParts.indexOf(part)).length
  return [...rows.slice(0, before), added, ...rows.slice(before)]
}

const isAmount = (text: string | undefined): text is string => /^-?\d+(\.\d+)?$/.test(text ?? '')
/** As it counts: what is taken off is below nothing, what is no amount yet is nothing. */
export const signedOf = ({ amount, payPart }: Pick<CostRow, 'amount' | 'payPart'>): string => {
  if (!isAmount(amount)) return '0'
  return isTakenOff({ payPart }) ? new Exact(amount).negated().toFixed(2) : amount
}
export const totalOf = (rows: readonly CostRow[]): string => sumDecimals(rows.map(signedOf), 2)

export const partsSum = (rows: readonly CostRow[]): string =>
  partsTotal(
    rows.flatMap(({ amount, payPart }) => (payPart !== undefined && isAmount(amount) ? [{ amount, payPart }] : [])),
  )
/** What the parts lack of the agreed total; null where nothing was agreed, and nothing is amiss. */
export const lackOf = (agreed: string | undefined, rows: readonly CostRow[]): string | null =>
  isAmount(agreed) ? new Exact(agreed).minus(partsSum(rows)).toFixed(2) : null

/** Each row shared by itself, as the server does it, then added up: by waybill, in their order. */
export function sharesOf(rows: readonly CostRow[], basis: readonly string[]): string[] {
  const parts = rows.map((row) => share(signedOf(row), basis, 2))
  return basis.map((_, at) =>
    sumDecimals(
      parts.map((part) => part[at] ?? '0'),
      2,
    ),
  )
}
/** What was typed by hand, as a basis. */
export const weightsOf = (shares: readonly ShownShare[], weights: readonly Weight[]): string[] =>
  shares.map(({ waybillId }) => {
    const typed = weights.find((one) => one.waybillId === waybillId)?.amount
    return isAmount(typed) ? typed : '0'
  })
export const isNothing = (basis: readonly string[]): boolean =>
  basis.length > 1 && basis.every((one) => new Exact(one).isZero())

/** Lines whose time has not come: parts that are paid later, and what is taken off where nothing goes that it could be taken off. */
export function notDue<L extends { readonly payPart: PayPart | null }>(
  lines: readonly L[],
  dueParts: readonly PayPart[],
): L[] {
  const isOff = ({ payPart }: L) => isTakenOff({ payPart: payPart ?? undefined })
  const isDue = (line: L) => !isOff(line) && (line.payPart === null || dueParts.includes(line.payPart))
  const goes = lines.some(isDue)
  return lines.filter((line) => (isOff(line) ? !goes : !isDue(line)))
}

/** Beside the mean: how much more or less, and in per cent. */
export function besideMean(amount: string, mean: string | null): { difference: string; rate: string } | null {
  if (mean === null || new Exact(mean).isZero()) return null
  const difference = new Exact(amount).minus(mean)
  return { difference: difference.toFixed(2), rate: difference.div(mean).times(100).toFixed(1) }
}

type Input = Sending<typeof setArrangementCosts>
/** Rows in their order, held ones too: what the server refuses is told by their place. */
export const inputOf = (
  { arrangementId, vehicleType }: ArrangementCosts,
  version: number,
  { agreed, lines, method, weights }: CostValues,
): Input =>
  ({
    arrangementId,
    version,
    agreed: vehicleType === 'hired' ? agreed : undefined,
    method,
    weights: method === 'manual' ? weights.map(({ waybillId, amount = '0' }) => ({ waybillId, amount })) : undefined,
    lines: lines.map(({ id, feeItem, companyId, driverId, amount, taxRate, payPart }) => ({
      id,
      feeItem,
      companyId,
      driverId,
      amount,
      taxRate,
      payPart,
    })),
  }) as Input

/** Items that costs of a kind are usually made of stand first. */
const usual = {
  vehicle: ['vehicle', 'fuel', 'toll', 'handling', 'detention', 'other'],
  line: ['transfer', 'pickup', 'delivery', 'other'],
  courier: ['freight', 'insurance', 'packing', 'other'],
} as const
export const itemsFor = (kind: ArrangementCosts['kind'], all: readonly string[]): string[] => [
  ...usual[kind],
  ...all.filter((code) => !(usual[kind] as readonly string[]).includes(code)),
]
