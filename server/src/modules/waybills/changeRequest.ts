import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, everywhere } from '../../platform/actor.ts'
import type { Reviewed } from '../../platform/approvals.ts'
import type { Tx } from '../../platform/db.ts'
import { checkedInput } from '../../platform/http/binder.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { SeenId } from '../../platform/scope.ts'
import { refuseStale } from '../../platform/version.ts'
import { writeChange } from './change.ts'
import { recordEvents } from './events.ts'
import { lockWaybill } from './facts.ts'
import type { Deps } from './insert.ts'
import { writeReaddress } from './onward/readdress.ts'
import { readPriced } from './pricing/read.ts'

/**
 * 改单 once the price is agreed with the customer (domain §2): what shall be changed is tried at once, so that nonsense is
 * refused to whoever types it, taken back, kept, and made when its review is through.
 */
export const requestChange =
  (deps: Deps): Act<typeof calls.requestChange> =>
  async ({ tx, actor }, input) => {
    const waybill = await lockWaybill(tx, actor, input.id)
    await refuseStale(
      tx,
      { version: waybill.version, updated_at: waybill.updatedAt, updated_by: waybill.updatedBy },
      input.version,
    )
    const [before] = await readPriced(tx, [waybill.id], false)
    if (before === undefined) throw notFound()
    if (before.priceState !== 'confirmed') throw new Refusal('waybills.changePlain')
    if (await isOpen(tx, input.id)) throw new Refusal('waybills.changeOpen')
    const { reason, ...change } = input
    const tried = await tryIt(tx, actor, deps, waybill.id, change)
    if (tried.changes === '') throw new Refusal('waybills.changeNothing')
    const { id } = await tx
      .insertInto('waybill_change')
      .values({ waybill_id: input.id, input: JSON.stringify(change), reason, created_by: actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await deps.approvals.submit(tx, actor, 'changeRequest', [
      {
        id,
        no: waybill.waybillNo,
        reason: 'afterConfirmation',
        // The higher of the two amounts selects the approval level.
        amount: compareDecimal(tried.receivable, before.receivable) > 0 ? tried.receivable : before.receivable,
        companyId: before.customerId,
        outletId: before.outletId,
        facts: {
          customer: before.customerName,
          from: before.fromName,
          to: before.toName,
          changes: tried.changes,
          receivable: before.receivable,
          newReceivable: tried.receivable,
          note: reason,
        },
      },
    ])
    await recordEvents(tx, actor, [{ waybillId: input.id, event: { type: 'changeRequested', params: { reason } } }])
    return { approvalNo: waybill.waybillNo }
  }

const isOpen = async (tx: Tx, waybillId: number): Promise<boolean> =>
  (await tx
    .selectFrom('waybill_change')
    .select('id')
    .where('waybill_id', '=', waybillId)
    .where('state', '=', 'pending')
    .executeTakeFirst()) !== undefined

/** Makes the change, reads what came of it, and takes it back. */
async function tryIt(
  tx: Tx,
  actor: Actor,
  deps: Deps,
  id: SeenId,
  change: Input<typeof calls.changeWaybill>,
): Promise<{ changes: string; receivable: string }> {
  await sql`savepoint tried_change`.execute(tx)
  try {
    await writeChange(tx, actor, deps, change, true)
    const [after] = await readPriced(tx, [id], false)
    const event = await tx
      .selectFrom('waybill_event')
      .select('payload')
      .where('waybill_id', '=', change.id)
      .where('type', '=', 'changed')
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    const { changes = [] } = (event?.payload ?? {}) as {
      changes?: { field: string; from: string | null; to: string | null }[]
    }
    return {
      // Names, phones and addresses stay out of the review's facts.
      changes: changes.map(({ field, from, to }) => `${field}=${from ?? ''}→${to ?? ''}`).join(';'),
      receivable: after?.receivable ?? '0.00',
    }
  } finally {
    await sql`rollback to savepoint tried_change`.execute(tx)
  }
}

const end = async (tx: Tx, id: number, state: 'done' | 'rejected' | 'withdrawn') => {
  const row = await tx
    .updateTable('waybill_change')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['waybill_id', 'input', 'reason'])
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('approvals.decided')
  return row
}

const granted = (tx: Tx, actor: Actor, waybillId: number, reason: string, opinion: string | null | undefined) =>
  recordEvents(tx, actor, [{ waybillId, event: { type: 'changeGranted', params: { reason, opinion: opinion ?? '' } } }])

/** What a review of a change leads to. Granted, it is made as if it were typed now: what no longer fits refuses the decision. */
export const changeReviewed = (deps: Deps): Reviewed => ({
  async approved(tx, actor, id, { opinion }) {
    const { waybill_id, input, reason } = await end(tx, id, 'done')
    const anywhere = everywhere(actor)
    const { version } = await lockWaybill(tx, anywhere, waybill_id)
    if (input.readdress === true) {
      await writeReaddress(tx, anywhere, deps.approvals, input as never)
      await granted(tx, actor, waybill_id, reason, opinion)
      return
    }
    const change = checkedInput(calls.changeWaybill, { ...input, version }) as Input<typeof calls.changeWaybill>
    await writeChange(tx, anywhere, deps, change, true)
    await granted(tx, actor, waybill_id, reason, opinion)
  },
  async rejected(tx, actor, id, { opinion }) {
    const { waybill_id } = await end(tx, id, 'rejected')
    await recordEvents(tx, actor, [
      { waybillId: waybill_id, event: { type: 'changeRejected', params: { opinion: opinion ?? '' } } },
    ])
  },
  async withdrawn(tx, actor, id) {
    const { waybill_id } = await end(tx, id, 'withdrawn')
    await recordEvents(tx, actor, [{ waybillId: waybill_id, event: { type: 'changeWithdrawn' } }])
  },
  link: (no) => `/tms/operations/allWayBill/${encodeURIComponent(no)}`,
})
