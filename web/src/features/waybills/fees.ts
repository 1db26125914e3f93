import type { FeeLine } from '@xunyun/contract/waybills/charges'

/** A fee as it is typed; the freight is always the first line, and stays empty while the price in force holds. */
export type FeeDraft = { readonly feeItem?: string | undefined; readonly amount?: string | undefined }

export const freightFirst = (fees: readonly FeeDraft[]): readonly FeeDraft[] =>
  fees[0]?.feeItem === 'freight' ? fees : [{ feeItem: 'freight' }, ...fees]

const isGiven = ({ feeItem, amount }: FeeDraft): boolean =>
  (feeItem !== undefined && feeItem !== 'freight') || (amount !== undefined && amount !== '')

/** The rows of the editor that are sent, in their order: what the server says of a line belongs to its row. */
export const rowsSent = (fees: readonly FeeDraft[]): number[] =>
  freightFirst(fees).flatMap((fee, row) => (isGiven(fee) ? [row] : []))

/** What is sent. A line with only an item or only an amount goes along, to be refused: left out, nobody would miss it. */
export const feesOf = (fees: readonly FeeDraft[]): FeeLine[] =>
  freightFirst(fees)
    .filter(isGiven)
    .map(({ feeItem = '', amount = '' }) => ({ feeItem, amount }) as FeeLine)
