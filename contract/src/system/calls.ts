import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { call } from '../kernel/call.ts'
import { mobile } from '../kernel/checks.ts'
import { choice } from '../kernel/list.ts'
import { date, dir, flag, id, int, json, many, oneOf, optional, secret, text } from '../kernel/wire.ts'

/** Session, users and rights. The calls that the specification names keep its paths and field names exactly (AP-01 … AP-08). */

const bit = z.int().check(z.minimum(0), z.maximum(1))
const done = z.strictObject({})

export const scopes = ['all', 'outlet', 'customer'] as const
export type ScopeKind = (typeof scopes)[number]

const credentials = z.object({
  /** Trimmed by the client and by the server (SE-01). */
  LOGNAME: text(60),
  PSD: secret,
})
const token = z.strictObject({ token: z.string() })

/** AP-01. As the specification writes it; never logged, never cached. Our own page sends the POST below. */
export const doLoginByGet = call({
  method: 'GET',
  path: '/api/Login/DoLogin',
  summary: 'Sign in (query parameters); answers the session token',
  audience: 'everybody',
  access: 'public',
  input: credentials,
  output: token,
})
export const doLogin = call({
  method: 'POST',
  path: '/api/Login/DoLogin',
  summary: 'Sign in (body); answers the session token',
  audience: 'everybody',
  access: 'public',
  input: credentials,
  output: token,
  body: 'form',
})
export const logout = call({
  method: 'POST',
  body: 'form',
  path: '/api/Login/Logout',
  summary: 'End this session: the token is dead afterwards (SE-04)',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: done,
})

/** One item of the menu and rights list, section 3 of the specification; `Names` beside MenuName carries all languages. */
export const menuItem = z.strictObject({
  MenuID: z.int(),
  /** 0 for a root. */
  ParentID: z.int(),
  MenuName: z.string(),
  /** Absolute if it starts with http, else a route path; empty for a group. */
  GoUrl: z.string(),
  Icon: z.string(),
  tSort: z.int(),
  Approved: bit,
  isLeaf: bit,
  /** 1 opens a new window. */
  openwindow: bit,
  /** Only 0 is shown in the top bar. */
  FromLocation: z.int(),
  BrowseAccess: bit,
  AddModifyAccess: bit,
  DeleteApprovedAccess: bit,
  /** Page key of ours; empty for a group or an outside address. */
  Page: z.string(),
  Names: z.strictObject({ zh: z.string(), en: z.string(), es: z.string(), ja: z.string() }),
})
export type MenuItem = z.output<typeof menuItem>

export const userInfo = z.strictObject({
  ListSysUserRights: z.array(menuItem),
  UserID: z.int(),
  LOGNAME: z.string(),
  UNAME: z.string(),
  /** Path below the API host; empty when the user has none. */
  PHOTO: z.string(),
  /** 1: may click-to-call. */
  ISDIAL: bit,
  OpenId: z.string(),
  /** WeChat is set up here: an account without OpenId can be bound. */
  wechat: z.boolean(),
  token: z.string(),
  scope: z.enum(scopes),
  mustChangePassword: z.boolean(),
  outletId: z.nullable(z.int()),
  outletName: z.nullable(z.string()),
  /** Server time at the answer, ISO UTC; business day in Asia/Shanghai. */
  now: z.string(),
  today: z.string(),
})
export type UserInfo = z.output<typeof userInfo>

/** AP-03. */
export const getUserInfo = call({
  method: 'GET',
  path: '/api/Users/GetUserInfo',
  summary: 'Who I am, with the menu and rights list (SE-02, SE-03)',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: userInfo,
})

const accesses = { BrowseAccess: bit, AddModifyAccess: bit, DeleteApprovedAccess: bit }
export const rightRow = z.strictObject({ MenuID: z.int(), ...accesses })
export type RightRow = z.output<typeof rightRow>
export const rightInput = z.object({
  MenuID: id,
  BrowseAccess: int(0, 1),
  AddModifyAccess: int(0, 1),
  DeleteApprovedAccess: int(0, 1),
})
const ownBit = z.nullable(bit)
/** The accesses are what holds; beside them where it comes from (ADR 006). */
const userRightRow = z.strictObject({
  MenuID: z.int(),
  ...accesses,
  /** What the enabled roles give together. */
  Role: z.strictObject(accesses),
  /** The user's own on top: 1 grants, 0 denies, null leaves it to the roles. */
  Own: z.strictObject({ BrowseAccess: ownBit, AddModifyAccess: ownBit, DeleteApprovedAccess: ownBit }),
})
export type UserRightRow = z.output<typeof userRightRow>
const ownInput = z.nullable(int(0, 1))
const userRightInput = z.object({
  MenuID: id,
  /** The effect that is wanted; all three, unless `Own` says it. */
  BrowseAccess: optional(int(0, 1)),
  AddModifyAccess: optional(int(0, 1)),
  DeleteApprovedAccess: optional(int(0, 1)),
  /** Counts where no access is sent, or where it comes to the same effect. */
  Own: optional(z.object({ BrowseAccess: ownInput, AddModifyAccess: ownInput, DeleteApprovedAccess: ownInput })),
})

/** AP-05. */
export const getUserRight = call({
  method: 'GET',
  path: '/api/SysUserRights/GetUserRight',
  summary: "A user's rights in force, one row a menu item that carries a right, and where each comes from",
  access: [browse('user')],
  input: z.object({ UserID: id }),
  output: z.array(userRightRow),
})
export const setSysUserRights = call({
  method: 'POST',
  path: '/api/SysUserRights/SetSysUserRights',
  summary: "Replace a user's rights (rows not sent: none); in force on the user's next call (SE-09)",
  access: [edit('user')],
  input: z.object({ UserID: id, Rights: json(z.array(userRightInput).check(z.maxLength(2000))) }),
  output: done,
  body: 'form',
})
export const getRightMenus = call({
  method: 'GET',
  path: '/api/SysUserRights/GetRightMenus',
  summary: 'The whole menu tree, for the rights editor',
  access: [browse('user'), browse('role')],
  input: z.object({}),
  output: z.array(menuItem),
})

export const user = z.strictObject({
  UserID: z.int(),
  LOGNAME: z.string(),
  UNAME: z.string(),
  /** 0 enabled, 1 disabled. */
  STATUS: bit,
  PHOTO: z.string(),
  ISDIAL: bit,
  OpenId: z.string(),
  mobile: z.nullable(z.string()),
  outletId: z.nullable(z.int()),
  outletName: z.nullable(z.string()),
  scope: z.enum(scopes),
  /** Names of the companies bound, joined for the list. */
  boundNames: z.string(),
  /** The warehouses that the user works in; null: all that the scope has. */
  warehouses: z.nullable(z.array(z.strictObject({ id: z.int(), name: z.string() }))),
  roles: z.array(z.strictObject({ id: z.int(), name: z.string(), enabled: z.boolean() })),
  /** When WeChat was bound; null when it is not, or was before that was noted. */
  wechatBoundAt: z.nullable(z.string()),
  mustChangePassword: z.boolean(),
  lastLoginAt: z.nullable(z.string()),
  /** Open sessions now. */
  sessions: z.int(),
  createdAt: z.string(),
  version: z.int(),
})
export type User = z.output<typeof user>

/** unbound: enabled, and WeChat is not bound. */
export const userTabs = ['enabled', 'disabled', 'unbound'] as const
export const userSorts = ['LOGNAME', 'UNAME', 'lastLoginAt', 'createdAt'] as const
export const userFilters = {
  q: optional(text(60)),
  STATUS: optional(int(0, 1)),
  tab: optional(oneOf(userTabs)),
  outletId: optional(id),
  roleId: optional(id),
  scope: optional(oneOf(scopes)),
  isDial: optional(flag),
  /** Last sign-in, from and to this day (Asia/Shanghai). */
  loginFrom: optional(date),
  loginTo: optional(date),
  ids: optional(many(id)),
}
/** AP-06. An array of all users, or `{rows, total}` when pageSize is sent. */
export const getAllUsers = call({
  method: 'GET',
  path: '/api/Users/GetAllUsers',
  summary: 'Users: an array of all, or {rows, total} when pageSize is sent',
  access: [browse('user')],
  input: z.object({
    ...userFilters,
    sort: optional(oneOf(userSorts)),
    dir,
    pageSize: optional(int(1, 500)),
    page: optional(int(1, 100_000)),
  }),
  output: z.union([
    z.array(user),
    z.strictObject({
      rows: z.array(user),
      total: z.int(),
      enabled: z.int(),
      disabled: z.int(),
      unbound: z.int(),
    }),
  ]),
})
/** AP-06. STATUS is forced to 0 by the server, whatever is sent. */
export const getUsers = call({
  method: 'GET',
  path: '/api/Users/GetUsers',
  summary: 'Enabled users, as a look-up: id, name, account',
  access: [
    browse('user'),
    browse('driver'),
    browse('companyView'),
    browse('companySupplier'),
    browse('companyManage'),
    browse('allWayBill'),
    browse('taskList'),
    browse('wList'),
    browse('GPSStock'),
    browse('freight'),
    browse('profit'),
    browse('profitView'),
    browse('billing'),
  ],
  input: z.object({ q: optional(text(60)) }),
  output: z.array(choice),
})

const userFields = {
  UNAME: text(60),
  mobile: optional(mobile),
  outletId: optional(id),
  ISDIAL: optional(int(0, 1)),
  PHOTO: optional(text(200)),
  scope: oneOf(scopes),
  /** BindCompany, in the same step: companies that the scope consists of. */
  companies: optional(many(id, 200)),
  /** False: in `warehouses` alone, at least one. Not given: as it was; of a new user true. */
  allWarehouses: optional(flag),
  warehouses: optional(many(id, 200)),
  /** Not given: as they were; empty: none. */
  roles: optional(many(id, 50)),
}
export const addUsers = call({
  method: 'POST',
  path: '/api/Users/AddUsers',
  summary: 'Add a user',
  access: [edit('user')],
  input: z.object({
    LOGNAME: text(60).check(z.regex(/^[\p{L}\p{N}._@-]+$/u, 'field.invalid')),
    PSD: secret,
    ...userFields,
  }),
  output: z.strictObject({ UserID: z.int() }),
  idempotent: true,
})
export const changeUsers = call({
  method: 'POST',
  path: '/api/Users/ChangeUsers',
  summary: 'Change a user; STATUS 1 disables and ends all sessions, and needs approve as 0 does',
  access: [edit('user')],
  input: z.object({ UserID: id, version: int(1, 2_000_000_000), STATUS: optional(int(0, 1)), ...userFields }),
  output: z.strictObject({ version: z.int() }),
})
/** AP-07. Success ends all sessions of the user: our client shows 修改成功 and signs out (SE-06). */
export const changePwd = call({
  method: 'POST',
  path: '/api/Users/ChangePWD',
  summary: 'Change my password',
  audience: 'everybody',
  access: 'session',
  input: z.object({ OldPSD: secret, PSD: secret, Pwd2: secret }),
  output: done,
  body: 'form',
})
/** Before what a stolen session must not be enough for: WeChat is bound within ten minutes of it, in this session. */
export const confirmMyPassword = call({
  method: 'POST',
  path: '/api/Users/ConfirmMyPassword',
  summary: 'Give my password once more; a wrong one counts as a login that failed',
  access: 'session',
  audience: 'everybody',
  input: z.object({ PSD: secret }),
  output: done,
  body: 'form',
})
export const adminChangePwd = call({
  method: 'POST',
  path: '/api/Users/AdminChangePWD',
  summary: "Reset a user's password; it must be changed at the next login",
  access: [approve('user')],
  input: z.object({ UserID: id, PSD: secret }),
  output: done,
  body: 'form',
})
export const endSessions = call({
  method: 'POST',
  body: 'form',
  path: '/api/Users/EndSessions',
  summary: 'End all sessions of a user',
  access: [approve('user')],
  input: z.object({ UserID: id }),
  output: z.strictObject({ ended: z.int() }),
})

const binding = z.strictObject({ CompanyID: z.int(), CompanyName: z.string(), code: z.string() })
const bindInput = z.object({ UserID: id, CompanyID: id })
/** AP-08. The specification's spelling of the path is kept. */
export const getBindCompany = call({
  method: 'GET',
  path: '/api/BindCompany/GetBindComapany',
  summary: 'Companies that the scope of a user consists of',
  access: [browse('user')],
  input: z.object({ UserID: id }),
  output: z.array(binding),
})
export const addBindCompany = call({
  method: 'POST',
  path: '/api/BindCompany/AddBindCompany',
  summary: 'Bind a company to a user',
  access: [edit('user')],
  input: bindInput,
  output: done,
})
export const delBindCompany = call({
  method: 'POST',
  path: '/api/BindCompany/DelBindCompany',
  summary: 'Unbind a company from a user',
  access: [edit('user')],
  input: bindInput,
  output: done,
})

/** A line of a record's timeline. */
export const historyEntry = z.strictObject({
  id: z.int(),
  at: z.string(),
  byName: z.string(),
  /** What was done: created, changed, disabled … */
  action: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
})
export type HistoryEntry = z.output<typeof historyEntry>
export const getUserHistory = call({
  method: 'GET',
  path: '/api/Users/GetUserHistory',
  summary: "A user's timeline",
  access: [browse('user')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
