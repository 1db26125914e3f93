import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type CartonDetail,
  type CartonFilter,
  type CartonRow,
  cartonStates,
  type getCarton,
  type getCartons,
  type getCartonTotals,
  type getPackingDesk,
  type getPackingNotices,
  type getPackingTotals,
  type LooseRow,
  type PackingDesk,
  type PackingFilter,
  packingTabs,
} from '@xunyun/contract/warehouse/shipping/cartons'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, equals } from '../../../platform/conditions.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope, markSeen } from '../../../platform/scope.ts'
import { likeStart, searchPattern } from '../../../platform/search.ts'
import { cartonAbilities } from './abilities.ts'
import { noticeConditions, noticeDetail, packsOfItem, pageOfNotices, required } from './queries.notices.ts'
import { firstUnchecked, inHandOf } from './store.ts'

// ---- By notice

const inHand = (state: 'picked' | 'packed') =>
  sql<SqlBool>`exists (select 1 from allocation a where a.notice_id = n.id and a.state = ${state})`
/** Picked goods wait; some are packed; all are, and sealed. */
const packingTab = (tab: PackingFilter['tab']): RawBuilder<SqlBool> => {
  switch (tab) {
    case undefined:
      return sql`(${inHand('picked')} or ${inHand('packed')})`
    case 'waiting':
      return sql`(${inHand('picked')} and not ${inHand('packed')})`
    case 'packing':
      return sql`(${inHand('packed')} and n.state <> 'packed')`
    case 'packed':
      return sql`n.state = 'packed'`
  }
}
const packingConditions = (actor: Actor, { tab: _, ...filter }: PackingFilter) =>
  sql<SqlBool>`n.state in ('picking', 'picked', 'packed') and ${noticeConditions(actor, filter)}`

export const listPacking = (tx: Tx, actor: Actor, input: Input<typeof getPackingNotices>) =>
  pageOfNotices(tx, actor, sql<SqlBool>`${packingConditions(actor, input)} and ${packingTab(input.tab)}`, input)

export async function totalPacking(
  tx: Tx,
  actor: Actor,
  filter: PackingFilter,
): Promise<Output<typeof getPackingTotals>> {
  const counts = packingTabs.map(
    (tab) => sql`(select count(*) from found n where ${packingTab(tab)})::int as ${sql.id(`tab_${tab}`)}`,
  )
  const found = await sql<Omit<Output<typeof getPackingTotals>, 'tabs'> & Record<`tab_${string}`, number>>`
    with found as materialized (select n.id, n.state from outbound_notice n where ${packingConditions(actor, filter)}),
      chosen as materialized (select n.id from found n where ${packingTab(filter.tab)})
    select ${sql.join(counts)}, (select count(*) from chosen)::int as count,
      (select ${figure(sql`sum(k.picked)`)} from chosen n join outbound_line k on k.notice_id = n.id) as picked,
      (select ${figure(sql`sum(k.packed)`)} from chosen n join outbound_line k on k.notice_id = n.id) as packed,
      (select count(*) from chosen n join carton c on c.notice_id = n.id
        where c.state <> 'unpacked' and not c.is_deleted)::int as "cartonCount"`.execute(tx)
  const { count, picked, packed, cartonCount, ...byTab } = found.rows[0] as (typeof found.rows)[number]
  const tabs = Object.fromEntries(packingTabs.map((tab) => [tab, byTab[`tab_${tab}`] ?? 0]))
  return { count, picked, packed, cartonCount, tabs }
}

// ---- By carton

const sorts = {
  requiredAt: { by: required, type: 'timestamptz' },
  cartonNo: { by: sql.ref('c.carton_no'), type: 'text' },
  createdAt: { by: sql.ref('c.created_at'), type: 'timestamptz' },
  sealedAt: { by: sql`coalesce(c.sealed_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
} satisfies Record<string, SortKey>
const tabCondition = (tab: CartonFilter['tab']): RawBuilder<SqlBool> =>
  tab === undefined ? sql`true` : sql`c.state = ${tab}`
const conditionsOf = (actor: Actor, filter: CartonFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not c.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'carton', 'c')}`,
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(c.carton_no like ${likeStart(filter.q)} or upper(c.seal_no) = upper(${filter.q}) or n.search like ${searchPattern(filter.q)})`,
    equals('c.warehouse_id', filter.warehouseId),
    equals('n.owner_id', filter.ownerId),
    equals('n.carrier_id', filter.carrierId),
    equals('c.notice_id', filter.noticeId),
    equals('c.packed_by', filter.packerId),
    betweenDays('n.required_at', filter.requiredFrom, filter.requiredTo),
    anyOf('c.id', filter.ids),
  ])
const goods = sql`
  select count(distinct a.item_id)::int as "itemCount", ${figure(sql`sum(a.qty)`)} as qty,
    ${figure(sql`round(sum(a.qty * i.gross_weight), 3)`)} as calculated, ${figure(sql`round(sum(a.qty * i.volume), 4)`)} as volume
  from allocation a join item i on i.id = a.item_id`
const joins = sql`join outbound_notice n on n.id = c.notice_id`
const names = sql`join warehouse w on w.id = c.warehouse_id join company o on o.id = n.owner_id left join app_user u on u.id = c.packed_by
  cross join lateral (${goods} where a.carton_id = c.id) g`
const columns = sql`
  c.id, c.carton_no as "cartonNo", c.state, n.id as "noticeId", n.notice_no as "noticeNo", n.intercepted, c.warehouse_id as "warehouseId",
  w.name as "warehouseName", o.name as "ownerName", n.consignee_name as "consigneeName", n.required_at as "requiredAt",
  c.box_type as "boxType", g.*, trim_scale(c.weight)::text as weight, c.seal_no as "sealNo", u.name as "packedByName",
  c.sealed_at as "sealedAt", c.created_at as "createdAt", c.version`

export async function listCartons(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getCartons>,
): Promise<Output<typeof getCartons>> {
  const page = paging(sorts, { sort: 'requiredAt', dir: 'asc' }, 'c.id', input)
  const found = await sql<Omit<CartonRow, 'actions'> & { k: string }>`
    select ${columns}, p.k::text as k from (
      select c.id, ${page.key} as k from carton c ${joins}
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join carton c on c.id = p.id ${joins} ${names} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, actions: cartonAbilities(actor, row) })), next }
}

export async function totalCartons(tx: Tx, actor: Actor, filter: CartonFilter) {
  const found = await sql<Output<typeof getCartonTotals>>`
    with found as materialized (select c.id, c.state, c.weight from carton c ${joins} where ${conditionsOf(actor, filter)}),
      chosen as materialized (select c.id, c.weight from found c where ${tabCondition(filter.tab)})
    select t.*, (select ${figure(sql`sum(weight)`)} from chosen) as weight, g.qty, g.volume
    from (select ${countTabs(cartonStates, tabCondition, filter.tab)} from found c) t,
      (${goods} join chosen c on c.id = a.carton_id) g`.execute(tx)
  return totalsOf(found)
}

/** What is in a carton, what that should weigh, and how far off its warehouse lets it be, in percent. */
export async function calculatedOf(
  tx: Tx,
  cartonId: number,
): Promise<{ qty: string; weight: string; tolerance: string }> {
  const found = await sql<{ qty: string; weight: string; tolerance: string }>`${kept}
    select g.qty, g.calculated as weight, w.weight_tolerance as tolerance
    -- unscoped: of a carton that was found inside the scope
    from (${goods} where a.carton_id = ${cartonId}) g, carton c join warehouse w on w.id = c.warehouse_id where c.id = ${cartonId}`.execute(
    tx,
  )
  return found.rows[0] ?? { qty: '0', weight: '0', tolerance: '0' }
}

const contents = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'lineId', a.line_id, 'itemId', i.id, 'itemNo', i.item_no,
    'itemName', i.name, 'baseUnit', i.base_unit, 'batchNo', b.batch_no, 'expiry', b.expiry, 'quality', a.quality,
    'qty', trim_scale(a.qty)::text, 'serials', a.serials) order by a.id), '[]')
  from allocation a join item i on i.id = a.item_id join batch b on b.id = a.batch_id where a.carton_id = c.id)`

async function cartonsWhere(tx: Tx, actor: Actor, where: RawBuilder<SqlBool>): Promise<CartonDetail[]> {
  const found = await sql<Omit<CartonDetail, 'actions'>>`${kept}
    select ${columns}, ${contents} as contents, c.weight_reason as "weightReason",
      (select x.code from location x where x.id = c.location_id) as "locationCode"
    from carton c ${joins} ${names} where ${conditionsOf(actor, {})} and ${where} order by c.id`.execute(tx)
  return found.rows.map((row) => ({ ...row, actions: cartonAbilities(actor, row) }))
}
export async function cartonDetail(tx: Tx, actor: Actor, { id, no }: Input<typeof getCarton>): Promise<CartonDetail> {
  const [carton] = await cartonsWhere(tx, actor, id === undefined ? sql`c.carton_no = ${no ?? ''}` : sql`c.id = ${id}`)
  if (carton === undefined) throw notFound()
  return carton
}

/** The bench: by notice, by a carton of it, or by the staging location where goods of one notice alone stand. */
export async function packingDeskOf(
  tx: Tx,
  actor: Actor,
  { id, no }: Input<typeof getPackingDesk>,
): Promise<PackingDesk> {
  const noticeId = id ?? (await noticeBy(tx, actor, no ?? ''))
  const notice = await noticeDetail(tx, actor, noticeId)
  const loose = await sql<LooseRow>`${kept}
    select k.id as "lineId", i.id as "itemId", i.item_no as "itemNo", i.name as "itemName", i.base_unit as "baseUnit", i.barcodes,
      ${packsOfItem} as packs, i.serial_controlled as "serialControlled", b.batch_no as "batchNo", b.expiry, a.quality,
      trim_scale(sum(a.qty))::text as picked, ${figure(sql`sum(a.qty) filter (where a.carton_id is not null)`)} as packed,
      ${figure(sql`sum(a.qty) filter (where a.state = 'picked')`)} as "left",
      coalesce(array_agg(distinct s.no) filter (where s.no is not null and a.state = 'picked'), '{}') as serials,
      coalesce(array_agg(distinct x.code) filter (where a.state = 'picked'), '{}') as "stagedAt"
    from allocation a join outbound_line k on k.id = a.line_id join item i on i.id = a.item_id join batch b on b.id = a.batch_id
      join location x on x.id = a.location_id
      cross join lateral (select string_agg(no, chr(31)) as no from unnest(a.serials) no) s
    where a.notice_id = ${noticeId} and a.state in ('picked', 'packed') group by k.id, i.id, b.id, a.quality
    order by k.seq, b.expiry nulls last, b.id`.execute(tx)
  const unchecked = firstUnchecked(await inHandOf(tx, markSeen(notice).id, ['picked']))
  return {
    notice,
    // Numbers of one row come as one text, so that rows are not multiplied by them.
    loose: loose.rows.map((row) => ({ ...row, serials: row.serials.flatMap((text) => text.split('\u001f')).sort() })),
    cartons: await cartonsWhere(tx, actor, sql`c.notice_id = ${noticeId}`),
    blockedBy: notice.intercepted ? 'intercepted' : unchecked === undefined ? null : 'unchecked',
  }
}

async function noticeBy(tx: Tx, actor: Actor, no: string): Promise<number> {
  const found = await sql<{ id: number }>`
    select n.id from outbound_notice n where ${noticeConditions(actor, {})} and (n.notice_no = upper(${no})
      or n.id in (select c.notice_id from carton c where c.carton_no = ${no} and not c.is_deleted)
      or n.id in (select a.notice_id from allocation a join location x on x.id = a.location_id
        where a.state in ('picked', 'packed') and upper(x.code) = upper(${no})))
    order by (n.notice_no = upper(${no})) desc limit 2`.execute(tx)
  const [notice, second] = found.rows
  // Two notices at one place: it has to be said which.
  if (notice === undefined || (second !== undefined && !/^CK/i.test(no))) throw notFound()
  return notice.id
}
