import * as z from 'zod/mini'
import { call } from '../kernel/call.ts'
import { mobile } from '../kernel/checks.ts'
import { id, int, optional, text } from '../kernel/wire.ts'
import { scopes } from './calls.ts'

/** My own account (RT-06). Nothing here can be asked about anybody else. */

export const myProfile = z.strictObject({
  UserID: z.int(),
  LOGNAME: z.string(),
  UNAME: z.string(),
  /** Path below the API host; empty when there is none. */
  PHOTO: z.string(),
  mobile: z.nullable(z.string()),
  outletName: z.nullable(z.string()),
  scope: z.enum(scopes),
  /** What the scope consists of. */
  companies: z.array(z.strictObject({ CompanyID: z.int(), CompanyName: z.string(), code: z.string() })),
  /** Names of the warehouses that I work in; null: nothing limits them. */
  warehouses: z.nullable(z.array(z.string())),
  createdAt: z.string(),
  lastLoginAt: z.nullable(z.string()),
  version: z.int(),
})
export type MyProfile = z.output<typeof myProfile>

export const getMyProfile = call({
  method: 'GET',
  path: '/api/Users/GetMyProfile',
  summary: 'My account, and what my scope consists of',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: myProfile,
})
export const changeMyProfile = call({
  method: 'POST',
  path: '/api/Users/ChangeMyProfile',
  summary: 'Change my mobile and my photo; what is not sent is emptied',
  audience: 'everybody',
  access: 'session',
  input: z.object({
    version: int(1, 2_000_000_000),
    mobile: optional(mobile),
    /** The `Url` of a picture that I uploaded. */
    PHOTO: optional(text(200)),
  }),
  output: z.strictObject({ version: z.int() }),
})

export const mySession = z.strictObject({
  id: z.int(),
  /** The session that asks. */
  current: z.boolean(),
  address: z.string(),
  agent: z.string(),
  createdAt: z.string(),
  /** Last call, to the minute. */
  seenAt: z.string(),
})
export type MySession = z.output<typeof mySession>

export const getMySessions = call({
  method: 'GET',
  path: '/api/Users/GetMySessions',
  summary: 'Where I am signed in, this session first',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: z.array(mySession),
})
export const endMyOtherSessions = call({
  method: 'POST',
  path: '/api/Users/EndMyOtherSessions',
  summary: 'End my other sessions: all, or the one named; never the one that asks',
  audience: 'everybody',
  access: 'session',
  input: z.object({ sessionId: optional(id) }),
  output: z.strictObject({ ended: z.int() }),
})
