import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import type * as calls from '@xunyun/contract/payments/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Approvals, Reviewed } from '../../platform/approvals.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isOneOfOurs, type SeenId } from '../../platform/scope.ts'
import { penaltyOf } from '../charges/index.ts'
import { writeOff } from '../waybills/index.ts'
import { onItsWay } from './open.ts'

/** 坏账 (HZ): what is open of a receivable is written off once its review is through. */

type Debt = {
  readonly id: SeenId
  readonly no: string
  readonly open: string
  readonly outletId: number
  readonly companyId: number | null
  readonly party: string | null
  readonly pendingNo: string | null
}

/** Receivables that are owed, of the actor's own outlets, locked by id (M26). */
async function lockDebts(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Debt>> {
  await sql`select 1 from charge where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(tx)
  const { rows } = await sql<Debt>`
    select h.id, coalesce(w.waybill_no, s.doc_no, ${penaltyOf}, h.id::text) as no, (h.amount - h.settled - ${onItsWay})::text as open, h.outlet_id as "outletId",
      h.company_id as "companyId", k.name as party, (select b.no from bad_debt b where b.charge_id = h.id and b.state = 'pending') as "pendingNo"
    -- unscoped: of the actor's own outlets by the condition
    from charge h left join waybill w on w.id = h.waybill_id left join warehouse_charge s on s.id = h.id left join company k on k.id = h.company_id
    where h.id = any(${[...ids]}::bigint[]) and h.direction = 'receivable' and h.state = 'owed' and ${isOneOfOurs(actor, 'h.outlet_id')}`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const debts = (actor: Actor): Records<Debt> => ({
  lock: lockDebts,
  no: ({ no }) => no,
  may: ({ open, pendingNo }) => {
    if (!may(actor, 'badDebt', 'edit')) return new Refusal('kernel.forbidden', { page: 'badDebt', kind: 'edit' })
    if (pendingNo !== null) return new Refusal('payments.badDebtPending', { no: pendingNo })
    return compareDecimal(open, '0') > 0 ? undefined : new Refusal('payments.nothingToWriteOff')
  },
})

export const writeOffCharges =
  ({ approvals, numbering }: { approvals: Approvals; numbering: Numbering }): Act<typeof calls.writeOffCharges> =>
  (asked, { ids, reason }) =>
    eachRecord(asked, ids, debts(asked.actor), async (debt) => {
      const { tx, actor } = asked
      const [no = ''] = await numbering.next('HZ')
      const { id } = await tx
        .insertInto('bad_debt')
        .values({
          no,
          charge_id: debt.id,
          amount: debt.open,
          reason,
          created_at: clock.iso(),
          created_by: actor.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await approvals.submit(tx, actor, 'writeOff', [
        {
          id,
          no,
          reason: 'badDebt',
          amount: debt.open,
          companyId: debt.companyId,
          outletId: debt.outletId,
          facts: { party: debt.party, ofNo: debt.no, note: reason },
        },
      ])
    })

type Asked = { id: number; no: string; chargeId: number; amount: string; outletId: number; open: string }
async function pending(tx: Tx, id: number): Promise<Asked> {
  const { rows } = await sql<Asked>`
    select b.id, b.no, b.charge_id as "chargeId", b.amount::text as amount, h.outlet_id as "outletId", (h.amount - h.settled - ${onItsWay})::text as open
    -- unscoped: whoever is asked to review it decides it, whatever his scope
    from bad_debt b join charge h on h.id = b.charge_id where b.id = ${id} and b.state = 'pending' for no key update of h, b`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Refusal('approvals.decided')
  return row
}
const moved = (tx: Tx, id: number, state: string) =>
  tx.updateTable('bad_debt').set({ state, decided_at: clock.iso() }).where('id', '=', id).execute()

export const badDebtReviewed: Reviewed = {
  async approved(tx, actor, id) {
    const { no, chargeId, amount, outletId, open } = await pending(tx, id)
    // Somebody paid of it since: what is left is asked for anew.
    if (open !== amount) throw new Refusal('payments.moreThanOpen', { open })
    await moved(tx, id, 'approved')
    await writeOff(
      tx,
      actor,
      { doc: { type: 'badDebt', id, no }, key: 'writtenOff', outletId },
      [{ chargeId, rest: amount }],
      'badDebt',
    )
  },
  async rejected(tx, _, id) {
    await moved(tx, (await pending(tx, id)).id, 'rejected')
  },
  async withdrawn(tx, _, id) {
    await moved(tx, (await pending(tx, id)).id, 'withdrawn')
  },
  link: (no) => `${pageOf('feeList').path}?q=${encodeURIComponent(no)}`,
}
