import type { MoneyAct } from '@xunyun/contract/money/states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** 核销记录: the documents that settled charges, and took that back: receipts, payments, hand-ins, payouts, what the door collected. */
export type Settling = {
  readonly id: number
  readonly chargeId: number
  readonly day: string
  readonly act: MoneyAct
  readonly docType: string
  readonly docNo: string
  /** Of what was collected: whether 收现付 took it, and the hand-in that it went into. */
  readonly isPrepaid: boolean
  readonly handInNo: string | null
  /** Yuan that it settled; less than nothing where it was taken back, or the charge owes less than nothing. */
  readonly amount: string
}

/** Of charges that were reached in scope, in the order in which it was posted. */
export async function settledBy(tx: Tx, chargeIds: readonly number[]): Promise<Settling[]> {
  const { rows } = await sql<Settling>`
    select e.id, e.owner_id as "chargeId", g.day, g.act, g.doc_type as "docType", g.doc_no as "docNo",
      coalesce(c.method = 'prepaid', false) as "isPrepaid", m.no as "handInNo",
      (case e.account when 'receivable' then -e.amount else e.amount end)::text as amount
    from money_entry e join money_posting g on g.id = e.posting_id
    left join charge h on h.id = e.owner_id
    -- unscoped: what collected a charge of one's own, by its waybill
    left join collection c on c.waybill_id = h.waybill_id and g.id in (c.posting_id, c.undone_posting_id)
    -- unscoped: as above
    left join hand_in m on m.id = c.hand_in_id
    where e.account in ('receivable', 'payable') and e.owner_kind = 'charge' and e.owner_id = any(${[...chargeIds]}::bigint[])
    order by e.id`.execute(tx)
  return rows
}
