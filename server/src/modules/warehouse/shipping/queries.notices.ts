import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getOutboundNotices,
  type getOutboundTotals,
  type OutboundDetail,
  type OutboundFilter,
  type OutboundRow,
  outboundTabs,
} from '@xunyun/contract/warehouse/shipping/notices'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals, inRegion } from '../../../platform/conditions.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { looseBeside, notChecked, noticeAbilities, stillOpen, wasPicked } from './abilities.ts'

/** Without a time it may leave some day. */
export const required = sql`coalesce(n.required_at, 'infinity'::timestamptz)`
export const noticeSorts = {
  requiredAt: { by: required, type: 'timestamptz' },
  noticeNo: { by: sql.ref('n.notice_no'), type: 'text' },
  createdAt: { by: sql.ref('n.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const tabCondition = (tab: OutboundFilter['tab']): RawBuilder<SqlBool> => {
  if (tab === undefined) return sql`true`
  // What is stopped is of interest until it is gone or cancelled.
  return tab === 'intercepted'
    ? sql`(n.intercepted and n.state not in ('shipped', 'cancelled'))`
    : sql`n.state = ${tab}`
}
/** Live goods of a notice that a condition holds for. */
const withGoods = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select 1 from allocation a where a.notice_id = n.id and a.state = 'allocated' and ${condition})`

export const noticeConditions = (actor: Actor, filter: OutboundFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not n.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'outbound_notice', 'n')}`,
    contains('n.search', filter.q),
    equals('n.warehouse_id', filter.warehouseId),
    equals('n.owner_id', filter.ownerId),
    equals('n.type', filter.type),
    equals('n.carrier_id', filter.carrierId),
    inRegion('n.region_code', filter.region),
    betweenDays('n.required_at', filter.requiredFrom, filter.requiredTo),
    filter.itemId === undefined
      ? undefined
      : sql<SqlBool>`exists (select 1 from outbound_line k where k.notice_id = n.id and k.item_id = ${filter.itemId})`,
    filter.zoneId === undefined
      ? undefined
      : withGoods(sql`a.location_id in (select x.id from location x where x.zone_id = ${filter.zoneId})`),
    filter.forWave === undefined ? undefined : sql<SqlBool>`${withGoods(sql`a.task_id is null`)} = ${filter.forWave}`,
    anyOf('n.id', filter.ids),
  ])

/** Who wrote it down; of the staff a customer's account is told nobody. */
const creatorFor = (actor: Actor) =>
  isCustomer(actor) ? sql`case when u.scope = 'customer' then u.name end` : sql`u.name`

const columns = (actor: Actor) => sql`
  n.id, n.notice_no as "noticeNo", n.state, n.intercepted, n.type, n.warehouse_id as "warehouseId", w.name as "warehouseName",
  n.owner_id as "ownerId", o.name as "ownerName", n.customer_order_no as "customerOrderNo", n.consignee_company as "consigneeCompany",
  n.consignee_name as "consigneeName", n.consignee_phone as "consigneePhone", n.region_code as "regionCode", n.region_name as "regionName",
  n.address, n.required_at as "requiredAt", n.carrier_id as "carrierId", r.name as "carrierName", l.*,
  exists (select 1 from pick_act p join outbound_line k on k.id = p.line_id
    where k.notice_id = n.id and p.short > 0 and k.qty > k.allocated + k.closed) as short,
  (select count(*)::int from carton c where c.notice_id = n.id and c.state <> 'unpacked' and not c.is_deleted) as "cartonCount",
  exists (select 1 from allocation a where a.notice_id = n.id and a.state = 'allocated' and a.task_id is null) as "waitsForWave",
  v.id as "waybillId", v.waybill_no as "waybillNo", n.remark, ${creatorFor(actor)} as "createdByName",
  n.created_at as "createdAt", n.updated_at as "updatedAt", n.version`
const lineSums = sql`
  select count(*)::int as "lineCount", ${figure(sql`sum(k.qty)`)} as qty, ${figure(sql`sum(k.allocated)`)} as allocated,
    ${figure(sql`sum(k.picked)`)} as picked, ${figure(sql`sum(k.packed)`)} as packed, ${figure(sql`sum(k.shipped)`)} as shipped,
    ${figure(sql`sum(k.closed)`)} as closed, ${figure(sql`round(sum(k.qty * i.gross_weight), 3)`)} as weight,
    ${figure(sql`round(sum(k.qty * i.volume), 4)`)} as volume
  from outbound_line k join item i on i.id = k.item_id`
const joins = (actor: Actor) => sql`
  join warehouse w on w.id = n.warehouse_id join company o on o.id = n.owner_id left join company r on r.id = n.carrier_id
  left join waybill v on v.id = n.waybill_id and ${inScope(actor, 'waybill', 'v')} left join app_user u on u.id = n.created_by
  cross join lateral (${lineSums} where k.notice_id = n.id) l`

type Waits = { waitsForWave: boolean }
type RawRow = Omit<OutboundRow, 'actions'> & Waits
const rowOf = (actor: Actor, { waitsForWave, ...notice }: RawRow): OutboundRow => ({
  ...notice,
  actions: noticeAbilities(actor, { ...notice, waitsForWave }),
})

/** A page of notices, chosen by a condition of the list's own. */
export async function pageOfNotices(
  tx: Tx,
  actor: Actor,
  where: RawBuilder<SqlBool>,
  input: Parameters<typeof paging>[3],
): Promise<Output<typeof getOutboundNotices>> {
  const page = paging(noticeSorts, { sort: 'requiredAt', dir: 'asc' }, 'n.id', input)
  const found = await sql<RawRow & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select n.id, ${page.key} as k from outbound_notice n where ${where} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join outbound_notice n on n.id = p.id ${joins(actor)} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => rowOf(actor, row)), next }
}
export const listNotices = (tx: Tx, actor: Actor, input: Input<typeof getOutboundNotices>) =>
  pageOfNotices(tx, actor, sql<SqlBool>`${noticeConditions(actor, input)} and ${tabCondition(input.tab)}`, input)

export async function totalNotices(tx: Tx, actor: Actor, filter: OutboundFilter) {
  const found = await sql<Output<typeof getOutboundTotals>>`
    with found as materialized (select n.id, n.state, n.intercepted from outbound_notice n where ${noticeConditions(actor, filter)})
    select t.*, l.qty, l.allocated, l.picked, l.packed, l.shipped, l.weight, l.volume
    from (select ${countTabs(outboundTabs, tabCondition, filter.tab)} from found n) t,
      (${lineSums} join found n on n.id = k.notice_id where ${tabCondition(filter.tab)}) l`.execute(tx)
  return totalsOf(found)
}

const packs = sql`(select coalesce(jsonb_agg(jsonb_build_object('unit', x.unit, 'ratio', trim_scale(x.ratio)::text,
  'barcode', x.barcode) order by x.seq), '[]') from item_pack x where x.item_id = i.id)`
/** The packs of the item `i`, for other lists. */
export const packsOfItem = packs
const lines = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'itemId', i.id, 'itemNo', i.item_no, 'itemName', i.name,
    'baseUnit', i.base_unit, 'packs', ${packs}, 'unit', k.unit, 'unitQty', trim_scale(k.unit_qty)::text, 'qty', trim_scale(k.qty)::text,
    'batchNo', k.batch_no, 'expiryAfter', k.expiry_after, 'quality', k.quality, 'allocated', trim_scale(k.allocated)::text,
    'picked', trim_scale(k.picked)::text, 'packed', trim_scale(k.packed)::text, 'shipped', trim_scale(k.shipped)::text,
    'closed', trim_scale(k.closed)::text, 'open', trim_scale(k.qty - k.allocated - k.closed)::text) order by k.seq), '[]')
  from outbound_line k join item i on i.id = k.item_id where k.notice_id = n.id)`
const allocations = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'lineId', a.line_id, 'itemNo', i.item_no, 'itemName', i.name,
    'baseUnit', i.base_unit, 'state', a.state, 'qty', trim_scale(a.qty)::text, 'batchNo', b.batch_no, 'expiry', b.expiry, 'quality', a.quality,
    'locationId', a.location_id, 'locationCode', x.code, 'containerCode', c.code, 'taskId', a.task_id, 'taskNo', t.task_no,
    'serials', a.serials) order by k.seq, a.id), '[]')
  from allocation a join outbound_line k on k.id = a.line_id join item i on i.id = a.item_id join batch b on b.id = a.batch_id
    join location x on x.id = a.location_id left join container c on c.id = a.container_id left join pick_task t on t.id = a.task_id
  where a.notice_id = n.id and a.state <> 'released')`
const tasks = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'taskNo', t.task_no, 'state', t.state) order by t.id), '[]')
  from pick_task t where t.id in (select a.task_id from allocation a where a.notice_id = n.id))`
const cartons = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'cartonNo', c.carton_no, 'state', c.state,
    'weight', trim_scale(c.weight)::text) order by c.id), '[]')
  from carton c where c.notice_id = n.id and not c.is_deleted)`
const shipments = (
  actor: Actor,
) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'at', s.at, 'byName', s.by_name,
    'qty', trim_scale(s.qty)::text, 'waybillId', v.id, 'waybillNo', v.waybill_no, 'reversedAt', s.reversed_at,
    'reversedByName', s.reversed_by_name, 'reverseReason', s.reverse_reason) order by s.id), '[]')
  from shipment s left join waybill v on v.id = s.waybill_id and ${inScope(actor, 'waybill', 'v')} where s.notice_id = n.id)`

/** What a detail reads only to say what stops it. */
type Hindrances = { pickedOnce: boolean; unchecked: string | null }
const hindrances = sql`
  exists (select 1 from pick_act a join outbound_line k on k.id = a.line_id where k.notice_id = n.id) as "pickedOnce",
  (select t.task_no from allocation a join pick_task t on t.id = a.task_id where a.notice_id = n.id and a.state in ('picked', 'packed')
    and w.second_check and t.checked_at is null order by t.id limit 1) as unchecked`

type RawDetail = Omit<OutboundDetail, 'actions'> & Waits & Hindrances
function detailOf(actor: Actor, { waitsForWave, pickedOnce, unchecked, ...notice }: RawDetail): OutboundDetail {
  const loose = notice.allocations.filter(({ state }) => state === 'picked').map(({ qty }) => qty)
  const isPacked = notice.allocations.some(({ state }) => state === 'packed')
  const open = notice.cartons.filter(({ state }) => state === 'open').map(({ cartonNo }) => cartonNo)
  const edit = pickedOnce ? wasPicked : undefined
  const ship = (isPacked ? looseBeside(loose) : undefined) ?? stillOpen(open) ?? notChecked(unchecked)
  return { ...notice, actions: noticeAbilities(actor, { ...notice, waitsForWave }, { edit, ship }) }
}

export async function noticeDetail(tx: Tx, actor: Actor, id: number): Promise<OutboundDetail> {
  // Where its goods stand is not for an owner's account.
  const internal = (rows: RawBuilder<unknown>) => (isCustomer(actor) ? sql`'[]'::jsonb` : rows)
  const found = await sql<RawDetail>`${kept}
    select ${columns(actor)}, n.cancel_reason as "cancelReason", n.intercept_reason as "interceptReason", ${lines} as lines,
      ${internal(allocations)} as allocations, ${internal(tasks)} as tasks, ${internal(cartons)} as cartons, ${shipments(actor)} as shipments,
      ${hindrances}
    from outbound_notice n ${joins(actor)} where ${noticeConditions(actor, {})} and n.id = ${id}`.execute(tx)
  const notice = found.rows[0]
  if (notice === undefined) throw notFound()
  return detailOf(actor, notice)
}
