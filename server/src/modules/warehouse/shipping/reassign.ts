import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/shipping/notices'
import type { Act } from '../../../platform/act.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { postMovements } from '../ledger/index.ts'
import { promise, release, total } from './allocate.ts'
import { type Match, needsOf } from './queries.candidates.ts'
import { yieldable } from './queries.reassign.ts'
import { requireGoing, requireState } from './rules.ts'
import { type Allocation, itemFacts, lockNotices, recordNotice, settleNotices } from './store.ts'

/** Splits off what goes of a promise that is larger; the rest keeps its number, for the task that knows it. */
async function splitOff(tx: Tx, row: Allocation, qty: string): Promise<Allocation> {
  const { id: _, ...copy } = row
  const part = await tx
    .insertInto('allocation')
    .values({ ...copy, qty })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('allocation')
    .set({ qty: new Exact(row.qty).minus(qty).toFixed() })
    .where('id', '=', row.id)
    .execute()
  return part
}

/**
 * 让出: what is promised to one notice goes to another one that lacks it, at once, so that nobody comes between. Only goods that
 * nobody has begun to pick; of the holder's promises those in no task first.
 */
export const reassignStock: Act<typeof calls.reassignStock> = async ({ tx, actor }, input) => {
  if (input.id === input.holderId) throw badField('holderId', 'field.choice')
  const locked = await lockNotices(tx, actor, [input.id, input.holderId])
  const [taker, holder] = [locked.get(input.id), locked.get(input.holderId)]
  if (taker === undefined) throw badField('id', 'field.choice')
  if (holder === undefined) throw badField('holderId', 'field.choice')
  requireGoing(taker)
  requireState(taker, 'allocate')
  const need = (await needsOf(tx, [taker.id])).find(({ lineId }) => lineId === input.lineId)
  if (need === undefined) throw new Refusal('outbound.covered')
  const wanted = input.qty ?? need.qty
  const item = (await itemFacts(tx, [need.itemId])).get(need.itemId)
  if (!fitsUnit(new Exact(wanted).toFixed(), item?.baseUnit ?? '')) throw badField('qty', 'inbound.whole')
  if (compareDecimal(wanted, need.qty) > 0) throw badField('qty', 'outbound.yieldTooMuch', { missing: need.qty })
  const given: Allocation[] = []
  let open = wanted
  for (const row of await yieldable(tx, holder.id, need)) {
    if (compareDecimal(open, '0') <= 0) break
    const isWhole = compareDecimal(row.qty, open) <= 0
    given.push(isWhole ? row : await splitOff(tx, row, open))
    open = isWhole ? new Exact(open).minus(row.qty).toFixed() : '0'
  }
  const qty = total(given.map((row) => row.qty))
  if (given.length === 0) throw new Refusal('outbound.nothingToYield', { holder: holder.notice_no })
  if (input.qty !== undefined && compareDecimal(open, '0') > 0)
    throw badField('qty', 'outbound.yieldLess', { holder: holder.notice_no, qty })
  await release(tx, actor, holder, given, 'yield')
  // The holder may have had several promises of one pallet, in and out of tasks: for who takes them they are one.
  const places = Map.groupBy(given, (row) => `${row.location_id}:${row.batch_id}:${row.container_id}`)
  const matches = [...places.values()].map((parts): Match => {
    const [row] = parts as [Allocation]
    return {
      need,
      stockId: 0,
      locationId: row.location_id,
      locationCode: '',
      batchId: row.batch_id,
      batchNo: '',
      containerId: row.container_id,
      containerCode: null,
      qty: total(parts.map((part) => part.qty)),
    }
  })
  const { rows, movements } = await promise(tx, taker, matches)
  const told = (noticeNo: string) => [
    { field: 'qty', from: null, to: qty },
    { field: 'noticeNo', from: null, to: noticeNo },
    { field: 'reason', from: null, to: input.reason },
  ]
  await recordNotice(tx, actor, holder.id, 'yielded', told(taker.notice_no))
  await recordNotice(tx, actor, taker.id, 'tookOver', told(holder.notice_no))
  await settleNotices(tx, actor, [holder, taker])
  await postMovements(tx, actor, {
    warehouseId: taker.warehouse_id,
    docType: 'outbound',
    docId: taker.id,
    docNo: taker.notice_no,
    act: `allocate:${rows[0]?.id}`,
    movements,
  })
  return { qty, missing: new Exact(need.qty).minus(qty).toFixed() }
}
