import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { nextDay, startOfDay } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { oneSum } from '../../platform/sum.ts'
import { isToSee, isWaiting } from './store.ts'

/** Collected at the door and not handed in yet; of a driver his own. What was sent back to its holder is his again from that moment on. */
export const toHandInOn = (tx: Tx, actor: Actor, day: string): Promise<string> =>
  oneSum(
    tx,
    sql`select c.held_freight + c.held_cod as amount from collection c where ${isWaiting} and ${isToSee(actor, 'c')}
      union all
      select -e.amount from money_entry e join money_posting g on g.id = e.posting_id join collection c on c.id = g.doc_id
      where e.account = 'custody' and e.day > ${day}::date and g.doc_type = 'collection' and ${isToSee(actor, 'c')}
      -- unscoped: of the actor's own outlets, or his own, by the conditions
      union all select case when h.created_at < ${startOfDay(nextDay(day))}::timestamptz then -h.due else h.due end from hand_in h
      where (h.created_at >= ${startOfDay(nextDay(day))}::timestamptz) <> (h.state = 'returned' and h.updated_at >= ${startOfDay(nextDay(day))}::timestamptz) and ${isToSee(actor, 'h')}`,
  )
