import { useLayoutEffect, useRef } from 'react'
import { useStable } from './useStable.ts'

/** Acts when `key` has become another. Coming back to a hidden tab runs every effect again, but is no change. */
export function useChanged(key: unknown, act: () => void): void {
  const seen = useRef(key)
  const latest = useStable(act)
  useLayoutEffect(() => {
    if (seen.current === key) return
    seen.current = key
    latest()
  }, [key, latest])
}
