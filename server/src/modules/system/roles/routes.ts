import { pageOf } from '@xunyun/contract/pages'
import { explainRight } from '@xunyun/contract/system/explain'
import * as calls from '@xunyun/contract/system/roles'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { explain } from '../rights/explain.ts'
import { roleColumns } from '../users/columns.ts'
import * as acts from './acts.ts'
import * as queries from './queries.ts'
import { roleImpact, roleRights, setRights as setRoleRights } from './roleRights.ts'

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
  bind(calls.addRole, ({ tx, actor }, input) => acts.addOne(tx, actor, input))
  bind(calls.changeRole, ({ tx, actor }, input) => acts.changeOne(tx, actor, input))
  bind(calls.copyRole, ({ tx, actor }, input) => acts.copyOne(tx, actor, input))
  bind(calls.setRolesEnabled, ({ tx, actor }, input) => acts.setEnabled(tx, actor, input.ids, input.enabled))
  bind(calls.deleteRoles, ({ tx, actor }, input) => acts.deleteRoles(tx, actor, input.ids))
  bind(calls.getRoleRights, ({ tx }, input) => roleRights(tx, input.id))
  bind(calls.getRoleImpact, ({ tx }, input) => roleImpact(tx, input))
  bind(calls.setRoleRights, ({ tx, actor }, input) => setRoleRights(tx, actor, input))
  bind(calls.getRoleMembers, ({ tx }, input) => queries.roleMembers(tx, input.id))
  bind(calls.getRoleCandidates, ({ tx }, input) => queries.roleCandidates(tx, input))
  bind(calls.setRoleMembers, ({ tx, actor }, input) => acts.setMembers(tx, actor, input))
  bind(calls.getRoleHistory, ({ tx }, input) => historyOf(tx, 'role', input.id))
}
