import type { ArrangedRow, arrangedFilter, getArranged, getArrangedTotals } from '@xunyun/contract/dispatch/calls'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Actor, everywhere, may } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { all, anyOf, equals, paging, type SortKey } from '../../platform/list.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'
import { recordEvents, waybillFacts } from '../waybills/index.ts'
import { giveBack } from './arrange.ts'
import { lockTrips } from './facts.ts'
import { days } from './queries.ts'
import { stateAllows } from './rules.ts'

type Filter = z.output<typeof arrangedFilter>

const tabs = { waiting: ['new', 'assigned'], departed: ['departed'], arrived: ['arrived'], done: ['done'] } as const

function conditions(actor: Actor, filter: Filter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not a.is_deleted and a.state <> 'cancelled'`,
    sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
    filter.tab === undefined ? undefined : sql<SqlBool>`a.state in (${sql.join(tabs[filter.tab])})`,
    equals('a.type', filter.type),
    equals('a.outlet_id', filter.outletId),
    equals('w.customer_id', filter.customerId),
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(a.search like ${searchPattern(filter.q)} or w.search like ${searchPattern(filter.q)})`,
    ...days('a.plan_at', filter.planFrom, filter.planTo),
    anyOf('l.id', filter.ids),
  ])
}

const sorts = { planAt: { by: sql.ref('a.plan_at'), type: 'timestamptz' } } satisfies Record<string, SortKey>

/** Waybills on trips, one row a waybill and trip (已安排运单). */
export async function listArranged(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getArranged>,
): Promise<Output<typeof getArranged>> {
  const page = paging(sorts, { sort: 'planAt', dir: input.sort === undefined ? 'desc' : 'asc' }, 'l.id', input)
  const mayEdit = may(actor, 'haveArranged', 'edit') || may(actor, 'arrangeOperate', 'edit')
  const found = await sql<Omit<ArrangedRow, 'removable'> & { k: string }>`
    -- unscoped: the trips are in scope, and the waybills they carry are shown with them
    select l.id, w.id as "waybillId", w.waybill_no as "waybillNo", w.state as "waybillState", w.refused_pieces as refused, w.urgent, w.hold, w.exception_count as exceptions,
      a.id as "arrangementId", a.arrangement_no as "arrangementNo", a.type, a.state, v.plate_no as "plateNo", d.name as "driverName",
      d.mobile as "driverPhone", k.name as "carrierName", coalesce(o.short_name, w.shipper_city) as "fromName",
      coalesce(t.short_name, w.consignee_city) as "toName", l.pieces, l.weight, l.volume, a.plan_at as "planAt", a.depart_at as "departAt",
      a.arrive_at as "arriveAt", c.name as "customerName", ${page.key}::text as k
    from arrangement a join arrangement_line l on l.arrangement_id = a.id join waybill w on w.id = l.waybill_id
    join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id
    left join company c on c.id = w.customer_id left join company k on k.id = a.carrier_id
    left join company o on l.from_place = 'outlet' and o.id = l.from_id left join company t on t.id = a.to_outlet_id
    where ${conditions(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return {
    rows: rows.map((row) => ({
      ...row,
      removable: mayEdit && (row.state === 'new' || row.state === 'assigned'),
    })) as ArrangedRow[],
    next,
  }
}

export async function totalArranged(tx: Tx, actor: Actor, filter: Filter): Promise<Output<typeof getArrangedTotals>> {
  const found = await sql<{ state: string; count: number; pieces: number; weight: string; volume: string }>`
    -- unscoped: the trips are in scope
    select a.state, count(*) as count, coalesce(sum(l.pieces), 0) as pieces, coalesce(sum(l.weight), 0)::text as weight,
      coalesce(sum(l.volume), 0)::text as volume
    from arrangement a join arrangement_line l on l.arrangement_id = a.id join waybill w on w.id = l.waybill_id
    where ${conditions(actor, { ...filter, tab: undefined })} group by a.state`.execute(tx)
  const of = (states: readonly string[]) => found.rows.filter((row) => states.includes(row.state))
  const shown = filter.tab === undefined ? found.rows : of(tabs[filter.tab])
  const counts = Object.fromEntries(
    Object.entries(tabs).map(([tab, states]) => [tab, of(states).reduce((sum, row) => sum + row.count, 0)]),
  )
  return {
    count: shown.reduce((sum, row) => sum + row.count, 0),
    pieces: shown.reduce((sum, row) => sum + row.pieces, 0),
    weight: sumDecimals(
      shown.map((row) => row.weight),
      3,
    ),
    volume: sumDecimals(
      shown.map((row) => row.volume),
      4,
    ),
    tabs: { all: found.rows.reduce((sum, row) => sum + row.count, 0), ...counts },
  }
}

/** 移出: takes waybills off trips that have not departed; a trip never stays without a line. */
export async function takeOff(tx: Tx, actor: Actor, lineIds: readonly number[]): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const asked = await tx
    .selectFrom('arrangement_line')
    .select(['id', 'arrangement_id'])
    .where('id', 'in', [...new Set(lineIds)])
    .execute()
  const trips = await lockTrips(
    tx,
    actor,
    asked.map((row) => row.arrangement_id),
  )
  await waybillFacts(
    tx,
    everywhere(actor),
    [...trips.values()].flatMap(({ lines }) => lines.map(({ waybillId }) => waybillId)),
    true,
  )
  const gone = new Set<number>()
  for (const id of new Set(lineIds)) {
    const trip = trips.get(asked.find((row) => row.id === id)?.arrangement_id ?? 0)
    const line = trip?.lines.find((one) => one.id === id)
    if (trip === undefined || line === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    const wrong = stateAllows('change', trip.state)
    const lonely = trip.lines.filter((one) => !gone.has(one.id)).length === 1
    if (wrong !== undefined || lonely) {
      report.refuse(
        id,
        trip.arrangementNo,
        wrong === undefined ? new Refusal('dispatch.lastLine') : new Refusal(wrong.reason, wrong.params),
      )
      continue
    }
    gone.add(id)
    await giveBack(tx, [line])
    await tx.deleteFrom('arrangement_line').where('id', '=', id).execute()
    await owned(tx)
      .updateTable('arrangement')
      .set({ version: sql`version + 1`, updated_at: clock.iso(), updated_by: actor.userId })
      .where('id', '=', trip.id)
      .execute()
    await recordEvents(tx, actor, [
      {
        waybillId: line.waybillId,
        event: { type: 'removed', params: { arrangementNo: trip.arrangementNo, pieces: line.pieces } },
      },
    ])
    await recordHistory(tx, actor, 'arrangement', trip.id, 'lineRemoved', [
      { field: 'pieces', from: String(line.pieces), to: null },
    ])
    report.done()
  }
  return report.outcomes()
}
