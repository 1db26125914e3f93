import type {
  Adjustable,
  AdjustmentDetail,
  AdjustmentFilter,
  AdjustmentRow,
  getAdjustments,
  getAdjustmentTotals,
} from '@xunyun/contract/costs/adjustments'
import type { ApplicationKind } from '@xunyun/contract/costs/states'
import { sayReason } from '@xunyun/contract/errors'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, may } from '../../../platform/actor.ts'
import { approverLevels, pathFor } from '../../../platform/approvals.ts'
import { all, anyOf, anyOfCodes, betweenDays, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { paging, type SortKey } from '../../../platform/list.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { ownTotal, readPayments } from '../../waybills/index.ts'
import { applicationColumns, applicationJoins, laidBefore, withActions } from '../queries.ts'
import { notAdjustable } from './rules.ts'
import { chargeTargets, storageTargets, type Target, waybillTargets } from './targets.ts'

const appliedAt = sql`coalesce(a.submitted_at, a.created_at)`
const sorts = {
  appliedAt: { by: appliedAt, type: 'timestamptz' },
  amount: { by: sql.ref('a.amount'), type: 'numeric' },
  no: { by: sql.ref('a.no'), type: 'text' },
} satisfies Record<string, SortKey>

function conditionsOf(actor: Actor, filter: AdjustmentFilter): RawBuilder<SqlBool> {
  const ofAdjustment = all([
    anyOfCodes('d.fee_item', filter.feeItems),
    equals('d.direction', filter.direction),
    equals('d.waybill_id', filter.waybillId),
  ])
  const asksIt = filter.feeItems !== undefined || filter.direction !== undefined || filter.waybillId !== undefined
  return all([
    sql<SqlBool>`a.kind = 'costZJ' and not a.is_deleted and ${inScope(actor, 'application', 'a')}`,
    equals('a.state', filter.tab),
    contains('a.search', filter.q),
    equals('a.company_id', filter.companyId),
    equals('a.outlet_id', filter.outletId),
    equals('a.applicant_id', filter.applicantId),
    filter.appliedFrom === undefined && filter.appliedTo === undefined
      ? undefined
      : sql<SqlBool>`exists (select from (select ${appliedAt} as at) x where ${betweenDays('x.at', filter.appliedFrom, filter.appliedTo)})`,
    anyOf('a.id', filter.ids),
    asksIt ? sql<SqlBool>`exists (select from adjustment d where d.id = a.id and ${ofAdjustment})` : undefined,
  ])
}

/** What the item comes to now: of a draft; later what it came to when it was sent in. */
const before = sql`coalesce(d.before, (select sum(h.amount) from charge h where h.direction = d.direction and h.fee_item = d.fee_item
  and h.company_id is not distinct from d.company_id and h.driver_id is not distinct from d.driver_id
  and case when d.device_id is not null then h.device_id = d.device_id
    when d.arrangement_id is not null then h.arrangement_id = d.arrangement_id
    when d.waybill_id is null then h.id = d.charge_id or h.adjusts_id = d.charge_id else h.waybill_id = d.waybill_id end), 0)::numeric(14,2)`
const columns = sql`${applicationColumns}, d.direction, d.waybill_id as "waybillId", d.charge_id as "chargeId",
  coalesce(w.waybill_no, g.no, e.device_no, t.arrangement_no, s.doc_no, f.name || ' ' || s.day) as "ofNo", coalesce(c.name, case when d.device_id is not null then k.name end, b.name) as "customerName", d.fee_item as "feeItem", d.company_id as "companyId",
  coalesce(k.name, v.name) as "partyName", d.tax_rate as "taxRate", ${before} as before`
const joins = sql`join adjustment d on d.id = a.id ${applicationJoins}
  left join waybill w on w.id = d.waybill_id left join company c on c.id = w.customer_id
  -- unscoped: what it was approved with lends its number
  left join charge h on h.id = d.charge_id left join application g on g.id = h.application_id
  -- unscoped: as above
  left join warehouse_charge s on s.id = d.charge_id left join warehouse f on f.id = s.warehouse_id left join company b on b.id = s.customer_id
  -- unscoped: as above
  left join gps_device e on e.id = d.device_id
  -- unscoped: as above
  left join arrangement t on t.id = d.arrangement_id
  left join company k on k.id = d.company_id left join driver v on v.id = d.driver_id`
type Raw = Omit<AdjustmentRow, 'actions'>

export async function listAdjustments(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getAdjustments>,
): Promise<Output<typeof getAdjustments>> {
  const page = paging(sorts, { sort: 'appliedAt', dir: 'desc' }, 'a.id', input)
  const found = await sql<Raw & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, p.k::text as k from (
      select a.id, ${page.key} as k from application a where ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join application a on a.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: (await withActions(tx, actor, 'costZJ', rows as Raw[])).map(asItIs), next }
}

/** A deposit is as the device says, a penalty as its case: nobody writes another one. */
const asItIs = <R extends AdjustmentRow>(row: R): R =>
  row.waybillId === null && row.chargeId === null
    ? { ...row, actions: row.actions.filter(({ key }) => key !== 'edit') }
    : row

export async function totalAdjustments(
  tx: Tx,
  actor: Actor,
  filter: AdjustmentFilter,
): Promise<Output<typeof getAdjustmentTotals>> {
  const { rows } = await sql<{ state: string; count: number; amount: string; paid: string }>`
    -- unscoped: the condition of the scope stands inside
    select a.state, count(*) as count, sum(a.amount)::text as amount, sum(a.paid)::text as paid from application a
    where ${conditionsOf(actor, { ...filter, tab: undefined })} group by 1`.execute(tx)
  const shown = rows.filter(({ state }) => filter.tab === undefined || state === filter.tab)
  const sum = (groups: typeof rows) => groups.reduce((total, { count }) => total + count, 0)
  return {
    count: sum(shown),
    amount: sumDecimals(
      shown.map(({ amount }) => amount),
      2,
    ),
    paid: sumDecimals(
      shown.map(({ paid }) => paid),
      2,
    ),
    tabs: { all: sum(rows), ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) },
  }
}

type RawDetail = Raw & { payments: string | null; receivable: string | null; own: string | null; cost: string | null }

/** In scope; whoever is asked to review it sees it, whatever their scope. */
export async function adjustmentDetail(tx: Tx, actor: Actor, id: number): Promise<AdjustmentDetail> {
  const found = await sql<RawDetail>`
    select ${columns}, d.payments, w.receivable, ${ownTotal('w')} as own, case when ${may(actor, 'costView', 'browse')} then w.cost end as cost
    -- unscoped: in scope, or laid before this reviewer
    from application a ${joins} where a.id = ${id} and a.kind = 'costZJ' and not a.is_deleted and (${inScope(actor, 'application', 'a')}
      or ${laidBefore(actor)})`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const [shown] = await withActions(tx, actor, 'costZJ', [row])
  if (shown === undefined) throw notFound()
  return { ...asItIs(shown), payments: readPayments(row.payments) }
}

/** What can be adjusted by the numbers that somebody scanned or pasted, in their order. */
export async function adjustables(tx: Tx, actor: Actor, numbers: readonly string[]): Promise<Adjustable[]> {
  const typed = [...new Set(numbers.map((number) => number.trim().toUpperCase()))]
  const found = [
    ...(await waybillTargets(tx, actor, { numbers: typed })),
    ...(await storageTargets(tx, actor, { numbers: typed })),
    ...(may(actor, 'costView', 'browse') ? await chargeTargets(tx, actor, { numbers: typed }) : []),
  ]
  return typed.flatMap((number) => {
    const targets = found.filter((target) => target.numbers.includes(number))
    return targets.length === 0
      ? [nothing(number, sayReason('costs.nothingFound', {}, actor.language))]
      : targets.map((target) => asAdjustable(actor, number, target))
  })
}

const nothing = (number: string, problem: string): Adjustable => ({
  number,
  problem,
  direction: 'receivable',
  waybillId: null,
  chargeId: null,
  no: number,
  customerId: null,
  customerName: null,
  items: [],
  receivable: null,
  own: null,
  cost: null,
  payMethod: null,
  payments: null,
})

function asAdjustable(actor: Actor, number: string, target: Target): Adjustable {
  const no = notAdjustable(target)
  if (no !== undefined) return nothing(number, sayReason(no.reason, no.params, actor.language))
  const isReceivable = target.direction === 'receivable'
  return {
    number,
    problem: null,
    direction: target.direction,
    waybillId: target.waybillId,
    chargeId: target.chargeId,
    no: target.no,
    customerId: target.customerId,
    customerName: target.customerName,
    items: [...target.items],
    receivable: isReceivable ? target.receivable : null,
    own: target.own ?? null,
    cost: target.waybillId !== null && may(actor, 'costView', 'browse') ? target.cost : null,
    payMethod: target.waybillId === null ? null : target.payMethod,
    payments: readPayments(target.payments),
  }
}

/** The people by level, or why nobody would be asked. */
export async function pathOf(
  tx: Tx,
  actor: Actor,
  amount: string,
  kind: ApplicationKind = 'costZJ',
): Promise<{ levels: string[]; problem: string | null }> {
  try {
    const path = pathFor(await approverLevels(tx, kind), amount.replace(/^-/, ''), actor.userId)
    const ids = [...new Set(path.flatMap(({ seats }) => seats.flatMap(({ able }) => able)))]
    const rows = await tx.selectFrom('app_user').select(['id', 'name']).where('id', 'in', ids).execute()
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    const levels = path.map(({ seats }) =>
      [...new Set(seats.flatMap(({ able }) => able))].map((id) => names.get(id) ?? '').join('、'),
    )
    return { levels, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { levels: [], problem: sayReason(error.reason, error.params, actor.language) }
  }
}
