import { sql } from 'kysely'
import type { MoveDocuments } from '../companies/index.ts'
import { keepDefault } from './store.profiles.ts'

/** Titles of a company that was merged into another, which keeps its own default; a title that both have stands once. */
export const moveProfiles: MoveDocuments = async (tx, actor, from, to) => {
  await sql`update invoice_profile p set is_default = false, version = version + 1, updated_at = now(), updated_by = ${actor.userId},
      is_deleted = p.is_deleted or exists (select 1 from invoice_profile k where k.company_id = ${to.id} and not k.is_deleted
        and k.title = p.title and k.tax_no is not distinct from p.tax_no)
    where company_id = ${from.id}`.execute(tx)
  await sql`update invoice_profile set company_id = ${to.id} where company_id = ${from.id}`.execute(tx)
  await keepDefault(tx, actor, to.id)
}
