import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { call } from '../kernel/call.ts'
import { outcomes } from '../kernel/list.ts'
import { dir, flag, id, many, oneOf, optional, text } from '../kernel/wire.ts'
import { userFilters, userSorts } from './calls.ts'

/** Many users at once (RT-12/user). */

const batch = { ids: many(id, 1000, 1) }
export const assignRoles = call({
  method: 'POST',
  path: '/api/Users/AssignRoles',
  summary: 'Give users roles, or these roles in place of those they have; row by row',
  access: [edit('user')],
  input: z.object({ ...batch, roles: many(id, 50), mode: oneOf(['add', 'replace']) }),
  output: outcomes,
})
export const setUsersEnabled = call({
  method: 'POST',
  path: '/api/Users/SetUsersEnabled',
  summary: 'Enable users, or disable them, which ends their sessions; row by row',
  access: [approve('user')],
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const exportUsers = call({
  method: 'GET',
  path: '/api/Users/ExportUsers',
  summary: 'The whole filter as an Excel file, with the columns asked for',
  access: [browse('user')],
  input: z.object({
    ...userFilters,
    columns: optional(many(text(40), 60)),
    sort: optional(oneOf(userSorts)),
    dir,
  }),
  output: z.strictObject({}),
  transport: 'file',
})
