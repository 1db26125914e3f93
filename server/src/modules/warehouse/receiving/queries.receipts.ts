import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getReceipt,
  type getReceipts,
  type ReceiptDetail,
  type ReceiptFilter,
  type ReceiptRow,
  receiptLifecycle,
  receiptStates,
} from '@xunyun/contract/warehouse/receiving/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../../platform/abilities.ts'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { searchPattern } from '../../../platform/search.ts'
import { type Figures, lineRows } from './queries.notices.ts'

const sorts = {
  eta: { by: sql`coalesce(n.eta, 'infinity'::timestamptz)`, type: 'timestamptz' },
  receiptNo: { by: sql.ref('r.receipt_no'), type: 'text' },
  receivedAt: { by: sql`coalesce(r.received_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

const tabCondition = (tab: ReceiptFilter['tab']): RawBuilder<SqlBool> =>
  tab === undefined ? sql`true` : sql`r.state = ${tab}`

/** RK…-2 is found by its notice: the number's end is not in its search text. */
export const ofNotice = (q: string) => searchPattern(q.trim().replace(/^(RK\d+)-\d*$/i, '$1'))

/** More came of a line than was announced, and some of it with this delivery. */
const isOver = sql<SqlBool>`exists (select 1 from inbound_line k where k.notice_id = n.id and k.received + k.damaged > k.qty and exists (
  select 1 from receipt_entry e where e.receipt_id = r.id and e.line_id = k.id and e.reversed_at is null and e.kind <> 'short'))`
const isDifferent = sql<SqlBool>`(${isOver} or exists (select 1 from receipt_entry e
  where e.receipt_id = r.id and e.reversed_at is null and e.kind in ('damaged', 'short')))`

const conditionsOf = (actor: Actor, filter: ReceiptFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not r.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'receipt', 'r')}`,
    filter.q === undefined ? undefined : sql<SqlBool>`n.search like ${ofNotice(filter.q)}`,
    equals('r.warehouse_id', filter.warehouseId),
    equals('n.owner_id', filter.ownerId),
    equals('n.type', filter.type),
    betweenDays('n.eta', filter.etaFrom, filter.etaTo),
    filter.different === undefined ? undefined : sql<SqlBool>`${isDifferent} = ${filter.different}`,
    anyOf('r.id', filter.ids),
  ])

/** The lines that this delivery may bring or has brought: of each what is announced and had not come before, and what this delivery brought of it. */
const counted = sql`
  select (count(*) filter (where k.qty = 0 or k.qty > coalesce(e.before, 0) or e.here))::int as "lineCount", ${figure(sql`sum(greatest(k.qty - coalesce(e.before, 0), 0))`)} as qty,
    ${figure(sql`sum(e.received)`)} as received, ${figure(sql`sum(e.damaged)`)} as damaged, ${figure(sql`sum(e.short)`)} as short
  from inbound_line k left join lateral (
    select sum(e.qty) filter (where b.seq < r.seq) as before, bool_or(b.id = r.id) as here, sum(e.qty) filter (where b.id = r.id and e.kind <> 'short') as received,
      sum(e.qty) filter (where b.id = r.id and e.kind = 'damaged') as damaged,
      sum(e.qty) filter (where b.id = r.id and e.kind = 'short') as short
    from receipt_entry e join receipt b on b.id = e.receipt_id where e.line_id = k.id and e.reversed_at is null
  ) e on true where k.notice_id = n.id`
const columns = sql`
  r.id, r.receipt_no as "receiptNo", r.state, n.id as "noticeId", n.notice_no as "noticeNo", n.blind, n.type,
  r.warehouse_id as "warehouseId", w.name as "warehouseName", n.owner_id as "ownerId", o.name as "ownerName",
  n.customer_order_no as "customerOrderNo", n.vehicle_no as "vehicleNo", n.eta, l.*, ${isOver} as over,
  u.name as "receivedByName", r.started_at as "startedAt", r.received_at as "receivedAt", r.version`
const joins = sql`join inbound_notice n on n.id = r.notice_id`
const names = sql`
  join warehouse w on w.id = r.warehouse_id join company o on o.id = n.owner_id left join app_user u on u.id = r.received_by
  cross join lateral (${counted}) l`

const actionsFor = (actor: Actor, { state }: Pick<ReceiptRow, 'state'>) => abilitiesOf(actor, receiptLifecycle, state)

export async function listReceipts(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getReceipts>,
): Promise<Output<typeof getReceipts>> {
  const page = paging(sorts, { sort: 'eta', dir: 'asc' }, 'r.id', input)
  const found = await sql<Omit<ReceiptRow, 'actions'> & { k: string }>`
    select ${columns}, p.k::text as k from (
      select r.id, ${page.key} as k from receipt r ${joins}
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join receipt r on r.id = p.id ${joins} ${names} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, actions: actionsFor(actor, row) })), next }
}

export async function totalReceipts(tx: Tx, actor: Actor, filter: ReceiptFilter) {
  const found = await sql<Figures & Totals>`
    with found as materialized (
      select r.id, r.seq, r.state, r.notice_id from receipt r ${joins} where ${conditionsOf(actor, filter)}
    )
    select c.*, t.* from (select ${countTabs(receiptStates, tabCondition, filter.tab)} from found r) c,
      (select ${figure(sql`sum(l.qty::numeric)`)} as qty, ${figure(sql`sum(l.received::numeric)`)} as received,
        ${figure(sql`sum(l.damaged::numeric)`)} as damaged, ${figure(sql`sum(l.short::numeric)`)} as short
      from found r ${joins} cross join lateral (${counted}) l where ${tabCondition(filter.tab)}) t`.execute(tx)
  return totalsOf(found)
}

const entries = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'lineId', e.line_id, 'itemId', e.item_id, 'itemNo', i.item_no,
    'itemName', i.name, 'baseUnit', i.base_unit, 'kind', e.kind, 'qty', trim_scale(e.qty)::text, 'quality', e.quality,
    'batchNo', nullif(b.batch_no, ''), 'production', b.production, 'expiry', b.expiry, 'containerId', nullif(e.container_id, 0), 'containerCode', c.code, 'locationCode', a.code,
    'serials', e.serials, 'at', e.at, 'byName', e.by_name, 'reversedAt', e.reversed_at, 'reversedByName', e.reversed_by_name)
    order by e.id desc), '[]')
  -- unscoped: what was counted in with a receipt that was found inside the scope
  from receipt_entry e join item i on i.id = e.item_id left join batch b on b.id = e.batch_id
    left join container c on c.id = e.container_id left join location a on a.id = e.location_id where e.receipt_id = r.id)`
/** Where a warehouse receives, in walking order. */
export const receivingPlaces = (warehouseId: RawBuilder<unknown>) => sql`
  select a.id, a.code as label, (z.type = 'receive') as usual, a.put_seq
  -- unscoped: places of a warehouse that was found inside the scope
  from location a join warehouse_zone z on z.id = a.zone_id
  where a.warehouse_id = ${warehouseId} and a.enabled and not a.is_deleted and z.enabled and z.type in ('receive', 'return')
  order by usual desc, a.put_seq, a.id limit 200`

/** By its number, or by what stands on the paper or the truck: then the one that is still open, the earliest expected first. */
export async function receiptDetail(tx: Tx, actor: Actor, input: Input<typeof getReceipt>): Promise<ReceiptDetail> {
  const { id, no } = input
  const wanted =
    id === undefined
      ? sql<SqlBool>`(r.receipt_no = upper(${no ?? ''}) or n.notice_no = upper(${no ?? ''}) or n.customer_order_no = ${no ?? ''}
          or n.vehicle_no = ${no ?? ''})`
      : sql<SqlBool>`r.id = ${id}`
  const found = await sql<Omit<ReceiptDetail, 'actions'>>`
    select ${columns}, ${lineRows} as lines, ${entries} as entries,
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'label', x.label) order by x.usual desc, x.put_seq, x.id), '[]')
        from (${receivingPlaces(sql`r.warehouse_id`)}) x) as locations
    from receipt r ${joins} ${names} where ${conditionsOf(actor, {})} and ${wanted}
    order by (r.receipt_no = upper(${no ?? ''})) desc, (r.state in ('waiting', 'receiving')) desc, ${sorts.eta.by}, r.id desc limit 1`.execute(
    tx,
  )
  const receipt = found.rows[0]
  if (receipt === undefined) throw notFound()
  return { ...receipt, actions: actionsFor(actor, receipt) }
}
