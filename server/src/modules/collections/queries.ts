import {
  type CollectionRow,
  type getHandIns,
  type getHandInTotals,
  type getToHandIn,
  type HandInDetail,
  type HandInFilter,
  type HandInLine,
  type HandInRow,
  type HandInTab,
  handInTabs,
  type ToHandIn,
} from '@xunyun/contract/collections/calls'
import { handInLifecycle } from '@xunyun/contract/collections/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, anyOfCodes, between, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { heldReviews, reviewsForMe } from '../../platform/heldReviews.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { likePart, searchPattern } from '../../platform/search.ts'
import { isHeldBy, isToSee, isWaiting, objectionTo, ownObjection } from './store.ts'

const sorts = {
  toDay: { by: sql.ref('m.to_day'), type: 'date' },
  due: { by: sql.ref('m.due'), type: 'numeric' },
  holderName: { by: sql`${holderName()} collate "zh-x-icu"`, type: 'text' },
} satisfies Record<string, SortKey>
function holderName() {
  return sql`coalesce(d.name, k.name, y.name)`
}

const channels = ['cash', 'wechat', 'alipay'] as const
const named = sql.join(channels.map((channel) => sql.lit(channel)))
const heldBy = (channel: string) =>
  sql`sum(case c.freight_channel when ${sql.lit(channel)} then c.held_freight else 0 end + case c.cod_channel when ${sql.lit(channel)} then c.held_cod else 0 end)`
const heldOtherwise = sql`sum(case when c.freight_channel in (${named}) then 0 else c.held_freight end + case when c.cod_channel in (${named}) then 0 else c.held_cod end)`

/** What waits by holder, outlet and day, and the documents, as rows of one shape. */
const source = (actor: Actor) => sql`(
  select min(c.id) as id, null::text as no, 'toHandIn' as state, c.outlet_id, c.holder_kind, c.holder_id, c.day as from_day, c.day as to_day,
    count(*)::int as collections, sum(case c.method when 'prepaid' then c.freight else 0 end) as prepaid,
    sum(case c.method when 'collect' then c.freight else 0 end) as freight, sum(c.cod) as cod,
    sum(c.freight - c.held_freight + c.cod - c.held_cod) as straight, ${heldBy('cash')} as cash, ${heldBy('wechat')} as wechat,
    ${heldBy('alipay')} as alipay, ${heldOtherwise} as other, sum(c.held_freight + c.held_cod) as due, null::numeric as counted,
    null::numeric as difference, null::text as decision, null::text as opinion, null::text as remark, null::timestamptz as created_at,
    null::bigint as created_by, null::timestamptz as counted_at, null::bigint as counted_by, null::timestamptz as updated_at, 0 as version
  from collection c where ${isWaiting} and ${isToSee(actor, 'c')} group by c.holder_kind, c.holder_id, c.outlet_id, c.day
  union all
  select h.id, h.no, h.state, h.outlet_id, h.holder_kind, h.holder_id, h.from_day, h.to_day, h.collections, h.prepaid, h.freight, h.cod, h.straight,
    null, null, null, null, h.due, h.counted, h.difference, h.decision, h.opinion, h.remark, h.created_at, h.created_by, h.counted_at,
    h.counted_by, h.updated_at, h.version
  -- unscoped: whose they are is asked by the condition
  from hand_in h where not h.is_deleted and (${isToSee(actor, 'h')} or ${laidBefore(actor)})) m`

/** What is due by channel: of what waits counted with it, of a document by its lines; a list asks for it of its page alone. */
const byChannel = sql`cross join lateral (
  select coalesce(m.cash, sum(x.due) filter (where x.channel = 'cash'), 0) as cash, coalesce(m.wechat, sum(x.due) filter (where x.channel = 'wechat'), 0) as wechat,
    coalesce(m.alipay, sum(x.due) filter (where x.channel = 'alipay'), 0) as alipay,
    coalesce(m.other, sum(x.due) filter (where x.channel not in (${named})), 0) as other
  from hand_in_line x where x.hand_in_id = m.id and m.no is not null) l`
const joins = sql`
  -- unscoped: who has it, and where it was collected
  join company o on o.id = m.outlet_id left join driver d on m.holder_kind = 'driver' and d.id = m.holder_id
  left join company k on m.holder_kind = 'company' and k.id = m.holder_id left join app_user y on m.holder_kind = 'user' and y.id = m.holder_id`
const figures = [
  'prepaid',
  'freight',
  'cod',
  'straight',
  'cash',
  'wechat',
  'alipay',
  'other',
  'due',
  'counted',
  'difference',
] as const
const lineFigures: readonly string[] = [...channels, 'other']
const figure = (one: string) => sql.ref(`${lineFigures.includes(one) ? 'l' : 'm'}.${one}`)
const amounts = sql.join(figures.map((one) => sql`${figure(one)}::numeric(14,2)::text as ${sql.ref(one)}`))
const columnsFor = (
  actor: Actor,
) => sql`m.id, m.no, m.state, m.holder_kind as "holderKind", m.holder_id as "holderId", ${holderName()} as "holderName",
  m.outlet_id as "outletId", o.short_name as "outletName", m.from_day as "fromDay", m.to_day as "toDay", m.collections, ${amounts}, m.decision, m.opinion,
  m.remark, case when m.state = 'inReview' then (select string_agg(coalesce(su.name, sr.name), '、' order by s.id) from approval v
    join approval_seat s on s.approval_id = v.id and s.open left join app_user su on su.id = s.user_id left join role sr on sr.id = s.role_id
    where v.biz_type = 'handInDifference' and v.entity_id = m.id and v.state = 'pending') end as "waitsFor",
  m.created_at as "handedInAt", (select name from app_user where id = m.created_by) as "handedInByName", m.counted_at as "countedAt",
  (select name from app_user where id = m.counted_by) as "countedByName", m.updated_at as "updatedAt", m.version, ${isHeldBy(actor, 'm', 'd')} as "isOwn"`

/** Being asked to review its difference is the permission to look. */
function laidBefore(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(h.state = 'inReview' and exists (
    select from approval a join approval_seat s on s.approval_id = a.id where a.biz_type = 'handInDifference' and a.entity_id = h.id
      and (s.user_id = ${actor.userId} or s.decided_by = ${actor.userId} or s.role_id in (select role_id from user_role where user_id = ${actor.userId})
        or exists (select from approver_member n where n.id = s.member_id and n.deputy_id = ${actor.userId}))))`
}

function tabCondition(tab: HandInTab | 'all'): RawBuilder<SqlBool> {
  switch (tab) {
    case 'all':
      return sql<SqlBool>`m.state <> 'toHandIn'`
    case 'toHandIn':
    case 'pending':
      return sql<SqlBool>`m.state = ${sql.lit(tab)}`
    case 'counted':
      return sql<SqlBool>`m.state in ('counted', 'differs', 'inReview', 'settled')`
    case 'difference':
      return sql<SqlBool>`m.state in ('differs', 'inReview')`
  }
}
const shown = (tab: HandInFilter['tab']): HandInTab | 'all' => tab ?? 'all'

const conditionsOf = (filter: HandInFilter): RawBuilder<SqlBool> =>
  all([
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(m.no ilike ${likePart(filter.q)} or d.search like ${searchPattern(filter.q)} or k.search like ${searchPattern(filter.q)}
        or y.name ilike ${likePart(filter.q)})`,
    anyOfCodes('m.holder_kind', filter.holderKinds),
    filter.companyId === undefined
      ? undefined
      : sql<SqlBool>`m.holder_kind = 'company' and m.holder_id = ${filter.companyId}`,
    equals('m.outlet_id', filter.outletId),
    // Of the days that it is of, some at least.
    between('m.to_day', filter.dayFrom, undefined),
    between('m.from_day', undefined, filter.dayTo),
    filter.held === true ? sql<SqlBool>`m.due > 0` : undefined,
    anyOf('m.id', filter.ids),
  ])

type Raw = Omit<HandInRow, 'actions' | 'approvalId'> & { isOwn: boolean }
async function withActions(tx: Tx, actor: Actor, rows: readonly Raw[]): Promise<HandInRow[]> {
  const inReview = rows.filter(({ state }) => state === 'inReview').map(({ id }) => id)
  const held = await heldReviews(tx, actor, 'handInDifference', inReview)
  const reviews = await reviewsForMe(tx, actor, 'handInDifference', inReview)
  return rows.map(({ isOwn, ...row }) => {
    // What waits to be handed in has ids of another kind.
    const review = row.state === 'inReview' ? reviews.get(row.id) : undefined
    const decides = review === undefined ? (false as const) : undefined
    const fits = (action: 'makeUp' | 'bear' | 'keep') =>
      objectionTo(action, row) === undefined ? ownObjection(action, { isOwn }) : false
    return {
      ...row,
      approvalId: review ?? null,
      actions: abilitiesOf(actor, handInLifecycle, row.state, {
        count: ownObjection('count', { isOwn }),
        makeUp: fits('makeUp'),
        bear: fits('bear'),
        keep: fits('keep'),
        approve: decides,
        reject: decides,
        withdraw: row.state === 'inReview' ? held.get(row.id) : undefined,
      }),
    }
  })
}

export async function listHandIns(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getHandIns>,
): Promise<Output<typeof getHandIns>> {
  const page = paging(sorts, { sort: 'toDay', dir: 'desc' }, 'm.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columnsFor(actor)}, p.k::text as k from (
      select m.*, ${page.key} as k from ${source(actor)} ${joins}
      where ${tabCondition(shown(input.tab))} and ${conditionsOf(input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p cross join lateral (select p.*) m ${byChannel} ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: await withActions(tx, actor, rows as Raw[]), next }
}

export async function totalHandIns(
  tx: Tx,
  actor: Actor,
  filter: HandInFilter,
): Promise<Output<typeof getHandInTotals>> {
  const tab = tabCondition(shown(filter.tab))
  const sums = figures.map(
    (one) => sql`coalesce(sum(${figure(one)}) filter (where ${tab}), 0)::numeric(16,2)::text as ${sql.ref(one)}`,
  )
  const found = await sql<Output<typeof getHandInTotals>>`
    select ${countTabs(['all', ...handInTabs], (one) => tabCondition(one ?? 'all'), shown(filter.tab))},
      coalesce(sum(m.collections) filter (where ${tab}), 0)::int as collections, ${sql.join(sums)}
    from ${source(actor)} ${byChannel} ${joins} where ${conditionsOf(filter)}`.execute(tx)
  return totalsOf(found)
}

/** What 交账 would take of these holders, whatever days it is of. */
export async function readToHandIn(
  tx: Tx,
  actor: Actor,
  { ids }: Input<typeof getToHandIn>,
): Promise<Output<typeof getToHandIn>> {
  const { rows } = await sql<ToHandIn>`
    select ${holderName()} as "holderName", o.short_name as "outletName", x.from_day as "fromDay", x.to_day as "toDay", x.collections, x.lines, x.due, x.straight
    from (select distinct c.holder_kind, c.holder_id, c.outlet_id from collection c
      where c.id = any(${[...ids]}::bigint[]) and ${isWaiting} and ${isToSee(actor, 'c')}) m
    cross join lateral (select min(h.day) as from_day, max(h.day) as to_day, count(distinct h.id)::int as collections,
        coalesce(sum(h.held), 0)::numeric(14,2)::text as due, coalesce(sum(h.straight), 0)::numeric(14,2)::text as straight,
        (select coalesce(json_agg(json_build_object('channel', g.channel, 'due', g.due::text) order by g.channel), '[]')
          from (select y.channel, sum(y.held)::numeric(14,2) as due from ${heldOf} y where y.held > 0 group by 1) g) as lines
      from ${heldOf} h) x
    ${joins} order by 1, 2`.execute(tx)
  return rows
}
/** Of the holder and outlet of m. */
const heldOf = sql`(select c.id, c.day, z.channel, z.held, z.straight from collection c
  cross join lateral (values (c.freight_channel, c.held_freight, c.freight - c.held_freight), (c.cod_channel, c.held_cod, c.cod - c.held_cod)) z(channel, held, straight)
  where ${isWaiting} and c.holder_kind = m.holder_kind and c.holder_id = m.holder_id and c.outlet_id = m.outlet_id)`

async function bornFor(tx: Tx, { id, decision }: HandInRow): Promise<string | null> {
  if (decision !== 'bear') return null
  const { rows } = await sql<{ note: string | null }>`
    select facts ->> 'note' as note from approval where biz_type = 'handInDifference' and entity_id = ${id} order by id desc limit 1`.execute(
    tx,
  )
  return rows[0]?.note ?? null
}

export async function handInDetail(tx: Tx, actor: Actor, id: number, isWaitingOne: boolean): Promise<HandInDetail> {
  const state = isWaitingOne ? sql`m.state = 'toHandIn'` : sql`m.state <> 'toHandIn'`
  const found =
    await sql<Raw>`select ${columnsFor(actor)} from ${source(actor)} ${byChannel} ${joins} where m.id = ${id} and ${state}`.execute(
      tx,
    )
  const [row] = await withActions(tx, actor, found.rows)
  if (row === undefined) throw notFound()
  const of = isWaitingOne
    ? sql`${isWaiting} and c.holder_kind = ${row.holderKind} and c.holder_id = ${row.holderId} and c.outlet_id = ${row.outletId}
        and c.day = ${row.toDay}`
    : sql`c.hand_in_id = ${id}`
  const waybills = await sql<CollectionRow>`
    select c.id, c.waybill_id as "waybillId", w.waybill_no as "waybillNo", c.day, c.method, c.freight::text, c.freight_channel as "freightChannel",
      f.name as "freightAccountName", c.cod::text, c.cod_channel as "codChannel", a.name as "codAccountName", c.handed_freight::text as "handedFreight",
      c.handed_cod::text as "handedCod"
    -- unscoped: of what was found to be the actor's to see
    from collection c join waybill w on w.id = c.waybill_id left join cash_account f on f.id = c.freight_account_id
    left join cash_account a on a.id = c.cod_account_id where ${of} order by c.day, c.id limit 1000`.execute(tx)
  const lines = isWaitingOne
    ? await sql<HandInLine>`
        select x.channel, sum(x.held)::numeric(14,2)::text as due, null as counted, null as "accountId", null as "accountName"
        from collection c cross join lateral (values (c.freight_channel, c.held_freight), (c.cod_channel, c.held_cod)) x(channel, held)
        where ${of} and x.held > 0 group by 1 order by 1`.execute(tx)
    : await sql<HandInLine>`
        select l.channel, l.due::text, l.counted::text, l.cash_account_id as "accountId", a.name as "accountName"
        -- unscoped: of a hand-in that was found to be the actor's to see
        from hand_in_line l left join cash_account a on a.id = l.cash_account_id where l.hand_in_id = ${id} order by 1`.execute(
        tx,
      )
  return { ...row, decisionReason: await bornFor(tx, row), lines: lines.rows, waybills: waybills.rows }
}
