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
import * as kitActs from './kits.ts'
import { addOrder, cancelEach, reverseEach, runOne } from './orders.ts'
import { assemblyPlan, disassemblyPlan } from './plan.ts'
import { kitChoices, kitDetail, listKits, totalKits } from './queries.kits.ts'
import { listOrders, orderDetail, stockOfKit, totalOrders } from './queries.orders.ts'
import { describeKit, describeOrder } from './store.ts'

export { addOne as addKit } from './kits.ts'
export { addOrder as addKitOrder, cancelEach as cancelKitOrders } from './orders.ts'

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
  bind(kitCalls.addKit, ({ tx, actor }, input) => kitActs.addOne(tx, actor, input))
  bind(kitCalls.changeKit, ({ tx, actor }, input) => kitActs.changeOne(tx, actor, input))
  bind(kitCalls.setKitsEnabled, ({ tx, actor }, { ids, enabled }) => kitActs.setEach(tx, actor, ids, { enabled }))
  bind(kitCalls.deleteKits, ({ tx, actor }, { ids }) => kitActs.setEach(tx, actor, ids, { is_deleted: true }))
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
  bind(orders.planAssembly, ({ tx, actor }, input) => assemblyPlan(tx, actor, input))
  bind(orders.planDisassembly, ({ tx, actor }, input) => disassemblyPlan(tx, actor, input))
  bind(orders.getKitStock, ({ tx, actor }, input) => stockOfKit(tx, actor, input))
  bind(orders.addKitOrder, ({ tx, actor }, input) => addOrder(tx, actor, input, numbering))
  bind(orders.runKitOrder, ({ tx, actor }, input) => runOne(tx, actor, input))
  bind(orders.cancelKitOrders, ({ tx, actor }, { ids, reason }) => cancelEach(tx, actor, ids, reason))
  bind(orders.reverseKitOrders, ({ tx, actor }, { ids, reason }) => reverseEach(tx, actor, ids, reason))
  exports.offer(orders.exportKitOrders, {
    name: (actor) => pageOf('combination').titles[actor.language],
    columns: () => kitOrderColumns,
    page: (tx, actor, input, request) => listOrders(tx, actor, { ...input, ...request }),
  })
}
