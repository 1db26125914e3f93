import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for life, doing what the latest one does: for handlers that memoized children hold. */
export function useStable<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
