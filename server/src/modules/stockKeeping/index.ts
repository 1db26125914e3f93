import { pageOf } from '@xunyun/contract/pages'
import * as orders from '@xunyun/contract/stock/orders'
import { may } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { orderColumns } from './columns.ts'
import { addOrder, cancelEach, reverseEach, runEach } from './orders.ts'
import { listOrders, movableStock, orderDetail, totalOrders } from './queries.orders.ts'

/** What is done with goods that are in their places: moved, frozen, freed, given another quality. */
export function stockKeeping({ bind, exports, numbering, records }: Platform): void {
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
  bind(orders.addStockOrder, ({ tx, actor }, input) => addOrder(tx, actor, input, numbering))
  bind(orders.runStockOrders, ({ tx, actor }, { ids }) => runEach(tx, actor, ids))
  bind(orders.cancelStockOrders, ({ tx, actor }, { ids, reason }) => cancelEach(tx, actor, ids, reason))
  bind(orders.reverseStockOrders, ({ tx, actor }, { ids }) => reverseEach(tx, actor, ids))
  exports.offer(orders.exportStockOrders, {
    name: (actor) => pageOf('moveStock').titles[actor.language],
    columns: () => orderColumns,
    page: (tx, actor, input, request) => listOrders(tx, actor, { ...input, ...request }),
  })
}
