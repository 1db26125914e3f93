import type {
  CourierDetail,
  CourierFilter,
  CourierRow,
  getCouriers,
  getCourierTotals,
} from '@xunyun/contract/dispatch/courier'
import { type CourierAction, courierLifecycle } from '@xunyun/contract/dispatch/states'
import { actionsIn } from '@xunyun/contract/kernel/ability'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../../platform/abilities.ts'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { paging, type SortKey } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope, markSeen } from '../../../platform/scope.ts'
import { cancellingLeavesNoReview, type StandingCost, standingCosts, undoingKeepsCosts } from '../../costs/index.ts'
import { courierAllows, courierHere } from './rules.ts'
import { undoneNext } from './undoes.ts'

/** Days that a courier has, where its company says nothing else. */
const usualDays = 3
/** 超时: with the courier longer than the days it has since 揽收, or past the expected time; refused parcels come back, and are not late. */
const late = sql<SqlBool>`(a.state in ('collected', 'inTransit', 'outForDelivery') and (a.expect_at < now()
  or a.depart_at < now() - make_interval(days => coalesce((select k.courier_days from company k where k.id = a.carrier_id), ${usualDays}::int))))`

function conditionsOf(actor: Actor, filter: CourierFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`a.kind = 'courier' and not a.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
    filter.tab === undefined
      ? undefined
      : filter.tab === 'late'
        ? late
        : filter.tab === 'abnormal'
          ? sql<SqlBool>`a.abnormal is not null and a.phase = 'underway'`
          : equals('a.state', filter.tab),
    contains('a.search', filter.q),
    equals('a.carrier_id', filter.courierId),
    equals('a.outlet_id', filter.outletId),
    betweenDays('a.plan_at', filter.madeFrom, filter.madeTo),
    filter.customerId === undefined
      ? undefined
      : // unscoped: a condition on parcels in scope
        sql<SqlBool>`exists (select from arrangement_line l join waybill w on w.id = l.waybill_id
          where l.arrangement_id = a.id and w.customer_id = ${filter.customerId})`,
    anyOf('a.id', filter.ids),
  ])
}

const sorts = {
  createdAt: { by: sql.ref('a.plan_at'), type: 'timestamptz' },
  courierNo: { by: sql.ref('a.carrier_no'), type: 'text' },
  expectAt: { by: sql`coalesce(a.expect_at, 'infinity')`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

const columns = sql`
  a.id, a.outlet_id as "outletId", a.arrangement_no as "arrangementNo", a.state, a.carrier_id as "courierId", c.short_name as "courierName",
  a.carrier_no as "courierNo", w.id as "waybillId", w.waybill_no as "waybillNo", m.name as "customerName", w.consignee_name as "consigneeName",
  w.consignee_phone as "consigneePhone", w.shipper_city as "shipperCity", w.consignee_city as "consigneeCity", l.from_place as "fromPlace",
  l.from_id as "fromId", coalesce(f.short_name, w.shipper_city) as "fromName", l.pieces, y.left, y.refused, l.weight, l.volume,
  a.charge_weight as "chargeWeight", a.cod_amount as "codAmount", a.expect_at as "expectAt", a.depart_at as "collectedAt",
  coalesce(a.done_at, a.deliver_at, a.transit_at, a.depart_at) as "lastAt", coalesce(${late}, false) as late, a.abnormal, a.remark,
  a.cancel_reason as "cancelReason", o.short_name as "outletName", u.name as "createdByName", a.created_at as "createdAt", a.version, ${standingCosts} as "standingCosts"`
const joins = sql`
  join company c on c.id = a.carrier_id join company o on o.id = a.outlet_id join arrangement_line l on l.arrangement_id = a.id
  -- unscoped: the parcels are in scope, and the waybills they are of are shown with them
  join waybill w on w.id = l.waybill_id left join company m on m.id = w.customer_id left join company f on f.id = a.from_outlet_id
  left join app_user u on u.id = a.created_by
  cross join lateral (select coalesce(sum(b.pieces), 0)::int as "left", coalesce(sum(b.pieces) filter (where b.place = 'refusedOut'), 0)::int as refused
    from piece_place b where b.waybill_id = w.id and b.line_id = l.id and b.place in ('arrangement', 'refusedOut') and b.place_id = a.id) y`

type Steps = { transitAt: string | null; deliverAt: string | null }
type RawCourier = Omit<CourierRow, 'actions'> & { outletId: number; standingCosts: readonly StandingCost[] | null }

/** All of it was collected, and nothing more: what would be taken back is the collecting. */
const isAsCollected = ({ state, left, pieces }: RawCourier) => state === 'collected' && left === pieces

function presentCourier(
  actor: Actor,
  { outletId, standingCosts: standing, ...row }: RawCourier,
  undoesCollecting: boolean,
): CourierRow {
  const here = courierHere(actor, { outletId, fromOutletId: row.fromPlace === 'outlet' ? row.fromId : null })
  const actions = actionsIn<CourierAction>(courierLifecycle)
  return {
    ...row,
    actions: abilitiesOf(actor, courierLifecycle, row.state, {
      ...Object.fromEntries(actions.map((action) => [action, here])),
      // What was applied for keeps it from being cancelled, and its collecting from being taken back.
      undo: here ?? (undoesCollecting ? undoingKeepsCosts(standing) : undefined),
      cancel: here ?? cancellingLeavesNoReview(standing),
      ...(row.abnormal === null ? { clearAbnormal: false } : { markAbnormal: false }),
    }),
  }
}

export async function listCouriers(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getCouriers>,
): Promise<Output<typeof getCouriers>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 'a.id', input)
  const found = await sql<RawCourier & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, p.k::text as k from (
      select a.id, ${page.key} as k from arrangement a where ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join arrangement a on a.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: (rows as RawCourier[]).map((row) => presentCourier(actor, row, isAsCollected(row))), next }
}

export async function courierDetail(tx: Tx, actor: Actor, id: number): Promise<CourierDetail> {
  const found = await sql<
    RawCourier & Steps
  >`select ${columns}, a.transit_at as "transitAt", a.deliver_at as "deliverAt" from arrangement a ${joins}
    where a.id = ${id} and a.kind = 'courier' and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}`.execute(
    tx,
  )
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const { transitAt, deliverAt, ...parcel } = row
  const steps = { id: markSeen(row).id, transitAt, deliverAt, lines: [{ waybillId: row.waybillId }] }
  const undone = courierAllows('undo', row.state) === undefined ? await undoneNext(tx, steps) : undefined
  return { ...presentCourier(actor, parcel, undone?.step === 'collect'), undoes: undone?.step ?? null }
}

export async function totalCouriers(
  tx: Tx,
  actor: Actor,
  filter: CourierFilter,
): Promise<Output<typeof getCourierTotals>> {
  type Sums = { count: number; pieces: number; chargeWeight: string; codAmount: string }
  const counts = await sql<{ state: string; count: number; late: number; abnormal: number }>`
    select a.state, count(*) as count, count(*) filter (where ${late}) as late,
      count(*) filter (where a.abnormal is not null and a.phase = 'underway') as abnormal
    from arrangement a where ${conditionsOf(actor, { ...filter, tab: undefined })} group by 1`.execute(tx)
  const sums = await sql<Sums>`
    select count(*) as count, coalesce(sum(l.pieces), 0) as pieces, coalesce(sum(a.charge_weight), 0)::numeric(14,3)::text as "chargeWeight",
      coalesce(sum(a.cod_amount), 0)::numeric(14,2)::text as "codAmount"
    from arrangement a join arrangement_line l on l.arrangement_id = a.id where ${conditionsOf(actor, filter)}`.execute(
    tx,
  )
  const total = (field: 'count' | 'late' | 'abnormal') => counts.rows.reduce((sum, row) => sum + row[field], 0)
  return {
    ...(sums.rows[0] as Sums),
    tabs: {
      all: total('count'),
      ...Object.fromEntries(counts.rows.map(({ state, count }) => [state, count])),
      late: total('late'),
      abnormal: total('abnormal'),
    },
  }
}
