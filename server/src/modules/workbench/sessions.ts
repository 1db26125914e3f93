import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { getSessions, getSessionTotals, SessionRow } from '@xunyun/contract/system/upkeep'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { all, paging } from '../../platform/list.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { likePart } from '../../platform/search.ts'
import { closeSessions } from '../../platform/session.ts'
import { administratorsBeyond } from '../system/index.ts'

type Filter = Input<typeof getSessionTotals>

function conditions(filter: Filter): RawBuilder<SqlBool> {
  const pattern = filter.q === undefined ? '' : likePart(filter.q)
  return all([
    sql<SqlBool>`s.expires_at > ${clock.now()} and not u.is_deleted`,
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(u.account ilike ${pattern} or u.name ilike ${pattern} or s.address like ${pattern})`,
    filter.ids === undefined ? undefined : sql<SqlBool>`s.id = any(${[...filter.ids]}::bigint[])`,
  ])
}

export async function listSessions(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getSessions>,
): Promise<Output<typeof getSessions>> {
  const sorts = {
    seenAt: { by: sql.ref('s.seen_at'), type: 'timestamptz' },
    createdAt: { by: sql.ref('s.created_at'), type: 'timestamptz' },
  } as const
  const page = paging(sorts, { sort: 'seenAt', dir: 'desc' }, 's.id', input)
  const found = await sql<Omit<SessionRow, 'current'> & { k: string }>`
    select s.id, u.id as "UserID", u.account, u.name, o.short_name as "outletName", s.address, s.agent,
      s.created_at as "createdAt", s.seen_at as "seenAt", ${page.key}::text as k
    -- unscoped: the name of a user's outlet, for whoever manages sessions
    from session s join app_user u on u.id = s.user_id left join company o on o.id = u.outlet_id
    where ${conditions(input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, current: row.id === actor.sessionId })) as SessionRow[], next }
}

export async function totalSessions(tx: Tx, filter: Filter): Promise<Output<typeof getSessionTotals>> {
  const found = await sql<{ count: number; people: number }>`
    select count(*) as count, count(distinct s.user_id) as people from session s join app_user u on u.id = s.user_id
    where ${conditions(filter)}`.execute(tx)
  return found.rows[0] ?? { count: 0, people: 0 }
}

/** Ends sessions; their users meet the login page at their next call, on every process. */
export async function endEach(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const found = await tx
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 'u.name'])
    .where('s.id', 'in', [...ids])
    .execute()
  const beyond = await administratorsBeyond(
    tx,
    actor,
    found.map((row) => row.user_id),
  )
  for (const id of new Set(ids)) {
    const row = found.find((one) => one.id === id)
    if (row === undefined) report.refuse(id, String(id), notFound())
    else if (id === actor.sessionId) report.refuse(id, row.name, new Refusal('system.thisSession'))
    else if (beyond.has(row.user_id)) report.refuse(id, row.name, beyond.get(row.user_id) ?? notFound())
    else {
      await closeSessions(tx, row.user_id, { only: id })
      await recordHistory(tx, actor, 'user', row.user_id, 'sessionsEnded')
      report.done()
    }
  }
  return report.outcomes()
}
