import * as calls from '@xunyun/contract/mobileOrders/calls'
import { pageOf } from '@xunyun/contract/pages'
import { may } from '../../platform/actor.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import * as acts from './acts.ts'
import { orderColumns } from './columns.ts'
import { convertPhoneOrder } from './convert.ts'
import { caller, clerks, recentParties } from './queries.callers.ts'
import { isInScope, isMine, listMine, listOrders, orderDetail, totalOrders } from './queries.ts'
import { nameOfOrder, peopleOfOrder } from './store.ts'

export { acceptPhoneOrders, cancelPhoneOrders, placePhoneOrder, takePhoneOrder } from './acts.ts'
export { convertPhoneOrder } from './convert.ts'
export { moveOrders } from './moveCustomer.ts'

/** Phone orders (RT-16/phoneList): placed, answered, each made a waybill once. */
export function mobileOrders({ approvals, bind, exports, files, numbering, records }: Platform): void {
  bind.constraints({
    phone_order__no: () => new Refusal('kernel.busy'),
    phone_order__waybill: () => new Refusal('kernel.busy'),
  })
  // A photo is for whoever answers the order, and for whoever placed it.
  records.register(acts.entity, {
    maySee: async (tx, actor, id) =>
      (may(actor, 'phoneList', 'browse') && (await isInScope(tx, actor, id))) ||
      (may(actor, 'phoneOrder', 'browse') && (await isMine(tx, actor, id))),
    describe: async (tx, id) => ({ name: await nameOfOrder(tx, id), link: `${pageOf('phoneList').path}?order=${id}` }),
    concerned: (tx, id) => peopleOfOrder(tx, id),
  })

  bind(calls.getPhoneOrders, ({ tx, actor }, input) => listOrders(tx, actor, input))
  bind(calls.getPhoneOrderTotals, ({ tx, actor }, input) => totalOrders(tx, actor, input))
  bind(calls.getPhoneOrder, ({ tx, actor }, { id }) => orderDetail(tx, actor, files, id))
  bind(calls.getPhoneOrderHistory, async ({ tx, actor }, { id }) => {
    await orderDetail(tx, actor, files, id)
    return historyOf(tx, acts.entity, id)
  })
  exports.offer(calls.exportPhoneOrders, {
    name: (actor) => pageOf('phoneList').titles[actor.language],
    columns: () => orderColumns,
    page: (tx, actor, input, request) => listOrders(tx, actor, { ...input, ...request, page: undefined }),
  })

  const deps = { numbering, files }
  bind(calls.takePhoneOrder, acts.takePhoneOrder(deps))
  bind(calls.acceptPhoneOrders, acts.acceptPhoneOrders)
  bind(calls.assignPhoneOrders, acts.assignPhoneOrders)
  bind(calls.returnPhoneOrders, acts.returnPhoneOrders)
  bind(calls.cancelPhoneOrders, acts.cancelPhoneOrders)
  bind(calls.convertPhoneOrder, convertPhoneOrder({ ...deps, approvals }))
  bind(calls.getCaller, ({ tx, actor }, input) => caller(tx, actor, input))
  bind(calls.getClerks, ({ tx }, input) => clerks(tx, input))

  bind(calls.placePhoneOrder, acts.placePhoneOrder(deps))
  bind(calls.getMyPhoneOrders, ({ tx, actor }, input) => listMine(tx, actor, input))
  bind(calls.getRecentParties, ({ tx, actor }) => recentParties(tx, actor))
  bind(calls.cancelMyPhoneOrder, acts.cancelMyPhoneOrder)
}
