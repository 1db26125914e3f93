import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { type PhoneOrderAction, type PhoneOrderState, phoneOrderLifecycle } from '@xunyun/contract/mobileOrders/states'
import { abilitiesOf } from '../../platform/abilities.ts'
import { type Actor, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { badField, Refusal } from '../../platform/refusal.ts'

/** What this actor may do to an order in this state. A waybill comes of converting it: so whoever converts may place waybills, too. */
export const orderAbilities = (actor: Actor, state: PhoneOrderState) =>
  abilitiesOf(actor, phoneOrderLifecycle, state, { convert: may(actor, 'taskList', 'edit') ? undefined : false })

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
