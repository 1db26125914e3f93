import {
  type getTransport,
  type getTransports,
  type getTransportTotals,
  type TransportRow,
  toldOfTransport,
  transportTabs,
} from '@xunyun/contract/enquiries/transport'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { all, contains } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope, markSeen } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'
import {
  type LegsOf,
  onTheRoad,
  presentTracked,
  type RawTracked,
  trackedFields,
  trackedJoins,
  trunk,
  waybillConditions,
  waybillTabCondition,
  wayOf,
} from '../waybills/index.ts'

type Filter = Input<typeof getTransportTotals>

/** By a plate of its trips, or by the line carrier or courier that has it: the last ones of each. */
const carriedBy = (which: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql<SqlBool>`w.id = any(array(
  -- unscoped: the waybills are read in scope, and what carries them is shown with them
  select l.waybill_id from arrangement a join arrangement_line l on l.arrangement_id = a.id
  where ${which} and not a.is_deleted and a.state <> 'cancelled' order by a.id desc limit ${mostCarried}))`
const mostCarried = 20_000

/** The conditions of a filter but for its tab. What was not placed yet is nowhere. */
function conditions(actor: Actor, { tab: _, carrierId, plateNo, consignee, ...filter }: Filter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`,
    sql<SqlBool>`w.state <> 'draft'`,
    waybillConditions(actor, filter),
    plateNo === undefined
      ? undefined
      : carriedBy(sql<SqlBool>`a.kind = 'vehicle' and a.search like ${searchPattern(plateNo)}`),
    // Who carries it is none of a customer's business (T3).
    carrierId === undefined
      ? undefined
      : isCustomer(actor)
        ? sql<SqlBool>`false`
        : carriedBy(sql<SqlBool>`a.kind <> 'vehicle' and a.carrier_id = ${carrierId}`),
    consignee === undefined
      ? undefined
      : sql<SqlBool>`${contains('w.search', consignee)} and concat_ws(' ', w.consignee_company, w.consignee_name) ilike ${`%${consignee.trim().replace(/[\\%_]/g, '\\$&')}%`}`,
  ])
}

const tabCondition = (tab: Filter['tab']) => waybillTabCondition(tab) ?? sql<SqlBool>`true`

const sorts = {
  // As the index waybill__biz_date has it.
  bizDate: { by: sql.ref('w.biz_date'), type: 'date' as const },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' as const },
  pieces: { by: sql.ref('w.pieces'), type: 'bigint' as const },
  weight: { by: sql.ref('w.weight'), type: 'numeric' as const },
  volume: { by: sql.ref('w.volume'), type: 'numeric' as const },
}

type Raw = RawTracked &
  Pick<TransportRow, 'carrierNo' | 'signer' | 'signedAt' | 'receiptState'> & {
    legKind: NonNullable<TransportRow['leg']>['kind'] | null
    legType: string | null
    legState: string
    departAt: string | null
    arriveAt: string | null
  }

const fields = (
  actor: Actor,
) => sql`${trackedFields(actor)}, v.kind as "legKind", v.leg as "legType", v.state as "legState",
  v.depart_at as "departAt", v.arrive_at as "arriveAt", v.carrier_no as "carrierNo",
  (select string_agg(distinct g.signer, '、') from signing g where g.waybill_id = w.id and g.signed > 0 and not g.undone) as signer,
  (select max(g.signed_at) from signing g where g.waybill_id = w.id and g.signed > 0 and not g.undone) as "signedAt",
  (select x.state from signed_receipt x where x.waybill_id = w.id and not x.is_deleted order by x.id desc limit 1) as "receiptState"`

function present(actor: Actor, raw: Raw): TransportRow {
  const tracked = presentTracked(actor, raw as RawTracked)
  const isOthers = isCustomer(actor) && raw.legKind === 'line'
  return {
    ...(Object.fromEntries(toldOfTransport.map((key) => [key, tracked[key]])) as Pick<
      typeof tracked,
      (typeof toldOfTransport)[number]
    >),
    leg:
      raw.legKind === null
        ? null
        : isOthers
          ? { kind: trunk.kind, type: trunk.type, state: onTheRoad(raw) }
          : { kind: raw.legKind, type: raw.legKind === 'vehicle' ? raw.legType : null, state: raw.legState },
    carrierNo: isOthers ? null : raw.carrierNo,
    signer: raw.signer,
    signedAt: raw.signedAt,
    receiptState: raw.receiptState,
  }
}

/** Where waybills are, latest business day first. */
export async function listTransports(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getTransports>,
): Promise<Output<typeof getTransports>> {
  const page = paging(sorts, { sort: 'bizDate', dir: 'desc' }, 'w.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${fields(actor)}, p.k::text as k from (
      -- unscoped: the scope stands in the condition
      select w.id, ${page.key} as k from waybill w
      where ${conditions(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join waybill w on w.id = p.id ${trackedJoins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

const tabs = ['all', ...transportTabs] as const

export async function totalTransports(
  tx: Tx,
  actor: Actor,
  filter: Filter,
): Promise<Output<typeof getTransportTotals>> {
  const shown = tabCondition(filter.tab)
  // What is void counts in its own tab alone.
  const counted = filter.tab === 'cancelled' ? shown : sql<SqlBool>`${shown} and w.state <> 'cancelled'`
  const sum = (column: string) =>
    sql`coalesce(sum(${sql.ref(`w.${column}`)}) filter (where ${counted}), 0)::text as ${sql.id(column)}`
  const found = await sql<Output<typeof getTransportTotals>>`
    select ${countTabs(tabs, tabCondition, filter.tab)},
      count(*) filter (where ${shown} and not (${counted})) as cancelled,
      coalesce(sum(w.pieces) filter (where ${counted}), 0) as pieces, ${sum('weight')}, ${sum('volume')}
    -- unscoped: the scope stands in the condition
    from waybill w where ${conditions(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

/** One waybill with its way. */
export async function transportDetail(
  tx: Tx,
  actor: Actor,
  legsOf: LegsOf,
  id: number,
): Promise<Output<typeof getTransport>> {
  const { rows } = await sql<Raw>`
    -- unscoped: the scope stands in the condition
    select ${fields(actor)} from waybill w ${trackedJoins} where w.id = ${id} and ${conditions(actor, {})}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw notFound()
  return { ...present(actor, row), ...(await wayOf(tx, actor, legsOf, markSeen(row).id)) }
}
