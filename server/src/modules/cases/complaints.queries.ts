import {
  type ComplaintDetail,
  type ComplaintRow,
  type ComplaintTab,
  complaintTabs,
  enoughTries,
  type getComplaints,
  type getComplaintTotals,
} from '@xunyun/contract/cases/complaints'
import { type ComplaintAction, complaintLifecycle } from '@xunyun/contract/cases/states'
import type { Ability } from '@xunyun/contract/kernel/ability'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf, type Objection } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOfCodes, betweenDays, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { byClock } from './lists.ts'

type Filter = Input<typeof getComplaintTotals>

const isOver = sql<SqlBool>`x.state = 'done'`
const tabCondition = (actor: Actor, tab: ComplaintTab | undefined): RawBuilder<SqlBool> =>
  byClock(actor, tab, { owner: sql.ref('x.owner_id'), due: sql.ref('x.due_at'), over: isOver }) ??
  (tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`x.state = ${tab}`)

const conditions = (actor: Actor, filter: Filter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not x.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'complaint', 'x')}`,
    contains('x.search', filter.q),
    anyOfCodes('x.category', filter.categories),
    equals('x.channel', filter.channel),
    equals('x.urgency', filter.urgency),
    equals('x.satisfaction', filter.satisfaction),
    equals('x.customer_id', filter.customerId),
    equals('x.outlet_id', filter.outletId),
    equals('x.owner_id', filter.ownerId),
    betweenDays('x.created_at', filter.createdFrom, filter.createdTo),
    equals('x.waybill_id', filter.waybillId),
  ])

const sorts = {
  dueAt: { by: sql.ref('x.due_at'), type: 'timestamptz' as const },
  createdAt: { by: sql.ref('x.created_at'), type: 'timestamptz' as const },
  urgency: { by: sql.ref('x.urgency'), type: 'bigint' as const },
}

type Raw = Omit<ComplaintRow, 'actions'> & { handledBy: number[] }

const columns = sql`x.id, x.complaint_no as "complaintNo", x.state, x.customer_id as "customerId", c.name as "customerName", x.complainant, x.phone,
  x.channel, x.category, x.urgency, x.waybill_id as "waybillId", w.waybill_no as "waybillNo", o.short_name as "outletName", x.text, x.result, x.amount,
  ap.no as "applicationNo", x.satisfaction, x.unreached, x.owner_id as "ownerId", ow.name as "ownerName", x.due_at as "dueAt", x.level,
  x.created_at as "createdAt", x.done_at as "doneAt", x.version, x.handled_by as "handledBy"`
const joins = sql`left join company c on c.id = x.customer_id join company o on o.id = x.outlet_id
  -- unscoped: of a complaint in scope
  left join waybill w on w.id = x.waybill_id left join application ap on ap.id = x.application_id left join app_user ow on ow.id = x.owner_id`

type Judged = Pick<Raw, 'state' | 'result' | 'satisfaction' | 'unreached' | 'handledBy'>

/** Why it cannot be closed yet. */
export const notFinishable = ({ result, satisfaction, unreached }: Judged): Objection | undefined =>
  result === null
    ? { reason: 'cases.notAnswered' }
    : satisfaction === null && unreached < enoughTries
      ? { reason: 'cases.notFollowedUp' }
      : undefined
/** Who handled it does not ask how it was handled. */
export const notFollowable = (actor: Actor, { handledBy }: Judged): Objection | undefined =>
  handledBy.includes(actor.userId) ? { reason: 'cases.handledByYou' } : undefined

export const complaintAbilities = (actor: Actor, row: Judged): Ability<ComplaintAction>[] =>
  abilitiesOf(actor, complaintLifecycle, row.state, {
    followUp: notFollowable(actor, row),
    finish: notFinishable(row),
  })

const present = (actor: Actor, { handledBy, ...row }: Raw): ComplaintRow => ({
  ...row,
  actions: complaintAbilities(actor, { ...row, handledBy }),
})

/** Complaints, the first due first. */
export async function listComplaints(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getComplaints>,
): Promise<Output<typeof getComplaints>> {
  const page = paging(sorts, { sort: 'dueAt', dir: 'asc' }, 'x.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns}, p.k::text as k from (
      -- unscoped: the scope stands in the condition
      select x.id, ${page.key} as k from complaint x
      where ${conditions(actor, input)} and ${tabCondition(actor, input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join complaint x on x.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

export async function totalComplaints(
  tx: Tx,
  actor: Actor,
  filter: Filter,
): Promise<Output<typeof getComplaintTotals>> {
  const found = await sql<Output<typeof getComplaintTotals>>`
    select ${countTabs(['all', ...complaintTabs], (tab: ComplaintTab | undefined) => tabCondition(actor, tab), filter.tab)}
    -- unscoped: the scope stands in the condition
    from complaint x where ${conditions(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function complaintDetail(
  tx: Tx,
  actor: Actor,
  key: { id?: number | undefined; no?: string | undefined },
): Promise<ComplaintDetail> {
  const found = await sql<Raw & { applicationState: string | null }>`
    select ${columns}, ap.state as "applicationState"
    -- unscoped: the scope stands in the condition
    from complaint x ${joins}
    where ${conditions(actor, {})} and ${key.id === undefined ? sql`x.complaint_no = ${key.no?.toUpperCase() ?? ''}` : sql`x.id = ${key.id}`}`.execute(
    tx,
  )
  const [row] = found.rows
  if (row === undefined) throw notFound()
  const { applicationState, ...rest } = row
  return {
    ...present(actor, rest),
    applicationState,
    handledByMe: row.handledBy.includes(actor.userId),
  }
}
