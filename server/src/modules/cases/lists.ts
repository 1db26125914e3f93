import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { usualOwner } from '../watch/index.ts'

/** Who has a case `x` of a waybill `w` in hand: as assigned, else as a waybill's watch has it. */
export const ownerOf = sql`coalesce(x.owner_id, ${usualOwner})`
/** When it is due: as was set, else so many hours after it was opened. */
export const dueOf = (hours: number) => sql`coalesce(x.due_at, x.created_at + ${hours} * interval '1 hour')`

/** What both kinds of cases are asked for beside their states; their owner, as a waybill's watch has it, says whose outlet's they are. */
export const byClock = (
  actor: Actor,
  tab: string | undefined,
  { owner, due, over }: { owner: RawBuilder<unknown>; due: RawBuilder<unknown>; over: RawBuilder<SqlBool> },
): RawBuilder<SqlBool> | undefined => {
  if (tab === 'current') return sql<SqlBool>`not (${over})`
  if (tab === 'mine') return sql<SqlBool>`not (${over}) and ${owner} = ${actor.userId}`
  if (tab === 'outlet')
    return sql<SqlBool>`not (${over}) and ${owner} in (select u.id from app_user u where u.outlet_id = ${actor.outletId})`
  if (tab === 'overdue') return sql<SqlBool>`not (${over}) and ${due} < ${clock.iso()}`
  if (tab === 'escalated') return sql<SqlBool>`not (${over}) and x.level > 0`
  return undefined
}
