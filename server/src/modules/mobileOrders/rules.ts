import { canStart } from '@xunyun/contract/kernel/lifecycle'
import {
  type PhoneOrderAction,
  type PhoneOrderState,
  phoneOrderActions,
  phoneOrderLifecycle,
} from '@xunyun/contract/mobileOrders/states'
import { type Actor, isCustomer, may, mayAny } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { badField, Refusal } from '../../platform/refusal.ts'

/** A waybill comes of it: so whoever converts may place waybills, too. */
const mayDo = (actor: Actor, action: PhoneOrderAction): boolean =>
  mayAny(actor, phoneOrderLifecycle[action].right) && (action !== 'convert' || may(actor, 'taskList', 'edit'))

/** What this actor may start on an order in this state. */
export const startable = (actor: Actor, state: PhoneOrderState): PhoneOrderAction[] =>
  isCustomer(actor)
    ? []
    : phoneOrderActions.filter((action) => canStart(phoneOrderLifecycle, action, state) && mayDo(actor, action))

type Stand = { order_no: string; state: string; waybillNo: string | null }

/** What the state does not allow; of an order that is a waybill already it says which. */
export function objection(action: PhoneOrderAction, order: Stand): Refusal | undefined {
  if (canStart(phoneOrderLifecycle, action, order.state as PhoneOrderState)) return undefined
  const orderNo = order.order_no
  return order.waybillNo === null
    ? new Refusal('phoneOrders.wrongState', { orderNo, orderState: order.state })
    : new Refusal('phoneOrders.converted', { orderNo, waybillNo: order.waybillNo })
}

export function check(action: PhoneOrderAction, order: Stand): void {
  const refusal = objection(action, order)
  if (refusal !== undefined) throw refusal
}

/** Generous: what is typed late passes, a mistyped year does not. */
const [lateHours, farDays] = [24, 366]

export function checkPickup(planPickup: string | undefined): void {
  if (planPickup === undefined) return
  const ahead = Date.parse(planPickup) - clock.ms()
  if (ahead < -lateHours * 3_600_000) throw badField('planPickup', 'phoneOrders.pickupPast')
  if (ahead > farDays * 86_400_000) throw badField('planPickup', 'phoneOrders.pickupFar', { days: farDays })
}
