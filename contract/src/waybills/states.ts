import { approve, edit } from '../access.ts'
import type { Right } from '../kernel/call.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

export const waybillStates = [
  'draft',
  'placed',
  'pickingUp',
  'inStation',
  'inTransit',
  'arrived',
  'delivering',
  'awaitingPickup',
  'signed',
  'partSigned',
  'rejected',
  'closed',
  'cancelled',
] as const
export type WaybillState = (typeof waybillStates)[number]

/**
 * Places where pieces are (domain §2). `none` is outside the ledger: pieces enter by placing and leave by cancelling.
 * `refusedOut`: refused, and still with the arrangement; `refused`: kept by an outlet.
 */
export const places = [
  'shipper',
  'arrangement',
  'outlet',
  'pickup',
  'consignee',
  'refusedOut',
  'refused',
  'lost',
  'returned',
  'forwarded',
  'abandoned',
] as const
export type Place = (typeof places)[number]
/** Places from which a piece can still go on. */
export const livePlaces = ['shipper', 'arrangement', 'outlet', 'pickup'] as const satisfies readonly Place[]

export const waybillActions = [
  'edit',
  'place',
  'changeDestination',
  'checkIn',
  'notifyPickup',
  'deliverInstead',
  'sign',
  'refuse',
  'hold',
  'release',
  'track',
  'sendOnward',
  'readdress',
  'abandon',
  'lose',
  'find',
  'cancel',
  'undo',
] as const
export type WaybillAction = (typeof waybillActions)[number]

/** Something of it is still to come to its end. */
export const moving: readonly WaybillState[] = [
  'placed',
  'pickingUp',
  'inStation',
  'inTransit',
  'arrived',
  'delivering',
  'awaitingPickup',
]
/** What the tab 已签收 shows: every piece has come to its end. */
export const signedStates = ['signed', 'partSigned', 'rejected'] as const satisfies readonly WaybillState[]
/** What counts as shipped: neither a draft nor void. */
export const shippedStates: readonly WaybillState[] = [...moving, ...signedStates, 'closed']
/** Nothing of it is under way any more. */
export const isOver = (state: string): boolean => [...signedStates, 'closed'].includes(state)
/** 待安排 stands in place of the state while every piece that may still go waits for its next leg. */
export const waitsForLeg = (row: {
  readonly state: WaybillState
  readonly unarranged: number
  readonly signed: number
  readonly refused: number
  readonly pieces: number
}): boolean => row.unarranged > 0 && row.unarranged + row.signed + row.refused === row.pieces && row.state !== 'draft'

const office: readonly Right[] = [edit('allWayBill'), edit('taskList')]
/** What becomes of goods that cannot be delivered: as their calls let it be done. */
const ofCases: readonly Right[] = [edit('allWayBill'), edit('abnormalList')]
const decidersOfCases: readonly Right[] = [approve('allWayBill'), approve('abnormalList')]

/**
 * What may be done to a waybill in which state, and who may. Where it leads is `derived` from where the pieces are:
 * a waybill whose pieces part is in the state of the least advanced (domain §2), so of a part of them more may be undone,
 * signed or refused than the state says: the rules beside it look at the pieces. Departing and arriving belong to the
 * arrangement.
 */
export const waybillLifecycle: Lifecycle<WaybillState, WaybillAction> = {
  edit: { from: ['draft', 'placed', 'pickingUp', 'inStation', 'inTransit', 'arrived'], to: 'derived', right: office },
  place: { from: ['draft'], to: 'placed', right: office },
  changeDestination: { from: moving, to: 'derived', right: [edit('allWayBill')] },
  checkIn: { from: ['placed', 'pickingUp'], to: 'derived', right: [edit('allWayBill'), edit('arrangedOrder')] },
  notifyPickup: { from: moving, to: 'derived', right: [edit('allWayBill'), edit('arrangedOrder')] },
  deliverInstead: { from: moving, to: 'derived', right: [edit('allWayBill'), edit('arrangedOrder')] },
  sign: { from: moving, to: 'derived', right: [edit('allWayBill')] },
  refuse: { from: moving, to: 'derived', right: [edit('allWayBill')] },
  hold: { from: ['draft', ...moving], to: 'derived', right: [edit('allWayBill')] },
  release: { from: ['draft', ...moving], to: 'derived', right: [{ page: 'allWayBill', kind: 'approve' }] },
  track: {
    from: [...moving, ...signedStates, 'closed'],
    to: 'derived',
    right: [edit('allWayBill'), edit('track'), edit('trackList')],
  },
  /** 返货, 转寄. */
  sendOnward: { from: [...moving, 'partSigned', 'rejected'], to: 'derived', right: ofCases },
  readdress: { from: [...moving, 'partSigned', 'rejected'], to: 'derived', right: ofCases },
  abandon: { from: [...moving, 'partSigned', 'rejected'], to: 'derived', right: decidersOfCases },
  lose: { from: [...moving, 'partSigned', 'rejected'], to: 'derived', right: decidersOfCases },
  find: { from: [...moving, ...signedStates, 'closed'], to: 'derived', right: ofCases },
  // Of what is in station, where it began there.
  cancel: { from: ['draft', 'placed', 'inStation'], to: 'cancelled', right: [{ page: 'allWayBill', kind: 'approve' }] },
  undo: {
    from: [...moving, ...signedStates, 'closed'],
    to: 'derived',
    right: [{ page: 'allWayBill', kind: 'approve' }],
  },
}
