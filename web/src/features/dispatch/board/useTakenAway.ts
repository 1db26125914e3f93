import { getTaken } from '@xunyun/contract/dispatch/board'
import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import { useEffect, useRef } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import { waitingKey } from '../lines.ts'

type Told = readonly { readonly id: number; readonly no: string; readonly reason: string; readonly msg: string }[]
type Read = {
  /** What waits, as it was read, and of which filters; null while another answer is on its way. */
  readonly rows: readonly WaitingRow[]
  readonly of: string | null
}

/** Chosen rows that went away by themselves: which, and who has taken them. */
export function useTakenAway({ rows, of }: Read, selected: readonly WaitingRow[], tell: (taken: Told) => void): void {
  const before = useRef<{ of: string | null; selected: readonly WaitingRow[] }>({ of: null, selected: [] })
  const say = useStable(async (gone: readonly WaitingRow[]) => {
    try {
      tell(await api(getTaken, { ids: [...new Set(gone.map(({ id }) => id))] }, { quiet: true }))
    } catch {
      tell(gone.map(({ id, waybillNo }) => ({ id, no: waybillNo, reason: '', msg: '' })))
    }
  })
  useEffect(() => {
    const was = before.current
    before.current = { of, selected }
    if (of === null || was.of !== of || was.selected.length === 0) return
    const here = new Set(rows.map(waitingKey))
    const gone = was.selected.filter((row) => !here.has(waitingKey(row)))
    if (gone.length > 0) void say(gone)
  }, [rows, of, selected, say])
}
