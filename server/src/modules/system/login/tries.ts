import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { From } from '../../../platform/accessLog.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { NoTurn, Turns } from '../../../platform/turns.ts'

/** Whose password is tried; null: an account that does not exist. Or tickets, which belong to nobody. */
export type Tried = { readonly account: string; readonly id: number | null } | 'tickets'

type Limit = {
  /** Tries without a pause. */
  readonly free: number
  /** The pauses double from one second up to this. */
  readonly longest: number
  /** Seconds after which the count begins anew: since it began, or since its last failure. */
  readonly window: number
  readonly from: 'since' | 'last_at'
}
/** One account from one address: a stranger who guesses elsewhere does not keep its owner waiting. */
const ofBoth: Limit = { free: 5, longest: 300, window: 86_400, from: 'last_at' }
/** One account from all addresses, for guesses spread over many: slows, never locks. */
const ofAccount: Limit = { free: 10, longest: 10, window: 3600, from: 'since' }
/** One address over all accounts, for one password tried on many: slows, never locks. */
const ofAddress: Limit = { free: 50, longest: 2, window: 600, from: 'since' }
const every = '*'

/** An address where the account signed in within these days does not feel what others try elsewhere. */
const knownDays = 30

/** Tries that are judged at once, and those that wait: fewer at once than are free, so that right passwords never meet a pause. */
const turns = new Turns(4, 200)

/** Under which an account that does not exist is counted: what people type there may be a password. */
const salt = randomBytes(32)
function keyOf(tried: Tried): string {
  // No account has a colon.
  if (tried === 'tickets') return ':wechat'
  return tried.id === null ? `?${createHmac('sha256', salt).update(tried.account).digest('base64url')}` : tried.account
}

/**
 * Judges a password or a ticket. The try is counted before it is judged, so that many at once are no more than one after
 * the other, and is taken back when it was right. Refused while the account, the address or both have to pause, and when too
 * many wait. Never within a transaction: what is counted must outlast the refusal.
 */
export async function judged(db: Db, tried: Tried, from: From, fits: () => Promise<boolean>): Promise<boolean> {
  const key = keyOf(tried)
  const { came, leave } = arrive(`${key} ${from.address}`)
  try {
    return await turns.run(async () => {
      await db.transaction().execute((tx) => count(tx, { key, tried, address: from.address, came }))
      const right = await fits()
      if (right) await db.transaction().execute((tx) => takeBack(tx, { key, tried, address: from.address, came }))
      return right
    })
  } catch (error) {
    // Not all at the same moment again.
    if (error instanceof NoTurn) throw new Refusal('system.loginBusy', { seconds: 3 + Math.floor(Math.random() * 5) })
    throw error
  } finally {
    leave()
  }
}

/** Tries of an account from an address that are under way in this process, and when the first of them came. */
const underWay = new Map<string, { came: Date; count: number }>()
const longestRushMs = 30_000

/** Who waits for a turn does not thereby wait out a pause: those who come while others are under way came with them. */
function arrive(pair: string): { came: Date; leave: () => void } {
  const now = clock.now()
  const rush = underWay.get(pair) ?? { came: now, count: 0 }
  if (now.getTime() - rush.came.getTime() > longestRushMs) rush.came = now
  rush.count += 1
  underWay.set(pair, rush)
  const leave = () => {
    rush.count -= 1
    if (rush.count === 0) underWay.delete(pair)
  }
  return { came: rush.came, leave }
}

type Try = { readonly key: string; readonly tried: Tried; readonly address: string; readonly came: Date }

/** Always in this order, so that two tries never wait for each other. */
async function count(tx: Tx, { key, tried, address, came }: Try): Promise<void> {
  const pause = await add(tx, key, address, came, ofBoth)
  if (pause > 0) throw new Refusal('system.loginDelay', { seconds: pause })
  // One that does not exist is slowed alike, or the pause would tell.
  if (tried !== 'tickets') {
    const slow = await add(tx, key, every, came, ofAccount)
    if (slow > 0 && !(tried.id !== null && (await isKnown(tx, tried.id, address))))
      throw new Refusal('system.loginSlowed', { seconds: slow })
  }
  const slow = await add(tx, every, address, came, ofAddress)
  if (slow > 0) throw new Refusal('system.loginSlowed', { seconds: slow })
}

/** Counts one more and answers 0, or counts nothing and answers how many seconds are left. */
async function add(tx: Tx, account: string, address: string, came: Date, limit: Limit): Promise<number> {
  const now = clock.now()
  const old = sql`login_failure.${sql.ref(limit.from)} < ${new Date(now.getTime() - limit.window * 1000)}`
  const pause = sql`least(power(2, least(login_failure.failures - ${limit.free}, 20)), ${limit.longest})`
  const next = sql`login_failure.last_at + make_interval(secs => ${pause})`
  const counted = await sql`
    insert into login_failure (account, address, failures, since, last_at) values (${account}, ${address}, 1, ${now}, ${now})
    on conflict (account, address) do update set last_at = excluded.last_at,
      failures = case when ${old} then 1 else login_failure.failures + 1 end,
      since = case when ${old} then excluded.since else login_failure.since end
    where ${old} or login_failure.failures < ${limit.free} or ${next} <= ${came}
    returning 1`.execute(tx)
  if (counted.rows.length > 0) return 0
  const left = await sql<{ seconds: number }>`
    select ceil(extract(epoch from ${next} - ${now}::timestamptz))::int as seconds from login_failure
    where account = ${account} and address = ${address}`.execute(tx)
  return Math.max(1, left.rows[0]?.seconds ?? 1)
}

/** Whoever knows the password begins anew at his address; what others tried stays counted. */
async function takeBack(tx: Tx, { key, tried, address }: Try): Promise<void> {
  await tx.deleteFrom('login_failure').where('account', '=', key).where('address', '=', address).execute()
  for (const [account, at] of [...(tried === 'tickets' ? [] : [[key, every] as const]), [every, address] as const])
    await tx
      .updateTable('login_failure')
      .set({ failures: sql`greatest(failures - 1, 0)` })
      .where('account', '=', account)
      .where('address', '=', at)
      .execute()
}

async function isKnown(tx: Tx, userId: number, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('access_log')
    .select('id')
    .where('kind', '=', 'login')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .where('at', '>', new Date(clock.ms() - knownDays * 86_400_000).toISOString())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Nightly: what was tried so long ago that it slows nobody down. */
export async function dropOldTries(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('last_at', '<', before).execute()
}
