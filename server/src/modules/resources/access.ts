import type { Kind } from '@xunyun/contract/kernel/call'
import type { PageKey } from '@xunyun/contract/pages'
import { type VehicleType, vehicleTypes } from '@xunyun/contract/resources/calls'
import { type Actor, may } from '../../platform/actor.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Each type of vehicle has its page; the page of all covers them. */
const pageOfType: Readonly<Record<VehicleType, PageKey>> = {
  own: 'vehicleOwn',
  contract: 'vehicleContract',
  hired: 'vehicleHired',
}
export const vehiclePage = (type: VehicleType | undefined): PageKey =>
  type === undefined ? 'vehicleAll' : pageOfType[type]

/** The types that the actor may browse, edit or decide on. */
export const coveredTypes = (actor: Actor, kind: Kind): readonly VehicleType[] =>
  vehicleTypes.filter((type) => may(actor, 'vehicleAll', kind) || may(actor, pageOfType[type], kind))

export function requireVehicle(actor: Actor, kind: Kind, type: VehicleType): void {
  if (!coveredTypes(actor, kind).includes(type)) throw new Refusal('kernel.forbidden', { page: pageOfType[type], kind })
}
