import { type ArrangementAction, type ArrangementState, arrangementLifecycle } from '@xunyun/contract/dispatch/states'
import type { Beyond } from '@xunyun/contract/dispatch/stops'
import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { Actor } from '../../platform/actor.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isOwnOutlet } from '../../platform/scope.ts'

export type Objection = { reason: Reason; params?: Params } | undefined
export const refusalOf = (no: Objection): Refusal | undefined =>
  no === undefined ? undefined : new Refusal(no.reason, no.params ?? {})
export const refuse = (no: Objection): void => {
  const refusal = refusalOf(no)
  if (refusal !== undefined) throw refusal
}

/** A paper of a vehicle or driver; `expiry` null means it has none on record. */
export type Paper = { whose: string; paper: string; expiry: string | null }
export type VehicleFacts = {
  plateNo: string
  loadKg: string
  volumeM3: string | null
  cold: boolean
  hazard: boolean
  enabled: boolean
  papers: readonly Paper[]
}
export type DriverFacts = { name: string; mobile: string; enabled: boolean; papers: readonly Paper[] }

export const stateAllows = (action: ArrangementAction, state: ArrangementState): Objection =>
  canStart(arrangementLifecycle, action, state)
    ? undefined
    : { reason: 'dispatch.wrongState', params: { tripState: state } }

type TripOutlets = {
  outletId: number
  fromOutletId: number | null
  toOutletId: number | null
  viaOutletIds: readonly number[]
  /** Outlets of the stop that is reported next, and of the one reported last; null at shippers' and consignees'. */
  nextOutletId: number | null
  lastOutletId: number | null
}
/**
 * Where an act on a trip happens (T1): it departs where it is loaded, arrives where it ends, and at a stop between where that is; all
 * else, and what happens at shippers' and consignees', is of the outlet that made it or where it starts. What is found comes to any stop.
 */
const placeOfAct = (action: ArrangementAction, trip: TripOutlets): number[] => {
  const start = trip.fromOutletId ?? trip.outletId
  const office = [trip.outletId, start]
  if (action === 'depart' || action === 'undoDepart') return [start]
  if (action === 'arrive' || action === 'undoArrive') return [trip.toOutletId ?? start]
  if (action === 'bringIn' || action === 'undoBringIn')
    return [trip.toOutletId ?? start, ...trip.viaOutletIds, ...(trip.viaOutletIds.length > 0 ? office : [])]
  if (action === 'reachStop' || action === 'leaveStop') return trip.nextOutletId === null ? office : [trip.nextOutletId]
  if (action === 'undoReachStop' || action === 'undoLeaveStop')
    return trip.lastOutletId === null ? office : [trip.lastOutletId]
  return office
}

/** Only the outlet where it happens does it. */
export const happensHere = (actor: Actor, action: ArrangementAction, trip: TripOutlets): Objection =>
  placeOfAct(action, trip).some((outletId) => isOwnOutlet(actor, outletId))
    ? undefined
    : { reason: 'dispatch.otherOutletActs' }

/** What was seen at a stop is told by its outlet afterwards, too. */
export const happenedHere = (
  actor: Actor,
  seq: number,
  trip: TripOutlets & { stops: readonly { seq: number; outletId: number | null }[] },
): Objection => {
  const outletId = trip.stops[seq - 1]?.outletId ?? null
  if (outletId === null) return happensHere(actor, 'finish', trip)
  return isOwnOutlet(actor, outletId) ? undefined : { reason: 'dispatch.otherOutletActs' }
}

/** A paper is valid up to and including its day of expiry. */
export function papersAreValid(papers: readonly Paper[], today: string): Objection {
  const expired = papers.find(({ expiry }) => expiry !== null && expiry < today)
  return expired === undefined
    ? undefined
    : {
        reason: 'dispatch.paperExpired',
        params: { whose: expired.whose, paper: expired.paper, date: expired.expiry ?? '' },
      }
}

export const vehicleMayGo = (vehicle: VehicleFacts, today: string): Objection =>
  vehicle.enabled ? papersAreValid(vehicle.papers, today) : { reason: 'dispatch.vehicleDisabled' }

export const driverMayDrive = (driver: DriverFacts, today: string): Objection =>
  driver.enabled ? papersAreValid(driver.papers, today) : { reason: 'dispatch.driverDisabled' }

/** `trip` is null where it is not the reader's: that the vehicle is away is no secret, whose load it carries is. */
export const vehicleIsOn = (plate: string, trip: string | null): NonNullable<Objection> =>
  trip === null
    ? { reason: 'dispatch.vehicleBusyElsewhere', params: { plate } }
    : { reason: 'dispatch.vehicleBusy', params: { plate, trip } }
export const driverIsOn = (driver: string, trip: string | null): NonNullable<Objection> =>
  trip === null
    ? { reason: 'dispatch.driverBusyElsewhere', params: { driver } }
    : { reason: 'dispatch.driverBusy', params: { driver, trip } }

/** The load of every stretch fits the vehicle by weight, and by volume where its volume is known (T15). */
export const loadFits = (beyond: Beyond | undefined): Objection =>
  beyond === undefined
    ? undefined
    : beyond.by === 'weight'
      ? { reason: 'dispatch.overweight', params: { weight: beyond.value, limit: beyond.limit } }
      : { reason: 'dispatch.overvolume', params: { volume: beyond.value, limit: beyond.limit } }

type Cargo = { waybillNo: string; serviceType: string; hold: boolean }

/** Cold chain goes in a cold vehicle. */
export const coldStaysCold = (cargo: Cargo, vehicle: VehicleFacts): Objection =>
  cargo.serviceType === 'cold' && !vehicle.cold
    ? { reason: 'dispatch.coldNeeded', params: { no: cargo.waybillNo, plate: vehicle.plateNo } }
    : undefined

/** Hazardous goods go in a vehicle licensed for them. */
export const hazardIsLicensed = (cargo: Cargo, vehicle: VehicleFacts): Objection =>
  cargo.serviceType === 'hazard' && !vehicle.hazard
    ? { reason: 'dispatch.hazardNeeded', params: { no: cargo.waybillNo, plate: vehicle.plateNo } }
    : undefined

/** A held waybill may travel between outlets but not to the consignee. */
export const heldIsNotDelivered = (cargo: Cargo, leg: string): Objection =>
  leg === 'delivery' && cargo.hold ? { reason: 'dispatch.held', params: { no: cargo.waybillNo } } : undefined

/** Pieces are arranged by the outlet where they lie; at the shipper's by the waybill's own (T1). */
export const arrangedWhereItLies = (
  spot: { place: string; name: string; here: boolean } | undefined,
  mine: boolean,
  outletName: string,
): Objection => {
  if (spot === undefined || (spot.place === 'shipper' ? mine : spot.here)) return undefined
  return {
    reason: 'dispatch.otherOutletArranges',
    params: { outlet: spot.place === 'shipper' ? outletName : spot.name },
  }
}

type Start = { fromPlace: string; fromId: number }

/**
 * A pickup starts at the shipper; trunk and shuttle at their outlet; a delivery at an outlet or, going straight, at the shipper.
 * `outlet`: the name of the one where the line's pieces lie.
 */
export function startsWhereItLies(
  trip: { type: string; fromOutletId?: number | undefined },
  line: Start,
  outlet: string | undefined,
): Objection {
  if (trip.type === 'delivery') return undefined
  if (trip.type === 'pickup')
    return line.fromPlace === 'shipper'
      ? undefined
      : { reason: 'dispatch.pickedUpAlready', params: { outlet: outlet ?? '' } }
  if (line.fromPlace !== 'outlet') return { reason: 'dispatch.stillAtShipper' }
  return line.fromId === trip.fromOutletId
    ? undefined
    : { reason: 'dispatch.atOtherOutlet', params: { outlet: outlet ?? '' } }
}

/** The part of a waybill's figure that `pieces` of its pieces weigh. */
export const shareOf = (total: string, pieces: number, all: number, places: number): string =>
  new Exact(total).times(pieces).div(all).toFixed(places)
