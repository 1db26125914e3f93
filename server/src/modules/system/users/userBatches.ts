import type { Outcomes } from '@xunyun/contract/kernel/list'
import type * as calls from '@xunyun/contract/system/userBatches'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { closeSessions, tellSessionsChanged } from '../../../platform/session.ts'
import { changed } from '../../../platform/version.ts'
import { keepAnAdministrator } from '../rights/rights.ts'
import { giveRoles } from '../roles/store.ts'
import { requireAbove, requireNoAdministrator } from './above.ts'

type Locked = { id: number; name: string; status: number; version: number }

async function lockUsers(tx: Tx, _: Actor, ids: readonly number[]): Promise<Map<number, Locked>> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'name', 'status', 'version'])
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function eachUser(asked: Asked, ids: readonly number[], act: (user: Locked) => Promise<void>): Promise<Outcomes> {
  const outcomes = await eachRecord(asked, ids, { lock: lockUsers, no: (user) => user.name }, act)
  await tellSessionsChanged(asked.tx)
  return outcomes
}

export const assignRoles: Act<typeof calls.assignRoles> = (asked, input) => {
  const { tx, actor } = asked
  return eachUser(asked, input.ids, async (user) => {
    await requireAbove(tx, actor, user.id)
    const changes = await giveRoles(tx, actor, user.id, input.roles, input.mode)
    if (changes.length === 0) return
    if (input.mode === 'replace') await keepAnAdministrator(tx)
    await recordHistory(tx, actor, 'user', user.id, 'rolesChanged', changes)
  })
}

export const setUsersEnabled: Act<typeof calls.setUsersEnabled> = (asked, input) => {
  const { tx, actor } = asked
  return eachUser(asked, input.ids, async (user) => {
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
}
