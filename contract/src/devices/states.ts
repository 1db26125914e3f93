import { approve, edit } from '../access.ts'
import type { Right } from '../kernel/call.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'
import { signedStates, type WaybillState } from '../waybills/states.ts'

/**
 * A GPS device (T32). What it is bound to says whether it is 已绑定, 在途 or 待回收 (ADR 039); the other states are acts' alone.
 */
export const deviceStates = [
  'inStock',
  'bound',
  'underway',
  'toReturn',
  'mailing',
  'repair',
  'lost',
  'scrapped',
] as const
export type DeviceState = (typeof deviceStates)[number]

/** What its last position and its binding say is wrong with a device that is out (T35 as far as they know). */
export const deviceAlarms = ['battery', 'silent', 'overdue'] as const
export type DeviceAlarm = (typeof deviceAlarms)[number]
/** Below so many percent. */
export const lowBattery = 20
/** Minutes without a position while it is under way. */
export const silentMinutes = 30

export const deviceActions = [
  'edit',
  'setPlace',
  'transfer',
  'bind',
  'undoBind',
  'swap',
  'extend',
  'remind',
  'takeBack',
  'mail',
  'sendToRepair',
  'repaired',
  'find',
  'lose',
  'scrap',
  'delete',
] as const
export type DeviceAction = (typeof deviceActions)[number]

const keeping: readonly Right[] = [edit('GPSStock')]
const deciding: readonly Right[] = [approve('GPSStock')]
const returning: readonly Right[] = [edit('GPSRetrieve')]
const following: readonly Right[] = [edit('GPSList'), edit('GPSRetrieve')]
const away = ['bound', 'underway', 'toReturn', 'mailing'] as const
const here = ['inStock', 'repair'] as const

export const deviceLifecycle: Lifecycle<DeviceState, DeviceAction> = {
  edit: { from: [...here, ...away, 'lost'], to: 'derived', right: keeping },
  setPlace: { from: [...here, ...away, 'lost'], to: 'derived', right: [edit('GPSStock'), edit('GPSList')] },
  transfer: { from: here, to: 'derived', right: keeping },
  bind: { from: ['inStock'], to: 'bound', right: [edit('GPSBindle')] },
  // Whoever bound it takes it back, of a trip that has left only at once; of others it is a decision.
  undoBind: {
    from: ['bound', 'underway'],
    to: 'inStock',
    right: [edit('GPSBindle'), approve('GPSBindle'), approve('GPSList')],
  },
  swap: { from: ['bound', 'underway'], to: 'derived', right: [edit('GPSList')] },
  extend: { from: away, to: 'derived', right: following },
  remind: { from: ['underway', 'toReturn', 'mailing'], to: 'derived', right: following },
  takeBack: { from: away, to: 'derived', right: returning },
  mail: { from: ['bound', 'underway', 'toReturn'], to: 'mailing', right: returning },
  sendToRepair: { from: ['inStock'], to: 'repair', right: keeping },
  repaired: { from: ['repair'], to: 'inStock', right: keeping },
  find: { from: ['lost'], to: 'inStock', right: keeping },
  lose: {
    from: [...here, ...away],
    to: 'lost',
    right: [approve('GPSStock'), approve('GPSRetrieve'), approve('GPSList')],
  },
  scrap: { from: [...here, 'lost'], to: 'scrapped', right: deciding },
  delete: { from: here, to: 'derived', right: deciding },
}

/** A binding: as its device is while it holds, then how it ended. */
export const bindingStates = ['bound', 'underway', 'toReturn', 'mailing', 'returned', 'lost'] as const
export type BindingState = (typeof bindingStates)[number]

export const objectKinds = ['waybill', 'arrangement', 'vehicle'] as const
export type ObjectKind = (typeof objectKinds)[number]

/** 自带, 快递. */
export const returnWays = ['carried', 'courier'] as const
export type ReturnWay = (typeof returnWays)[number]
/** How one comes back: 完好, 损坏. */
export const deviceConditions = ['intact', 'damaged'] as const
export type DeviceCondition = (typeof deviceConditions)[number]

/** Nothing of a waybill is under way or to be signed any more: its devices are to come back. */
export const endedWaybills = [...signedStates, 'closed', 'cancelled'] as const satisfies readonly WaybillState[]

/** Below that it may not be bound, %, where it is known. */
export const leastBattery = 30
/** Days within which a device that was lost and is found takes its deposit back. */
export const foundWithinDays = 30
/** Of a binding. */
export const mostPhotos = 5
