import { useState } from 'react'
import { useRefresh } from '../action/useRefresh.ts'
import { ApiError } from '../api/errors.ts'
import type { Band } from './ScanFrame.tsx'
import { wordsOf } from './wordsOf.ts'

/**
 * Sends what was scanned, and says what came of it. A refusal leaves nothing behind, so what is sent next is another intent, with
 * another key; without an answer it is the same one. Either way the page is asked for again.
 */
export function usePosting(say: (band: Band) => void, paths: readonly string[]) {
  const refresh = useRefresh()
  const [sending, setSending] = useState(false)
  const post = async (send: () => Promise<Band>, onRefused?: (error: ApiError) => void): Promise<void> => {
    setSending(true)
    try {
      say(await send())
      await refresh(paths)
    } catch (error) {
      say({ ok: false, text: await wordsOf(error) })
      if (!(error instanceof ApiError)) return
      onRefused?.(error)
      await refresh(paths)
    } finally {
      setSending(false)
    }
  }
  return { sending, post }
}
