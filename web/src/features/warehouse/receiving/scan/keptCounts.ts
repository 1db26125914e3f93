import { type Counting, nothing } from './receiveScans.ts'

/**
 * The line in hand on this device, and the key that its sending goes by: after a reload the goods need not be scanned again,
 * and what was sent without an answer is the same intent (domain §0.3).
 */
export type KeptCount = { readonly counting: Counting; readonly key: string }

const slot = (userId: number, receiptId: number) => `receiving:${userId}:${receiptId}`

/** Null: nothing in hand, or of a line that is not on the receipt any more. */
export function readCount(userId: number, receiptId: number, lineIds: readonly number[]): KeptCount | null {
  const text = localStorage.getItem(slot(userId, receiptId))
  const kept = text === null ? null : (JSON.parse(text) as KeptCount)
  if (!kept?.counting.count || !lineIds.includes(kept.counting.count.lineId)) return null
  // What an earlier release left has no lots beside the one in hand.
  return { ...kept, counting: { ...nothing, ...kept.counting } }
}

/** With nothing in hand nothing is kept. */
export function writeCount(userId: number, receiptId: number, kept: KeptCount): void {
  if (kept.counting.count === null) localStorage.removeItem(slot(userId, receiptId))
  else localStorage.setItem(slot(userId, receiptId), JSON.stringify(kept))
}
