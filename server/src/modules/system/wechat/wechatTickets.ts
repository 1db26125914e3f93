import { createHash, randomBytes } from 'node:crypto'
import type { WeChatPurpose } from '@xunyun/contract/system/wechat'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import type { WeChatPerson } from './wechatExchange.ts'

/**
 * What ties a scan together (ADR 009): a state for the way to WeChat and back, a ticket for what came of it. Both are
 * random, short-lived, used once, and the database holds their hashes.
 */

export const stateSeconds = 300
const ticketSeconds = 120

/** What a ticket is good for: signing in, or binding this very user. */
type Use = 'login' | { readonly bind: number }

const hash = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\0')).digest()
const after = (seconds: number): Date => new Date(clock.ms() + seconds * 1000)

/** The state counts only together with the browser's own key, so that nobody is led into another's scan. */
const stateHash = (state: string, browser: string) => hash('state', state, browser)
/** The use is part of the hash: a ticket for one use does not exist for another. */
const ticketHash = (ticket: string, use: Use) => hash('ticket', ticket, use === 'login' ? use : `bind ${use.bind}`)

/** WeChat takes letters and digits only, and at most 128 of them. */
export async function openState(tx: Tx, browser: string, use: Use): Promise<string> {
  const purpose: WeChatPurpose = use === 'login' ? 'login' : 'bind'
  const state = `${purpose === 'login' ? 'L' : 'B'}${randomBytes(24).toString('hex')}`
  await tx
    .insertInto('wechat_state')
    .values({
      state_hash: stateHash(state, browser),
      user_id: use === 'login' ? null : use.bind,
      created_at: clock.now(),
      expires_at: after(stateSeconds),
    })
    .execute()
  return state
}

/** Uses a state up; undefined when it is unknown, used, expired, or of another browser. */
export async function takeState(tx: Tx, state: string, browser: string): Promise<Use | undefined> {
  const row = await tx
    .deleteFrom('wechat_state')
    .where('state_hash', '=', stateHash(state, browser))
    .where('expires_at', '>', clock.iso())
    .returning('user_id')
    .executeTakeFirst()
  if (row === undefined) return undefined
  return row.user_id === null ? 'login' : { bind: row.user_id }
}

/** How far a scan for binding is: its row goes when WeChat returns. */
export async function progressOf(tx: Tx, state: string, browser: string) {
  const row = await tx
    .selectFrom('wechat_state')
    .select('expires_at')
    .where('state_hash', '=', stateHash(state, browser))
    .executeTakeFirst()
  if (row === undefined) return 'scanned' as const
  return Date.parse(row.expires_at) > clock.ms() ? ('waiting' as const) : ('expired' as const)
}

export async function issueTicket(tx: Tx, person: WeChatPerson, use: Use): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await tx
    .insertInto('wechat_ticket')
    .values({
      ticket_hash: ticketHash(ticket, use),
      open_id: person.openId,
      wechat_name: person.name,
      created_at: clock.now(),
      expires_at: after(ticketSeconds),
    })
    .execute()
  return ticket
}

/** Uses a ticket up, whatever follows; undefined when it is unknown, used, expired, or for another use. */
export async function takeTicket(tx: Tx, ticket: string, use: Use): Promise<WeChatPerson | undefined> {
  const row = await tx
    .updateTable('wechat_ticket')
    .set({ used_at: clock.now() })
    .where('ticket_hash', '=', ticketHash(ticket, use))
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.iso())
    .returning(['open_id', 'wechat_name'])
    .executeTakeFirst()
  return row === undefined ? undefined : { openId: row.open_id, name: row.wechat_name }
}

/** What nobody can use any more. */
export async function dropStale(tx: Tx): Promise<void> {
  await tx.deleteFrom('wechat_state').where('expires_at', '<', clock.iso()).execute()
  await tx.deleteFrom('wechat_ticket').where('expires_at', '<', clock.iso()).execute()
}
