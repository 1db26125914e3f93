import { pageOf } from '@xunyun/contract/pages'
import * as moves from '@xunyun/contract/warehouse/ledger/ledger'
import * as stockCalls from '@xunyun/contract/warehouse/ledger/stock'
import * as summary from '@xunyun/contract/warehouse/ledger/summary'
import * as turnover from '@xunyun/contract/warehouse/ledger/turnover'
import type { Platform } from '../../../platform/platform.ts'
import { balanceColumns, itemStockColumns, moveColumns, stockColumns, turnoverColumns } from './columns.ts'
import { keepLedger, proveLedger } from './nightly.ts'
import { listItemStock, totalItemStock } from './queries.items.ts'
import { lastProofs, listMoves, totalMoves } from './queries.ledger.ts'
import { listStock, totalStock } from './queries.stock.ts'
import { listBalances, totalBalances } from './queries.summary.ts'
import { listTurnover, totalTurnover } from './queries.turnover.ts'

export { batchesFor, batchFor, containerFor } from './batches.ts'
export { type Movement, type Posting, postMovements, reversePosting, type StockKey } from './post.ts'
export { stockAsOf } from './queries.asOf.ts'
export { buildOpenings } from './store.openings.ts'

/** What stands where, every line of the ledger behind it, and what a period added up to. */
export function ledger({ bind, exports, jobs }: Platform): void {
  jobs.nightly('stock-ledger', '02:20', keepLedger)

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

  bind(moves.getMoves, ({ tx, actor }, input) => listMoves(tx, actor, input))
  bind(moves.getMoveTotals, ({ tx, actor }, input) => totalMoves(tx, actor, input))
  exports.offer(moves.exportMoves, {
    name: (actor) => pageOf('serialInfo').titles[actor.language],
    columns: () => moveColumns,
    page: (tx, actor, input, request) => listMoves(tx, actor, { ...input, ...request }),
  })
  bind(moves.getStockProofs, ({ tx }) => lastProofs(tx))
  bind(moves.proveLedger, proveLedger)

  bind(turnover.getTurnover, ({ tx, actor }, input) => listTurnover(tx, actor, input))
  bind(turnover.getTurnoverTotals, ({ tx, actor }, input) => totalTurnover(tx, actor, input))
  exports.offer(turnover.exportTurnover, {
    name: (actor) => pageOf('summaryInfo').titles[actor.language],
    columns: () => turnoverColumns,
    page: (tx, actor, input, request) => listTurnover(tx, actor, { ...input, ...request }),
  })

  bind(summary.getBalances, ({ tx, actor }, input) => listBalances(tx, actor, input))
  bind(summary.getBalanceTotals, ({ tx, actor }, input) => totalBalances(tx, actor, input))
  exports.offer(summary.exportBalances, {
    name: (actor) => pageOf('summaryInfo1').titles[actor.language],
    columns: () => balanceColumns,
    page: (tx, actor, input, request) => listBalances(tx, actor, { ...input, ...request }),
  })
}
