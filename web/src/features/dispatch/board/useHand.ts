import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import { useMemo, useState } from 'react'
import { useStable } from '../../../shared/ui/useStable.ts'
import { waitingKey } from '../lines.ts'
import { type Card, type Cargo, cargoOfWaiting } from './cards.ts'

const nothing: ReadonlySet<never> = new Set()

/** What a dispatcher has in hand: chosen rows of what waits, and lines that are to go to another vehicle. */
export function useHand(rows: readonly WaitingRow[], cards: readonly Card[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(nothing)
  const [held, setHeld] = useState<ReadonlySet<number>>(nothing)
  // What somebody else took meanwhile is in no hand any more.
  const selectedRows = useMemo(() => rows.filter((row) => chosen.has(waitingKey(row))), [rows, chosen])
  const selected = useMemo(() => new Set(selectedRows.map(waitingKey)), [selectedRows])
  const lines = useMemo(
    () => cards.flatMap((card) => card.lines.filter(({ lineId }) => held.has(lineId))),
    [cards, held],
  )
  const cargo = useMemo<readonly Cargo[]>(
    () => [...selectedRows.map((row) => cargoOfWaiting(row)), ...lines.map((line) => line.cargo)],
    [selectedRows, lines],
  )
  return {
    selectedRows,
    selected,
    held,
    cargo,
    select: useStable((of: readonly WaitingRow[], on: boolean) => {
      const next = new Set(selected)
      for (const row of of) on ? next.add(waitingKey(row)) : next.delete(waitingKey(row))
      setChosen(next)
    }),
    hold: useStable((lineId: number) => {
      const next = new Set(held)
      if (!next.delete(lineId)) next.add(lineId)
      setHeld(next)
    }),
    /** Out of the hand: all of it, or what has gone onto a vehicle. */
    letGo: useStable((gone?: readonly Cargo[]) => {
      const keys = new Set(gone?.map(({ key }) => key))
      setChosen(gone ? new Set([...selected].filter((key) => !keys.has(key))) : nothing)
      setHeld(gone ? new Set([...held].filter((id) => !gone.some(({ lineId }) => lineId === id))) : nothing)
    }),
  }
}
