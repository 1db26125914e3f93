import * as z from 'zod/mini'
import { approve, browse } from '../access.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { id, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from './calls.ts'

/**
 * Signing in by WeChat and binding an account to it (SE-10). Where the specification says OpenId, WXLogin and
 * BindOpenId take the one-time ticket that GetWXKFOpenId issued: an OpenId itself is no secret (ADR 009).
 */

const done = z.strictObject({})
/** A ticket; longer than any, so that a bare OpenId is refused as one and not for its form. */
const ticket = text(200)

export const wechatPurposes = ['login', 'bind'] as const
export type WeChatPurpose = (typeof wechatPurposes)[number]

export const getWeChatSettings = call({
  method: 'GET',
  path: '/api/WeChat/GetWeChatSettings',
  summary: 'Whether WeChat is set up here: without it neither the tab nor the binding is shown',
  audience: 'everybody',
  access: 'public',
  input: z.object({}),
  output: z.strictObject({ enabled: z.boolean() }),
})
/** The state is tied to the browser by a cookie, and to the user when it is for binding. */
export const beginWeChat = call({
  method: 'POST',
  path: '/api/WeChat/BeginWeChat',
  summary: "Begin a scan: answers the address of WeChat's page; binding needs a token",
  audience: 'everybody',
  access: 'public',
  input: z.object({ purpose: oneOf(wechatPurposes) }),
  output: z.strictObject({
    /** WeChat's own page with the QR code; it returns to /auth-redirect with code and state. */
    address: z.string(),
    /** Begins with L for a login and B for a binding. */
    state: z.string(),
    /** How long the state holds, in seconds. */
    seconds: z.int(),
  }),
})
/** AP-09: the one call that answers a bare body: the ticket, or `err`. */
export const getWXKFOpenId = call({
  method: 'GET',
  path: '/api/WXHelper/GetWXKFOpenId',
  summary: "Exchange WeChat's code; answers a one-time ticket as bare text, or err",
  audience: 'everybody',
  access: 'public',
  input: z.object({ code: text(512), state: text(128) }),
  output: z.string(),
  transport: 'text',
})
/** AP-02. */
export const wxLogin = call({
  method: 'GET',
  path: '/api/Login/WXLogin',
  summary: 'Sign in with the ticket of a WeChat exchange; answers the session token',
  audience: 'everybody',
  access: 'public',
  input: z.object({ OpenId: ticket }),
  output: z.strictObject({ token: z.string() }),
})
/** AP-10. */
export const bindOpenId = call({
  method: 'POST',
  path: '/api/Users/BindOpenId',
  summary: 'Bind my account to the WeChat of a ticket that I began myself',
  audience: 'everybody',
  access: 'session',
  input: z.object({ OpenId: ticket }),
  output: z.strictObject({ account: z.string(), wechatName: z.string() }),
})

export const scanStates = ['none', 'waiting', 'scanned', 'expired'] as const
export const getMyWeChat = call({
  method: 'GET',
  path: '/api/Users/GetMyWeChat',
  summary: 'Whether my account is bound, to which nickname, and how far a scan that I began is',
  audience: 'everybody',
  access: 'session',
  input: z.object({ state: optional(text(128)) }),
  output: z.strictObject({
    account: z.string(),
    name: z.string(),
    bound: z.boolean(),
    wechatName: z.string(),
    boundAt: z.nullable(z.string()),
    /** waiting: WeChat has not returned yet; scanned: it has; none: no scan was asked about. */
    scan: z.enum(scanStates),
  }),
})
export const unbindMyWeChat = call({
  method: 'POST',
  path: '/api/Users/UnbindMyWeChat',
  summary: 'End the binding of my own account',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: done,
})

export const bindingRow = z.strictObject({
  /** The user's id. */
  id: z.int(),
  account: z.string(),
  name: z.string(),
  outletName: z.nullable(z.string()),
  /** First four and last three characters; empty when not bound. The whole one never leaves the server here. */
  openId: z.string(),
  wechatName: z.string(),
  boundAt: z.nullable(z.string()),
  lastLoginAt: z.nullable(z.string()),
  /** False: the account is disabled, and its WeChat lets nobody in. */
  enabled: z.boolean(),
})
export type BindingRow = z.output<typeof bindingRow>

export const bindingTabs = ['bound', 'unbound'] as const
const filters = {
  tab: optional(oneOf(bindingTabs)),
  /** Contains: account, name, mobile, pinyin, initials, nickname. */
  q: optional(text(60)),
  outletId: optional(id),
  ids: optional(many(id)),
}
export type BindingFilter = Input<typeof getBindingTotals>
export const bindingSorts = ['boundAt', 'lastLoginAt', 'account', 'name'] as const

export const [getBindings, getBindingTotals, exportBindings] = listCalls({
  rows: { path: '/api/WeChat/GetBindings', summary: 'Accounts with and without WeChat' },
  totals: { path: '/api/WeChat/GetBindingTotals' },
  export: { path: '/api/WeChat/ExportBindings' },
  access: [browse('wxbind')],
  row: bindingRow,
  filters,
  sorts: bindingSorts,
})
export const unbindWeChat = call({
  method: 'POST',
  path: '/api/WeChat/UnbindWeChat',
  summary: 'End the bindings of accounts; a row without one is refused with its reason',
  access: [approve('wxbind')],
  input: z.object({ ids: many(id, 10_000, 1) }),
  output: outcomes,
})
export const getBindingHistory = call({
  method: 'GET',
  path: '/api/WeChat/GetBindingHistory',
  summary: 'When an account was bound and unbound, latest first',
  access: [browse('wxbind')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
