import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { cancelPhoneOrders, placePhoneOrder, takePhoneOrder } from '@xunyun/contract/mobileOrders/calls'
import type { PhoneOrderAction } from '@xunyun/contract/mobileOrders/states'
import { type Actor, isCustomer, may } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { actorOfUser } from '../../platform/session.ts'
import { created } from '../../platform/version.ts'
import { customerFor, outletFor } from '../waybills/index.ts'
import { check, checkPickup } from './rules.ts'
import { columnsOf, type LockedOrder, lockOrder, lockOrders, updateOrder } from './store.ts'

export const entity = 'phoneOrder'

type Deps = { readonly numbering: Numbering; readonly files: Files }
type Made = { id: number; orderNo: string }

/** What the timeline says of a new order. */
const shown = ({ search: _, ...columns }: ReturnType<typeof columnsOf>) => {
  const names = Object.entries(columns).filter(([field]) => !/_region$|_city$|^customer_id$/.test(field))
  return Object.fromEntries(names)
}

async function write(
  tx: Tx,
  actor: Actor,
  { numbering, files }: Deps,
  input: Input<typeof placePhoneOrder> | Input<typeof takePhoneOrder>,
  more: {
    channel: 'customer' | 'driver' | 'phone'
    caller: { name: string | null; phone: string | null }
    state: Record<string, unknown>
  },
): Promise<Made> {
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
  const said = { ...shown(columns), channel: more.channel, customer: customer?.name ?? null }
  await recordHistory(tx, actor, entity, id, 'created', differences({}, said))
  return { id, orderNo }
}

/** 下单 on the phone page: by a customer for its own company, or by one of our people for whoever stands beside him. */
export async function placeOne(tx: Tx, actor: Actor, deps: Deps, input: Input<typeof placePhoneOrder>): Promise<Made> {
  const me = await tx.selectFrom('app_user').select('mobile').where('id', '=', actor.userId).executeTakeFirst()
  return write(tx, actor, deps, input, {
    channel: isCustomer(actor) ? 'customer' : 'driver',
    caller: { name: actor.name, phone: me?.mobile ?? input.shipper.phone },
    state: {},
  })
}

/** 电话下单: whoever takes the call has accepted the order. */
export async function takeOne(tx: Tx, actor: Actor, deps: Deps, input: Input<typeof takePhoneOrder>): Promise<Made> {
  return write(tx, actor, deps, input, {
    channel: 'phone',
    caller: { name: input.callerName ?? null, phone: input.callerPhone },
    state: { state: 'accepted', accepted_by: actor.userId, accepted_at: clock.now() },
  })
}

/** Locks the orders, lets the state speak row by row, acts on those that may; reports each row's outcome. */
async function onEach(
  tx: Tx,
  actor: Actor,
  action: PhoneOrderAction,
  ids: readonly number[],
  act: (order: LockedOrder) => Promise<void>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const orders = await lockOrders(tx, actor, ids)
  for (const id of new Set(ids)) {
    const order = orders.get(id)
    try {
      if (order === undefined) throw notFound()
      check(action, order)
      await act(order)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      report.refuse(id, order?.order_no ?? String(id), error)
    }
  }
  return report.outcomes()
}

const accepted = (userId: number) => ({ state: 'accepted', accepted_by: userId, accepted_at: clock.now() })

export const acceptAll = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> =>
  onEach(tx, actor, 'accept', ids, async (order) => {
    await updateOrder(tx, actor, order, accepted(actor.userId))
    await recordHistory(tx, actor, entity, order.id, 'accepted')
  })

/** 分派: to somebody who may handle orders and sees this one. */
export async function assignAll(tx: Tx, actor: Actor, ids: readonly number[], userId: number): Promise<Outcomes> {
  const clerk = await actorOfUser(tx, userId, actor.language)
  if (clerk === undefined || isCustomer(clerk) || !may(clerk, 'phoneList', 'edit'))
    throw badField('userId', 'phoneOrders.clerk')
  const { scope, name } = clerk
  return onEach(tx, actor, 'assign', ids, async (order) => {
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
export const giveBackAll = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> =>
  onEach(tx, actor, 'giveBack', ids, async (order) => {
    await updateOrder(tx, actor, order, { state: 'new', accepted_by: null, accepted_at: null })
    await recordHistory(tx, actor, entity, order.id, 'givenBack')
  })

export const cancelAll = (tx: Tx, actor: Actor, { ids, reason }: Input<typeof cancelPhoneOrders>): Promise<Outcomes> =>
  onEach(tx, actor, 'cancel', ids, (order) => cancel(tx, actor, order, reason))

async function cancel(tx: Tx, actor: Actor, order: LockedOrder, reason: string | null): Promise<void> {
  await updateOrder(tx, actor, order, { state: 'cancelled', cancel_reason: reason, cancelled_at: clock.now() })
  await recordHistory(tx, actor, entity, order.id, 'cancelled', [{ field: 'cancel_reason', from: null, to: reason }])
}

/** By whoever placed it, while nobody has accepted it. */
export async function cancelMine(tx: Tx, actor: Actor, id: number): Promise<Record<string, never>> {
  const order = await lockOrder(tx, actor, id)
  if (order.created_by !== actor.userId) throw notFound()
  // From the same state as somebody else accepts it.
  check('accept', order)
  await cancel(tx, actor, order, null)
  return {}
}
