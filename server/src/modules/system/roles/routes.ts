import { pageOf } from '@xunyun/contract/pages'
import { explainRight } from '@xunyun/contract/system/explain'
import * as calls from '@xunyun/contract/system/roles'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { explain } from '../rights/explain.ts'
import { roleColumns } from '../users/columns.ts'
import * as acts from './acts.ts'
import * as queries from './queries.ts'
import { roleImpact, roleRights, setRoleRights } from './roleRights.ts'

/** Roles, and why somebody may or may not. */
export function bindRoles({ bind, exports }: Platform): void {
  bind(explainRight, ({ tx, actor }, input) => explain(tx, actor, input, bind.accessOf))

  bind(calls.getRoles, ({ tx, actor }, input) => queries.listRoles(tx, actor, input))
  bind(calls.getRoleTotals, ({ tx }, input) => queries.totalRoles(tx, input))
  bind(calls.getRoleChoices, ({ tx, actor }, input) => queries.roleChoices(tx, actor, input))
  exports.offer(calls.exportRoles, {
    name: (actor) => pageOf('role').titles[actor.language],
    columns: () => roleColumns,
    page: (tx, actor, input, request) => queries.listRoles(tx, actor, { ...input, ...request }),
  })
  bind(calls.addRole, acts.addRole)
  bind(calls.changeRole, acts.changeRole)
  bind(calls.copyRole, acts.copyRole)
  bind(calls.setRolesEnabled, acts.setRolesEnabled)
  bind(calls.deleteRoles, acts.deleteRoles)
  bind(calls.getRoleRights, ({ tx }, input) => roleRights(tx, input.id))
  bind(calls.getRoleImpact, ({ tx }, input) => roleImpact(tx, input))
  bind(calls.setRoleRights, setRoleRights)
  bind(calls.getRoleMembers, ({ tx }, input) => queries.roleMembers(tx, input.id))
  bind(calls.getRoleCandidates, ({ tx }, input) => queries.roleCandidates(tx, input))
  bind(calls.setRoleMembers, acts.setRoleMembers)
  bind(calls.getRoleHistory, ({ tx }, input) => historyOf(tx, 'role', input.id))
}
