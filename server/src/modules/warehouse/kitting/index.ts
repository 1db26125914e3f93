import { pageOf } from '@xunyun/contract/pages'
import * as orders from '@xunyun/contract/warehouse/kitting/kitOrders'
import * as kitCalls from '@xunyun/contract/warehouse/kitting/kits'
import { may } from '../../../platform/actor.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isSeen } from '../../../platform/records.ts'
import { badField } from '../../../platform/refusal.ts'
import { kitColumns, kitOrderColumns } from './columns.ts'
import { offerImports } from './imports.ts'
import { addKit, changeKit, deleteKits, setKitsEnabled } from './kits.ts'
import { addKitOrder, cancelKitOrders, reverseKitOrders, runKitOrder } from './orders.ts'
import { planAssembly, planDisassembly } from './plan.ts'
import { kitChoices, kitDetail, listKits, totalKits } from './queries.kits.ts'
import { listOrders, orderDetail, stockOfKit, totalOrders } from './queries.orders.ts'
import { describeKit, describeOrder } from './store.ts'

export { addKit } from './kits.ts'
export { addKitOrder, cancelKitOrders } from './orders.ts'

/** Sets of goods: what they are made of, and how they are made of stock or taken apart again. */
export function kitting(platform: Platform): void {
  const { bind, exports, imports, records } = platform
  offerImports(imports)
  records.register('kit', {
    maySee: async (tx, actor, id) =>
      may(actor, 'combination', 'browse') && (await isSeen(kitDetail(tx, actor, { id }))),
    describe: describeKit,
  })
  bind.constraints({ kit__item: () => badField('itemId', 'kits.taken') })
  bind(kitCalls.getKits, ({ tx, actor }, input) => listKits(tx, actor, input))
  bind(kitCalls.getKitTotals, ({ tx, actor }, input) => totalKits(tx, actor, input))
  bind(kitCalls.getKit, ({ tx, actor }, input) => kitDetail(tx, actor, input))
  bind(kitCalls.addKit, addKit)
  bind(kitCalls.changeKit, changeKit)
  bind(kitCalls.setKitsEnabled, setKitsEnabled)
  bind(kitCalls.deleteKits, deleteKits)
  bind(kitCalls.getKitHistory, async ({ tx, actor }, input) => {
    const { id } = await kitDetail(tx, actor, input)
    return historyOf(tx, 'kit', id)
  })
  exports.offer(kitCalls.exportKits, {
    name: (actor) => pageOf('combination').titles[actor.language],
    columns: () => kitColumns,
    page: (tx, actor, input, request) => listKits(tx, actor, { ...input, ...request }),
  })
  bind(kitCalls.getKitChoices, ({ tx, actor }, input) => kitChoices(tx, actor, input))
  bindOrders(platform)
}

function bindOrders({ bind, exports, numbering, records }: Platform): void {
  records.register('kitOrder', {
    maySee: async (tx, actor, id) => may(actor, 'combination', 'browse') && (await isSeen(orderDetail(tx, actor, id))),
    describe: describeOrder,
  })
  bind(orders.getKitOrders, ({ tx, actor }, input) => listOrders(tx, actor, input))
  bind(orders.getKitOrderTotals, ({ tx, actor }, input) => totalOrders(tx, actor, input))
  bind(orders.getKitOrder, ({ tx, actor }, { id }) => orderDetail(tx, actor, id))
  bind(orders.getKitOrderHistory, async ({ tx, actor }, input) => {
    const { id } = await orderDetail(tx, actor, input.id)
    return historyOf(tx, 'kitOrder', id)
  })
  bind(orders.planAssembly, planAssembly)
  bind(orders.planDisassembly, planDisassembly)
  bind(orders.getKitStock, ({ tx, actor }, input) => stockOfKit(tx, actor, input))
  bind(orders.addKitOrder, addKitOrder(numbering))
  bind(orders.runKitOrder, runKitOrder)
  bind(orders.cancelKitOrders, cancelKitOrders)
  bind(orders.reverseKitOrders, reverseKitOrders)
  exports.offer(orders.exportKitOrders, {
    name: (actor) => pageOf('combination').titles[actor.language],
    columns: () => kitOrderColumns,
    page: (tx, actor, input, request) => listOrders(tx, actor, { ...input, ...request }),
  })
}
