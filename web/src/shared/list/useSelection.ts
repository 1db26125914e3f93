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
  /** Behind an act on rows: they are no longer selected, the others are. Without `ids` it was done to all that is selected. */
  readonly acted: (outcomes?: Outcomes, ids?: readonly Id[]) => void
  /** The same, but what was refused stays selected, for the next attempt. */
  readonly keepRefused: (outcomes: Outcomes, ids?: readonly Id[]) => void
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
  const drop = useCallback(
    (ids: readonly Id[] | undefined, but: readonly Id[]) =>
      setState((before) => {
        const [sent, kept] = [ids && new Set(ids), new Set(but)]
        const stays = (id: Id) => before.scope === scope && (kept.has(id) || (sent && !sent.has(id)))
        return { scope, rows: new Map([...before.rows].filter(([id]) => stays(id))) }
      }),
    [scope],
  )
  const acted = useCallback((_?: Outcomes, ids?: readonly Id[]) => drop(ids, []), [drop])
  const keepRefused = useCallback(
    ({ refused }: Outcomes, ids?: readonly Id[]) =>
      drop(
        ids,
        refused.map(({ id }) => id),
      ),
    [drop],
  )
  const selection = useMemo(() => new Set(chosen.keys()), [chosen])
  return { selection, selectedRows, select, toggle, clear, acted, keepRefused }
}

const nothing: ReadonlyMap<Id, never> = new Map<Id, never>()
