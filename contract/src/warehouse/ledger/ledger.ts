import * as z from 'zod/mini'
import { approve, browse } from '../../access.ts'
import { call, type Input } from '../../kernel/call.ts'
import { listCalls } from '../../kernel/list.ts'
import { nullableText } from '../../kernel/record.ts'
import { date, id, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { moveTypes, qualities } from './moveTypes.ts'
import { stockProof } from './proof.ts'

/** 出入库流水: every line of the stock ledger (domain §6), and the proof that it is the stock. Base units. */

export const moveRow = z.strictObject({
  id: z.int(),
  occurredAt: z.string(),
  recordedAt: z.string(),
  type: z.enum(moveTypes),
  docType: z.string(),
  docId: z.int(),
  docNo: z.string(),
  warehouseName: z.string(),
  /** Null for an owner's account: where its goods stand is the warehouse's business. */
  locationCode: nullableText,
  stockId: z.int(),
  ownerName: z.string(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  batchNo: z.string(),
  expiry: nullableText,
  quality: z.enum(qualities),
  containerCode: nullableText,
  dOnHand: z.string(),
  dAllocated: z.string(),
  dFrozen: z.string(),
  /** On hand after it, on its key, in the order of recording. */
  onHand: z.string(),
  serials: z.array(z.string()),
  /** The line that it takes back, and the one that takes it back. */
  reversesId: z.nullable(z.int()),
  reversedById: z.nullable(z.int()),
  /** Goods that were picked and went back to their shelf. */
  putBack: z.boolean(),
  byName: z.string(),
})
export type MoveRow = z.output<typeof moveRow>

/** in and out of the warehouse; within; held: allocation and freezing; reversed: what takes something back. */
export const moveTabs = ['in', 'out', 'within', 'held', 'reversed'] as const
export type MoveTab = (typeof moveTabs)[number]
const filters = {
  tab: optional(oneOf(moveTabs)),
  /** The beginning of a document's number, or what an item is called. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  itemId: optional(id),
  stockId: optional(id),
  locationId: optional(id),
  batchNo: optional(text(40)),
  serialNo: optional(text(60)),
  type: optional(oneOf(moveTypes)),
  userId: optional(id),
  /** Days when it happened, inclusive. */
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export type MoveFilter = Input<typeof getMoveTotals>
export const moveSorts = ['occurredAt'] as const

export const [getMoves, getMoveTotals, exportMoves] = listCalls({
  rows: { path: '/api/StockLedger/GetMoves', summary: 'Lines of the ledger, latest first' },
  totals: {
    path: '/api/StockLedger/GetMoveTotals',
    summary: 'How many lines a filter finds and what they add up to; 100,001 stands for more than 100,000',
    output: z.strictObject({ count: z.int(), dOnHand: z.string(), dAllocated: z.string(), dFrozen: z.string() }),
  },
  export: { path: '/api/StockLedger/ExportMoves' },
  access: [browse('serialInfo'), browse('integratedSerialInfo')],
  audience: 'everybody',
  row: moveRow,
  filters,
  sorts: moveSorts,
})
export const getStockProofs = call({
  method: 'GET',
  path: '/api/StockLedger/GetStockProofs',
  summary: 'The last proofs that every balance is the sum of its ledger',
  access: [approve('serialInfo')],
  input: z.object({}),
  output: z.array(stockProof),
})
export const proveLedger = call({
  method: 'POST',
  path: '/api/StockLedger/ProveLedger',
  summary: 'Prove it now: the whole ledger with its openings, or what came since the last one',
  access: [approve('serialInfo')],
  input: z.object({ kind: oneOf(['whole', 'sinceOpening']) }),
  output: stockProof,
})
