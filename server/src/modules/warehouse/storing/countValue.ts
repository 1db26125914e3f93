import { sumDecimals } from '@xunyun/contract/kernel/decimal'

export type CountValue = {
  /** Yuan; null where nothing has a value. */
  gain: string | null
  loss: string | null
  net: string | null
  /** Gain and loss together: what was found does not make up for what is missed. */
  gross: string | null
  /** Items without a value. */
  unvalued: number
}

/** What the lines of a count that differ are worth in all. */
export function countValue(lines: readonly { itemId: number; amount: string | null }[]): CountValue {
  const unvalued = new Set(lines.flatMap(({ itemId, amount }) => (amount === null ? [itemId] : []))).size
  const amounts = lines.flatMap(({ amount }) => amount ?? [])
  if (amounts.length === 0) return { gain: null, loss: null, net: null, gross: null, unvalued }
  const gain = sumDecimals(
    amounts.filter((amount) => !amount.startsWith('-')),
    2,
  )
  const loss = sumDecimals(
    amounts.flatMap((amount) => (amount.startsWith('-') ? amount.slice(1) : [])),
    2,
  )
  return { gain, loss, net: sumDecimals([gain, `-${loss}`], 2), gross: sumDecimals([gain, loss], 2), unvalued }
}
