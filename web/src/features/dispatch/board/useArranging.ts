import { arrangeOnto, cancelArrangements, removeLines } from '@xunyun/contract/dispatch/calls'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showRefused } from '../../../shared/action/refused.ts'
import { useCommands } from '../../../shared/action/useAction.ts'
import { serverNow } from '../../../shared/session/session.ts'
import { day } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import type { Card, Cargo } from './cards.ts'
import { type Done, type Pending, renamedIn, stepOf, type Target, withDone } from './pending.ts'

type Options = {
  readonly cards: readonly Card[]
  readonly date: string | undefined
  /** Asks for the board anew. */
  readonly refresh: () => { readonly vehicles: Promise<void>; readonly waiting: Promise<void> }
}

/** When a new trip is to leave: in an hour, late at night still today, or it would be on tomorrow's board; on another day in the morning. */
function planFor(date: string | undefined): string {
  const now = serverNow()
  if (date !== undefined && date !== day(now)) return new Date(`${date}T08:00:00+08:00`).toISOString()
  const soon = Math.ceil((now.getTime() + 3_600_000) / 900_000) * 900_000
  // Late in the evening not on the next day: it would leave the board.
  return new Date(Math.min(soon, Date.parse(`${day(now)}T23:59:00+08:00`))).toISOString()
}

const targetOf = ({ trip, vehicleId, driverId, carrierId }: Card, planAt: string): Target =>
  trip
    ? { id: trip.id, vehicleId: undefined, driverId: undefined, carrierId: undefined, planAt: undefined }
    : { id: undefined, vehicleId, driverId: driverId ?? undefined, carrierId: carrierId ?? undefined, planAt }
/** Where it was before: its trip, or another one like it once that is gone. */
const sourceOf = (card: Card): Target => ({
  id: card.trip?.id,
  vehicleId: card.vehicleId,
  driverId: card.driverId ?? undefined,
  carrierId: card.carrierId ?? undefined,
  planAt: card.trip?.planAt,
})

/** What a dispatcher does on the board: seen at once, sent one after another, taken back step by step. */
export function useArranging({ cards, date, refresh }: Options) {
  const { t } = useTranslation('board')
  const commands = useCommands([])
  const [pending, setPending] = useState<readonly Pending[]>([])
  const [steps, setSteps] = useState<readonly Done[]>([])
  const count = useRef(0)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const inLine = useRef(0)
  /** Trips that were made for vehicles by what is in line. */
  const made = useRef(new Map<string, number>())

  const tell = (title: string, { done, refused }: Outcomes) => {
    if (refused.length > 3) showRefused(title, { done, refused })
    else for (const { no, msg } of refused) toast.error(`${no} ${msg}`)
  }
  const drop = (id: number, part: 'vehicles' | 'waiting') =>
    setPending((before) =>
      before.flatMap((one) => {
        if (one.id !== id) return [one]
        const read = { ...one.read, [part]: true as const }
        return read.vehicles && read.waiting ? [] : [{ ...one, read }]
      }),
    )
  /** One after another: a second load for a vehicle goes onto the trip that the first one made. */
  const send = (seen: Pick<Pending, 'card' | 'cargo'>, act: () => Promise<Done | null>): void => {
    count.current += 1
    const id = count.current
    setPending((before) => [...before, { ...seen, id, read: {} }])
    inLine.current += 1
    line.current = line.current.then(async () => {
      try {
        const step = await act()
        if (step) setSteps((before) => withDone(before, step))
      } catch {
        // Said already.
      }
      inLine.current -= 1
      if (inLine.current === 0) made.current.clear()
      const { vehicles, waiting } = refresh()
      const there = (part: 'vehicles' | 'waiting') => () => drop(id, part)
      void vehicles.then(there('vehicles'), there('vehicles'))
      void waiting.then(there('waiting'), there('waiting'))
    })
  }

  const put = useStable((card: Card, cargo: readonly Cargo[]): void => {
    const waits = cargo.filter(({ lineId }) => lineId === undefined)
    const moved = cargo.flatMap(({ lineId, card: from }) => {
      const source = cards.find(({ key }) => key === from)
      return lineId === undefined || source === undefined ? [] : [{ lineId, from: sourceOf(source) }]
    })
    const planAt = planFor(date)
    send({ card: card.key, cargo }, async () => {
      const known = made.current.get(card.key)
      const target = targetOf(card, planAt)
      const answer = await commands.run(arrangeOnto, {
        ...(target.id === undefined && known !== undefined ? { id: known } : target),
        lines: waits.map(({ waybillId, fromPlace, fromId, pieces }) => ({ waybillId, fromPlace, fromId, pieces })),
        moved: moved.length === 0 ? undefined : moved.map(({ lineId }) => lineId),
      })
      if (answer.trip && card.trip === null) made.current.set(card.key, answer.trip.id)
      tell(t('act.put'), answer)
      return stepOf(answer, moved)
    })
  })

  const takeOff = useStable((card: Card, cargo: Cargo): void => {
    const { lineId } = cargo
    const trip = card.trip
    if (lineId === undefined || trip === null) return
    send({ card: null, cargo: [cargo] }, async () => {
      const outcomes = await commands.run(removeLines, { ids: [lineId] })
      tell(t('act.takeOff'), outcomes)
      if (outcomes.done === 0) return null
      const { waybillId, fromPlace, fromId, pieces } = cargo
      const unload = trip.lines.find((one) => one.lineId === lineId)?.unloadOutletId
      const again = { waybillId, fromPlace, fromId, pieces, unloadOutletId: unload ?? undefined }
      return { kind: 'off', no: trip.arrangementNo, tripId: trip.id, lineId, line: again }
    })
  })

  const takeBack = async (step: Done) => {
    const lines = new Map<number, number>()
    const trips = new Map<number, number>()
    const back = (outcomes: Outcomes) => ({ outcomes, lines, trips })
    if (step.kind === 'off') {
      const answer = await commands.run(arrangeOnto, { id: step.tripId, lines: [step.line] })
      for (const now of answer.lineIds) lines.set(step.lineId, now)
      return back(answer)
    }
    const { tripId, lineIds, moved } = step
    const there = cards.find(({ trip }) => trip?.id === tripId)?.trip?.lines ?? []
    // Nothing else is on it: without them there is no trip.
    if (moved.length === 0 && there.every(({ lineId }) => lineIds.includes(lineId)))
      return back(await commands.run(cancelArrangements, { ids: [tripId], reason: t('act.undo') }))
    let outcomes: Outcomes = { done: 0, refused: [] }
    if (lineIds.length > 0) outcomes = await commands.run(removeLines, { ids: lineIds })
    for (const { from, lines: of } of moved) {
      // Its trip is gone, emptied: another one of the vehicle's, or one like it.
      const onTrip = (id: number | undefined) => id !== undefined && cards.some(({ trip }) => trip?.id === id)
      const other = cards.find(({ vehicleId, kind, trip }) => trip && kind === 'open' && vehicleId === from.vehicleId)
      const id = onTrip(from.id) ? from.id : other?.trip?.id
      const to = id === undefined ? { ...from, id } : { id }
      const answer = await commands.run(arrangeOnto, { ...to, lines: [], moved: of.map(({ now }) => now) })
      for (const [at, { was }] of of.entries()) lines.set(was, answer.lineIds[at] ?? was)
      if (from.id !== undefined && answer.trip) trips.set(from.id, answer.trip.id)
      outcomes = { done: outcomes.done + answer.done, refused: [...outcomes.refused, ...answer.refused] }
    }
    return back(outcomes)
  }
  const undo = useStable((): void => {
    const step = steps.at(-1)
    if (step === undefined) return
    setSteps((before) => before.filter((one) => one !== step))
    send({ card: null, cargo: [] }, async () => {
      const { outcomes, lines, trips } = await takeBack(step)
      setSteps((before) => before.map((one) => renamedIn(one, lines, trips)))
      tell(t('act.undo'), outcomes)
      if (outcomes.done > 0) toast.success(t('done.undo', { no: step.no }))
      return null
    })
  })

  return { pending, put, takeOff, undo, tell, last: steps.at(-1) }
}
