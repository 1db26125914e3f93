import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { keyReasons, WatchRow } from '@xunyun/contract/watch/calls'
import { type ClockList, type WatchList, watchLists } from '@xunyun/contract/watch/lists'
import type { WatchSetting } from '@xunyun/contract/watch/settings'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.ts'

/** What a watch list holds, as SQL over the waybill `w` (T27): exactly while the condition is true. */
export type Rule = {
  readonly list: WatchList
  /** On the list now. */
  readonly condition: RawBuilder<SqlBool>
  /** Since when it is late, silent or a key one; of unTrack the last track. */
  readonly since: RawBuilder<unknown>
  /** When it is due, where nobody set another time. */
  readonly due: RawBuilder<unknown>
}

const live = sql`w.state in ('placed', 'pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering', 'awaitingPickup') and not w.is_deleted`
/** All of it lies where it was placed. */
const unmoved = sql`w.state = 'placed' and w.state_pieces = w.pieces`
const hours = (count: number) => sql`${count} * interval '1 hour'`

export function ruleOf(list: WatchList, setting: WatchSetting): Rule {
  const now = clock.iso()
  const dueAfter = (since: RawBuilder<unknown>) => sql`${since} + ${hours(setting.dueHours)}`
  const wait = hours(setting.hours)
  if (list === 'unshipped') {
    const since = sql`coalesce(w.plan_pickup, w.placed_at + ${wait})`
    return {
      list,
      condition: sql<SqlBool>`${unmoved} and not w.is_deleted and ${since} < ${now}`,
      since,
      due: dueAfter(since),
    }
  }
  if (list === 'noSign') {
    const since = sql`coalesce(w.plan_arrive, w.arrived_at + ${wait})`
    // The first comparison is what the index knows.
    const condition = sql<SqlBool>`${live} and coalesce(w.plan_arrive, w.arrived_at) < ${now} and not (${unmoved}) and ${since} < ${now}`
    return { list, condition, since, due: dueAfter(since) }
  }
  if (list === 'unTrack') {
    const condition = sql<SqlBool>`w.state in ('pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering') and not w.is_deleted
      and w.last_track_at <= ${now}::timestamptz - ${wait}`
    // From when it is too long ago, not from the track itself.
    return {
      list,
      condition,
      since: sql`w.last_track_at`,
      due: sql`w.last_track_at + ${wait} + ${hours(setting.dueHours)}`,
    }
  }
  const since = sql`coalesce(w.key_at, w.placed_at)`
  return { list, condition: sql<SqlBool>`${live} and ${isKey(setting)}`, since, due: dueAfter(since) }
}

export const rulesOf = (settings: ReadonlyMap<ClockList, WatchSetting>): Rule[] =>
  watchLists.map((list) => ruleOf(list, settings.get(list) as WatchSetting))

/** As the index waybill__key has them. */
const mayBeKey = sql`(w.key_at is not null or w.urgent or w.service_type in ('cold', 'hazard') or w.declared_value >= 1000 or w.cod_amount >= 1000)`
// Each reason by itself: its part of an index is all that is read. Customers as an array, so that they too are asked of one.
const isKey = ({ declaredFrom, codFrom }: WatchSetting): RawBuilder<SqlBool> => sql<SqlBool>`(
    ${mayBeKey} and (case when w.key_at is not null or w.urgent or w.service_type in ('cold', 'hazard') then 1 else 0 end) = 1
    or ${from(sql`w.declared_value`, declaredFrom)} or ${from(sql`w.cod_amount`, codFrom)}
    -- unscoped: marks customers, of whatever waybills the query around it reads
    or w.customer_id = any(array(select v.id from company v where v.vip)))`

/** The index has what is worth 1,000 at least; a setting below it finds the others without. */
function from(worth: RawBuilder<unknown>, least: string): RawBuilder<SqlBool> {
  const reached = sql<SqlBool>`${worth} >= ${least}`
  return compareDecimal(least, '1000') < 0 ? reached : sql<SqlBool>`${mayBeKey} and ${reached}`
}

/** By hand alone, or by a rule. */
export const byHand = sql<SqlBool>`w.key_at is not null`

type Of = Pick<WatchRow, 'urgent' | 'serviceType' | 'declaredValue' | 'codAmount'> & {
  keyAt: string | null
  isVip: boolean
}

/** Why it is a key one, in the order in which it is said. */
export function reasonsOf(row: Of, { declaredFrom, codFrom }: WatchSetting): (typeof keyReasons)[number][] {
  return [
    ...(row.keyAt === null ? [] : ['marked' as const]),
    ...(row.urgent ? ['urgent' as const] : []),
    ...(row.serviceType === 'hazard' ? ['hazard' as const] : []),
    ...(row.serviceType === 'cold' ? ['cold' as const] : []),
    ...(Number(row.declaredValue) >= Number(declaredFrom) ? ['declared' as const] : []),
    ...(compareDecimal(row.codAmount, codFrom) >= 0 ? ['cod' as const] : []),
    ...(row.isVip ? ['vip' as const] : []),
  ]
}

/**
 * Who has it in hand where nobody took it: who made the live arrangement, else the clerk, else the head of its own outlet. A user
 * that is disabled or a customer's account is nobody.
 */
export const usualOwner = sql`coalesce(
    -- unscoped: of a waybill in scope
    (select u.id from arrangement_line l join arrangement a on a.id = l.arrangement_id join app_user u on u.id = a.created_by
      where l.waybill_id = w.id and a.phase in ('planned', 'underway') and ${isColleague('u')} order by a.id desc limit 1),
    (select u.id from app_user u where u.id = w.clerk_id and ${isColleague('u')}),
    -- unscoped: as above
    (select u.id from company o join app_user u on u.id = o.head_id where o.id = w.outlet_id and ${isColleague('u')}))`

export function isColleague(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<SqlBool>`${column('status')} = 0 and not ${column('is_deleted')} and ${column('scope')} <> 'customer'`
}
