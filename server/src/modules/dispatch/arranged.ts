import * as calls from '@xunyun/contract/dispatch/calls'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, mayCall } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, betweenDays, equals } from '../../platform/conditions.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { paging, type SortKey } from '../../platform/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inScope, isOneOfOurs } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'
import { giveBack, removedEvent } from './cargo.ts'
import { leftAt, lineStops } from './detail.ts'
import { type Line, lockLoadsWithCargo, type Special, type Trip } from './facts.ts'
import { settleRoute } from './route.ts'
import { happensHere, type Objection, stateAllows } from './rules.ts'
import { specialAllows, specialHere } from './special/rules.ts'

/** Of every kind: planned, under way, come to its end, over. */
const tabs = {
  waiting: ['new', 'assigned'],
  departed: ['departed', 'handedOver', 'collected', 'inTransit', 'outForDelivery', 'refused'],
  arrived: ['arrived'],
  done: ['done', 'signed', 'settled', 'returned'],
} as const

function conditions(actor: Actor, filter: calls.ArrangedFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not a.is_deleted and a.state <> 'cancelled'`,
    sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
    filter.tab === undefined ? undefined : sql<SqlBool>`a.state in (${sql.join(tabs[filter.tab])})`,
    equals('a.kind', filter.kind),
    equals('a.type', filter.type),
    equals('a.outlet_id', filter.outletId),
    equals('w.customer_id', filter.customerId),
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(a.search like ${searchPattern(filter.q)} or w.search like ${searchPattern(filter.q)})`,
    betweenDays('a.plan_at', filter.planFrom, filter.planTo),
    anyOf('l.id', filter.ids),
  ])
}

const sorts = { planAt: { by: sql.ref('a.plan_at'), type: 'timestamptz' } } satisfies Record<string, SortKey>

/** Arranged waybills, one row a waybill and arrangement of any kind (已安排运单). */
export async function listArranged(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.getArranged>,
): Promise<Output<typeof calls.getArranged>> {
  const page = paging(sorts, { sort: 'planAt', dir: input.sort === undefined ? 'desc' : 'asc' }, 'l.id', input)
  const mayEdit = mayCall(actor, calls.removeLines)
  type Found = Omit<calls.ArrangedRow, 'removable'> & { k: string; isHere: boolean }
  const isHere = sql`${isOneOfOurs(actor, 'a.outlet_id')} or ${isOneOfOurs(actor, 'a.from_outlet_id')}`
  const found = await sql<Found>`
    -- unscoped: the trips are in scope, and the waybills they carry are shown with them
    select l.id, w.id as "waybillId", w.waybill_no as "waybillNo", w.state as "waybillState", w.refused_pieces as refused, w.urgent, w.hold, w.exception_count as exceptions,
      a.id as "arrangementId", a.arrangement_no as "arrangementNo", a.kind, case a.kind when 'vehicle' then l.leg end as type, a.state, v.plate_no as "plateNo", d.name as "driverName",
      d.mobile as "driverPhone", case a.kind when 'vehicle' then k.name else k.short_name end as "carrierName", a.carrier_no as "carrierNo", coalesce(o.short_name, w.shipper_city) as "fromName",
      coalesce(t.short_name, a.station, w.consignee_city) as "toName", l.pieces, l.weight, l.volume, a.plan_at as "planAt", ${leftAt} as "departAt",
      coalesce(s.arrived_at, a.arrive_at) as "arriveAt", c.name as "customerName", coalesce(${isHere}, false) as "isHere", p.k::text as k
    from (
      select l.id, ${page.key} as k from arrangement a join arrangement_line l on l.arrangement_id = a.id join waybill w on w.id = l.waybill_id
      where ${conditions(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    -- unscoped: the rows of the page
    ) p join arrangement_line l on l.id = p.id join arrangement a on a.id = l.arrangement_id join waybill w on w.id = l.waybill_id
    left join vehicle v on v.id = a.vehicle_id left join driver d on d.id = a.driver_id
    left join company c on c.id = w.customer_id left join company k on k.id = a.carrier_id
    ${lineStops}
    left join company o on l.from_place = 'outlet' and o.id = l.from_id left join company t on t.id = case a.kind when 'vehicle' then s.outlet_id else a.to_outlet_id end
    ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return {
    rows: (rows as Omit<Found, 'k'>[]).map(({ isHere, ...row }) => ({
      ...row,
      removable: mayEdit && isHere && row.kind !== 'courier' && (row.state === 'new' || row.state === 'assigned'),
    })),
    next,
  }
}

export async function totalArranged(
  tx: Tx,
  actor: Actor,
  filter: calls.ArrangedFilter,
): Promise<Output<typeof calls.getArrangedTotals>> {
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

type Loaded = { readonly trip: Trip | Special; readonly line: Line }

/** The lines of these ids with their arrangements, locked with all that these carry; a parcel has one line, and is cancelled. */
async function lockLines(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Loaded>> {
  const found = await tx
    .selectFrom('arrangement_line')
    .select('arrangement_id')
    .where('id', 'in', [...ids])
    .execute()
  const trips = await lockLoadsWithCargo(
    tx,
    actor,
    found.map((row) => row.arrangement_id),
  )
  return new Map([...trips.values()].flatMap((trip) => trip.lines.map((line) => [line.id, { trip, line }] as const)))
}

const mayChange = (actor: Actor, load: Trip | Special): Objection =>
  load.kind === 'vehicle'
    ? (stateAllows('change', load.state) ?? happensHere(actor, 'change', load))
    : (specialAllows('change', load.state) ?? specialHere(actor, 'change', load))

const linesOf = (actor: Actor): Records<Loaded> => ({
  lock: lockLines,
  no: ({ trip }) => trip.arrangementNo,
  may: ({ trip }) => {
    const wrong = mayChange(actor, trip)
    return wrong === undefined ? undefined : new Refusal(wrong.reason, wrong.params ?? {})
  },
})

/** 移出: takes waybills off trips that have not departed; a trip never stays without a line. */
export const removeLines: Act<typeof calls.removeLines> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, linesOf(actor), async ({ trip, line }) => {
    const gone = await tx
      .deleteFrom('arrangement_line')
      .where('id', '=', line.id)
      .where(
        sql<boolean>`exists (select 1 from arrangement_line o where o.arrangement_id = ${trip.id} and o.id <> ${line.id})`,
      )
      .returning('id')
      .execute()
    if (gone.length === 0) throw new Refusal('dispatch.lastLine')
    await owned(tx)
      .updateTable('arrangement')
      .set({ version: sql`version + 1`, updated_at: clock.iso(), updated_by: actor.userId })
      .where('id', '=', trip.id)
      .execute()
    if (trip.kind === 'vehicle') await settleRoute(tx, trip.id)
    const removed = { field: 'pieces', from: String(line.pieces), to: null }
    await giveBack(tx, [line], {
      actor,
      events: [removedEvent(trip.arrangementNo, line)],
      beside: { history: [{ entity: 'arrangement', id: trip.id, action: 'lineRemoved', changes: [removed] }] },
    })
  })
}
