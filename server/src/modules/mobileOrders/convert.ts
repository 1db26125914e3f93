import type * as calls from '@xunyun/contract/mobileOrders/calls'
import type { Act } from '../../platform/act.ts'
import { requireRight } from '../../platform/actor.ts'
import type { Approvals } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import type { Files } from '../../platform/files.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { writeWaybill } from '../waybills/index.ts'
import { entity } from './acts.ts'
import { check } from './rules.ts'
import { lockOrder, updateOrder } from './store.ts'

/**
 * 转运单: the waybill as the clerk typed it, in the transaction that marks the order. The order's row is held from the
 * first look on, so that a second clerk waits, and then reads the number of the waybill that there is.
 */
export const convertPhoneOrder =
  (deps: { numbering: Numbering; approvals: Approvals; files: Files }): Act<typeof calls.convertPhoneOrder> =>
  async ({ tx, actor }, { phoneOrderId, ...input }) => {
    requireRight(actor, 'taskList', 'edit')
    const order = await lockOrder(tx, actor, phoneOrderId)
    check('convert', order)
    const waybill = await writeWaybill(tx, actor, deps, input, 'phone')
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
