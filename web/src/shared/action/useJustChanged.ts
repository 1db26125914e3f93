import { useEffect, useRef } from 'react'

/** So long what has come to stand in the place of another takes no decision: a second tap was meant for the one before. */
export const settleMs = 600

/** Tells whether what is shown has stood there for too short a time; the first one has not taken anybody's place. Undefined: it is on its way. */
export function useJustChanged(shown: string | number | undefined): () => boolean {
  const known = useRef({ shown, since: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    if (shown === undefined || shown === known.current.shown) return
    const isFirst = known.current.shown === undefined
    known.current = { shown, since: isFirst ? Number.NEGATIVE_INFINITY : performance.now() }
  }, [shown])
  return () => performance.now() - known.current.since < settleMs
}
