import type {
  getSpecials,
  getSpecialTotals,
  SpecialDetail,
  SpecialFilter,
  SpecialRow,
} from '@xunyun/contract/dispatch/special'
import { type SpecialAction, type SpecialState, specialLifecycle } from '@xunyun/contract/dispatch/states'
import { actionsIn } from '@xunyun/contract/kernel/ability'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../../platform/abilities.ts'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals, inRegion } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { paging, type SortKey } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope, markSeen, type SeenId } from '../../../platform/scope.ts'
import { cancellingLeavesNoReview, type StandingCost, standingCosts, undoingKeepsCosts } from '../../costs/index.ts'
import { freightAtDoor } from '../../waybills/index.ts'
import { linesOf } from '../detail.ts'
import { specialAllows, specialHere } from './rules.ts'
import { undoneNext } from './undoes.ts'

/** Not arrived past the expected time, or arrived after it. */
const late = sql<SqlBool>`(a.depart_at is not null and a.expect_at < coalesce(a.arrive_at, a.done_at, now()))`

function conditionsOf(actor: Actor, filter: SpecialFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`a.kind = 'line' and not a.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
    equals('a.state', filter.state),
    contains('a.search', filter.q),
    equals('a.carrier_id', filter.carrierId),
    equals('a.to_outlet_id', filter.toOutletId),
    inRegion('a.to_region', filter.to),
    betweenDays('a.depart_at', filter.handedFrom, filter.handedTo),
    betweenDays('a.expect_at', filter.expectFrom, filter.expectTo),
    equals('a.outlet_id', filter.outletId),
    filter.late === true ? late : undefined,
    anyOf('a.id', filter.ids),
  ])
}

const sorts = {
  createdAt: { by: sql.ref('a.plan_at'), type: 'timestamptz' },
  arrangementNo: { by: sql.ref('a.arrangement_no'), type: 'text' },
  expectAt: { by: sql`coalesce(a.expect_at, 'infinity')`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

const columns = sql`
  a.id, a.outlet_id as "outletId", a.arrangement_no as "arrangementNo", a.state, a.carrier_id as "carrierId", c.short_name as "carrierName",
  a.carrier_no as "carrierNo", a.from_outlet_id as "fromOutletId", f.short_name as "fromName", a.ends, a.to_outlet_id as "toOutletId",
  a.to_region as "toRegion", coalesce(t.short_name, a.to_region_name) as "toName", a.station, a.on_notice as "onNotice", l.waybills, l.pieces, l.weight, l.volume, l."left",
  a.expect_at as "expectAt", a.depart_at as "handedAt", a.arrive_at as "arrivedAt", coalesce(${late}, false) as late,
  a.receipt_copies as "receiptCopies", a.remark, a.cancel_reason as "cancelReason", o.short_name as "outletName", u.name as "createdByName",
  a.created_at as "createdAt", a.version, a.brought_in as "broughtIn", ${standingCosts} as "standingCosts"`
const joins = sql`
  join company c on c.id = a.carrier_id join company o on o.id = a.outlet_id
  left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id left join app_user u on u.id = a.created_by
  cross join lateral (select count(distinct n.waybill_id) as waybills, coalesce(sum(n.pieces), 0) as pieces,
    coalesce(sum(n.weight), 0)::numeric(14,3) as weight, coalesce(sum(n.volume), 0)::numeric(14,4) as volume,
    coalesce(sum((select sum(p.pieces) from piece_place p where p.waybill_id = n.waybill_id and p.line_id = n.id
      and p.place in ('arrangement', 'refusedOut') and p.place_id = a.id)), 0)::int as "left"
    from arrangement_line n where n.arrangement_id = a.id) l`

type RawSpecial = Omit<SpecialRow, 'actions'> & {
  outletId: number
  broughtIn: number
  standingCosts: readonly StandingCost[] | null
}

/** What is still with the line comes back; once it was counted at an outlet of ours, it is brought in. */
const fits = (
  action: SpecialAction,
  { left, ends, arrivedAt }: Pick<SpecialRow, 'left' | 'ends' | 'arrivedAt'>,
): boolean => {
  const isCounted = ends === 'outlet' && arrivedAt !== null
  if (action === 'bringIn') return isCounted && left > 0
  return action !== 'giveBack' || (!isCounted && left > 0)
}

/** All of it is with the carrier: what would be taken back is the handing over. */
const isAsHandedOver = ({ left, pieces, arrivedAt }: RawSpecial) => arrivedAt === null && left === pieces

/** What was applied for keeps it from being cancelled, and its handing over from being taken back. */
const keptByCosts = (action: SpecialAction, standing: RawSpecial['standingCosts'], undoesHandOver: boolean) =>
  action === 'undo' && undoesHandOver
    ? undoingKeepsCosts(standing)
    : action === 'cancel'
      ? cancellingLeavesNoReview(standing)
      : undefined

const presentSpecial = (
  actor: Actor,
  { outletId, broughtIn: _, standingCosts: standing, ...row }: RawSpecial,
  undoesHandOver: boolean,
): SpecialRow => ({
  ...row,
  actions: abilitiesOf(
    actor,
    specialLifecycle,
    row.state,
    Object.fromEntries(
      actionsIn<SpecialAction>(specialLifecycle).map((action) => [
        action,
        fits(action, row) &&
          (specialHere(actor, action, { ...row, outletId }) ?? keptByCosts(action, standing, undoesHandOver)),
      ]),
    ),
  ),
})

export async function listSpecials(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getSpecials>,
): Promise<Output<typeof getSpecials>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 'a.id', input)
  const found = await sql<RawSpecial & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, p.k::text as k from (
      select a.id, ${page.key} as k from arrangement a where ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join arrangement a on a.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: (rows as RawSpecial[]).map((row) => presentSpecial(actor, row, isAsHandedOver(row))), next }
}

export async function totalSpecials(
  tx: Tx,
  actor: Actor,
  filter: SpecialFilter,
): Promise<Output<typeof getSpecialTotals>> {
  type Group = { state: SpecialState; count: number; waybills: number; pieces: number; weight: string; volume: string }
  const { rows } = await sql<Group>`
    select a.state, count(distinct a.id) as count, count(l.id) as waybills, coalesce(sum(l.pieces), 0) as pieces,
      coalesce(sum(l.weight), 0)::text as weight, coalesce(sum(l.volume), 0)::text as volume
    from arrangement a left join arrangement_line l on l.arrangement_id = a.id
    where ${conditionsOf(actor, { ...filter, state: undefined })} group by 1`.execute(tx)
  const sum = (groups: readonly Group[], field: 'count' | 'waybills' | 'pieces') =>
    groups.reduce((total, group) => total + group[field], 0)
  const shown = rows.filter(({ state }) => filter.state === undefined || state === filter.state)
  return {
    count: sum(shown, 'count'),
    waybills: sum(shown, 'waybills'),
    pieces: sum(shown, 'pieces'),
    weight: sumDecimals(
      shown.map(({ weight }) => weight),
      3,
    ),
    volume: sumDecimals(
      shown.map(({ volume }) => volume),
      4,
    ),
    tabs: { all: sum(rows, 'count'), ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) },
  }
}

export async function specialDetail(tx: Tx, actor: Actor, id: number): Promise<SpecialDetail> {
  const found = await sql<RawSpecial>`select ${columns} from arrangement a ${joins}
    where a.id = ${id} and a.kind = 'line' and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const seen = markSeen(row).id
  const lines = await linesOf(tx, seen, row.state !== 'new')
  const more = await moreOf(tx, seen)
  const isDone = specialAllows('undo', row.state) === undefined
  const undone = isDone ? await undoneNext(tx, { ...row, id: seen, arriveAt: row.arrivedAt, lines }) : undefined
  return {
    ...presentSpecial(actor, row, undone?.step === 'handOver'),
    undoes: undone?.step ?? null,
    lines: lines.map((line) => {
      const { receiptCopies, freightToCollect, codAmount } = more.get(line.waybillId) as More
      return { ...line, receiptCopies, freightToCollect, codAmount }
    }),
  }
}

type More = { freightToCollect: string; codAmount: string; receiptCopies: number }

/** What the carrier takes over with the goods, by waybill: whoever has them on the way may know what is to be collected at the door (T1). */
async function moreOf(tx: Tx, id: SeenId): Promise<Map<number, More>> {
  const found = await sql<More & { id: number }>`
    select w.id, w.receipt_copies as "receiptCopies", ${freightAtDoor} as "freightToCollect", w.cod_amount as "codAmount"
    -- unscoped: the line shipment is in scope, and what it carries is shown with it
    from waybill w where w.id in (select waybill_id from arrangement_line where arrangement_id = ${id})`.execute(tx)
  return new Map(found.rows.map(({ id, ...more }) => [id, more]))
}
