import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { type Locked, locking } from '../../platform/masters.ts'
import type { Reference } from '../../platform/references.ts'
import { scoped } from '../../platform/scope.ts'
import { changed } from '../../platform/version.ts'

export const lockProfiles = locking('invoice_profile')
export type LockedProfile = Locked<'invoice_profile'>

/** What was applied for under a title; and what of it is not issued yet. */
export const profileUses: readonly Reference[] = [{ table: 'invoice', column: 'profile_id' }]
export const openUses: readonly Reference[] = [
  {
    table: 'invoice',
    column: 'profile_id',
    live: "kind = 'invoice' and state in ('draft', 'pending', 'rejected', 'toIssue')",
  },
]

/**
 * The name of a company that the actor sees, locked: of its titles one act at a time decides which is the default. `chosen`: it is
 * enabled.
 */
export async function lockTitled(
  tx: Tx,
  actor: Actor,
  companyId: number,
): Promise<{ name: string; enabled: boolean } | undefined> {
  return scoped(tx, actor, 'company')
    .select(['name', 'enabled'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** While a company has an enabled title, one is the default: the oldest where none was chosen. */
export async function keepDefault(tx: Tx, actor: Actor, companyId: number): Promise<void> {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from invoice_profile p where company_id = ${companyId} and enabled and not is_deleted
      and not exists (select 1 from invoice_profile d where d.company_id = p.company_id and d.is_default)
    order by id limit 1`.execute(tx)
  const [oldest] = rows
  if (oldest !== undefined) await makeDefault(tx, actor, oldest)
}

export async function makeDefault(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await tx
    .updateTable('invoice_profile')
    .set({ is_default: true, ...changed(actor.userId, version) })
    .where('id', '=', id)
    .execute()
  await recordHistory(tx, actor, 'invoiceProfile', id, 'changed', [{ field: 'isDefault', from: 'false', to: 'true' }])
}
