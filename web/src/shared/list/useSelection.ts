import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useCallback, useMemo, useState } from 'react'

export type Id = number | string

export type Selection<R> = {
  readonly selection: ReadonlySet<Id>
  /** What is selected, also on other pages; rows that are loaded now as they are now. */
  readonly selectedRows: readonly R[]
  readonly select: (rows: readonly R[], on: boolean) => void
  readonly toggle: (row: R) => void
  readonly clear: () => void
  /** Behind a batch: what was refused stays selected, for the next attempt. */
  readonly keepRefused: (outcomes: Outcomes) => void
}

/** Selected rows of a list. `scope` is the filter as text: another filter, another selection. */
export function useSelection<R>(rows: readonly R[], idOf: (row: R) => Id, scope: string): Selection<R> {
  const [state, setState] = useState<{ scope: string; rows: ReadonlyMap<Id, R> }>(() => ({
    scope,
    rows: new Map<Id, R>(),
  }))
  const chosen: ReadonlyMap<Id, R> = state.scope === scope ? state.rows : nothing

  const selectedRows = useMemo(() => {
    const now = new Map(rows.map((row) => [idOf(row), row]))
    return [...chosen].map(([id, row]) => now.get(id) ?? row)
  }, [chosen, rows, idOf])

  const select = useCallback(
    (changed: readonly R[], on: boolean) =>
      setState((before) => {
        const next = new Map<Id, R>(before.scope === scope ? before.rows : [])
        for (const row of changed) {
          if (on) next.set(idOf(row), row)
          else next.delete(idOf(row))
        }
        return { scope, rows: next }
      }),
    [scope, idOf],
  )
  const toggle = useCallback(
    (row: R) =>
      setState((before) => {
        const next = new Map<Id, R>(before.scope === scope ? before.rows : [])
        if (!next.delete(idOf(row))) next.set(idOf(row), row)
        return { scope, rows: next }
      }),
    [scope, idOf],
  )
  const clear = useCallback(() => setState({ scope, rows: new Map<Id, R>() }), [scope])
  const keepRefused = useCallback(
    ({ refused }: Outcomes) =>
      setState((before) => ({
        scope,
        rows: new Map(
          refused.flatMap(({ id }) => [...before.rows].filter(([own]) => own === id && before.scope === scope)),
        ),
      })),
    [scope],
  )
  const selection = useMemo(() => new Set(chosen.keys()), [chosen])
  return { selection, selectedRows, select, toggle, clear, keepRefused }
}

const nothing: ReadonlyMap<Id, never> = new Map<Id, never>()
