import type { Input, Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/system/upkeep'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { paging } from '../../platform/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import { likePart } from '../../platform/search.ts'
import { closeSessions } from '../../platform/session.ts'
import { administratorsBeyond } from '../system/index.ts'

type Filter = Input<typeof calls.getSessionTotals>

function conditions(filter: Filter): RawBuilder<SqlBool> {
  const pattern = filter.q === undefined ? '' : likePart(filter.q)
  return all([
    sql<SqlBool>`s.expires_at > ${clock.now()} and not u.is_deleted`,
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(u.account ilike ${pattern} or u.name ilike ${pattern} or s.address like ${pattern})`,
    anyOf('s.id', filter.ids),
  ])
}

export async function listSessions(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.getSessions>,
): Promise<Output<typeof calls.getSessions>> {
  const sorts = {
    seenAt: { by: sql.ref('s.seen_at'), type: 'timestamptz' },
    createdAt: { by: sql.ref('s.created_at'), type: 'timestamptz' },
  } as const
  const page = paging(sorts, { sort: 'seenAt', dir: 'desc' }, 's.id', input)
  const found = await sql<Omit<calls.SessionRow, 'current'> & { k: string }>`
    select s.id, u.id as "UserID", u.account, u.name, o.short_name as "outletName", s.address, s.agent,
      s.created_at as "createdAt", s.seen_at as "seenAt", ${page.key}::text as k
    -- unscoped: the name of a user's outlet, for whoever manages sessions
    from session s join app_user u on u.id = s.user_id left join company o on o.id = u.outlet_id
    where ${conditions(input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, current: row.id === actor.sessionId })) as calls.SessionRow[], next }
}

export async function totalSessions(tx: Tx, filter: Filter): Promise<Output<typeof calls.getSessionTotals>> {
  const found = await sql<{ count: number; people: number }>`
    select count(*) as count, count(distinct s.user_id) as people from session s join app_user u on u.id = s.user_id
    where ${conditions(filter)}`.execute(tx)
  return found.rows[0] ?? { count: 0, people: 0 }
}

type Open = { id: number; user_id: number; name: string; beyond: Refusal | undefined }

async function openSessions(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Open>> {
  const rows = await tx
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 'u.name'])
    .where('s.id', 'in', [...ids])
    .execute()
  const beyond = await administratorsBeyond(
    tx,
    actor,
    rows.map((row) => row.user_id),
  )
  return new Map(rows.map((row) => [row.id, { ...row, beyond: beyond.get(row.user_id) }]))
}

/** Ends sessions; their users meet the login page at their next call, on every process. */
export const endEachSession: Act<typeof calls.endEachSession> = (asked, { ids }) => {
  const { tx, actor } = asked
  const sessions: Records<Open> = {
    lock: openSessions,
    no: (session) => session.name,
    may: ({ id, beyond }) => (id === actor.sessionId ? new Refusal('system.thisSession') : beyond),
  }
  return eachRecord(asked, ids, sessions, async ({ id, user_id }) => {
    await closeSessions(tx, user_id, { only: id })
    await recordHistory(tx, actor, 'user', user_id, 'sessionsEnded')
  })
}
