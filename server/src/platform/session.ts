import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Actor, PageRight, Scope } from './actor.ts'
import { clock } from './clock.ts'
import type { Tx } from './db.ts'
import { Listener } from './listener.ts'

/** A session ends after 12 hours without a call and 7 days after login, whichever comes first. */
const idleMs = 12 * 3600_000
const absoluteMs = 7 * 24 * 3600_000
/** How stale rights and sessions may be on any process when NOTIFY is lost. */
const cacheMs = 1000
const channel = 'session_changed'

export type ActorFacts = Omit<Actor, 'language'>

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Sessions of this process: token hash → who acts. Entries live one second at most; a NOTIFY on any change of a
 * session, of rights or of a user cuts that short on every process (SE-09).
 */
export class Sessions {
  readonly #cache = new LRUCache<string, Promise<ActorFacts | undefined>>({ max: 10_000, ttl: cacheMs })
  readonly #listener: Listener

  constructor(pool: pg.Pool) {
    this.#listener = new Listener(pool, channel, () => this.#cache.clear())
  }

  /** Begins to hear of changes; after a lost connection everything cached is dropped. */
  listen(): Promise<void> {
    return this.#listener.listen()
  }

  close(): void {
    this.#listener.close()
  }

  /** The actor behind a token, or undefined when the session is unknown, ended, or its user disabled. */
  async find(tx: Tx, token: string, language: Language): Promise<Actor | undefined> {
    const hash = hashToken(token)
    const key = hash.toString('base64')
    let pending = this.#cache.get(key)
    if (pending === undefined) {
      pending = loadActor(tx, hash)
      this.#cache.set(key, pending)
      pending.catch(() => this.#cache.delete(key))
    }
    const facts = await pending
    return facts === undefined ? undefined : { ...facts, language }
  }

  /** Forgets what this process cached; the transaction's own `tellSessionsChanged` does it for the others. */
  clear(): void {
    this.#cache.clear()
  }
}

/** Tells every process, on commit, that sessions, rights or users changed. */
export const tellSessionsChanged = async (tx: Tx): Promise<void> => {
  await sql`select pg_notify(${sql.lit(channel)}, '')`.execute(tx)
}

/** Opens a session: a random 256-bit token, of which the database holds the hash. */
export async function openSession(tx: Tx, userId: number, from: { address: string; agent: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await tx
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + absoluteMs),
      address: from.address,
      agent: from.agent.slice(0, 300),
    })
    .execute()
  return token
}

/** Ends sessions of a user: all, all but one, or one. Answers how many. */
export async function closeSessions(
  tx: Tx,
  userId: number,
  which: 'all' | { only: number } | { butNot: number },
): Promise<number> {
  let query = tx.deleteFrom('session').where('user_id', '=', userId)
  if (which !== 'all')
    query = 'only' in which ? query.where('id', '=', which.only) : query.where('id', '<>', which.butNot)
  const result = await query.executeTakeFirst()
  await tellSessionsChanged(tx)
  return Number(result.numDeletedRows)
}

/** Sessions that are over by themselves, of a user or of everybody: nobody has to be told. */
export async function dropEndedSessions(tx: Tx, userId?: number): Promise<void> {
  const ended = tx.deleteFrom('session').where('expires_at', '<', clock.iso())
  await (userId === undefined ? ended : ended.where('user_id', '=', userId)).execute()
}

type UserRow = {
  user_id: number
  account: string
  name: string
  outlet_id: number | null
  scope: 'all' | 'outlet' | 'customer'
  all_warehouses: boolean
  must_change_password: boolean
  bound: number[] | null
  rights: ({ page: string } & PageRight)[] | null
}

const userColumns = sql`
  u.id as user_id, u.account, u.name, u.outlet_id, u.scope, u.all_warehouses, u.must_change_password,
  -- json: an array of bigint would come as texts, which are equal to no id
  (select json_agg(company_id order by company_id) from user_company where user_id = u.id) as bound,
  (select json_agg(json_build_object('page', page, 'browse', browse, 'edit', edit, 'approve', approve))
     from effective_right where user_id = u.id and browse) as rights`

async function loadActor(tx: Tx, hash: Buffer): Promise<ActorFacts | undefined> {
  const now = clock.now()
  const idleSince = new Date(now.getTime() - idleMs)
  const found = await sql<UserRow & { session_id: number; seen_at: string }>`
    select s.id as session_id, s.seen_at, ${userColumns}
    from session s join app_user u on u.id = s.user_id
    where s.token_hash = ${hash} and s.expires_at > ${now} and s.seen_at > ${idleSince} and u.status = 0 and not u.is_deleted
  `.execute(tx)
  const row = found.rows[0]
  if (row === undefined) return undefined
  // Written at most once a minute, so that reading stays a read.
  if (now.getTime() - Date.parse(row.seen_at) > 60_000) {
    await tx.updateTable('session').set({ seen_at: now }).where('id', '=', row.session_id).execute()
  }
  return { ...(await factsOf(tx, row)), sessionId: row.session_id }
}

/** Who a user is by now, without a session: for work that goes on when its page is left. Undefined when disabled. */
export async function actorOfUser(tx: Tx, userId: number, language: Language): Promise<Actor | undefined> {
  const found = await sql<UserRow>`
    select ${userColumns} from app_user u where u.id = ${userId} and u.status = 0 and not u.is_deleted`.execute(tx)
  const row = found.rows[0]
  return row === undefined ? undefined : { ...(await factsOf(tx, row)), sessionId: 0, language }
}

/** What a user may do and see by now, disabled or not; undefined when there is none. */
export async function factsOfUser(tx: Tx, userId: number): Promise<Omit<ActorFacts, 'sessionId'> | undefined> {
  const found = await sql<UserRow>`
    select ${userColumns} from app_user u where u.id = ${userId} and not u.is_deleted`.execute(tx)
  const row = found.rows[0]
  return row === undefined ? undefined : factsOf(tx, row)
}

async function factsOf(tx: Tx, row: UserRow): Promise<Omit<ActorFacts, 'sessionId'>> {
  const scope = await resolveScope(tx, row.scope, row.bound ?? [])
  return {
    userId: row.user_id,
    account: row.account,
    name: row.name,
    outletId: row.outlet_id,
    scope,
    warehouses: await resolveWarehouses(tx, row, scope),
    rights: new Map((row.rights ?? []).map(({ page, ...right }) => [page, right])),
    mustChangePassword: row.must_change_password,
  }
}

/** The assigned warehouses, and of an outlet's user those of his outlets alone; null when nothing cuts them. */
async function resolveWarehouses(tx: Tx, row: UserRow, scope: Scope): Promise<readonly number[] | null> {
  if (row.all_warehouses && scope.kind !== 'outlet') return null
  const found = await sql<{ id: number }>`
    select w.id from warehouse w where not w.is_deleted
      and (${row.all_warehouses} or exists (select 1 from user_warehouse u where u.user_id = ${row.user_id} and u.warehouse_id = w.id))
      and (${scope.kind !== 'outlet'} or w.outlet_id = any(${scope.kind === 'outlet' ? [...scope.ids] : []}::bigint[]))
    order by w.id`.execute(tx)
  return found.rows.map(({ id }) => id)
}

/** Bound outlets with all outlets below them, resolved to ids once, so that every query sends constants. */
async function resolveScope(tx: Tx, kind: Scope['kind'], bound: readonly number[]): Promise<Scope> {
  if (kind === 'all') return { kind }
  if (kind === 'customer') return { kind, ids: [...bound] }
  const ids = [...bound]
  const below = await sql<{ id: number }>`
    with recursive below as (
      select id from company where id = any(${ids}) and not is_deleted
      union select c.id from company c join below b on c.parent_id = b.id where not c.is_deleted
    ) select id from below order by id`.execute(tx)
  return { kind, ids: below.rows.map((row) => row.id) }
}
