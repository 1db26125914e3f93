import { pageOf } from '@xunyun/contract/pages'
import * as counts from '@xunyun/contract/warehouse/storing/counts'
import * as orders from '@xunyun/contract/warehouse/storing/orders'
import * as replenishing from '@xunyun/contract/warehouse/storing/replenishment'
import { may } from '../../../platform/actor.ts'
import { owned } from '../../../platform/db.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isSeen } from '../../../platform/records.ts'
import { countColumns, orderColumns } from './columns.ts'
import * as counting from './counts.ts'
import { addStockOrder, cancelStockOrders, type Deps, reverseStockOrders, runStockOrders } from './orders.ts'
import { countDetail, listCounts, totalCounts } from './queries.counts.ts'
import { listOrders, movableStock, orderDetail, totalOrders } from './queries.orders.ts'
import { addReplenishment, replenishment } from './replenish.ts'

export { countFor, noteHolds } from './holds.ts'
export type { ContainerMove } from './orders.ts'
export { refuseTwoPlaces, waitingOf } from './store.orders.ts'

/** What is done with goods that are in their places: moved, frozen, freed, given another quality, counted. */
export function storing(platform: Platform, deps: Deps): void {
  const { bind, exports, numbering, records } = platform
  records.register('stockOrder', {
    maySee: async (tx, actor, id) => may(actor, 'moveStock', 'browse') && (await isSeen(orderDetail(tx, actor, id))),
    describe: async (tx, id) => {
      // unscoped: what a record is called, asked by whoever may see its history
      const row = await owned(tx).selectFrom('stock_order').select('order_no').where('id', '=', id).executeTakeFirst()
      const name = row?.order_no ?? String(id)
      return { name, link: `${pageOf('moveStock').path}?tab=&q=${encodeURIComponent(name)}` }
    },
  })
  bind(orders.getStockOrders, ({ tx, actor }, input) => listOrders(tx, actor, input))
  bind(orders.getStockOrderTotals, ({ tx, actor }, input) => totalOrders(tx, actor, input))
  bind(orders.getStockOrder, ({ tx, actor }, { id }) => orderDetail(tx, actor, id))
  bind(orders.getStockOrderHistory, async ({ tx, actor }, input) => {
    const { id } = await orderDetail(tx, actor, input.id)
    return historyOf(tx, 'stockOrder', id)
  })
  bind(orders.getMovableStock, ({ tx, actor }, input) => movableStock(tx, actor, input))
  bind(orders.addStockOrder, addStockOrder(numbering, deps))
  bind(replenishing.getReplenishment, ({ tx, actor }, input) => replenishment(tx, actor, input))
  bind(replenishing.addReplenishment, addReplenishment(numbering, deps))
  bind(orders.runStockOrders, runStockOrders(deps))
  bind(orders.cancelStockOrders, cancelStockOrders)
  bind(orders.reverseStockOrders, reverseStockOrders(deps))
  exports.offer(orders.exportStockOrders, {
    name: (actor) => pageOf('moveStock').titles[actor.language],
    columns: () => orderColumns,
    page: (tx, actor, input, request) => listOrders(tx, actor, { ...input, ...request }),
  })
  bindCounts(platform)
}

function bindCounts({ approvals, bind, exports, numbering, records }: Platform): void {
  const link = (no: string) => `${pageOf('count').path}?tab=&q=${encodeURIComponent(no)}`
  records.register('stockCount', {
    maySee: async (tx, actor, id) => may(actor, 'count', 'browse') && (await isSeen(countDetail(tx, actor, { id }))),
    describe: async (tx, id) => {
      // unscoped: what a record is called, asked by whoever may see its history
      const row = await owned(tx).selectFrom('stock_count').select('count_no').where('id', '=', id).executeTakeFirst()
      const name = row?.count_no ?? String(id)
      return { name, link: link(name) }
    },
  })
  approvals.kind('countAdjust', {
    approved: counting.approved,
    rejected: counting.rejected,
    withdrawn: counting.withdrawn,
    link,
  })
  bind(counts.getStockCounts, ({ tx, actor }, input) => listCounts(tx, actor, input))
  bind(counts.getStockCountTotals, ({ tx, actor }, input) => totalCounts(tx, actor, input))
  bind(counts.getStockCount, ({ tx, actor }, input) => countDetail(tx, actor, input))
  bind(counts.getStockCountHistory, async ({ tx, actor }, input) => {
    const { id } = await countDetail(tx, actor, input)
    return historyOf(tx, 'stockCount', id)
  })
  bind(counts.getCountRange, ({ tx, actor }, input) => counting.countRange(tx, actor, input))
  bind(counts.addStockCount, counting.addStockCount(numbering))
  bind(counts.startStockCount, counting.startStockCount)
  bind(counts.countPlace, counting.countPlace)
  bind(counts.recountStockCount, counting.recountStockCount)
  bind(counts.submitStockCount, counting.submitStockCount(approvals))
  bind(counts.withdrawStockCount, counting.withdrawStockCount(approvals))
  bind(counts.cancelStockCounts, counting.cancelStockCounts(approvals))
  exports.offer(counts.exportStockCounts, {
    name: (actor) => pageOf('count').titles[actor.language],
    columns: () => countColumns,
    page: (tx, actor, input, request) => listCounts(tx, actor, { ...input, ...request }),
  })
}
