import { useRef, useState } from 'react'
import { useSession } from '../session/session.ts'

/**
 * What a person has in hand on a page of the floor, on this device: after a reload, and when the page was closed, nothing
 * need be scanned again. With the goods goes the key that their sending goes by, so that what was sent without an answer
 * is the same intent (domain §0.3). `held` is what is in hand now, before the page is drawn anew; null puts it down.
 */
export function useInHand<T>(page: 'moving' | 'puttingAway'): {
  readonly hand: T | null
  readonly held: () => T | null
  readonly setHand: (next: T | null) => void
} {
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const slot = `${page}:${userId}`
  const [hand, show] = useState<T | null>(() => {
    const text = localStorage.getItem(slot)
    return text === null ? null : (JSON.parse(text) as T)
  })
  // Scans come faster than pages are drawn: each goes on with what the one before it left.
  const now = useRef(hand)
  const setHand = (next: T | null) => {
    now.current = next
    show(next)
    if (next === null) localStorage.removeItem(slot)
    else localStorage.setItem(slot, JSON.stringify(next))
  }
  return { hand, held: () => now.current, setHand }
}
