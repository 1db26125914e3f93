import { type CourierAction, type CourierState, courierLifecycle } from '@xunyun/contract/dispatch/states'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { Actor } from '../../../platform/actor.ts'
import { isOwnOutlet } from '../../../platform/scope.ts'
import type { Objection } from '../rules.ts'

export const courierAllows = (action: CourierAction, state: CourierState): Objection =>
  canStart(courierLifecycle, action, state)
    ? undefined
    : { reason: 'dispatch.wrongCourierState', params: { courierState: state } }

/** Only the outlet that gave the parcel out acts on it (T1). */
export const courierHere = (actor: Actor, parcel: { outletId: number; fromOutletId: number | null }): Objection =>
  [parcel.fromOutletId ?? parcel.outletId, parcel.outletId].some((outletId) => isOwnOutlet(actor, outletId))
    ? undefined
    : { reason: 'dispatch.otherOutletActs' }

/** Held cargo never goes by courier (T16). */
export const heldStays = (waybill: { waybillNo: string; hold: boolean }): Objection =>
  waybill.hold ? { reason: 'dispatch.heldByCourier', params: { no: waybill.waybillNo } } : undefined
