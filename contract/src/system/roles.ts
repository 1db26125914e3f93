import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { choice, listCalls, outcomes } from '../kernel/list.ts'
import { version } from '../kernel/record.ts'
import { flag, id, json, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { jobs } from '../rights.ts'
import { historyEntry, rightInput, rightRow } from './calls.ts'

/** Roles: once said what a job may do, for all who have it (RT-12/role, domain §1). */

const _done = z.strictObject({})

export const roleActions = ['change', 'rights', 'members', 'copy', 'enable', 'disable', 'delete'] as const
export type RoleAction = (typeof roleActions)[number]

export const roleRow = z.strictObject({
  id: z.int(),
  /** A preset that was not renamed has its name in the asker's language. */
  name: z.string(),
  note: z.string(),
  /** Users who have it, disabled ones too. */
  people: z.int(),
  /** Pages on which it gives a right. */
  rights: z.int(),
  /** Key of a role that came with the product; null for the company's own. */
  preset: z.nullable(z.enum(jobs)),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedByName: z.nullable(z.string()),
  version: z.int(),
  /** What the asker may do with it; a reason where a rule forbids what the right would allow. */
  actions: abilities(roleActions),
})
export type RoleRow = z.output<typeof roleRow>

export const roleTabs = ['enabled', 'disabled'] as const
const filters = {
  tab: optional(oneOf(roleTabs)),
  /** Contains: name, pinyin, initials, note. */
  q: optional(text(60)),
  preset: optional(flag),
  ids: optional(many(id)),
}
export type RoleFilter = Input<typeof getRoleTotals>
export const roleSorts = ['name', 'people', 'rights', 'updatedAt'] as const

export const [getRoles, getRoleTotals, exportRoles] = listCalls({
  rows: {
    path: '/api/Roles/GetRoles',
    summary: 'Roles, with how many people have each and on how many pages it gives a right',
  },
  totals: { path: '/api/Roles/GetRoleTotals' },
  export: { path: '/api/Roles/ExportRoles' },
  access: [browse('role')],
  row: roleRow,
  filters,
  sorts: roleSorts,
})
export const getRoleChoices = call({
  method: 'GET',
  path: '/api/Roles/GetRoleChoices',
  summary: 'Enabled roles to choose from, with what they are for; with ids: just those, whatever their state',
  access: [browse('role'), browse('user')],
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(choice),
})

const fields = { name: text(60), note: optional(lines(500)) }
export const addRole = call({
  method: 'POST',
  path: '/api/Roles/AddRole',
  summary: 'Add a role; it gives no right yet',
  access: [edit('role')],
  input: z.object(fields),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeRole = call({
  method: 'POST',
  path: '/api/Roles/ChangeRole',
  summary: 'Change the name and the note of a role',
  access: [edit('role')],
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const copyRole = call({
  method: 'POST',
  path: '/api/Roles/CopyRole',
  summary: 'A new role with the rights of another, without its people; all the rights must be held by whoever copies',
  access: [edit('role')],
  input: z.object({ ...fields, id }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
const batch = { ids: many(id, 1000, 1) }
export const setRolesEnabled = call({
  method: 'POST',
  path: '/api/Roles/SetRolesEnabled',
  summary: 'Enable or disable roles, row by row: a disabled one gives nobody anything',
  access: [approve('role')],
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const deleteRoles = call({
  method: 'POST',
  path: '/api/Roles/DeleteRoles',
  summary: 'Delete roles that nobody has and that did not come with the product, row by row',
  access: [approve('role')],
  input: z.object(batch),
  output: outcomes,
})

export const getRoleRights = call({
  method: 'GET',
  path: '/api/Roles/GetRoleRights',
  summary: "A role's rights, one row a menu item that carries a right",
  access: [browse('role')],
  input: z.object({ id }),
  output: z.strictObject({ version: z.int(), enabled: z.boolean(), people: z.int(), rows: z.array(rightRow) }),
})
const roleRights = json(z.array(rightInput).check(z.maxLength(2000)))
/** `people`: enabled users whose effective rights are others afterwards; own rights on top may hide a change. */
const impact = { people: z.int() }
export const getRoleImpact = call({
  method: 'POST',
  path: '/api/Roles/GetRoleImpact',
  summary: "How many people a change of a role's rights would affect; nothing is saved",
  access: [edit('role')],
  input: z.object({ id, Rights: roleRights }),
  output: z.strictObject(impact),
})
export const setRoleRights = call({
  method: 'POST',
  path: '/api/Roles/SetRoleRights',
  summary: "Replace a role's rights (rows not sent: none); in force on everybody's next call (SE-09)",
  access: [edit('role')],
  input: z.object({ id, version, Rights: roleRights }),
  output: z.strictObject({ version: z.int(), ...impact }),
})

export const getRoleMembers = call({
  method: 'GET',
  path: '/api/Roles/GetRoleMembers',
  summary: 'Who has a role',
  access: [browse('role')],
  input: z.object({ id }),
  output: z.array(
    z.strictObject({
      UserID: z.int(),
      LOGNAME: z.string(),
      UNAME: z.string(),
      outletName: z.nullable(z.string()),
      /** 0 enabled, 1 disabled. */
      STATUS: z.int(),
    }),
  ),
})
export const getRoleCandidates = call({
  method: 'GET',
  path: '/api/Roles/GetRoleCandidates',
  summary: "At most 50 enabled users, customers' accounts too, as a look-up: id, name, account and outlet",
  access: [browse('role')],
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 1000)) }),
  output: z.array(choice),
})
/** Who comes and who goes, not who there shall be: two people at it at once do not undo each other. */
export const setRoleMembers = call({
  method: 'POST',
  path: '/api/Roles/SetRoleMembers',
  summary: 'Give a role to users, and take it from others; in force on their next call',
  access: [edit('role')],
  input: z.object({ id, add: optional(many(id, 1000)), remove: optional(many(id, 1000)) }),
  output: z.strictObject({ added: z.int(), removed: z.int() }),
})
export const getRoleHistory = call({
  method: 'GET',
  path: '/api/Roles/GetRoleHistory',
  summary: "A role's timeline, latest first",
  access: [browse('role')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
