import { sql } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import type { MoveDocuments } from '../companies/index.ts'

/** Invoices of a customer that was merged into another; while one of either is under review they stay two. */
export const moveInvoices: MoveDocuments = async (tx, _, from, to) => {
  const open = await sql<{ no: string }>`
    -- unscoped: of two companies that whoever sees everything merges
    select no from invoice where customer_id in (${from.id}, ${to.id}) and state = 'pending' order by id limit 1`.execute(
    tx,
  )
  const [first] = open.rows
  if (first !== undefined) throw new Refusal('invoices.mergeUnderReview', { no: first.no, name: from.name })
  // unscoped: as above
  await sql`update invoice set customer_id = ${to.id} where customer_id = ${from.id}`.execute(tx)
}
