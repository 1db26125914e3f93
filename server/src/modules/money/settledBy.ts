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
  /** Yuan that it settled; less than nothing where it was taken back, or the charge owes less than nothing. */
  readonly amount: string
}

/** Of charges that were reached in scope, in the order in which it was posted. */
export async function settledBy(tx: Tx, chargeIds: readonly number[]): Promise<Settling[]> {
  const { rows } = await sql<Settling>`
    select e.id, e.owner_id as "chargeId", g.day, g.act, g.doc_type as "docType", g.doc_no as "docNo",
      (case e.account when 'receivable' then -e.amount else e.amount end)::text as amount
    from money_entry e join money_posting g on g.id = e.posting_id
    where e.account in ('receivable', 'payable') and e.owner_kind = 'charge' and e.owner_id = any(${[...chargeIds]}::bigint[])
    order by e.id`.execute(tx)
  return rows
}
