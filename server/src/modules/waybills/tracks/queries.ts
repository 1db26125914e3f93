import { arriveArrangements } from '@xunyun/contract/dispatch/calls'
import type { Ability } from '@xunyun/contract/kernel/ability'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { moving, waybillLifecycle } from '@xunyun/contract/waybills/states'
import {
  correctTrack,
  type findTracked,
  type getTracked,
  type getTrackedTotals,
  showTrack,
  type TrackAction,
  type TrackedRow,
  type TrackOut,
  type TrackTab,
  trackTabs,
} from '@xunyun/contract/waybills/tracks'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer, mayCall } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { all, betweenDays, equals } from '../../../platform/conditions.ts'
import { anyId, kept, type Tx } from '../../../platform/db.ts'
import type { Files } from '../../../platform/files.ts'
import { paging } from '../../../platform/list.ts'
import type { LastTrack } from '../../../platform/schema.waybills.ts'
import { inScope } from '../../../platform/scope.ts'
import { conditionsOf, heldPrices, presentRow, type RawRow, rowColumns, rowJoins } from '../queries.ts'
import { stands } from './last.ts'
import { waybillsOf } from './numbers.ts'

type Stored = Omit<TrackOut, 'actions' | 'files'> & { byId: number | null; hasFiles: boolean }
/** Of a waybill without tracks one row, in which nothing stands. */
type Found = Stored | { id: null }

/**
 * The tracks of a waybill in scope, latest first; a customer reads what stands and is shown, and not who of us wrote it. Files are
 * asked for only where a track has some.
 */
export async function tracksOf(tx: Tx, actor: Actor, files: Files, waybillId: number): Promise<TrackOut[] | undefined> {
  const forCustomer = isCustomer(actor)
  const { rows } = await sql<Found>`${kept}
    select t.id, t.node, t.at, t.place, t.text, t.source, t.visible, t.by_name as "byName", t.by_id as "byId",
      case when t.undone then 'undone' when t.corrected_by is not null then 'corrected' end as struck, f.has is not null as "hasFiles"
    from waybill w left join track t on t.waybill_id = w.id ${forCustomer ? sql`and t.visible and ${stands}` : sql``}
    left join lateral (select true as has from file_link l where l.entity = 'track' and l.entity_id = t.id limit 1) f on true
    where w.id = ${waybillId} and not w.is_deleted and ${inScope(actor, 'waybill', 'w')} order by t.at desc, t.id desc limit 500`.execute(
    tx,
  )
  if (rows.length === 0) return undefined
  const found = rows.filter((row): row is Stored => row.id !== null)
  const attached = await files.ofMany(
    tx,
    'track',
    found.flatMap(({ id, hasFiles }) => (hasFiles ? [id] : [])),
  )
  return found.map(({ byId, hasFiles: _, ...row }) => ({
    ...row,
    byName: forCustomer ? '' : row.byName,
    files: attached.get(row.id) ?? [],
    actions: actionsOf(actor, { ...row, byId }),
  }))
}

/** What the system wrote follows its act; of what people wrote each corrects his own. */
export const actionsOf = (
  actor: Actor,
  track: Pick<Stored, 'source' | 'struck' | 'visible' | 'byId'>,
): Ability<TrackAction>[] =>
  track.source !== 'manual' || track.struck !== null
    ? []
    : [
        ...(track.byId === actor.userId && mayCall(actor, correctTrack) ? [{ key: 'correct' as const }] : []),
        ...(mayCall(actor, showTrack) ? [{ key: track.visible ? ('hide' as const) : ('show' as const) }] : []),
      ]

/** Of a customer the last that he may see (T3). */
const lastOf = (actor: Actor) => (isCustomer(actor) ? 'shown' : 'last')
const lastAt = (actor: Actor) => sql.ref(`w.${lastOf(actor)}_track_at`)

const sortsFor = (actor: Actor) => ({
  trackedAt: { by: lastAt(actor), type: 'timestamptz' as const },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' as const },
  bizDate: { by: sql.ref('w.biz_date'), type: 'date' as const },
  planArrive: { by: sql`coalesce(w.plan_arrive, 'infinity')`, type: 'timestamptz' as const },
  pieces: { by: sql.ref('w.pieces'), type: 'bigint' as const },
})

export type RawTracked = RawRow &
  Omit<TrackedRow, keyof RawRow | 'actions' | 'lastTrack'> & { lastAt: string | null; last: LastTrack | null }

/** Who has it, or had it last: a line of the last arrangement that is no longer planned, else of the next one. */
const carriage = sql`left join lateral (
    select a.id, a.arrangement_no, a.kind, a.vehicle_id, a.driver_id, a.carrier_id, a.carrier_no, a.state, l.leg, a.depart_at, a.arrive_at
    -- unscoped: the waybills are in scope, and what carries them is shown with them
    from arrangement_line l join arrangement a on a.id = l.arrangement_id
    where l.waybill_id = w.id and a.phase <> 'cancelled' order by a.phase = 'underway' desc, a.depart_at desc nulls last, a.id desc limit 1) v on true
  left join vehicle on vehicle.id = v.vehicle_id left join driver on driver.id = v.driver_id left join company carrier on carrier.id = v.carrier_id`

/** What the fields of a tracked row are read from, beside the waybill `w`. */
export const trackedJoins = sql`${rowJoins} ${carriage}`

export const trackedFields = (
  actor: Actor,
) => sql`${rowColumns(actor)}, ${lastAt(actor)} as "lastAt", ${sql.ref(`w.${lastOf(actor)}_track`)} as last,
  v.arrangement_no as "arrangementNo", vehicle.plate_no as "plateNo", driver.name as "driverName", driver.mobile as "driverPhone", carrier.short_name as "carrierName",
  case when v.kind = 'vehicle' and v.state = 'departed' and ${mayCall(actor, arriveArrangements)}::boolean then v.id end as "arrivesWith"`

export const presentTracked = (
  actor: Actor,
  raw: RawTracked,
  held: ReadonlyMap<number, unknown> = new Map(),
): TrackedRow => {
  const { lastAt: at, last, arrangementNo, plateNo, driverName, driverPhone, carrierName, arrivesWith, ...row } = raw
  const forCustomer = isCustomer(actor)
  return {
    ...presentRow(actor, row as RawRow, held),
    lastTrack: at === null || last === null ? null : { ...last, at, by: forCustomer ? '' : last.by },
    // Who carries it is none of a customer's business but for the plate (T3).
    arrangementNo: forCustomer ? null : arrangementNo,
    plateNo,
    driverName: forCustomer ? null : driverName,
    driverPhone: forCustomer ? null : driverPhone,
    carrierName: forCustomer ? null : carrierName,
    arrivesWith: forCustomer ? null : arrivesWith,
  }
}

const tabCondition = (tab: TrackTab | undefined) => equals('w.state', tab)

type Filter = Input<typeof getTrackedTotals>
/** What the last track says. */
const ofLast = (actor: Actor, field: 'node' | 'source', value: string | undefined) =>
  value === undefined ? undefined : sql<SqlBool>`${sql.ref(`w.${lastOf(actor)}_track`)}->>${sql.lit(field)} = ${value}`
/** By its plate, the vehicle that has it, or had it last. */
const goesWith = (plateNo: string) => sql<SqlBool>`exists (select from (
  select a.vehicle_id
  -- unscoped: the waybills are read in scope, and what carries them is shown with them
  from arrangement_line l join arrangement a on a.id = l.arrangement_id
  where l.waybill_id = w.id and a.phase <> 'cancelled' order by a.phase = 'underway' desc, a.depart_at desc nulls last, a.id desc limit 1) n
  join vehicle v on v.id = n.vehicle_id where v.plate_no ilike ${`%${plateNo.replace(/[\\%_]/g, '\\$&')}%`})`

const conditions = (
  actor: Actor,
  { tab, plateNo, node, trackSource, trackedFrom, trackedTo, silentHours, ...filter }: Filter,
): RawBuilder<SqlBool> =>
  all([
    plateNo === undefined ? undefined : goesWith(plateNo),
    ofLast(actor, 'node', node),
    ofLast(actor, 'source', trackSource),
    betweenDays(`w.${lastOf(actor)}_track_at`, trackedFrom, trackedTo),
    silentHours === undefined
      ? undefined
      : // What has come to its end is not silent.
        sql<SqlBool>`${lastAt(actor)} < ${clock.iso()}::timestamptz - make_interval(hours => ${silentHours}::int)
          and w.state = any(${[...moving]}::text[])`,
    sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`,
    sql<SqlBool>`${lastAt(actor)} is not null`,
    conditionsOf(actor, filter),
    tabCondition(tab),
  ])

/** Waybills by their last track, latest first. */
export async function listTracked(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getTracked>,
): Promise<Output<typeof getTracked>> {
  const page = paging(sortsFor(actor), { sort: 'trackedAt', dir: 'desc' }, 'w.id', input)
  const found = await sql<RawTracked & { k: string }>`
    select ${trackedFields(actor)}, p.k::text as k from (
      -- unscoped: the scope stands in the condition
      select w.id, ${page.key} as k from waybill w where ${conditions(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join waybill w on w.id = p.id ${trackedJoins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  const held = await heldPrices(tx, actor, rows as RawTracked[])
  return { rows: rows.map((row) => presentTracked(actor, row as RawTracked, held)), next }
}

export async function totalTracked(tx: Tx, actor: Actor, filter: Filter): Promise<Output<typeof getTrackedTotals>> {
  const { rows } = await sql<{ state: string; count: number; pieces: number }>`
    select w.state, count(*) as count, coalesce(sum(w.pieces), 0) as pieces
    -- unscoped: the scope stands in the condition
    from waybill w where ${conditions(actor, { ...filter, tab: undefined })} group by 1`.execute(tx)
  const shown = rows.filter(({ state }) => filter.tab === undefined || state === filter.tab)
  const count = (some: typeof rows) => some.reduce((sum, row) => sum + row.count, 0)
  return {
    count: count(shown),
    pieces: shown.reduce((sum, row) => sum + row.pieces, 0),
    tabs: Object.fromEntries([
      ['all', count(rows)],
      ...trackTabs.map((tab) => [tab, count(rows.filter(({ state }) => state === tab))]),
    ]),
  }
}

/** The queue of the desk: waybills by the numbers that were scanned or pasted, in that order. */
export async function findForDesk(
  tx: Tx,
  actor: Actor,
  numbers: readonly string[],
): Promise<Output<typeof findTracked>> {
  const { ids, unknown } = await waybillsOf(tx, actor, numbers)
  const { rows } = await sql<RawTracked>`
    -- unscoped: found in scope above
    select ${trackedFields(actor)} from waybill w ${trackedJoins} where w.id = ${anyId(ids)}`.execute(tx)
  const held = await heldPrices(tx, actor, rows)
  const at = new Map<number, number>(ids.map((id, index) => [id, index]))
  const found = rows
    .map((row) => presentTracked(actor, row, held))
    .sort((one, other) => (at.get(one.id) ?? 0) - (at.get(other.id) ?? 0))
  return {
    waybills: found.filter(({ state }) => canStart(waybillLifecycle, 'track', state)),
    refused: found.flatMap(({ waybillNo, state }) =>
      canStart(waybillLifecycle, 'track', state) ? [] : [{ waybillNo, state }],
    ),
    unknown,
  }
}
