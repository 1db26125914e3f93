import { pageOf } from '@xunyun/contract/pages'
import { type ClockList, type WatchList, watchLists, watchPages } from '@xunyun/contract/watch/lists'
import type { WatchSetting } from '@xunyun/contract/watch/settings'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { anyId, type Tx } from '../../platform/db.ts'
import { notify } from '../../platform/notify.ts'
import { isColleague, type Rule, rulesOf, usualOwner } from './rules.ts'
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
  const turn: Turn = { ...(await endAndBegin(tx, rulesOf(settings))), escalated: 0 }
  const due = await markDue(tx, settings)
  for (const list of watchLists) {
    const ofList = due.filter((row) => row.list === list)
    turn.escalated += await tell(tx, list, settings.get(list) as WatchSetting, ofList)
  }
  for (const clocks of cases) {
    const setting = settings.get(clocks.list) as WatchSetting
    const ofCases = await clocks.due(tx, setting)
    if (ofCases.length === 0) continue
    turn.escalated += await tell(tx, clocks.list, setting, ofCases)
    await clocks.told(tx, ofCases)
  }
  return turn
}

/** A row that leaves its list takes its clock along; one that comes back begins anew. What stays is read once and not written. */
async function endAndBegin(tx: Tx, rules: readonly Rule[]): Promise<Pick<Turn, 'begun' | 'ended'>> {
  const found = rules.map(
    ({ list, condition, since, due }) => sql`
    -- unscoped: the clocks of all
    select w.id, ${list}::text as list, ${since} as since, ${due} as due from waybill w where ${condition}`,
  )
  // As text: a clock that is given back must hold what the waybill says, to the microsecond.
  const { rows } = await sql<{ id: number; list: string; since: string | null; due: string | null }>`
    with found as materialized (${sql.join(found, sql` union all `)}), ended as (
      delete from watch x where not exists (select from found f where f.id = x.waybill_id and f.list = x.list and f.since = x.since)
      returning x.waybill_id as id, x.list)
    select id, list, null::text as since, null::text as due from ended
    union all
    select f.id, f.list, f.since::text, f.due::text from found f
    where not exists (select from watch x where x.waybill_id = f.id and x.list = f.list and x.since = f.since)`.execute(
    tx,
  )
  const come = rows.filter(({ since }) => since !== null)
  return { ended: rows.length - come.length, begun: come.length === 0 ? 0 : await begin(tx, come) }
}

async function begin(tx: Tx, come: readonly unknown[]): Promise<number> {
  const done = await sql`insert into watch (waybill_id, list, owner_id, since, due_at)
    -- unscoped: the clocks of all
    select w.id, c.list, ${usualOwner}, c.since, c.due
    from json_to_recordset(${JSON.stringify(come)}::json) as c(id bigint, list text, since timestamptz, due timestamptz) join waybill w on w.id = c.id
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

/** Marks those whose due time has come while nobody was told, or that came to a level that nobody was told of. */
async function markDue(tx: Tx, settings: ReadonlyMap<ClockList, WatchSetting>): Promise<(Due & { list: WatchList })[]> {
  const levels = watchLists.map((list) => sql`when ${list} then ${levelNow(settings.get(list) as WatchSetting)}`)
  const level = sql`case x.list ${sql.join(levels, sql` `)} end`
  const { rows } = await sql<Due & { list: WatchList }>`
    with due as (
      update watch x set due_told = true, level = greatest(x.level, ${level})
      where x.due_at <= ${clock.iso()} and (not x.due_told or x.level < ${level})
      returning new.waybill_id, new.list, new.owner_id, new.due_at, old.level as was, new.level, old.due_told)
    select w.id, x.list, w.waybill_no as no, x.owner_id as "ownerId", x.was, x.level, not x.due_told as "isDue", coalesce(u.outlet_id, w.outlet_id) as "outletId"
    -- unscoped: the clocks of all
    from due x join waybill w on w.id = x.waybill_id left join app_user u on u.id = x.owner_id order by x.due_at, w.id`.execute(
    tx,
  )
  return rows
}

/** Tells the owner at the due time, and at each level whoever is named there; answers how many were escalated. */
export async function tell(
  tx: Tx,
  list: ClockList,
  { escalations }: WatchSetting,
  due: readonly Due[],
): Promise<number> {
  const link = pageOf(watchPages[list]).path
  let escalated = 0
  const told = new Map<number, Escalated[]>()
  for (const { no, ownerId, isDue, level, was, outletId } of due) {
    const params = { list, no }
    const to = `${link}?q=${encodeURIComponent(no)}&tab=`
    if (isDue && ownerId !== null) await notify(tx, [ownerId], 'watchDue', params, to)
    for (let at = was; at < level; at += 1) {
      const { userIds = [], roleIds = [], head = false } = escalations[at] ?? {}
      const people = [...userIds, ...(await peopleOf(tx, outletId, roleIds, head))]
      for (const person of new Set(people)) told.set(person, [...(told.get(person) ?? []), { no, level: at + 1, to }])
      escalated += 1
    }
  }
  for (const [person, rows] of told) await tellEscalated(tx, list, person, rows)
  return escalated
}

type Escalated = { no: string; level: number; to: string }
/** Of several a person is told at once how many they are, and led to where they stand. */
async function tellEscalated(tx: Tx, list: ClockList, person: number, rows: readonly Escalated[]): Promise<void> {
  const count = new Set(rows.map(({ no }) => no)).size
  if (count > 1)
    return notify(tx, [person], 'watchEscalatedMany', { list, count }, `${pageOf(watchPages[list]).path}?tab=escalated`)
  for (const { no, level, to } of rows) await notify(tx, [person], 'watchEscalated', { list, no, level }, to)
}

/** Of an outlet: everybody with one of these roles, and its head. */
async function peopleOf(tx: Tx, outletId: number | null, roleIds: readonly number[], head: boolean): Promise<number[]> {
  if ((roleIds.length === 0 && !head) || outletId === null) return []
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u
    where u.outlet_id = ${outletId} and u.status = 0 and not u.is_deleted
      and exists (select from user_role r where r.user_id = u.id and r.role_id = ${anyId(roleIds)})
    -- unscoped: the outlet that has it in hand
    union select u.id from company o join app_user u on u.id = o.head_id where o.id = ${outletId} and ${head}::boolean and ${isColleague('u')}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
