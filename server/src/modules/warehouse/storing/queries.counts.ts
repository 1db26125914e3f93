import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type CountDetail,
  type CountFilter,
  type CountLineRow,
  type CountPlaceRow,
  type CountRow,
  countLifecycle,
  countStates,
  type getStockCounts,
  type getStockCountTotals,
} from '@xunyun/contract/warehouse/storing/counts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf, wordsOf } from '../../../platform/abilities.ts'
import type { Actor } from '../../../platform/actor.ts'
import { may } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { heldReviews } from '../../../platform/heldReviews.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { notFound, type Refusal } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { countValue } from './countValue.ts'
import { amountOf, placeObjection } from './store.counts.ts'

const sorts = {
  createdAt: { by: sql.ref('d.created_at'), type: 'timestamptz' },
  countNo: { by: sql.ref('d.count_no'), type: 'text' },
} satisfies Record<string, SortKey>

/** While it goes on, a count is blind: who sees the book would count it. Before the second count it is for who approves. */
const isOpen = (actor: Actor) =>
  may(actor, 'count', 'approve')
    ? sql<SqlBool>`d.state in ('recount', 'review', 'done')`
    : sql<SqlBool>`d.state in ('review', 'done')`

const conditionsOf = (actor: Actor, filter: CountFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not d.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'stock_count', 'd')}`,
    contains('d.search', filter.q),
    equals('d.warehouse_id', filter.warehouseId),
    equals('d.owner_id', filter.ownerId),
    filter.different === undefined
      ? undefined
      : sql<SqlBool>`(${isOpen(actor)} and exists (select 1 from stock_count_line k where k.count_id = d.id and k.different)) = ${filter.different}`,
    betweenDays('d.created_at', filter.from, filter.to),
    anyOf('d.id', filter.ids),
  ])

const tabCondition = (tab: CountFilter['tab']): RawBuilder<SqlBool> => equals('d.state', tab) ?? sql`true`

const columns = (actor: Actor) => sql`
  d.id, d.count_no as "countNo", d.state, d.warehouse_id as "warehouseId", w.name as "warehouseName", d.range,
  case when d.moved_from is not null then 'moved' when d.owner_id is null and d.zone_ids = '{}' and d.location_ids = '{}' and d.item_ids = '{}'
    and d.abc_classes = '{}' then 'full' else 'cycle' end as method,
  (select o.name from company o where o.id = d.owner_id) as "ownerName", p.places as "placeCount", p.counted as "countedPlaces", p.counters,
  case when ${isOpen(actor)} then x.different end as "differentLines", case when ${isOpen(actor)} then x.surplus end as surplus,
  case when ${isOpen(actor)} then x.shortage end as shortage,
  case when ${isOpen(actor)} and x.lines > 0 then trim_scale(round(100.0 * (x.lines - x.different) / x.lines, 1))::text end as accuracy,
  u.name as "createdByName", d.created_at as "createdAt", d.done_at as "doneAt", d.remark, d.cancel_reason as "cancelReason", d.version`
const joins = sql`
  join warehouse w on w.id = d.warehouse_id left join app_user u on u.id = d.created_by
  cross join lateral (
    select count(*)::int as places, (count(*) filter (where k.first_at is not null and (not k.recount or k.second_at is not null)))::int as counted,
      string_agg(distinct coalesce(k.second_by_name, k.first_by_name), ', ') as counters
    from stock_count_place k where k.count_id = d.id) p
  cross join lateral (
    select count(*)::int as lines, (count(*) filter (where k.different))::int as different,
      trim_scale(coalesce(sum(greatest(coalesce(k.second, k.first) - k.book, 0)), 0))::text as surplus,
      trim_scale(coalesce(sum(greatest(k.book - coalesce(k.second, k.first), 0)), 0))::text as shortage
    from stock_count_line k where k.count_id = d.id) x`

/** All is counted before it is counted again, or sent in. `held`: why this person cannot take it back from its review. */
const actionsFor = (
  actor: Actor,
  { state, placeCount, countedPlaces }: Pick<CountRow, 'state' | 'placeCount' | 'countedPlaces'>,
  held?: Refusal,
) => {
  const isCounted = countedPlaces < placeCount ? false : undefined
  return abilitiesOf(actor, countLifecycle, state, { recount: isCounted, submit: isCounted, withdraw: held })
}

export async function listCounts(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getStockCounts>,
): Promise<Output<typeof getStockCounts>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 'd.id', input)
  const found = await sql<Omit<CountRow, 'actions'> & { k: string }>`
    select ${columns(actor)}, q.k::text as k from (
      select d.id, ${page.key} as k from stock_count d
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) q join stock_count d on d.id = q.id ${joins} order by q.k ${sql.raw(input.dir ?? 'desc')}, d.id ${sql.raw(input.dir ?? 'desc')}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, actions: actionsFor(actor, row) })), next }
}

export async function totalCounts(tx: Tx, actor: Actor, filter: CountFilter) {
  const mine = tabCondition(filter.tab)
  const found = await sql<Output<typeof getStockCountTotals>>`
    select ${countTabs(countStates, tabCondition, filter.tab)}, coalesce(sum(p.places) filter (where ${mine}), 0)::int as "placeCount",
      coalesce(sum(p.counted) filter (where ${mine}), 0)::int as "countedPlaces"
    from stock_count d cross join lateral (
      select count(*) as places, count(*) filter (where k.first_at is not null and (not k.recount or k.second_at is not null)) as counted
      from stock_count_place k where k.count_id = d.id) p
    where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

type Counters = { firstBy: number | null; secondBy: number | null }
/** A place of a count that goes on: the second time, only where it is to be counted again. */
function placeOf(
  actor: Actor,
  state: CountRow['state'],
  actions: CountRow['actions'],
  { firstBy, secondBy, ...place }: Omit<CountPlaceRow, 'actions'> & Counters,
): CountPlaceRow {
  const round = state === 'recount' ? 'second' : 'first'
  if (!actions.some(({ key }) => key === 'count') || (round === 'second' && !place.recount))
    return { ...place, actions: [] }
  const no = placeObjection(actor.userId, { ...place, firstBy, secondBy }, round)
  return { ...place, actions: [no === undefined ? { key: 'count' } : { key: 'count', reason: wordsOf(actor, no) }] }
}

export async function countDetail(
  tx: Tx,
  actor: Actor,
  { id, no }: { id?: number | undefined; no?: string | undefined },
): Promise<CountDetail> {
  const found = await sql<
    Omit<CountRow, 'actions'> & { shown: boolean } & Pick<CountDetail, 'warehouseCode' | 'handEntry'>
  >`
    select ${columns(actor)}, w.code as "warehouseCode", w.hand_entry as "handEntry", ${isOpen(actor)} as shown from stock_count d ${joins}
    where ${conditionsOf(actor, {})} and ${id === undefined ? sql`d.count_no = upper(${no ?? ''})` : sql`d.id = ${id}`}`.execute(
    tx,
  )
  const [count] = found.rows
  if (count === undefined) throw notFound()
  const { shown, ...row } = count
  const places = await sql<Omit<CountPlaceRow, 'actions'> & Counters>`
    select p.location_id as "locationId", l.code, z.name as "zoneName", p.recount, p.first_by_name as "firstByName", p.first_at as "firstAt",
      p.second_by_name as "secondByName", p.second_at as "secondAt",
      p.first_by as "firstBy", p.second_by as "secondBy"
    -- unscoped: places of a count that was found inside the scope
    from stock_count_place p join location l on l.id = p.location_id join warehouse_zone z on z.id = l.zone_id
    where p.count_id = ${row.id} order by l.pick_seq, l.code`.execute(tx)
  const lines = await sql<CountLineRow>`
    select x.id, x.location_id as "locationId", l.code as "locationCode", x.item_id as "itemId", i.item_no as "itemNo", i.name as "itemName",
      i.base_unit as "baseUnit", o.name as "ownerName", i.serial_controlled as "serialControlled", i.batch_controlled as "batchControlled",
      i.expiry_controlled as "expiryControlled", b.expiry, i.barcodes,
      coalesce((select jsonb_agg(jsonb_build_object('unit', k.unit, 'ratio', trim_scale(k.ratio)::text, 'barcode', k.barcode) order by k.ratio)
        from item_pack k where k.item_id = i.id), '[]') as packs,
      b.batch_no as "batchNo", x.quality, c.code as "containerCode", case when ${shown} or ${row.state} <> 'recount' then trim_scale(x.first)::text end as first, trim_scale(x.second)::text as second,
      case when ${shown} then trim_scale(x.book)::text end as book,
      case when ${shown} then trim_scale(coalesce(x.second, x.first) - x.book)::text end as difference,
      case when ${shown} then x.different end as different,
      -- Before it is submitted, what the goods are worth now; from then on what they were worth then.
      case when ${shown} and x.different then ${amountOf(row.state === 'review' || row.state === 'done' ? sql`x.unit_value` : sql`i.unit_value`)} end as amount
    -- unscoped: lines of a count that was found inside the scope
    from stock_count_line x join location l on l.id = x.location_id join item i on i.id = x.item_id join company o on o.id = i.owner_id
    join batch b on b.id = x.batch_id left join container c on c.id = x.container_id
    where x.count_id = ${row.id} order by l.pick_seq, l.code, i.item_no, x.id`.execute(tx)
  const held = (await heldReviews(tx, actor, 'countAdjust', row.state === 'review' ? [row.id] : [])).get(row.id)
  const actions = actionsFor(actor, row, held)
  const { gross: _, ...worth } = countValue(lines.rows.filter(({ different }) => different === true))
  return {
    ...row,
    places: places.rows.map((place) => placeOf(actor, row.state, actions, place)),
    lines: lines.rows,
    ...worth,
    unvalued: shown ? worth.unvalued : null,
    actions,
  }
}
