import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { assignRoles, setUsersEnabled } from '@xunyun/contract/system/userBatches'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { closeSessions, tellSessionsChanged } from '../../../platform/session.ts'
import { changed } from '../../../platform/version.ts'
import { keepAnAdministrator } from '../rights/rights.ts'
import { giveRoles } from '../roles/store.ts'
import { requireAbove, requireNoAdministrator } from './above.ts'

type Locked = { id: number; name: string; status: number; version: number }

/** Acts on each user; a refused one leaves nothing behind, and the others' work stands. */
async function onEach(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  act: (user: Locked) => Promise<void>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'name', 'status', 'version'])
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  const users = new Map(rows.map((row) => [row.id, row]))
  for (const id of new Set(ids)) {
    const user = users.get(id)
    if (user === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    await sql`savepoint one`.execute(tx)
    try {
      await act(user)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await sql`rollback to savepoint one`.execute(tx)
      report.refuse(id, user.name, error)
    }
    await sql`release savepoint one`.execute(tx)
  }
  await tellSessionsChanged(tx)
  return report.outcomes()
}

export const assignToEach = (tx: Tx, actor: Actor, input: Input<typeof assignRoles>): Promise<Outcomes> =>
  onEach(tx, actor, input.ids, async (user) => {
    await requireAbove(tx, actor, user.id)
    const changes = await giveRoles(tx, actor, user.id, input.roles, input.mode)
    if (changes.length === 0) return
    if (input.mode === 'replace') await keepAnAdministrator(tx)
    await recordHistory(tx, actor, 'user', user.id, 'rolesChanged', changes)
  })

export const setEachEnabled = (tx: Tx, actor: Actor, input: Input<typeof setUsersEnabled>): Promise<Outcomes> =>
  onEach(tx, actor, input.ids, async (user) => {
    const status = input.enabled ? 0 : 1
    if (user.status === status) return
    if (!input.enabled && user.id === actor.userId) throw new Refusal('system.notYourself')
    await (input.enabled ? requireAbove : requireNoAdministrator)(tx, actor, user.id)
    await tx
      .updateTable('app_user')
      .set({ status, ...changed(actor.userId, user.version) })
      .where('id', '=', user.id)
      .execute()
    if (!input.enabled) {
      await keepAnAdministrator(tx)
      await closeSessions(tx, user.id, 'all')
    }
    await recordHistory(tx, actor, 'user', user.id, 'changed', [
      { field: 'status', from: String(user.status), to: String(status) },
    ])
  })
