import { type SpecialAction, type SpecialState, specialLifecycle } from '@xunyun/contract/dispatch/states'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { Actor } from '../../../platform/actor.ts'
import { isOwnOutlet } from '../../../platform/scope.ts'
import type { Objection } from '../rules.ts'

export const specialAllows = (action: SpecialAction, state: SpecialState): Objection =>
  canStart(specialLifecycle, action, state)
    ? undefined
    : { reason: 'dispatch.wrongSpecialState', params: { specialState: state } }

/** What is missing of a line that has arrived at an outlet of ours is brought in there, not given back. */
export const restIsBroughtIn = (special: {
  ends: string
  arrangementNo: string
  arriveAt: string | null
}): Objection =>
  special.ends === 'outlet' && special.arriveAt !== null
    ? { reason: 'dispatch.broughtInThere', params: { trip: special.arrangementNo } }
    : undefined

type Outlets = { outletId: number; fromOutletId: number | null; toOutletId: number | null }

/**
 * Only the outlet where it happens does it (T1): handed over where the pieces lie, arrived where they end, where that is an
 * outlet of ours; what is found comes to any of both; all else is of the outlet that handed them over.
 */
export function specialHere(actor: Actor, action: SpecialAction, special: Outlets): Objection {
  const start = special.fromOutletId ?? special.outletId
  const places =
    action === 'arrive'
      ? [special.toOutletId ?? start]
      : action === 'undo' || action === 'bringIn'
        ? [start, ...(special.toOutletId === null ? [] : [special.toOutletId])]
        : [start, special.outletId]
  return places.some((outletId) => isOwnOutlet(actor, outletId)) ? undefined : { reason: 'dispatch.otherOutletActs' }
}

/** Held cargo goes by line only to an outlet of ours, or where the carrier waits for a notice to give it out (T16). */
export const heldWaitsForNotice = (
  waybill: { waybillNo: string; hold: boolean },
  special: { ends: string; onNotice: boolean },
): Objection =>
  waybill.hold && special.ends !== 'outlet' && !special.onNotice
    ? { reason: 'dispatch.heldOnLine', params: { no: waybill.waybillNo } }
    : undefined

/** All lines lie where the line carrier takes them over. */
export const liesAtStart = (
  fromOutletId: number | undefined,
  line: { fromPlace: string; fromId: number },
): Objection =>
  (
    fromOutletId === undefined
      ? line.fromPlace === 'shipper'
      : line.fromPlace === 'outlet' && line.fromId === fromOutletId
  )
    ? undefined
    : { reason: 'dispatch.notAtStart' }
