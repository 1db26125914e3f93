import type { ArrangementKind } from '@xunyun/contract/dispatch/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getPrintTrips,
  type getPrintTripTotals,
  type getPrintWaybills,
  type getPrintWaybillTotals,
  type PrintLogRow,
  type PrintTripFilter,
  type PrintTripRow,
  type PrintWaybillFilter,
  type PrintWaybillRow,
  todoDays,
} from '@xunyun/contract/printing/calls'
import { isReceiptList, isWarehouseType, type PrintType } from '@xunyun/contract/printing/papers'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, between, betweenDays, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { paging, type SortKey } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope, scoped } from '../../platform/scope.ts'
import { agreementPrintables, latestAgreement } from './queries.agreement.ts'
import type { Printable } from './queries.papers.ts'
import { latestReceiptList, receiptListPrintables } from './queries.receipts.ts'
import { latestOfWarehouse, warehousePrintables } from './queries.warehouse.ts'

/** Lists of what is to be printed, and the log. */

type Tab = 'todo' | 'done' | undefined

/** Whether all of a paper came out at least once; what waits must be `recent`, or it was asked for by days or a search. */
function tabCondition(
  tab: Tab,
  type: PrintType,
  id: string,
  recent: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> | undefined {
  if (tab === undefined) return undefined
  const found = sql`select 1 from print_count pc where pc.type = ${type} and pc.record_id = ${sql.ref(id)}`
  return tab === 'done' ? sql<SqlBool>`exists (${found})` : sql<SqlBool>`(${recent} and not exists (${found}))`
}

/** Bounds what is read of a long history: nobody waits for a paper of last year. */
const since = (column: string, asked: boolean): RawBuilder<SqlBool> =>
  asked
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(column)} > ${new Date(clock.ms() - todoDays * 86_400_000).toISOString()}::timestamptz`
const recentWaybill = ({ q, bizFrom, bizTo, ids }: PrintWaybillFilter) =>
  since(
    'w.created_at',
    [q, bizFrom, bizTo, ids].some((given) => given !== undefined),
  )
const recentTrip = ({ q, planFrom, planTo, ids }: PrintTripFilter) =>
  since(
    'a.plan_at',
    [q, planFrom, planTo, ids].some((given) => given !== undefined),
  )

/** Drafts and cancelled ones are not printed; a receipt only where one was asked for, a pickup notice while pieces wait. */
function waybillConditions(actor: Actor, filter: PrintWaybillFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not w.is_deleted and w.state not in ('draft', 'cancelled')`,
    sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`,
    filter.type === 'receipt' ? sql<SqlBool>`w.receipt_requirement in ('receipt', 'original')` : undefined,
    filter.type === 'pickupNotice'
      ? sql<SqlBool>`exists (select from piece_place p where p.waybill_id = w.id and p.place = 'pickup' and p.pieces > 0)`
      : undefined,
    tabCondition(filter.tab, filter.type, 'w.id', recentWaybill(filter)),
    contains('w.search', filter.q),
    equals('w.customer_id', filter.customerId),
    equals('w.outlet_id', filter.outletId),
    between('w.biz_date', filter.bizFrom, filter.bizTo),
    anyOf('w.id', filter.ids),
  ])
}

const waybillSorts = {
  createdAt: { by: sql.ref('w.created_at'), type: 'timestamptz' },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' },
  bizDate: { by: sql.ref('w.biz_date'), type: 'date' },
  pieces: { by: sql.ref('w.pieces'), type: 'bigint' },
} satisfies Record<string, SortKey>

type Counted = { printCount: number | null }
const counted = <R extends Counted>(actor: Actor, row: R & { printedBy: string | null }) => ({
  ...row,
  printCount: row.printCount ?? 0,
  // Who of us printed it is internal.
  printedBy: isCustomer(actor) ? null : row.printedBy,
})

export async function listPrintWaybills(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getPrintWaybills>,
): Promise<Output<typeof getPrintWaybills>> {
  const page = paging(waybillSorts, { sort: 'createdAt', dir: 'desc' }, 'w.id', input)
  const found = await sql<PrintWaybillRow & { k: string }>`
    select w.id, w.waybill_no as "waybillNo", w.state, w.refused_pieces as refused, c.name as "customerName", w.shipper_city as "shipperCity",
      w.consignee_city as "consigneeCity", w.consignee_name as "consigneeName", w.consignee_phone as "consigneePhone",
      w.goods_name as "goodsName", w.pieces, w.weight, w.volume, w.cod_amount as "codAmount", w.pay_method as "payMethod",
      w.receipt_requirement as "receiptRequirement", w.biz_date as "bizDate", o.short_name as "outletName",
      w.created_at as "createdAt", pc.count as "printCount", pc.last_at as "printedAt", pc.last_by as "printedBy", p.k::text as k
    from (
      select w.id, ${page.key} as k from waybill w where ${waybillConditions(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join waybill w on w.id = p.id left join company c on c.id = w.customer_id join company o on o.id = w.outlet_id
    left join print_count pc on pc.type = ${input.type} and pc.record_id = w.id ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => counted(actor, row)), next }
}

export async function totalPrintWaybills(
  tx: Tx,
  actor: Actor,
  filter: PrintWaybillFilter,
): Promise<Output<typeof getPrintWaybillTotals>> {
  const kind = kindOf(recentWaybill(filter))
  const found = await sql<Sums>`
    select ${kind} as kind, count(*) as count, coalesce(sum(w.pieces), 0) as pieces,
      coalesce(sum(w.weight), 0)::text as weight, coalesce(sum(w.volume), 0)::text as volume
    from waybill w left join print_count pc on pc.type = ${filter.type} and pc.record_id = w.id
    where ${waybillConditions(actor, { ...filter, tab: undefined })} group by grouping sets ((1), ())`.execute(tx)
  return summed(found.rows, filter.tab)
}

/** Where a row counts: printed, waiting, or too old to wait for. */
const kindOf = (recent: RawBuilder<SqlBool>) =>
  sql`case when pc.record_id is not null then 'done' when ${recent} then 'todo' else 'old' end`
type Sums = { kind: string | null; count: number; pieces: number; weight: string; volume: string }
/** The sums of the tab, and the counts of all tabs. */
function summed<S extends Sums>(rows: readonly S[], tab: Tab) {
  const of = (kind: string | null) => rows.find((row) => row.kind === kind)
  const shown = of(tab ?? null)
  return {
    count: shown?.count ?? 0,
    pieces: shown?.pieces ?? 0,
    weight: shown?.weight ?? '0',
    volume: shown?.volume ?? '0',
    tabs: { all: of(null)?.count ?? 0, todo: of('todo')?.count ?? 0, done: of('done')?.count ?? 0 },
  }
}

function tripConditions(actor: Actor, filter: PrintTripFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`a.kind = 'vehicle' and not a.is_deleted and a.state <> 'cancelled'`,
    sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
    tabCondition(filter.tab, 'loading', 'a.id', recentTrip(filter)),
    contains('a.search', filter.q),
    equals('a.type', filter.type),
    equals('a.outlet_id', filter.outletId),
    betweenDays('a.plan_at', filter.planFrom, filter.planTo),
    anyOf('a.id', filter.ids),
  ])
}

const tripSorts = {
  createdAt: { by: sql.ref('a.created_at'), type: 'timestamptz' },
  planAt: { by: sql.ref('a.plan_at'), type: 'timestamptz' },
  arrangementNo: { by: sql.ref('a.arrangement_no'), type: 'text' },
} satisfies Record<string, SortKey>

export async function listPrintTrips(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getPrintTrips>,
): Promise<Output<typeof getPrintTrips>> {
  const page = paging(tripSorts, { sort: 'planAt', dir: 'asc' }, 'a.id', input)
  const found = await sql<PrintTripRow & { k: string }>`
    select a.id, a.arrangement_no as "arrangementNo", a.type, a.state, v.plate_no as "plateNo", d.name as "driverName",
      d.mobile as "driverPhone", f.short_name as "fromName", t.short_name as "toName", o.short_name as "outletName", l.waybills, l.pieces,
      l.weight, l.volume, a.plan_at as "planAt", a.created_at as "createdAt", pc.count as "printCount", pc.last_at as "printedAt",
      pc.last_by as "printedBy", p.k::text as k
    from (
      select a.id, ${page.key} as k from arrangement a where ${tripConditions(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join arrangement a on a.id = p.id join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id
    join company o on o.id = a.outlet_id left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id
    left join print_count pc on pc.type = 'loading' and pc.record_id = a.id
    cross join lateral (select count(distinct waybill_id) as waybills, coalesce(sum(pieces), 0) as pieces,
      coalesce(sum(weight), 0)::numeric(14,3) as weight, coalesce(sum(volume), 0)::numeric(14,4) as volume
      from arrangement_line where arrangement_id = a.id) l ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => counted(actor, row)), next }
}

export async function totalPrintTrips(
  tx: Tx,
  actor: Actor,
  filter: PrintTripFilter,
): Promise<Output<typeof getPrintTripTotals>> {
  const kind = kindOf(recentTrip(filter))
  const found = await sql<Sums & { waybills: number }>`
    select ${kind} as kind, count(distinct a.id) as count, count(l.id) as waybills, coalesce(sum(l.pieces), 0) as pieces,
      coalesce(sum(l.weight), 0)::text as weight, coalesce(sum(l.volume), 0)::text as volume
    from arrangement a left join arrangement_line l on l.arrangement_id = a.id
    left join print_count pc on pc.type = 'loading' and pc.record_id = a.id
    where ${tripConditions(actor, { ...filter, tab: undefined })} group by grouping sets ((1), ())`.execute(tx)
  const shown = found.rows.find(({ kind }) => kind === (filter.tab ?? null))
  return { ...summed(found.rows, filter.tab), waybills: shown?.waybills ?? 0 }
}

/** Arrangements of which kind a paper is of; none: it is of waybills. */
const kindPrinted = (type: PrintType): ArrangementKind | undefined =>
  type === 'loading' ? 'vehicle' : type === 'handover' ? 'line' : undefined

/** The papers' records that the actor may see, in no order. */
export async function printables(
  tx: Tx,
  actor: Actor,
  type: PrintType,
  ids: readonly number[],
): Promise<Map<number, Printable>> {
  if (isWarehouseType(type)) return warehousePrintables(tx, actor, type, ids)
  if (type === 'agreement') return agreementPrintables(tx, actor, ids)
  if (isReceiptList(type)) return receiptListPrintables(tx, actor, type, ids)
  const kind = kindPrinted(type)
  const found =
    kind !== undefined
      ? await sql<Printable>`
          select a.id, a.arrangement_no as no, a.state, 0 as pieces, null as "customerId", coalesce(pc.count, 0) as count
          from arrangement a left join print_count pc on pc.type = ${type} and pc.record_id = a.id
          where a.id = any(${[...ids]}::bigint[]) and a.kind = ${kind} and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}`.execute(
          tx,
        )
      : await sql<Printable>`
          select w.id, w.waybill_no as no, w.state, w.pieces, w.customer_id as "customerId", coalesce(pc.count, 0) as count
          from waybill w left join print_count pc on pc.type = ${type} and pc.record_id = w.id
          where w.id = any(${[...ids]}::bigint[]) and not w.is_deleted and ${inScope(actor, 'waybill', 'w')}`.execute(
          tx,
        )
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** The newest one that the actor may see: what a template's preview is filled with. */
export async function latestPrintable(tx: Tx, actor: Actor, type: PrintType): Promise<number | undefined> {
  if (isWarehouseType(type)) return latestOfWarehouse(tx, actor, type)
  if (type === 'agreement') return latestAgreement(tx, actor)
  if (isReceiptList(type)) return latestReceiptList(tx, actor, type)
  const kind = kindPrinted(type)
  const found =
    kind !== undefined
      ? await scoped(tx, actor, 'arrangement')
          .select('id')
          .where('kind', '=', kind)
          .where('state', '<>', 'cancelled')
          .orderBy('plan_at', 'desc')
          .limit(1)
          .executeTakeFirst()
      : await scoped(tx, actor, 'waybill')
          .select('id')
          .where('state', 'not in', ['draft', 'cancelled'])
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst()
  return found?.id
}

/** Who printed a paper when, for whoever may see its record. */
export async function printLog(tx: Tx, actor: Actor, type: PrintType, id: number): Promise<PrintLogRow[]> {
  if (!(await printables(tx, actor, type, [id])).has(id)) throw notFound()
  const rows = await tx
    .selectFrom('print_log')
    .select(['id', 'at', 'by_name as byName', 'way', 'template_name as templateName', 'printer', 'copies'])
    .select(['piece_from as pieceFrom', 'piece_to as pieceTo', 'reprint', 'whole'])
    .where('type', '=', type)
    .where('record_id', '=', id)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    ...row,
    way: row.way as PrintLogRow['way'],
    byName: isCustomer(actor) ? '' : row.byName,
  }))
}
