import type { ApproverLevel } from '@xunyun/contract/approvals/setup'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'

type Band = Pick<ApproverLevel, 'amountFrom' | 'amountTo'>

/**
 * The first amounts that no level of the ladder holds: a document of such an amount is refused. Bands of all levels
 * together have to hold every amount from 0 on.
 */
export function gapOf(levels: readonly Band[]): { from: string; to: string | null } | null {
  const bands = [...levels].sort((a, b) => compareDecimal(a.amountFrom, b.amountFrom))
  let reached = '0'
  for (const { amountFrom, amountTo } of bands) {
    if (compareDecimal(amountFrom, reached) > 0) return { from: reached, to: amountFrom }
    if (amountTo === null) return null
    if (compareDecimal(amountTo, reached) > 0) reached = amountTo
  }
  return bands.length === 0 ? null : { from: reached, to: null }
}
