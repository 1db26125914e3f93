import type { Tally } from './countScans.ts'

/**
 * What was found at the place that is being counted, on this device, and the key that its sending goes by: after a reload
 * nothing need be scanned again, and what was sent without an answer is the same intent (domain §0.3).
 */
export type KeptPlace = {
  readonly locationId: number
  readonly container: string | null
  /** As the place was scanned; not, where it was chosen from the list. */
  readonly placeCode?: string | null
  readonly tallies: readonly Tally[]
  readonly key: string
}

const slot = (userId: number, countId: number) => `counting:${userId}:${countId}`

/** Null: nothing was found yet, or the place is not to be counted any more. */
export function readPlace(userId: number, countId: number, openIds: readonly number[]): KeptPlace | null {
  const text = localStorage.getItem(slot(userId, countId))
  const kept = text === null ? null : (JSON.parse(text) as KeptPlace)
  return kept !== null && openIds.includes(kept.locationId) ? kept : null
}

/** With nothing found nothing is kept. */
export function writePlace(userId: number, countId: number, kept: KeptPlace | null): void {
  if (kept === null || kept.tallies.length === 0) localStorage.removeItem(slot(userId, countId))
  else localStorage.setItem(slot(userId, countId), JSON.stringify(kept))
}
