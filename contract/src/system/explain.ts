import * as z from 'zod/mini'
import { call } from '../kernel/call.ts'
import { id, oneOf, optional, text } from '../kernel/wire.ts'
import { pageKeys } from '../pages.ts'
import { kinds } from '../rights.ts'
import { scopes } from './calls.ts'

/** Why somebody may or may not. */

/**
 * userDisabled: nobody signs in with a disabled account · ownGrant, ownDenial: a right of the user's own says so · browseDenied: his own right forbids even to look ·
 * role: an enabled role gives it · contained: edit or approve on the page contains it ·
 * roleDisabled: only disabled roles would give it · nobody: neither a role nor a right of his own gives it.
 */
export const rightReasons = [
  'userDisabled',
  'ownGrant',
  'ownDenial',
  'browseDenied',
  'role',
  'contained',
  'roleDisabled',
  'nobody',
] as const
export type RightReason = (typeof rightReasons)[number]

/** How the page stands in the menu: shown · leaf: a right without an entry · unapproved: hidden until approved · none. */
export const menuStates = ['shown', 'leaf', 'unapproved', 'none'] as const

export const explainedRight = z.strictObject({
  page: z.enum(pageKeys as [string, ...string[]]),
  kind: z.enum(kinds),
  /** In force now. */
  holds: z.boolean(),
  reason: z.enum(rightReasons),
  /** The user's roles that give this kind on this page. */
  roles: z.array(z.strictObject({ id: z.int(), name: z.string(), enabled: z.boolean() })),
  /** The user's own right: true grants, false denies, null leaves it to the roles. */
  own: z.nullable(z.boolean()),
  menu: z.enum(menuStates),
})
export type ExplainedRight = z.output<typeof explainedRight>

export const explanation = z.strictObject({
  UserID: z.int(),
  UNAME: z.string(),
  disabled: z.boolean(),
  mustChangePassword: z.boolean(),
  scope: z.enum(scopes),
  /** Names of the outlets or customers that the scope consists of. */
  scopeNames: z.array(z.string()),
  /** Any one that holds is enough. Empty: no right is needed. */
  rights: z.array(explainedRight),
  allowed: z.boolean(),
  /** Colleagues who may grant it: they edit users and hold the right themselves. Not told to customers' accounts. */
  grantors: z.array(z.string()),
})
export type Explanation = z.output<typeof explanation>

export const explainRight = call({
  method: 'GET',
  path: '/api/SysUserRights/ExplainRight',
  summary: 'Why a user may or may not open a page, or make a call; about others only for whoever browses users',
  audience: 'everybody',
  access: 'session',
  input: z.object({
    /** Not given: oneself. */
    UserID: optional(id),
    page: optional(oneOf(pageKeys as [string, ...string[]])),
    /** Beside `page`; not given: all three. */
    kind: optional(oneOf(kinds)),
    /** `/api/Users/AddUsers`: the rights any one of which the call asks for. */
    call: optional(text(120)),
  }),
  output: explanation,
})
