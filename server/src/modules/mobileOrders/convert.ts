import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { convertPhoneOrder } from '@xunyun/contract/mobileOrders/calls'
import { type Actor, requireRight } from '../../platform/actor.ts'
import type { Approvals } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { createOne } from '../waybills/index.ts'
import { entity } from './acts.ts'
import { check } from './rules.ts'
import { lockOrder, updateOrder } from './store.ts'

/**
 * 转运单: the waybill as the clerk typed it, in the transaction that marks the order. The order's row is held from the
 * first look on, so that a second clerk waits, and then reads the number of the waybill that there is.
 */
export async function convertOne(
  tx: Tx,
  actor: Actor,
  deps: { numbering: Numbering; approvals: Approvals; files: Files },
  { phoneOrderId, ...input }: Input<typeof convertPhoneOrder>,
): Promise<Output<typeof convertPhoneOrder>> {
  requireRight(actor, 'taskList', 'edit')
  const order = await lockOrder(tx, actor, phoneOrderId)
  check('convert', order)
  const waybill = await createOne(tx, actor, deps, input, 'phone')
  await updateOrder(tx, actor, order, {
    state: 'converted',
    waybill_id: waybill.id,
    converted_at: clock.now(),
    converted_by: actor.userId,
  })
  await deps.files.share(tx, { entity, id: order.id }, { entity: 'waybill', id: waybill.id })
  await recordHistory(tx, actor, entity, order.id, 'converted', [
    { field: 'waybill_no', from: null, to: waybill.waybillNo },
  ])
  return waybill
}
