import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Of money that stands on a statement that was sent nothing is taken back (M25): the statement has to be voided first. Locked. */
export async function refuseStatedPosting(tx: Tx, postingId: number): Promise<void> {
  const found = await sql<{ no: string }>`
    -- unscoped: of a posting that the caller takes back
    select s.no from statement_line l join statement s on s.id = l.statement_id
    where l.posting_id = ${postingId} and l.live and s.state in ('sent', 'disputed', 'confirmed') limit 1`.execute(tx)
  const [held] = found.rows
  if (held !== undefined) throw new Refusal('statements.holdsReceipt', { no: held.no })
}
