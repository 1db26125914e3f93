import { useRef } from 'react'
import type { Band } from './ScanFrame.tsx'
import { wordsOf } from './wordsOf.ts'

/** Scans come faster than answers: each begins when the one before it is done, with what that left in hand. What fails is said. */
export function useScans(scan: (code: string) => unknown, say: (band: Band) => void): (code: string) => void {
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  return (code) => {
    queue.current = queue.current
      .then(() => scan(code))
      .catch(async (error: unknown) => say({ ok: false, text: await wordsOf(error) }))
  }
}
