import { approve, edit } from '../access.ts'
import type { Right } from '../kernel/call.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

export const arrangementStates = ['new', 'assigned', 'departed', 'arrived', 'done', 'cancelled'] as const
export type ArrangementState = (typeof arrangementStates)[number]

export const arrangementActions = [
  'change',
  'assign',
  'depart',
  'reachStop',
  'leaveStop',
  'arrive',
  'bringIn',
  'swapVehicle',
  'finish',
  'cancel',
  'undoDepart',
  'undoReachStop',
  'undoLeaveStop',
  'undoArrive',
  'undoBringIn',
  'undoSwapVehicle',
] as const
export type ArrangementAction = (typeof arrangementActions)[number]

const dispatch: readonly Right[] = [edit('arrangeOperate'), edit('arrangeList'), edit('carArrange')]
/** Who unloads by scan brings in what was missing there, too. */
const unloading: readonly Right[] = [...dispatch, edit('arrangeScan')]
const decide: readonly Right[] = [approve('arrangeList'), approve('arrangeOperate')]

/**
 * 新建 → 已派 → 已发车 → 已到达 → 已完成; 已取消 before departure only, giving the pieces back (domain §3). Stops between are reached and left on the
 * way; after 换车 what was aboard is on another trip.
 */
export const arrangementLifecycle: Lifecycle<ArrangementState, ArrangementAction> = {
  change: { from: ['new', 'assigned'], to: 'derived', right: dispatch },
  assign: { from: ['new'], to: 'assigned', right: dispatch },
  depart: { from: ['assigned'], to: 'departed', right: dispatch },
  reachStop: { from: ['departed'], to: 'derived', right: dispatch },
  leaveStop: { from: ['departed'], to: 'derived', right: dispatch },
  arrive: { from: ['departed'], to: 'arrived', right: dispatch },
  bringIn: { from: ['departed', 'arrived'], to: 'derived', right: unloading },
  swapVehicle: { from: ['departed'], to: 'arrived', right: dispatch },
  finish: { from: ['arrived'], to: 'done', right: dispatch },
  cancel: { from: ['new', 'assigned'], to: 'cancelled', right: decide },
  undoDepart: { from: ['departed'], to: 'assigned', right: decide },
  undoReachStop: { from: ['departed'], to: 'derived', right: decide },
  undoLeaveStop: { from: ['departed'], to: 'derived', right: decide },
  undoArrive: { from: ['arrived'], to: 'departed', right: decide },
  undoBringIn: { from: ['departed', 'arrived'], to: 'derived', right: decide },
  undoSwapVehicle: { from: ['arrived'], to: 'departed', right: decide },
}

export const arrangementKinds = ['vehicle', 'line', 'courier'] as const
export type ArrangementKind = (typeof arrangementKinds)[number]
/** Of every kind: planned, under way, over or cancelled (T13). Live = planned or under way. */
export type Phase = 'planned' | 'underway' | 'ended' | 'cancelled'

/** A dedicated line (专线, kind `line`; as a role and on its pages: special). */
export const specialStates = ['new', 'handedOver', 'arrived', 'signed', 'settled', 'cancelled'] as const
export type SpecialState = (typeof specialStates)[number]
/** Where a line ends: an outlet of ours, the consignee's door, the carrier's station. */
export const specialEnds = ['outlet', 'door', 'station'] as const
export type SpecialEnds = (typeof specialEnds)[number]
export type SpecialAction = 'change' | 'handOver' | 'arrive' | 'bringIn' | 'giveBack' | 'setNumber' | 'cancel' | 'undo'

const handing: readonly Right[] = [edit('specialDelivery'), edit('specialList')]
const overLines: readonly Right[] = [approve('specialList'), approve('specialDelivery')]

/**
 * 新建 → 已交接 → 已到达 → 已签收 → 已结 (its costs are all paid); 已取消 before handing over. 已签收 follows the pieces: none, refused ones included, is left with
 * the carrier (T13). What is missing at an outlet of ours stays with the line, 已到达, until it is brought in (补到).
 */
export const specialLifecycle: Lifecycle<SpecialState, SpecialAction> = {
  change: { from: ['new'], to: 'derived', right: handing },
  handOver: { from: ['new'], to: 'handedOver', right: handing },
  arrive: { from: ['handedOver'], to: 'derived', right: handing },
  bringIn: { from: ['arrived'], to: 'derived', right: handing },
  giveBack: { from: ['handedOver', 'arrived'], to: 'derived', right: handing },
  setNumber: { from: ['new', 'handedOver', 'arrived'], to: 'derived', right: handing },
  cancel: { from: ['new'], to: 'cancelled', right: overLines },
  undo: { from: ['handedOver', 'arrived', 'signed', 'settled'], to: 'derived', right: overLines },
}

/** A parcel with a courier (快递). */
export const courierStates = [
  'new',
  'collected',
  'inTransit',
  'outForDelivery',
  'signed',
  'refused',
  'returned',
  'cancelled',
] as const
export type CourierState = (typeof courierStates)[number]
export type CourierAction =
  | 'change'
  | 'collect'
  | 'transit'
  | 'deliver'
  | 'sign'
  | 'refuse'
  | 'giveBack'
  | 'markAbnormal'
  | 'clearAbnormal'
  | 'cancel'
  | 'undo'

const parcels: readonly Right[] = [edit('courierList'), edit('courierDelivery')]
const overParcels: readonly Right[] = [approve('courierList'), approve('courierDelivery')]
const withCourier = ['collected', 'inTransit', 'outForDelivery'] as const

/** 新建 → 已揽收 → 运输中 → 派送中 → 已签收 / 拒收; 已退回; 已取消 before collection (T13). What pieces remain says which of the last it is. */
export const courierLifecycle: Lifecycle<CourierState, CourierAction> = {
  change: { from: ['new'], to: 'derived', right: parcels },
  collect: { from: ['new'], to: 'collected', right: parcels },
  transit: { from: ['collected'], to: 'inTransit', right: parcels },
  deliver: { from: ['collected', 'inTransit'], to: 'outForDelivery', right: parcels },
  sign: { from: withCourier, to: 'derived', right: parcels },
  refuse: { from: withCourier, to: 'derived', right: parcels },
  giveBack: { from: [...withCourier, 'refused'], to: 'derived', right: parcels },
  markAbnormal: { from: [...withCourier, 'refused'], to: 'derived', right: parcels },
  clearAbnormal: { from: [...withCourier, 'refused'], to: 'derived', right: parcels },
  cancel: { from: ['new'], to: 'cancelled', right: overParcels },
  undo: { from: [...withCourier, 'signed', 'refused', 'returned'], to: 'derived', right: overParcels },
}

/** The dictionary that has the words for the states of a kind. */
export const stateWords = { vehicle: 'arrangementState', line: 'specialState', courier: 'courierState' } as const
