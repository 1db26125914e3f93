import type { Ability } from '@xunyun/contract/kernel/ability'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { getWatched, getWatchedTotals, WatchAction, WatchRow } from '@xunyun/contract/watch/calls'
import { keyTabs, watchTabs } from '@xunyun/contract/watch/calls'
import { type WatchList, watchPages } from '@xunyun/contract/watch/lists'
import type { WatchSetting } from '@xunyun/contract/watch/settings'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, may, requireRight } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, totalsOf } from '../../platform/list.ts'
import { inScope } from '../../platform/scope.ts'
import { presentTracked, type RawTracked, trackedFields, trackedJoins, waybillConditions } from '../waybills/index.ts'
import { byHand, type Rule, reasonsOf, ruleOf, usualOwner } from './rules.ts'
import { settingOf } from './settings.ts'

/**
 * The clock of a waybill `w`: as it is kept, or, where the job has not been by since it came on the list, as the job will make it.
 */
const clockOf = ({ list, since, due }: Rule) => sql`
  left join watch x on x.waybill_id = w.id and x.list = ${list} and x.since = ${since}
  cross join lateral (select ${since} as since, case when x.waybill_id is null then ${due} else x.due_at end as due_at, coalesce(x.level, 0) as level,
    case when x.waybill_id is null then ${usualOwner} else x.owner_id end as owner_id) c`

type Filter = Input<typeof getWatchedTotals>
type Tab = Filter['tab']

const tabCondition = (actor: Actor, tab: Tab): RawBuilder<SqlBool> => {
  if (tab === 'mine') return sql<SqlBool>`c.owner_id = ${actor.userId}`
  if (tab === 'outlet')
    return sql<SqlBool>`c.owner_id in (select u.id from app_user u where u.outlet_id = ${actor.outletId})`
  if (tab === 'overdue') return sql<SqlBool>`c.due_at < ${clock.iso()}`
  if (tab === 'escalated') return sql<SqlBool>`c.level > 0`
  if (tab === 'byHand') return byHand
  if (tab === 'byRule') return sql<SqlBool>`not (${byHand})`
  return sql<SqlBool>`true`
}

const conditions = (actor: Actor, rule: Rule, { list: _, ownerId, tab: __, ...filter }: Filter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`,
    rule.condition,
    waybillConditions(actor, filter),
    ownerId === undefined ? undefined : sql<SqlBool>`c.owner_id = ${ownerId}`,
  ])

const sorts = {
  dueAt: { by: sql.ref('c.due_at'), type: 'timestamptz' as const },
  since: { by: sql.ref('c.since'), type: 'timestamptz' as const },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' as const },
  pieces: { by: sql.ref('w.pieces'), type: 'bigint' as const },
}

type Raw = RawTracked &
  Pick<WatchRow, 'since' | 'dueAt' | 'ownerId' | 'ownerName' | 'level' | 'live' | 'where'> & {
    keyAt: string | null
    isVip: boolean
  }

/** Where the pieces are that are under way still. */
const where = sql`(select coalesce(json_agg(t order by t.pieces desc, t.name), '[]') from (
    select p.place, coalesce(o.short_name, a.arrangement_no, '') as name, sum(p.pieces)::int as pieces from piece_place p
    left join company o on p.place in ('outlet', 'pickup') and o.id = p.place_id
    -- unscoped: what has the pieces of a waybill in scope is shown with it
    left join arrangement a on p.place = 'arrangement' and a.id = p.place_id
    where p.waybill_id = w.id and p.pieces > 0 and p.place in ('shipper', 'arrangement', 'outlet', 'pickup') group by 1, 2) t)`

const columns = (
  actor: Actor,
) => sql`${trackedFields(actor)}, c2.since, c2.due_at as "dueAt", c2.owner_id as "ownerId", own.name as "ownerName", c2.level,
  (select coalesce(sum(p.pieces), 0)::int from piece_place p where p.waybill_id = w.id and p.place in ('shipper', 'arrangement', 'outlet', 'pickup')) as live,
  ${where} as "where",
  w.key_at as "keyAt", coalesce(c.vip, false) as "isVip"`

function present(actor: Actor, list: WatchList, setting: WatchSetting, raw: Raw): WatchRow {
  const { since, dueAt, ownerId, ownerName, level, live, where, keyAt, isVip, ...row } = raw
  const tracked = presentTracked(actor, row as RawTracked)
  return {
    ...tracked,
    since,
    dueAt,
    ownerId,
    ownerName,
    level,
    live,
    where,
    keyReasons: reasonsOf({ ...tracked, keyAt, isVip }, setting),
    watchActions: actionsOf(actor, list, { ownerId, keyAt }),
  }
}

const actionsOf = (
  actor: Actor,
  list: WatchList,
  { ownerId, keyAt }: Pick<Raw, 'ownerId' | 'keyAt'>,
): Ability<WatchAction>[] =>
  !may(actor, watchPages[list], 'edit')
    ? []
    : [
        ...(ownerId === actor.userId ? [] : [{ key: 'claim' as const }]),
        { key: 'assign' },
        { key: 'changeDue' },
        ...(list === 'keyPieces' && keyAt !== null ? [{ key: 'unsetKey' as const }] : []),
      ]

/** Waybills on a watch list, the first due first. */
export async function listWatched(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getWatched>,
): Promise<Output<typeof getWatched>> {
  requireRight(actor, watchPages[input.list], 'browse')
  const setting = await settingOf(tx, input.list)
  const rule = ruleOf(input.list, setting)
  const page = paging(sorts, { sort: 'dueAt', dir: 'asc' }, 'w.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns(actor)}, c2.k::text as k from (
      select w.id, c.since, c.due_at, c.owner_id, c.level, ${page.key} as k
      -- unscoped: the scope stands in the condition
      from waybill w ${clockOf(rule)} where ${conditions(actor, rule, input)} and ${tabCondition(actor, input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) c2 join waybill w on w.id = c2.id ${trackedJoins} left join app_user own on own.id = c2.owner_id
    order by c2.k ${sql.raw(input.dir ?? 'asc')}, c2.id ${sql.raw(input.dir ?? 'asc')}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, input.list, setting, row as Raw)), next }
}

const tabs = ['all', ...watchTabs, ...keyTabs] as const

export async function totalWatched(tx: Tx, actor: Actor, filter: Filter): Promise<Output<typeof getWatchedTotals>> {
  requireRight(actor, watchPages[filter.list], 'browse')
  const rule = ruleOf(filter.list, await settingOf(tx, filter.list))
  const found = await sql<Output<typeof getWatchedTotals>>`
    select ${countTabs(tabs, (tab: Tab) => tabCondition(actor, tab), filter.tab)},
      coalesce(sum(w.pieces) filter (where ${tabCondition(actor, filter.tab)}), 0) as pieces
    -- unscoped: the scope stands in the condition
    from waybill w ${clockOf(rule)} where ${conditions(actor, rule, filter)}`.execute(tx)
  return totalsOf(found)
}

/** How many waybills in scope are on each of these lists, the first of them, and since when; for the dashboard. */
export async function lateWaybills(tx: Tx, actor: Actor, list: WatchList, most: number, mine: boolean) {
  const rule = ruleOf(list, await settingOf(tx, list))
  const { rows } = await sql<{ no: string; from: string; to: string; person: string; since: string; count: number }>`
    select w.waybill_no as no, w.shipper_city as "from", w.consignee_city as "to", coalesce(u.name, '') as person, t.since, t.count from (
      select w.id, c.since, c.owner_id, count(*) over () as count
      -- unscoped: the scope stands in the condition
      from waybill w ${clockOf(rule)} where ${rule.condition} and ${inScope(actor, 'waybill', 'w')} ${mine ? sql`and c.owner_id = ${actor.userId}` : sql``}
      order by c.since, w.id limit ${most}) t
    join waybill w on w.id = t.id left join app_user u on u.id = t.owner_id order by t.since, t.id`.execute(tx)
  return rows
}
