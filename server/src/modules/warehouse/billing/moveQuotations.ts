import { sql } from 'kysely'
import { Refusal } from '../../../platform/refusal.ts'
import type { MoveDocuments } from '../../companies/index.ts'

/** Who has agreed on rates is not merged into another: its charges say who owes them, and by what. */
export const moveQuotations: MoveDocuments = async (tx, _actor, from) => {
  const found = await sql<{ count: number; first: string | null }>`
    -- unscoped: whether anything was agreed at all is asked
    select count(*)::int as count, min(quotation_no) as first from quotation
    where (customer_id = ${from.id} or ${from.id} = any(owner_ids)) and not is_deleted`.execute(tx)
  const { count = 0, first = null } = found.rows[0] ?? {}
  if (count > 0) throw new Refusal('warehouseBilling.customerMerged', { name: from.name, count, first: first ?? '' })
}
