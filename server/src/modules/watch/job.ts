import { pageOf } from '@xunyun/contract/pages'
import { type ClockList, type WatchList, watchLists, watchPages } from '@xunyun/contract/watch/lists'
import type { WatchSetting } from '@xunyun/contract/watch/settings'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { anyId, type Tx } from '../../platform/db.ts'
import { notify } from '../../platform/notify.ts'
import { type Rule, ruleOf, usualOwner } from './rules.ts'
import { settingsOf } from './settings.ts'

export type Turn = { begun: number; ended: number; escalated: number }

/** A clock that came to its due time, or to a level of its list. */
export type Due = {
  id: number
  no: string
  ownerId: number | null
  outletId: number | null
  /** Nobody was told yet that it is due. */
  isDue: boolean
  /** The level that it was told of, and the one that it has come to. */
  was: number
  level: number
}
/** What cases say of their own clocks, and where what was told of them is written; their module comes later (app.ts). */
export type CaseClocks = {
  readonly list: ClockList
  due(tx: Tx, setting: WatchSetting): Promise<Due[]>
  told(tx: Tx, due: readonly Due[]): Promise<void>
}

/** One turn of all clocks: begins those of what came on a list, ends those of what left it, tells what is due and escalates. */
export async function turnClocks(tx: Tx, cases: readonly CaseClocks[]): Promise<Turn> {
  // One at a time: two would tell twice.
  await sql`select pg_advisory_xact_lock(hashtext('watch'))`.execute(tx)
  const settings = await settingsOf(tx)
  const turn: Turn = { begun: 0, ended: 0, escalated: 0 }
  for (const list of watchLists) {
    const setting = settings.get(list) as WatchSetting
    const rule = ruleOf(list, setting)
    turn.ended += await end(tx, rule)
    turn.begun += await begin(tx, rule)
    turn.escalated += await tell(tx, list, setting, await dueOf(tx, list, setting))
    await markTold(tx, list, setting)
  }
  for (const clocks of cases) {
    const setting = settings.get(clocks.list) as WatchSetting
    const due = await clocks.due(tx, setting)
    turn.escalated += await tell(tx, clocks.list, setting, due)
    await clocks.told(tx, due)
  }
  return turn
}

/** A row that leaves its list takes its clock along; one that comes back begins anew. */
async function end(tx: Tx, { list, condition, since }: Rule): Promise<number> {
  const done = await sql`delete from watch x where x.list = ${list} and not exists (
    -- unscoped: the clocks of all
    select from waybill w where w.id = x.waybill_id and ${condition} and x.since = ${since})`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}

async function begin(tx: Tx, { list, condition, since, due }: Rule): Promise<number> {
  const done = await sql`insert into watch (waybill_id, list, owner_id, since, due_at)
    -- unscoped: the clocks of all
    select w.id, ${list}, ${usualOwner}, ${since}, ${due} from waybill w
    where ${condition} and not exists (select from watch x where x.waybill_id = w.id and x.list = ${list})
    on conflict do nothing`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}

/** The level that a clock has come to: of those whose hours after the due time have passed, the last. */
export const levelNow = ({ escalations }: WatchSetting, dueAt = sql.ref('x.due_at')) => {
  const now = clock.iso()
  return sql<number>`(${sql.join(
    [
      sql`0`,
      ...escalations.map(({ after }) => sql`(${dueAt} + ${after} * interval '1 hour' <= ${now}::timestamptz)::int`),
    ],
    sql` + `,
  )})`
}

async function dueOf(tx: Tx, list: WatchList, setting: WatchSetting): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select w.id, w.waybill_no as no, x.owner_id as "ownerId", x.level as was, ${levelNow(setting)} as level, not x.due_told as "isDue",
      coalesce(u.outlet_id, w.outlet_id) as "outletId"
    -- unscoped: the clocks of all
    from watch x join waybill w on w.id = x.waybill_id left join app_user u on u.id = x.owner_id
    where x.list = ${list} and ${isToTell(setting)} order by x.due_at, w.id`.execute(tx)
  return rows
}

/** Its due time has come and nobody was told, or a level that nobody was told of. */
const isToTell = (setting: WatchSetting) =>
  sql`x.due_at <= ${clock.iso()} and (not x.due_told or x.level < ${levelNow(setting)})`

const markTold = (tx: Tx, list: WatchList, setting: WatchSetting) =>
  sql`update watch x set due_told = true, level = greatest(x.level, ${levelNow(setting)})
    where x.list = ${list} and ${isToTell(setting)}`.execute(tx)

/** Tells the owner at the due time, and at each level whoever is named there; answers how many were escalated. */
export async function tell(
  tx: Tx,
  list: ClockList,
  { escalations }: WatchSetting,
  due: readonly Due[],
): Promise<number> {
  const link = pageOf(watchPages[list]).path
  let escalated = 0
  for (const { no, ownerId, isDue, level, was, outletId } of due) {
    const params = { list, no }
    const to = `${link}?q=${encodeURIComponent(no)}&tab=`
    if (isDue && ownerId !== null) await notify(tx, [ownerId], 'watchDue', params, to)
    for (let at = was; at < level; at += 1) {
      const { userIds = [], roleIds = [] } = escalations[at] ?? {}
      const people = [...userIds, ...(await peopleWith(tx, roleIds, outletId))]
      await notify(tx, people, 'watchEscalated', { ...params, level: at + 1 }, to)
      escalated += 1
    }
  }
  return escalated
}

/** Everybody with one of these roles in an outlet. */
async function peopleWith(tx: Tx, roleIds: readonly number[], outletId: number | null): Promise<number[]> {
  if (roleIds.length === 0 || outletId === null) return []
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from app_user u join user_role r on r.user_id = u.id
    where r.role_id = ${anyId(roleIds)} and u.outlet_id = ${outletId} and u.status = 0 and not u.is_deleted`.execute(tx)
  return rows.map(({ id }) => id)
}
