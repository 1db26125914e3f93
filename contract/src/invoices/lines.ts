import { compareDecimal, Exact, roundDecimal, share, sumDecimals } from '../kernel/decimal.ts'

/** How parts of charges become lines of an invoice, and what is net and tax (domain-money M31, M32, M37). Yuan as decimals with two places. */

export const merges = ['waybill', 'route', 'taxItem'] as const
export type Merge = (typeof merges)[number]

/** A part of a charge with what decides its line. */
export type LinePart = {
  readonly chargeId: number
  readonly amount: string
  readonly waybillId: number | null
  readonly waybillNo: string | null
  /** 杭州 → 广州; null: of goods in the warehouse. */
  readonly route: string | null
  readonly itemName: string
  readonly classCode: string | null
  readonly rate: string
  readonly freight: boolean
}
export type ReckonedPart = LinePart & { readonly net: string }
export type ReckonedLine = {
  /** The same on both sides, so that routes typed for a line find it. */
  readonly key: string
  readonly itemName: string
  readonly classCode: string | null
  readonly rate: string
  readonly freight: boolean
  /** The waybill or the route that it was kept apart for. */
  readonly of: string | null
  readonly gross: string
  readonly net: string
  readonly tax: string
  readonly parts: readonly ReckonedPart[]
}

/** M32: without tax, half a cent up. Rate per cent. */
export const netOf = (gross: string, rate: string): string =>
  roundDecimal(new Exact(gross).times(100).div(new Exact(rate).plus(100)).toFixed(20), 2)

export const minus = (a: string, b: string): string => new Exact(a).minus(b).toFixed(2)

/** A line's net over its parts by largest remainder. */
export const netsOf = (net: string, amounts: readonly string[]): string[] => share(net, amounts, 2)

const apart = (part: LinePart, merge: Merge): string | null =>
  merge === 'waybill' ? (part.waybillNo ?? '-') : merge === 'route' ? (part.route ?? '-') : null

/** Parts of one tax item and rate are one line; of each waybill or route by choice. */
export function linesOf(parts: readonly LinePart[], merge: Merge): ReckonedLine[] {
  const keyOf = (part: LinePart) =>
    [apart(part, merge) ?? '', part.itemName, part.classCode ?? '', new Exact(part.rate).toFixed(), part.freight].join(
      '|',
    )
  return [...Map.groupBy(parts, keyOf)].map(([key, some]) => {
    const [first] = some as [LinePart]
    const amounts = some.map(({ amount }) => amount)
    const gross = sumDecimals(amounts, 2)
    const net = netOf(gross, first.rate)
    const nets = netsOf(net, amounts)
    const of = apart(first, merge)
    return {
      key,
      itemName: first.itemName,
      classCode: first.classCode,
      rate: first.rate,
      freight: first.freight,
      of: of === '-' ? null : of,
      gross,
      net,
      tax: minus(gross, net),
      parts: some.map((part, at) => ({ ...part, net: nets[at] as string })),
    }
  })
}

type Sums = { readonly gross: string; readonly net: string; readonly tax: string }
export const headOf = (lines: readonly Sums[]): Sums => ({
  gross: sumDecimals(
    lines.map(({ gross }) => gross),
    2,
  ),
  net: sumDecimals(
    lines.map(({ net }) => net),
    2,
  ),
  tax: sumDecimals(
    lines.map(({ tax }) => tax),
    2,
  ),
})

/** What is left of an issued line after its red letters. */
export type LineLeft = Sums & { readonly rate: string; readonly parts: readonly PartLeft[] }
type PartLeft = { readonly chargeId: number; readonly amount: string; readonly net: string }

/**
 * M37: `gross` of a line made red, as positive figures: reckoned like a line, but the last red takes what is left of net and tax. Its
 * parts are those that are left, in proportion.
 */
export function redOf(left: LineLeft, gross: string): Sums & { readonly parts: readonly PartLeft[] } {
  const isLast = compareDecimal(gross, left.gross) === 0
  const net = isLast ? left.net : netOf(gross, left.rate)
  const amounts = isLast
    ? left.parts.map(({ amount }) => amount)
    : share(
        gross,
        left.parts.map(({ amount }) => amount),
        2,
      )
  const nets = isLast ? left.parts.map((part) => part.net) : netsOf(net, amounts)
  return {
    gross,
    net,
    tax: minus(gross, net),
    parts: left.parts.map(({ chargeId }, at) => ({
      chargeId,
      amount: amounts[at] as string,
      net: nets[at] as string,
    })),
  }
}

/** M35: how far the bureau's tax may be from ours, a line and in all. */
export const taxTolerance = { line: '0.06', head: '1.27' } as const
export const isWithin = (tax: string, ours: string, tolerance: string): boolean =>
  new Exact(tax).minus(ours).abs().comparedTo(tolerance) <= 0

/** 20 digits, as the bureau draws them. */
export const isInvoiceNo = (no: string): boolean => /^\d{20}$/.test(no)
