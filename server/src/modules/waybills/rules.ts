import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { GoodsLine } from '@xunyun/contract/waybills/calls'
import { type WaybillAction, type WaybillState, waybillLifecycle } from '@xunyun/contract/waybills/states'
import { whyHeld } from '../charges/index.ts'
import { carrierStrand } from './carriers.ts'
import { excess, walkInOnAccount } from './payments.ts'

/** Why something is not possible; undefined when it is. Pure: what they look at is handed in. */
export type Objection = { reason: Reason; params?: Params } | undefined

/** An act of this waybill alone, or of a trip, that nothing has touched since. */
export type Step = {
  kind: 'own' | 'trip'
  act: number
  /** The outlets that it brought pieces to. */
  outlets: readonly number[]
  /** Its pieces lie where it put them, and nothing else keeps it from being taken back. */
  lies: boolean
  /** All of it happened where this person's outlets act. */
  here: boolean
  /** Who refused pieces by it. */
  refusedBy: number | null
  /** To refuse is all it did. */
  isRefusal: boolean
  /** The waybill that its pieces went on as. */
  onwardNo: string | null
  /** The 改址 that it is, with or without pieces that were refused. */
  readdress: number | null
  readdressedBy: number | null
  /** What awaited pickup is to be delivered instead. */
  isDeliverInstead: boolean
  fromPlace: string
  toPlace: string
  /** Pieces that it moved, without those that were refused by it. */
  moved: number
  refused: number
  /** The arrangement that they were on. */
  arrangementNo: string | null
}

export type PlaceFacts = {
  place: string
  placeId: number
  /** Of the arrangement that carries them, else 0. */
  lineId: number
  /** Of the outlet, or the number of the arrangement. */
  name: string
  /** Of the arrangement: vehicle, line, courier. */
  kind: string | null
  leg: string | null
  pieces: number
  planned: number
  /** The outlet is where the waybill is given out. */
  isDestination: boolean
  /** This person's outlets act here (T1). */
  here: boolean
}

/** What the rules look at. */
export type WaybillFacts = {
  waybillNo: string
  state: WaybillState
  hold: boolean
  deliveryWay: string
  /** Null: a walk-in. */
  customerId: number | null
  payMethod: string
  /** Parts of 多笔付 as kept, what they are of, and yuan in all. */
  payments: string | null
  own: string
  receivable: string
  /** Yuan, what is open of its 到付 charges. */
  freightToCollect: string
  /** The invoices, receipts and payments that hold its charges; null: none. */
  heldBy: string | null
  pieces: number
  /** Its own outlet is this person's, and that one's name. */
  mine: boolean
  outletName: string
  /** It was made of another's pieces, at the outlet where they lay. */
  isOnward: boolean
  /** Pieces by place, with those planned for a trip. */
  places: readonly PlaceFacts[]
  /** The step that undo would take back, if any. Read where undo is asked about. */
  lastStep: Step | undefined | 'notRead'
  /** Pieces were given out from the destination. Read with the step. */
  givenOut: boolean | 'notRead'
}

const at = (facts: WaybillFacts, ...places: string[]) => facts.places.filter(({ place }) => places.includes(place))
const sum = (places: readonly { pieces: number; planned?: number }[], field: 'pieces' | 'free') =>
  places.reduce((total, one) => total + (field === 'free' ? one.pieces - (one.planned ?? 0) : one.pieces), 0)

/**
 * Pieces out for delivery, awaiting pickup at an outlet or a carrier's station, or with a courier: those that can be signed
 * now, by its own outlet or the one that gave them out.
 */
export const signablePlaces = (facts: Pick<WaybillFacts, 'places' | 'mine'>) =>
  facts.places.filter(
    ({ place, leg, kind, pieces, here }) =>
      pieces > 0 &&
      (facts.mine || here) &&
      (place === 'pickup' ||
        (place === 'arrangement' && (leg === 'delivery' || leg === 'station' || kind === 'courier'))),
  )

/** Pieces that are signed together: out on one arrangement, or awaiting pickup at one outlet. `from` names it. */
export type SignableStrand = {
  from: string
  name: string
  place: 'arrangement' | 'pickup'
  id: number
  pieces: number
  places: PlaceFacts[]
}
export function signableStrands(facts: Pick<WaybillFacts, 'places' | 'mine'>): SignableStrand[] {
  const strands = new Map<string, SignableStrand>()
  for (const one of signablePlaces(facts)) {
    const isCarriers = one.kind === 'line' || one.kind === 'courier'
    const from = isCarriers ? carrierStrand(one.placeId) : `${one.place}:${one.placeId}`
    const place = one.place === 'pickup' ? 'pickup' : 'arrangement'
    const strand = strands.get(from) ?? { from, name: one.name, place, id: one.placeId, pieces: 0, places: [] }
    strand.pieces += one.pieces
    strand.places.push(one)
    strands.set(from, strand)
  }
  return [...strands.values()]
}

/** Money, change, cancel, hold and release are its own outlet's (T1). */
function itsOwnOutletActs(facts: WaybillFacts): Objection {
  return facts.mine ? undefined : { reason: 'waybills.otherOutletActs', params: { outlet: facts.outletName } }
}

/** Refused or waiting pieces, which an outlet has and no trip. */
function piecesRest(facts: WaybillFacts): Objection {
  if (sum(at(facts, 'outlet', 'pickup', 'refused'), 'free') > 0) return undefined
  // What was refused at the door is on the vehicle still: its arrival brings it to an outlet.
  if (sum(at(facts, 'refusedOut'), 'pieces') > 0) return { reason: 'waybills.refusedUnderWay' }
  return { reason: 'waybills.nothingRests' }
}

/** Pieces that wait where this person's outlets give them out. */
export const pickupPlaces = (facts: Pick<WaybillFacts, 'places'>) =>
  facts.places.filter(
    ({ place, pieces, planned, isDestination, here }) =>
      place === 'outlet' && pieces > planned && isDestination && here,
  )

/** Pieces that await pickup, wherever that is. */
export const waitingPlaces = (facts: Pick<WaybillFacts, 'places'>) =>
  facts.places.filter(({ place, pieces }) => place === 'pickup' && pieces > 0)

export const stateAllows = (action: WaybillAction, facts: WaybillFacts): Objection =>
  canStart(waybillLifecycle, action, facts.state)
    ? undefined
    : {
        reason: tooLate(action, facts.state),
        params: { state: facts.state, action, states: waybillLifecycle[action].from.join(' ') },
      }

/** Where something else leads on, the refusal says what. */
function tooLate(action: WaybillAction, state: WaybillState): Reason {
  if (state === 'cancelled') return 'waybills.wrongState'
  return action === 'edit'
    ? 'waybills.editTooLate'
    : action === 'cancel'
      ? 'waybills.cancelTooLate'
      : 'waybills.otherState'
}

/** The rules beside the state, one sentence each. */
export const rules: Record<WaybillAction, readonly ((facts: WaybillFacts) => Objection)[]> = {
  edit: [itsOwnOutletActs],
  place: [
    itsOwnOutletActs,
    function thePartsFitTheTotal(facts) {
      return excess({ payments: facts.payments, receivable: facts.own })
    },
    function somebodyCanBeBilled(facts) {
      return walkInOnAccount(facts)
    },
  ],
  changeDestination: [
    itsOwnOutletActs,
    function nothingIsGivenOut(facts) {
      if (facts.givenOut === 'notRead') throw new Error('whether pieces were given out was not read')
      return facts.givenOut ? { reason: 'waybills.destinationGivenOut' } : undefined
    },
  ],
  checkIn: [
    function piecesWaitAtTheShipper(facts) {
      return sum(at(facts, 'shipper'), 'free') > 0 ? undefined : { reason: 'waybills.notAtShipper' }
    },
  ],
  notifyPickup: [
    function theConsigneePicksUp(facts) {
      return facts.deliveryWay === 'selfPickup' ? undefined : { reason: 'waybills.notSelfPickup' }
    },
    function nothingHoldsIt(facts) {
      return facts.hold ? { reason: 'waybills.held' } : undefined
    },
    function piecesWaitAtAnOutlet(facts) {
      return sum(at(facts, 'outlet'), 'free') > 0 ? undefined : { reason: 'waybills.notAtOutlet' }
    },
    function theOutletGivesThemOut(facts) {
      const free = at(facts, 'outlet').filter(({ pieces, planned }) => pieces > planned)
      if (free.some(({ isDestination, here }) => isDestination && here)) return undefined
      const [first] = [...free.filter(({ isDestination }) => isDestination), ...free]
      return {
        reason: first?.isDestination === true ? 'waybills.otherOutletActs' : 'waybills.notAtDestination',
        params: { outlet: first?.name ?? '' },
      }
    },
  ],
  deliverInstead: [
    function piecesAwaitPickup(facts) {
      return waitingPlaces(facts).length > 0 ? undefined : { reason: 'waybills.nothingAwaitsPickup' }
    },
    function theyWaitHere(facts) {
      const elsewhere = waitingPlaces(facts).find(({ here }) => !here)
      return elsewhere && { reason: 'waybills.otherOutletActs', params: { outlet: elsewhere.name } }
    },
  ],
  sign: [
    function nothingHoldsIt(facts) {
      return facts.hold ? { reason: 'waybills.held' } : undefined
    },
    function piecesAreAtTheConsigneesDoor(facts) {
      return signablePlaces(facts).length > 0 ? undefined : { reason: 'waybills.nothingToSign' }
    },
  ],
  refuse: [
    function piecesAreAtTheConsigneesDoor(facts) {
      return signablePlaces(facts).length > 0 ? undefined : { reason: 'waybills.nothingToRefuse' }
    },
  ],
  hold: [itsOwnOutletActs, (facts) => (facts.hold ? { reason: 'waybills.alreadyHeld' } : undefined)],
  release: [itsOwnOutletActs, (facts) => (facts.hold ? undefined : { reason: 'waybills.notHeld' })],
  track: [],
  sendOnward: [piecesRest],
  abandon: [piecesRest],
  lose: [],
  find: [
    function piecesAreLost(facts) {
      return sum(at(facts, 'lost'), 'pieces') > 0 ? undefined : { reason: 'waybills.nothingLost' }
    },
  ],
  readdress: [
    itsOwnOutletActs,
    function somethingIsUnsigned(facts) {
      const open = sum(at(facts, 'shipper', 'arrangement', 'outlet', 'pickup', 'refused', 'refusedOut'), 'pieces')
      return open > 0 ? undefined : { reason: 'waybills.nothingUnsigned' }
    },
  ],
  cancel: [
    itsOwnOutletActs,
    function nothingHoldsItsCharges({ heldBy }) {
      return heldBy === null ? undefined : whyHeld(heldBy)
    },
    function noTripHoldsPieces(facts) {
      return facts.places.some(({ planned }) => planned > 0) ? { reason: 'waybills.arranged' } : undefined
    },
    function nothingHasMoved(facts) {
      const first = facts.isOnward ? 'outlet' : 'shipper'
      const moved = facts.places.some(({ place, pieces }) => place !== first && pieces > 0)
      if (!moved) return undefined
      return facts.isOnward
        ? { reason: 'waybills.alreadyMoved' }
        : {
            reason: 'waybills.cancelTooLate',
            params: { state: facts.state, action: 'cancel', states: waybillLifecycle.cancel.from.join(' ') },
          }
    },
  ],
  undo: [
    function thereIsAStepOfItsOwn(facts) {
      if (facts.lastStep === 'notRead') throw new Error('what undo would take back was not read')
      if (facts.lastStep === undefined) return { reason: 'waybills.nothingToUndo' }
      if (facts.lastStep.onwardNo !== null)
        return { reason: 'waybills.undoOnward', params: { no: facts.lastStep.onwardNo } }
      return facts.lastStep.kind === 'trip' ? { reason: 'waybills.undoTrip' } : undefined
    },
    function itHappenedHere(facts) {
      const { lastStep } = facts
      return lastStep === undefined || lastStep === 'notRead' || lastStep.here ? undefined : itsOwnOutletActs(facts)
    },
    function noTripHoldsWhatItMoved(facts) {
      const { lastStep } = facts
      const outlets = lastStep === undefined || lastStep === 'notRead' ? [] : lastStep.outlets
      return facts.places.some(
        ({ place, placeId, planned }) => place === 'outlet' && planned > 0 && outlets.includes(placeId),
      )
        ? { reason: 'waybills.arranged' }
        : undefined
    },
    function whatItMovedLiesThere(facts) {
      const { lastStep } = facts
      if (lastStep === undefined || lastStep === 'notRead' || lastStep.lies) return undefined
      return { reason: 'waybills.laterDepends', params: { no: facts.waybillNo } }
    },
  ],
}

/**
 * How many pieces there are may change while all of them are at the shipper's and none is planned for a trip. The state
 * does not say so: it is that of the least advanced piece.
 */
export const piecesMayChange = (facts: Pick<WaybillFacts, 'places'>): boolean =>
  facts.places.every(({ place, pieces, planned }) => pieces === 0 || (place === 'shipper' && planned === 0))

/** The outlet that has the waybill is its first station: it stands once a piece has left the shipper. */
export const outletMayChange = (facts: Pick<WaybillFacts, 'places'>): boolean =>
  facts.places.every(({ place, pieces }) => pieces === 0 || place === 'shipper')

/** Whether a piece has left its own outlet, or gone past it. */
export const hasLeftOrigin = (facts: Pick<WaybillFacts, 'places'> & { outletId: number }): boolean =>
  facts.places.some(
    ({ place, placeId, pieces }) =>
      pieces > 0 && place !== 'shipper' && !(place === 'outlet' && placeId === facts.outletId),
  )

/** The first objection to an action, or undefined. */
export function objection(action: WaybillAction, facts: WaybillFacts): Objection {
  const wrong = stateAllows(action, facts)
  if (wrong !== undefined) return wrong
  for (const rule of rules[action]) {
    const no = rule(facts)
    if (no !== undefined) return no
  }
  return undefined
}

/** The figures of a waybill: the sums of its goods. */
export function totalsOf(goods: readonly GoodsLine[]) {
  return {
    goodsName: [...new Set(goods.map(({ name }) => name))].join('、').slice(0, 200),
    pieces: goods.reduce((total, line) => total + line.pieces, 0),
    weight: sumDecimals(
      goods.map((line) => line.weight),
      3,
    ),
    volume: sumDecimals(
      goods.map((line) => line.volume),
      4,
    ),
    declaredValue: sumDecimals(
      goods.map((line) => line.declaredValue ?? '0'),
      2,
    ),
  }
}

/** Signed plus refused may not exceed the pieces that are there. */
export function signedFits(there: number, signed: number, refused: number): Objection {
  return signed + refused > there ? { reason: 'waybills.signTooMany', params: { there } } : undefined
}

/** All that the consignee pays at the door: the goods' price, and 到付 (M4). */
export const toCollect = (waybill: { readonly freightToCollect: string; readonly codAmount: string }): string =>
  sumDecimals([waybill.codAmount, waybill.freightToCollect], 2)

/** What is to be collected was collected, or waived. */
export const collectionFits = (due: string, collected: string, waived: boolean): Objection =>
  waived || compareDecimal(due, collected) === 0 ? undefined : { reason: 'waybills.collectionDiffers', params: { due } }
