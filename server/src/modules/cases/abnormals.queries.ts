import {
  type AbnormalDetail,
  type AbnormalRow,
  type AbnormalTab,
  abnormalTabs,
  type getAbnormals,
  type getAbnormalTotals,
  onwardOfCase,
} from '@xunyun/contract/cases/abnormals'
import { type AbnormalAction, type AbnormalState, abnormalLifecycle } from '@xunyun/contract/cases/states'
import type { Ability } from '@xunyun/contract/kernel/ability'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { type WaybillState, waybillLifecycle } from '@xunyun/contract/waybills/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import { type Actor, mayAny, mayCall } from '../../platform/actor.ts'
import { all, anyOfCodes, betweenDays, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope, ofOwnOutlet } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'
import { missingOn } from '../dispatch/index.ts'
import { settingOf } from '../watch/index.ts'
import { dealingsDone } from './done.ts'
import { byClock, dueOf, ownerOf } from './lists.ts'

type Filter = Input<typeof getAbnormalTotals>

const isOver = sql<SqlBool>`x.state = 'closed'`
const tabCondition = (actor: Actor, hours: number, tab: AbnormalTab | undefined): RawBuilder<SqlBool> =>
  byClock(actor, tab, { owner: ownerOf, due: dueOf(hours), over: isOver }) ??
  (tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`x.state = ${tab}`)

const conditions = (actor: Actor, filter: Filter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not x.is_deleted and w.is_deleted is not true`,
    sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`,
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(x.abnormal_no = ${filter.q.trim().toUpperCase()} or w.search like ${searchPattern(filter.q)})`,
    anyOfCodes('x.type', filter.types),
    equals('x.responsible', filter.responsible),
    equals('x.dealing', filter.dealing),
    equals('w.customer_id', filter.customerId),
    equals('w.outlet_id', filter.outletId),
    filter.ownerId === undefined ? undefined : sql<SqlBool>`${ownerOf} = ${filter.ownerId}`,
    betweenDays('x.happened_at', filter.happenedFrom, filter.happenedTo),
    betweenDays('x.created_at', filter.createdFrom, filter.createdTo),
    equals('x.waybill_id', filter.waybillId),
  ])

const sorts = (hours: number) => ({
  dueAt: { by: dueOf(hours), type: 'timestamptz' as const },
  createdAt: { by: sql.ref('x.created_at'), type: 'timestamptz' as const },
  happenedAt: { by: sql.ref('x.happened_at'), type: 'timestamptz' as const },
  pieces: { by: sql.ref('x.pieces'), type: 'bigint' as const },
  loss: { by: sql.ref('x.loss'), type: 'numeric' as const },
})

export type RawAbnormal = Omit<AbnormalRow, 'actions' | 'onward'> & Goods
/** What decides over the goods of its waybill: its state, whether pieces of it rest at an outlet or are unsigned anywhere, and whether it is of one of my own. */
type Goods = { waybillState: WaybillState; rests: boolean; unsigned: boolean; isOwn: boolean }

const columns = (
  actor: Actor,
  hours: number,
) => sql`x.id, x.abnormal_no as "abnormalNo", x.type, x.state, w.id as "waybillId", w.waybill_no as "waybillNo",
  c.name as "customerName", w.shipper_city as "shipperCity", w.consignee_city as "consigneeCity", x.node, x.pieces, x.loss, x.text,
  x.happened_at as "happenedAt", x.responsible, x.responsible_name as "responsibleName", x.dealing, x.amount, ap.no as "applicationNo", x.result,
  ow.id as "ownerId", ow.name as "ownerName", ${dueOf(hours)} as "dueAt", x.level, x.created_at as "createdAt", cb.name as "createdByName",
  x.closed_at as "closedAt", x.version, w.state as "waybillState", ${ofOwnOutlet(actor, 'w')} as "isOwn",
  exists (select from piece_place p where p.waybill_id = w.id and p.place in ('outlet', 'pickup', 'refused') and p.pieces > p.planned) as rests,
  exists (select from piece_place p where p.waybill_id = w.id and p.pieces > 0 and p.place in ('shipper', 'arrangement', 'outlet', 'pickup', 'refused', 'refusedOut')) as unsigned`
const joins = sql`left join company c on c.id = w.customer_id left join application ap on ap.id = x.application_id
  left join app_user ow on ow.id = ${ownerOf} left join app_user cb on cb.id = x.created_by`

export const abnormalAbilities = (actor: Actor, { state }: Pick<RawAbnormal, 'state'>): Ability<AbnormalAction>[] =>
  abilitiesOf(actor, abnormalLifecycle, state)

/** 返货, 改址, 弃货, 丢失: what the waybill's page would offer, to who may open it. */
function onwardOf(
  actor: Actor,
  state: AbnormalState,
  { waybillState, rests, unsigned, isOwn }: Goods,
): AbnormalRow['onward'] {
  if (state === 'closed' || !mayCall(actor, getWaybill)) return []
  return onwardOfCase.filter(
    (act) =>
      canStart(waybillLifecycle, act, waybillState) &&
      mayAny(actor, waybillLifecycle[act].right) &&
      unsigned &&
      (act === 'readdress' ? isOwn : act === 'lose' || rests),
  )
}

const present = (actor: Actor, { waybillState, rests, unsigned, isOwn, ...row }: RawAbnormal): AbnormalRow => ({
  ...row,
  actions: abnormalAbilities(actor, row),
  onward: onwardOf(actor, row.state, { waybillState, rests, unsigned, isOwn }),
})

/** Cases of goods, the first due first. */
export async function listAbnormals(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getAbnormals>,
): Promise<Output<typeof getAbnormals>> {
  const { dueHours } = await settingOf(tx, 'abnormal')
  const page = paging(sorts(dueHours), { sort: 'dueAt', dir: 'asc' }, 'x.id', input)
  const found = await sql<RawAbnormal & { k: string }>`
    select ${columns(actor, dueHours)}, p.k::text as k from (
      select x.id, ${page.key} as k
      -- unscoped: the scope stands in the condition
      from abnormal x join waybill w on w.id = x.waybill_id
      where ${conditions(actor, input)} and ${tabCondition(actor, dueHours, input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join abnormal x on x.id = p.id join waybill w on w.id = x.waybill_id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as RawAbnormal)), next }
}

/** Closed ones are counted without their waybills where all are in sight and none is looked for by its waybill: an open one says by it who owns it. */
const waybillOf = ({ scope }: Actor, { q, customerId, outletId, ownerId }: Filter): RawBuilder<unknown> =>
  scope.kind === 'all' && q === undefined && customerId === undefined && outletId === undefined && ownerId === undefined
    ? // unscoped: whoever it is for sees all
      sql`left join lateral (select n.* from waybill n where n.id = x.waybill_id and x.state <> 'closed' limit 1) w on true`
    : // unscoped: the scope stands in the condition
      sql`join waybill w on w.id = x.waybill_id`

export async function totalAbnormals(tx: Tx, actor: Actor, filter: Filter): Promise<Output<typeof getAbnormalTotals>> {
  const { dueHours } = await settingOf(tx, 'abnormal')
  const shown = tabCondition(actor, dueHours, filter.tab)
  const found = await sql<Output<typeof getAbnormalTotals>>`
    select ${countTabs(['all', ...abnormalTabs], (tab: AbnormalTab | undefined) => tabCondition(actor, dueHours, tab), filter.tab)},
      coalesce(sum(x.pieces) filter (where ${shown}), 0) as pieces, coalesce(sum(x.loss) filter (where ${shown}), 0)::text as loss
    -- unscoped: the scope stands in the condition
    from abnormal x ${waybillOf(actor, filter)} where ${conditions(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function abnormalDetail(
  tx: Tx,
  actor: Actor,
  key: { id?: number | undefined; no?: string | undefined },
): Promise<AbnormalDetail> {
  const { dueHours, uninsuredMost } = await settingOf(tx, 'abnormal')
  const found = await sql<
    RawAbnormal & {
      arrangementId: number | null
      applicationState: string | null
      declared: string
      all: number
      freight: string
    }
  >`
    select ${columns(actor, dueHours)}, x.arrangement_id as "arrangementId", ap.state as "applicationState", w.declared_value as declared, w.pieces as "all", w.freight
    -- unscoped: the scope stands in the condition
    from abnormal x join waybill w on w.id = x.waybill_id ${joins}
    where ${conditions(actor, {})} and ${key.id === undefined ? sql`x.abnormal_no = ${key.no?.toUpperCase() ?? ''}` : sql`x.id = ${key.id}`}`.execute(
    tx,
  )
  const [row] = found.rows
  if (row === undefined) throw notFound()
  const { declared, all: pieces, freight, ...rest } = row
  const carried = await sql<{ id: number; no: string; party: string }>`
    select a.id, a.arrangement_no as no, concat_ws(' ', v.plate_no, d.name, k.short_name) as party
    -- unscoped: of a waybill in scope
    from arrangement_line l join arrangement a on a.id = l.arrangement_id left join vehicle v on v.id = a.vehicle_id
    left join driver d on d.id = a.driver_id left join company k on k.id = a.carrier_id
    where l.waybill_id = ${row.waybillId} and a.phase <> 'cancelled' group by 1, 2, 3 order by a.id`.execute(tx)
  return {
    ...present(actor, rest),
    applicationState: row.applicationState,
    arrangementId: row.arrangementId,
    arrangements: carried.rows,
    missingOn: row.type === 'short' ? await missingOn(tx, actor, row.waybillId) : null,
    done: row.state === 'closed' ? [] : await dealingsDone(tx, row),
    mostClaim: mostClaim({ declared, pieces, freight, of: row.pieces, uninsuredMost }),
  }
}

/** The declared value of the pieces; without one, the larger of three times their freight and what is paid without insurance (T28). */
export function mostClaim({
  declared,
  pieces,
  freight,
  of,
  uninsuredMost,
}: {
  declared: string
  pieces: number
  freight: string
  of: number
  /** Yuan, as set. */
  uninsuredMost: string
}): string {
  if (compareDecimal(declared, '0') > 0) return new Exact(declared).times(of).div(pieces).toFixed(2)
  return Exact.max(new Exact(freight).times(of).div(pieces).times(3), uninsuredMost).toFixed(2)
}
