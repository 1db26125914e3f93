import { normalizeDecimal } from '@xunyun/contract/kernel/decimal'

/** A band as it is typed. */
export type TierDraft = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly price?: string | undefined
}

/** Each band begins where the one before ends, the first at 0. */
export const retied = (tiers: readonly TierDraft[]): TierDraft[] =>
  tiers.map((tier, at) => ({ ...tier, from: at === 0 ? '0' : (tiers[at - 1]?.to ?? tier.from) }))

const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text)

const figureOf = (cell: string) => normalizeDecimal(cell.trim().replace(/^[￥¥]|\s*元$/g, ''))

/**
 * Bands copied from a sheet: rows of "to, price" or "from, to, price", with or without titles above; the last may leave
 * its end empty. Null where the text is no such table.
 */
export function parseTiers(text: string): TierDraft[] | null {
  const lines = text.trim().split(/\r?\n/)
  const titled = lines.length > 1 && !/[\d０-９]/.test(lines[0] ?? '')
  const rows = lines.slice(titled ? 1 : 0).map((line) => line.split('\t').map(figureOf))
  if (rows.length < 2 && (rows[0]?.length ?? 0) < 2) return null
  const tiers: TierDraft[] = []
  for (const cells of rows) {
    const [to = '', price = ''] = cells.length >= 3 ? cells.slice(1) : cells
    if (!isNumber(price) || (to !== '' && to !== '∞' && !isNumber(to))) return null
    tiers.push({ to: isNumber(to) ? to : undefined, price })
  }
  return retied(tiers)
}
