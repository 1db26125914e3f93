import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getNotices,
  inboundLifecycle,
  type NoticeDetail,
  type NoticeFilter,
  type NoticeRow,
  noticeTabs,
} from '@xunyun/contract/warehouse/receiving/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf, type Objection } from '../../../platform/abilities.ts'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'

/** Without a time it is expected some day. */
const sorts = {
  eta: { by: sql`coalesce(n.eta, 'infinity'::timestamptz)`, type: 'timestamptz' },
  noticeNo: { by: sql.ref('n.notice_no'), type: 'text' },
  createdAt: { by: sql.ref('n.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const tabCondition = (tab: NoticeFilter['tab']): RawBuilder<SqlBool> =>
  tab === undefined ? sql`true` : sql`n.state = ${tab}`

const conditionsOf = (actor: Actor, filter: NoticeFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not n.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'inbound_notice', 'n')}`,
    contains('n.search', filter.q),
    equals('n.warehouse_id', filter.warehouseId),
    equals('n.owner_id', filter.ownerId),
    equals('n.type', filter.type),
    betweenDays('n.eta', filter.etaFrom, filter.etaTo),
    filter.itemId === undefined
      ? undefined
      : sql<SqlBool>`exists (select 1 from inbound_line k where k.notice_id = n.id and k.item_id = ${filter.itemId})`,
    anyOf('n.id', filter.ids),
  ])

/** Who wrote it down; of the staff a customer's account is told nobody. */
const creatorFor = (actor: Actor) =>
  isCustomer(actor) ? sql`case when u.scope = 'customer' then u.name end` : sql`u.name`

const columns = (actor: Actor) => sql`
  n.id, n.notice_no as "noticeNo", n.state, n.blind, n.type, n.warehouse_id as "warehouseId", w.name as "warehouseName",
  n.owner_id as "ownerId", o.name as "ownerName", n.customer_order_no as "customerOrderNo", n.eta, n.vehicle_no as "vehicleNo",
  l.*, (select ${figure(sql`sum(p.qty)`)} from put_away p join receipt r on r.id = p.receipt_id
    where r.notice_id = n.id and p.state = 'waiting' and ${inScope(actor, 'put_away', 'p')}) as waiting,
  n.remark, ${creatorFor(actor)} as "createdByName", n.created_at as "createdAt", n.updated_at as "updatedAt", n.version`
const joins = sql`
  join warehouse w on w.id = n.warehouse_id join company o on o.id = n.owner_id left join app_user u on u.id = n.created_by
  cross join lateral (select count(*)::int as "lineCount", ${figure(sql`sum(k.qty)`)} as qty, ${figure(sql`sum(k.received + k.damaged)`)} as received,
    ${figure(sql`sum(k.damaged)`)} as damaged, ${figure(sql`sum(k.short)`)} as short
    from inbound_line k where k.notice_id = n.id) l`

/** `edit`: what a detail knows more than a row. */
const actionsFor = (actor: Actor, { state }: Pick<NoticeRow, 'state'>, edit?: Objection) =>
  abilitiesOf(actor, inboundLifecycle, state, { edit }, ['edit', 'cancel', 'close'])
/** Its lines are what was counted in: they stay, though it was taken back. */
export const wasCounted: Objection = { reason: 'inbound.countedOnce' }

export async function listNotices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getNotices>,
): Promise<Output<typeof getNotices>> {
  const page = paging(sorts, { sort: 'eta', dir: 'asc' }, 'n.id', input)
  const found = await sql<Omit<NoticeRow, 'actions'> & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select n.id, ${page.key} as k from inbound_notice n
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join inbound_notice n on n.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, actions: actionsFor(actor, row) })), next }
}

/** The sums of a list, beside the counts of its tabs. */
export type Figures = { count: number; qty: string; received: string; damaged: string; short: string }

export async function totalNotices(tx: Tx, actor: Actor, filter: NoticeFilter) {
  const found = await sql<Figures & Totals>`
    with found as materialized (select n.id, n.state from inbound_notice n where ${conditionsOf(actor, filter)})
    select t.*, l.* from (select ${countTabs(noticeTabs, tabCondition, filter.tab)} from found n) t,
      (select ${figure(sql`sum(k.qty)`)} as qty, ${figure(sql`sum(k.received + k.damaged)`)} as received,
        ${figure(sql`sum(k.damaged)`)} as damaged, ${figure(sql`sum(k.short)`)} as short
      from found n join inbound_line k on k.notice_id = n.id where ${tabCondition(filter.tab)}) l`.execute(tx)
  return totalsOf(found)
}

/** The lines of a notice with what their items ask for. */
export const lineRows = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'itemId', i.id, 'itemNo', i.item_no, 'itemName', i.name,
    'baseUnit', i.base_unit, 'unit', k.unit, 'unitQty', trim_scale(k.unit_qty)::text, 'qty', trim_scale(k.qty)::text,
    'batchNo', k.batch_no, 'production', k.production, 'expiry', k.expiry, 'quality', k.quality, 'batchControlled', i.batch_controlled,
    'serialControlled', i.serial_controlled, 'expiryControlled', i.expiry_controlled, 'shelfLifeDays', i.shelf_life_days,
    'minRemainInDays', i.min_remain_in_days,
    'barcodes', i.barcodes, 'packs', (select coalesce(jsonb_agg(jsonb_build_object('unit', x.unit, 'ratio', trim_scale(x.ratio)::text,
      'barcode', x.barcode) order by x.seq), '[]') from item_pack x where x.item_id = i.id),
    'received', trim_scale(k.received + k.damaged)::text, 'damaged', trim_scale(k.damaged)::text, 'short', trim_scale(k.short)::text,
    'open', trim_scale(greatest(k.qty - k.received - k.damaged - k.short, 0))::text,
    'mostMore', trim_scale(greatest(k.qty * (100 + i.over_receive_percent) / 100 - k.received - k.damaged, 0))::text) order by k.seq), '[]')
  -- unscoped: lines of a notice that was found inside the scope
  from inbound_line k join item i on i.id = k.item_id where k.notice_id = n.id)`

export async function noticeDetail(tx: Tx, actor: Actor, id: number): Promise<NoticeDetail> {
  const found = await sql<Omit<NoticeDetail, 'actions'> & { countedOnce: boolean }>`
    select ${columns(actor)}, n.cancel_reason as "cancelReason", ${lineRows} as lines,
      exists (select 1 from receipt_entry e join inbound_line k on k.id = e.line_id where k.notice_id = n.id) as "countedOnce",
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'receiptNo', r.receipt_no, 'state', r.state, 'receivedAt', r.received_at)
        order by r.seq), '[]') from receipt r where r.notice_id = n.id and ${inScope(actor, 'receipt', 'r')}) as receipts
    from inbound_notice n ${joins} where ${conditionsOf(actor, {})} and n.id = ${id}`.execute(tx)
  if (found.rows[0] === undefined) throw notFound()
  const { countedOnce, ...notice } = found.rows[0]
  return { ...notice, actions: actionsFor(actor, notice, countedOnce ? wasCounted : undefined) }
}
