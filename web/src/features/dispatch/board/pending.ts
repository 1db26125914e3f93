import type { arrangeOnto, WaitingRow } from '@xunyun/contract/dispatch/calls'
import type { Input } from '@xunyun/contract/kernel/call'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { waitingKey } from '../lines.ts'
import { type Card, type Cargo, putOn } from './cards.ts'

/** What was done a moment ago and is not answered yet: seen at once, and gone again where it is refused. */
export type Pending = {
  readonly id: number
  /** The card it was put on; null: it was taken off. */
  readonly card: string | null
  readonly cargo: readonly Cargo[]
  /** What has been read since shows it already. */
  readonly read: { readonly vehicles?: true; readonly waiting?: true }
}

/** What waits, less what is on its way to a vehicle. */
export function withoutPending(rows: readonly WaitingRow[], pending: readonly Pending[]): readonly WaitingRow[] {
  const taken = new Map<string, number>()
  for (const { cargo, read } of pending)
    for (const { key, lineId, pieces } of cargo)
      if (lineId === undefined && !read.waiting) taken.set(key, (taken.get(key) ?? 0) + pieces)
  if (taken.size === 0) return rows
  return rows.flatMap((row) => {
    const pieces = taken.get(waitingKey(row))
    if (pieces === undefined) return [row]
    const free = row.free - pieces
    if (free <= 0) return []
    const part = (value: string, places: number) => new Exact(value).times(free).div(row.free).toFixed(places)
    return [{ ...row, free, weight: part(row.weight, 3), volume: part(row.volume, 4) }]
  })
}

/** The vehicles, with what is on its way to them and without what is taken off. */
export function withPending(cards: readonly Card[], all: readonly Pending[]): readonly Card[] {
  const pending = all.filter(({ read }) => !read.vehicles)
  if (pending.length === 0) return cards
  const off = new Set(pending.flatMap(({ cargo }) => cargo.flatMap(({ lineId }) => lineId ?? [])))
  return cards.map((card) => {
    const left = card.lines.some(({ lineId }) => off.has(lineId))
      ? { ...card, lines: card.lines.filter(({ lineId }) => !off.has(lineId)) }
      : card
    const more = pending.filter((one) => one.card === card.key).flatMap(({ cargo }) => cargo)
    return more.length === 0 ? left : putOn(left, more, true)
  })
}

type Onto = Input<typeof arrangeOnto>
/** A trip, or a vehicle that has none: what something is put on. */
export type Target = Pick<Onto, 'id' | 'vehicleId' | 'driverId' | 'carrierId' | 'planAt'>
export type TripLine = Onto['lines'][number]

/** A line gets another number when it is put on a trip again. */
type Renamed = { readonly was: number; readonly now: number }

/** One thing that this person did here, as it is taken back. */
export type Done =
  | {
      readonly kind: 'put'
      readonly no: string
      readonly tripId: number
      /** Lines that waited before: they wait again. */
      readonly lineIds: readonly number[]
      /** Lines that came from other trips: they go back. */
      readonly moved: readonly { readonly from: Target; readonly lines: readonly Renamed[] }[]
    }
  | {
      readonly kind: 'off'
      readonly no: string
      readonly tripId: number
      readonly lineId: number
      readonly line: TripLine
    }

/** As many as one remembers. */
const mostSteps = 50
export const withDone = (steps: readonly Done[], step: Done): readonly Done[] => [...steps, step].slice(-mostSteps)

/**
 * The lines of a trip in the order in which they were sent: first what waited, then what came from other trips; of these all go or
 * none.
 */
export function stepOf(
  answer: {
    readonly trip: { readonly id: number; readonly arrangementNo: string } | null
    readonly lineIds: readonly number[]
  },
  moved: readonly { readonly lineId: number; readonly from: Target }[],
): Done | null {
  if (answer.trip === null) return null
  const split = answer.lineIds.length - moved.length
  const back = Map.groupBy(
    moved.map((one, index) => ({ ...one, now: answer.lineIds[split + index] as number })),
    ({ from }) => from.id ?? from.vehicleId,
  )
  return {
    kind: 'put',
    no: answer.trip.arrangementNo,
    tripId: answer.trip.id,
    lineIds: answer.lineIds.slice(0, split),
    moved: [...back.values()].map((of) => ({
      from: (of[0] as (typeof of)[number]).from,
      lines: of.map(({ lineId, now }) => ({ was: lineId, now })),
    })),
  }
}

/** An earlier step, after lines that it knows, or their trips, have come back under other numbers. */
export function renamedIn(step: Done, lines: ReadonlyMap<number, number>, trips: ReadonlyMap<number, number>): Done {
  const line = (id: number) => lines.get(id) ?? id
  const tripId = trips.get(step.tripId) ?? step.tripId
  if (step.kind === 'off') return { ...step, tripId, lineId: line(step.lineId) }
  return {
    ...step,
    tripId,
    lineIds: step.lineIds.map(line),
    moved: step.moved.map(({ from, lines: of }) => ({
      from: { ...from, id: from.id === undefined ? undefined : (trips.get(from.id) ?? from.id) },
      lines: of.map(({ was, now }) => ({ was, now: line(now) })),
    })),
  }
}
