import type {
  getUnapplied,
  getUnappliedTotals,
  UnappliedFilter,
  UnappliedTrip,
} from '@xunyun/contract/costs/costApplications'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { roundDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, may } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { paging, type SortKey } from '../../../platform/list.ts'
import { type Carrying, isGone, ofOwnArrangements } from '../lines/carried.ts'
import { meansOf } from '../lines/means.ts'

/** 待申请 (RT-16/carCostApply): trips from 已派 on with lines that no application holds; oldest departure first. */

const departAt = sql`coalesce(a.depart_at, a.plan_at)`
const sorts = {
  departAt: { by: departAt, type: 'timestamptz' },
  arrangementNo: { by: sql.ref('a.arrangement_no'), type: 'text' },
} satisfies Record<string, SortKey>

/** Of cost line `l` of arrangement `a`: it is of a trip, and waits to be applied for. */
export const waitsForApplication = sql<SqlBool>`(l.application_id is null and l.kind = 'car' and a.kind = 'vehicle' and a.state <> 'new' and not ${isGone})`

const conditionsOf = (actor: Actor, filter: UnappliedFilter): RawBuilder<SqlBool> =>
  all([
    ofOwnArrangements(actor),
    sql<SqlBool>`a.kind = 'vehicle' and a.state <> 'new'`,
    // As a list of ids, so that the few free lines lead to their trips: most trips, and all the old ones, have none.
    sql<SqlBool>`a.id = any(array(select l.arrangement_id from cost_line l where l.application_id is null and l.arrangement_id is not null and not ${isGone}))`,
    may(actor, 'costView', 'browse') ? undefined : sql<SqlBool>`false`,
    contains('a.search', filter.q),
    equals('a.carrier_id', filter.companyId),
    equals('a.outlet_id', filter.outletId),
    betweenDays('a.depart_at', filter.departFrom, filter.departTo),
    anyOf('a.id', filter.ids),
  ])

/** Where it begins or ends, as its costs are compared by it: a stop, else the first of its waybills. */
// unscoped: the trip is in scope
const end = (stop: RawBuilder<unknown>, waybill: RawBuilder<unknown>) => sql`coalesce(${stop}, (
    select ${waybill} from arrangement_line l join waybill w on w.id = l.waybill_id where l.arrangement_id = a.id order by l.seq, l.id limit 1))`

const columns = sql`
  a.id, a.arrangement_no as "arrangementNo", a.state, v.plate_no as "plateNo", v.type as "vehicleType", d.name as "driverName",
  k.short_name as "carrierName", coalesce(so.short_name, s.region_name) as "fromName", coalesce(eo.short_name, e.region_name) as "toName",
  a.depart_at as "departAt", a.plan_at as "planAt", o.short_name as "outletName", c.parts, c.amount, c.total, v.model,
  ${end(sql`so.region_code, s.region`, sql`w.shipper_region`)} as "fromRegion", ${end(sql`eo.region_code, e.region`, sql`w.consignee_region`)} as "toRegion"`
const joins = sql`
  join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id join company o on o.id = a.outlet_id
  left join company k on k.id = coalesce(a.carrier_id, v.carrier_id)
  left join lateral (select * from arrangement_stop p where p.arrangement_id = a.id order by p.seq limit 1) s on true
  left join lateral (select * from arrangement_stop p where p.arrangement_id = a.id order by p.seq desc limit 1) e on true
  left join company so on so.id = s.outlet_id left join company eo on eo.id = e.outlet_id
  cross join lateral (
    select coalesce(json_object_agg(x.part, x.sum) filter (where x.sum is not null), '{}') as parts,
      coalesce(sum(x.sum), 0)::numeric(14,2) as amount, sum(x.total)::numeric(14,2) as total
    from (select coalesce(l.pay_part, 'other') as part, sum(l.amount) filter (where l.application_id is null and not ${isGone}) as sum, sum(l.amount) as total
      from cost_line l where l.arrangement_id = a.id and l.kind = 'car' group by 1) x) c`

type Raw = Omit<UnappliedTrip, 'mean' | 'parts'> &
  Pick<Carrying, 'model' | 'fromRegion' | 'toRegion'> & { parts: Record<string, number> }

export async function listUnapplied(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getUnapplied>,
): Promise<Output<typeof getUnapplied>> {
  const page = paging(sorts, { sort: 'departAt', dir: 'asc' }, 'a.id', input)
  const found = await sql<Raw & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, p.k::text as k from (
      select a.id, ${page.key} as k from arrangement a where ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join arrangement a on a.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  const trips = rows as Raw[]
  const means = await meansOf(
    tx,
    trips.map((trip) => ({ ...trip, kind: 'vehicle', chargeWeight: null, waybills: [] })),
  )
  return {
    rows: trips.map(({ model: _, fromRegion: __, toRegion: ___, ...row }) => ({
      ...row,
      parts: Object.fromEntries(Object.entries(row.parts).map(([part, sum]) => [part, roundDecimal(String(sum), 2)])),
      mean: means.get(row.id)?.amount ?? null,
    })),
    next,
  }
}

export async function totalUnapplied(
  tx: Tx,
  actor: Actor,
  filter: UnappliedFilter,
): Promise<Output<typeof getUnappliedTotals>> {
  const { rows } = await sql<{ part: string; sum: string; trips: number[] }>`
    -- unscoped: the condition of the scope stands inside
    select coalesce(l.pay_part, 'other') as part, sum(l.amount)::text as sum, array_agg(distinct l.arrangement_id) as trips
    from cost_line l join arrangement a on a.id = l.arrangement_id
    where ${waitsForApplication} and ${conditionsOf(actor, filter)} group by 1`.execute(tx)
  const count = new Set(rows.flatMap(({ trips }) => trips)).size
  return {
    count,
    amount: sumDecimals(
      rows.map(({ sum }) => sum),
      2,
    ),
    parts: Object.fromEntries(rows.map(({ part, sum }) => [part, sum])),
    tabs: { all: count },
  }
}
