import { type RefObject, useEffect, useState } from 'react'
import { useStable } from './useStable.ts'

/** What had the focus before a panel was there. */
const openedFrom = new WeakMap<Element, Element>()

/** Closed, the focus goes back to where it came from; not when its tab is merely left. */
export function useReturnFocus(visible: boolean, panel?: RefObject<HTMLElement | null>): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    if (panel?.current && before) openedFrom.set(panel.current, before)
  })
  const back = useStable(() => {
    let to = before
    // It came from a panel that is gone itself, as the one that stands while a record is fetched: back to before that.
    while (to !== null && !to.isConnected) {
      const gone = to.closest('[role="dialog"]')
      to = gone === null ? null : (openedFrom.get(gone) ?? null)
    }
    if (visible && to instanceof HTMLElement) to.focus({ preventScroll: true })
  })
  useEffect(() => back, [back])
}
