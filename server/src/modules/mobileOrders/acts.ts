import type { Input, Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/mobileOrders/calls'
import type { PhoneOrderAction } from '@xunyun/contract/mobileOrders/states'
import type { Act, Asked } from '../../platform/act.ts'
import { type Actor, isCustomer, may } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { actorOfUser } from '../../platform/session.ts'
import { created } from '../../platform/version.ts'
import { customerFor, outletFor } from '../waybills/index.ts'
import { check, checkPickup, objection } from './rules.ts'
import { columnsOf, type LockedOrder, lockOrder, lockOrders, updateOrder } from './store.ts'

export const entity = 'phoneOrder'

type Deps = { readonly numbering: Numbering; readonly files: Files }

/** What the timeline says of a new order. */
const historyValues = ({ search: _, ...columns }: ReturnType<typeof columnsOf>) => {
  const names = Object.entries(columns).filter(([field]) => !/_region$|_city$|^customer_id$/.test(field))
  return Object.fromEntries(names)
}

async function write(
  tx: Tx,
  actor: Actor,
  { numbering, files }: Deps,
  input: Input<typeof calls.placePhoneOrder> | Input<typeof calls.takePhoneOrder>,
  more: {
    channel: 'customer' | 'driver' | 'phone'
    caller: { name: string | null; phone: string | null }
    state: Record<string, unknown>
  },
): Promise<Output<typeof calls.takePhoneOrder>> {
  checkPickup(input.planPickup)
  const customer = await customerFor(tx, actor, input.customerId)
  const outletId = await outletFor(tx, actor, input.outletId)
  const orderNo = (await numbering.next('SJ'))[0] ?? ''
  const columns = columnsOf(orderNo, input, customer, more.caller)
  const { id } = await owned(tx)
    .insertInto('phone_order')
    .values({
      ...columns,
      order_no: orderNo,
      outlet_id: outletId,
      channel: more.channel,
      placed_at: clock.now(),
      ...more.state,
      ...created(actor.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await files.link(tx, actor, entity, id, input.photos ?? [])
  const said = { ...historyValues(columns), channel: more.channel, customer: customer?.name ?? null }
  await recordHistory(tx, actor, entity, id, 'created', differences({}, said))
  return { id, orderNo }
}

/** 下单 on the phone page: by a customer for its own company, or by one of our people for whoever stands beside him. */
export const placePhoneOrder =
  (deps: Deps): Act<typeof calls.placePhoneOrder> =>
  async ({ tx, actor }, input) => {
    const me = await tx.selectFrom('app_user').select('mobile').where('id', '=', actor.userId).executeTakeFirst()
    return write(tx, actor, deps, input, {
      channel: isCustomer(actor) ? 'customer' : 'driver',
      caller: { name: actor.name, phone: me?.mobile ?? input.shipper.phone },
      state: {},
    })
  }

/** 电话下单: whoever takes the call has accepted the order. */
export const takePhoneOrder =
  (deps: Deps): Act<typeof calls.takePhoneOrder> =>
  ({ tx, actor }, input) =>
    write(tx, actor, deps, input, {
      channel: 'phone',
      caller: { name: input.callerName ?? null, phone: input.callerPhone },
      state: { state: 'accepted', accepted_by: actor.userId, accepted_at: clock.now() },
    })

/** Orders in scope, of which the state says what may be done. */
const ordersTo = (action: PhoneOrderAction): Records<LockedOrder> => ({
  lock: lockOrders,
  no: (order) => order.order_no,
  may: (order) => objection(action, order),
})

const accepted = (userId: number) => ({ state: 'accepted', accepted_by: userId, accepted_at: clock.now() })

export const acceptPhoneOrders: Act<typeof calls.acceptPhoneOrders> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, ordersTo('accept'), async (order) => {
    await updateOrder(tx, actor, order, accepted(actor.userId))
    await recordHistory(tx, actor, entity, order.id, 'accepted')
  })
}

/** 分派: to somebody who may handle orders and sees this one. */
export const assignPhoneOrders: Act<typeof calls.assignPhoneOrders> = async (asked, { ids, userId }) => {
  const { tx, actor } = asked
  const clerk = await actorOfUser(tx, userId, actor.language)
  if (clerk === undefined || isCustomer(clerk) || !may(clerk, 'phoneList', 'edit'))
    throw badField('userId', 'phoneOrders.clerk')
  const { scope, name } = clerk
  return eachRecord(asked, ids, ordersTo('assign'), async (order) => {
    if (scope.kind === 'outlet' && !scope.ids.includes(order.outlet_id))
      throw new Refusal('phoneOrders.clerkOutside', { name })
    if (order.accepted_by === userId) return
    const before = await nameOfUser(tx, order.accepted_by)
    await updateOrder(tx, actor, order, accepted(userId))
    await recordHistory(tx, actor, entity, order.id, 'assigned', [{ field: 'accepted_by', from: before, to: name }])
  })
}

const nameOfUser = async (tx: Tx, id: number | null): Promise<string | null> =>
  id === null
    ? null
    : ((await tx.selectFrom('app_user').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null)

/** 退回: it waits for somebody again, as long as it has waited already. */
export const returnPhoneOrders: Act<typeof calls.returnPhoneOrders> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, ordersTo('giveBack'), async (order) => {
    await updateOrder(tx, actor, order, { state: 'new', accepted_by: null, accepted_at: null })
    await recordHistory(tx, actor, entity, order.id, 'givenBack')
  })
}

export const cancelPhoneOrders: Act<typeof calls.cancelPhoneOrders> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, ordersTo('cancel'), (order) => cancel(asked, order, reason))

async function cancel({ tx, actor }: Asked, order: LockedOrder, reason: string | null): Promise<void> {
  await updateOrder(tx, actor, order, { state: 'cancelled', cancel_reason: reason, cancelled_at: clock.now() })
  await recordHistory(tx, actor, entity, order.id, 'cancelled', [{ field: 'cancel_reason', from: null, to: reason }])
}

/** By whoever placed it, while nobody has accepted it. */
export const cancelMyPhoneOrder: Act<typeof calls.cancelMyPhoneOrder> = async ({ tx, actor }, { id }) => {
  const order = await lockOrder(tx, actor, id)
  if (order.created_by !== actor.userId) throw notFound()
  // From the same state as somebody else accepts it.
  check('accept', order)
  await cancel({ tx, actor }, order, null)
  return {}
}
