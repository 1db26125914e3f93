import { pageOf } from '@xunyun/contract/pages'
import * as ledger from '@xunyun/contract/stock/ledger'
import * as orders from '@xunyun/contract/stock/orders'
import * as stockCalls from '@xunyun/contract/stock/stock'
import * as summary from '@xunyun/contract/stock/summary'
import { may } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { balanceColumns, itemStockColumns, moveColumns, orderColumns, stockColumns } from './columns.ts'
import { alarm, keepLedger } from './nightly.ts'
import { addOrder, cancelEach, reverseEach, runEach } from './orders.ts'
import { proveStock } from './proof.ts'
import { listItemStock, totalItemStock } from './queries.items.ts'
import { lastProofs, listMoves, totalMoves } from './queries.ledger.ts'
import { listOrders, orderDetail, totalOrders } from './queries.orders.ts'
import { listStock, totalStock } from './queries.stock.ts'
import { listBalances, totalBalances } from './queries.summary.ts'

export { batchFor, containerFor } from './batches.ts'
export { type Movement, postMovements, reversePosting, type StockKey } from './post.ts'

/** What stands where, every line of the ledger behind it, and what a period added up to. */
export function stock(platform: Platform): void {
  const { bind, exports, jobs } = platform
  jobs.nightly('stock-ledger', '20 2 * * *', keepLedger)

  bind(stockCalls.getStock, ({ tx, actor }, input) => listStock(tx, actor, input))
  bind(stockCalls.getStockTotals, ({ tx, actor }, input) => totalStock(tx, actor, input))
  exports.offer(stockCalls.exportStock, {
    name: (actor) => pageOf('stock').titles[actor.language],
    columns: () => stockColumns,
    page: (tx, actor, input, request) => listStock(tx, actor, { ...input, ...request }),
  })
  bind(stockCalls.getItemStock, ({ tx, actor }, input) => listItemStock(tx, actor, input))
  bind(stockCalls.getItemStockTotals, ({ tx, actor }, input) => totalItemStock(tx, actor, input))
  exports.offer(stockCalls.exportItemStock, {
    name: (actor) => pageOf('stock').titles[actor.language],
    columns: () => itemStockColumns,
    page: (tx, actor, input, request) => listItemStock(tx, actor, { ...input, ...request }),
  })

  bind(ledger.getMoves, ({ tx, actor }, input) => listMoves(tx, actor, input))
  bind(ledger.getMoveTotals, ({ tx, actor }, input) => totalMoves(tx, actor, input))
  exports.offer(ledger.exportMoves, {
    name: (actor) => pageOf('serialInfo').titles[actor.language],
    columns: () => moveColumns,
    page: (tx, actor, input, request) => listMoves(tx, actor, { ...input, ...request }),
  })
  bind(ledger.getStockProofs, ({ tx }) => lastProofs(tx))
  bind(ledger.proveLedger, async ({ tx, actor }, { kind }) => {
    const proof = await proveStock(tx, kind, actor.userId)
    await alarm(tx, proof)
    return proof
  })

  bind(summary.getBalances, ({ tx, actor }, input) => listBalances(tx, actor, input))
  bind(summary.getBalanceTotals, ({ tx, actor }, input) => totalBalances(tx, actor, input))
  exports.offer(summary.exportBalances, {
    name: (actor) => pageOf('summaryInfo1').titles[actor.language],
    columns: () => balanceColumns,
    page: (tx, actor, input, request) => listBalances(tx, actor, { ...input, ...request }),
  })
  bindOrders(platform)
}

/** What is moved, frozen, freed or given another quality. */
function bindOrders({ bind, exports, numbering, records }: Platform): void {
  records.register('stockOrder', {
    maySee: async (tx, actor, id) => may(actor, 'moveStock', 'browse') && (await isSeen(orderDetail(tx, actor, id))),
    describe: async (tx, id) => {
      // unscoped: what a record is called, asked by whoever may see its history
      const row = await owned(tx).selectFrom('stock_order').select('order_no').where('id', '=', id).executeTakeFirst()
      const name = row?.order_no ?? String(id)
      return { name, link: `${pageOf('moveStock').path}?q=${encodeURIComponent(name)}` }
    },
  })
  bind(orders.getStockOrders, ({ tx, actor }, input) => listOrders(tx, actor, input))
  bind(orders.getStockOrderTotals, ({ tx, actor }, input) => totalOrders(tx, actor, input))
  bind(orders.getStockOrder, ({ tx, actor }, { id }) => orderDetail(tx, actor, id))
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
