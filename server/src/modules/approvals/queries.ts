import { type BizType, bizTypes, costFacts, decidingPages } from '@xunyun/contract/approvals/bizTypes'
import type {
  ApprovalDetail,
  ApprovalFilter,
  ApprovalRow,
  ApprovalTab,
  getApprovals,
  getApprovalTotals,
} from '@xunyun/contract/approvals/calls'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, may, mayAny } from '../../platform/actor.ts'
import { type Approvals, seatIsMine } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, anyOfCodes, between, betweenDays, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { paging, type SortKey } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'

const sorts = {
  appliedAt: { by: sql.ref('a.applied_at'), type: 'timestamptz' },
  amount: { by: sql.ref('a.amount'), type: 'numeric' },
  docNo: { by: sql.ref('a.doc_no'), type: 'text' },
} satisfies Record<string, SortKey>

/** Types that this actor may look at or decide at all. */
const typesOf = (actor: Actor, kind: 'browse' | 'approve'): BizType[] =>
  bizTypes.filter((type) =>
    mayAny(
      actor,
      decidingPages[type].map((page) => ({ page, kind })),
    ),
  )

/** Being asked is the permission to look: an approver sees what was laid before them, whatever their scope. */
function tabCondition(actor: Actor, tab: ApprovalTab): RawBuilder<SqlBool> {
  if (tab === 'submitted') return sql<SqlBool>`a.applicant_id = ${actor.userId}`
  if (tab === 'decided')
    // What I passed on is off my desk as well.
    return sql<SqlBool>`exists (select from approval_seat s where s.approval_id = a.id
      and (s.decided_by = ${actor.userId} or s.passed_by = ${actor.userId}))`
  return sql<SqlBool>`(a.state = 'pending' and a.applicant_id <> ${actor.userId} and a.id in (
    select s.approval_id from approval_seat s join approver_member m on m.id = s.member_id where s.open and ${seatIsMine(actor)}))`
}

function conditionsOf(actor: Actor, filter: ApprovalFilter): RawBuilder<SqlBool> {
  return all([
    anyOfCodes('a.biz_type', typesOf(actor, 'browse')),
    contains('a.search', filter.q),
    anyOfCodes('a.biz_type', filter.bizTypes),
    anyOfCodes('a.state', filter.states),
    anyOfCodes('a.reason', filter.reasons),
    equals('a.company_id', filter.companyId),
    equals('a.applicant_id', filter.applicantId),
    equals('a.outlet_id', filter.outletId),
    between('a.amount', filter.amountFrom, filter.amountTo),
    betweenDays('a.applied_at', filter.appliedFrom, filter.appliedTo),
    anyOf('a.id', filter.ids),
  ])
}

const columns = (actor: Actor) => sql`
  a.id, a.biz_type as "bizType", a.entity_id as "docId", a.doc_no as "docNo", a.reason, a.amount, a.state, a.level, a.levels,
  coalesce(c.name, a.facts ->> 'party') as "companyName", o.short_name as "outletName", a.applicant_id as "applicantId", u.name as "applicantName",
  a.applied_at as "appliedAt", a.decided_at as "decidedAt", a.opinion, a.facts, coalesce(w.names, '') as "waitsFor",
  ${tabCondition(actor, 'mine')} as mine, not exists (
    select 1 from approval_seat d where d.approval_id = a.id and d.decision is not null) as untouched`
/** Who is asked now; the person before the role. */
const joins = sql`
  join app_user u on u.id = a.applicant_id
  left join company c on c.id = a.company_id
  left join company o on o.id = a.outlet_id
  left join lateral (
    select string_agg(coalesce(su.name, sr.name), '、' order by s.id) as names
    from approval_seat s left join app_user su on su.id = s.user_id left join role sr on sr.id = s.role_id
    where s.approval_id = a.id and s.open) w on true`

type Raw = Omit<ApprovalRow, 'mayDecide' | 'mayWithdraw'> & { mine: boolean; untouched: boolean }

/** Costs are not everybody's who reviews. */
const factsFor = (actor: Actor, facts: ApprovalRow['facts']): ApprovalRow['facts'] =>
  may(actor, 'costView', 'browse')
    ? facts
    : Object.fromEntries(Object.entries(facts).filter(([name]) => !costFacts.includes(name)))

function present(actor: Actor, { mine, untouched, ...row }: Raw): ApprovalRow {
  return {
    ...row,
    facts: factsFor(actor, row.facts),
    mayDecide: mine && typesOf(actor, 'approve').includes(row.bizType),
    mayWithdraw: row.state === 'pending' && untouched && row.applicantId === actor.userId,
  }
}

/** Waiting ones oldest first, everything else latest first. */
export async function listApprovals(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getApprovals>,
): Promise<Output<typeof getApprovals>> {
  const tab = input.tab ?? 'mine'
  const page = paging(sorts, { sort: 'appliedAt', dir: tab === 'mine' ? 'asc' : 'desc' }, 'a.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select a.id, ${page.key} as k from approval a
      where ${conditionsOf(actor, input)} and ${tabCondition(actor, tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join approval a on a.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

export async function totalApprovals(
  tx: Tx,
  actor: Actor,
  filter: ApprovalFilter,
): Promise<Output<typeof getApprovalTotals>> {
  const where = conditionsOf(actor, filter)
  const tab = filter.tab ?? 'mine'
  // Each tab finds its rows by an index of its own.
  const count = (name: ApprovalTab) =>
    sql<{ count: number; amount: string }>`
      select count(*) as count, coalesce(sum(a.amount), 0)::text as amount from approval a where ${where} and ${tabCondition(actor, name)}`
      .execute(tx)
      .then(({ rows }) => rows[0] ?? { count: 0, amount: '0' })
  const mine = await count('mine')
  const decided = await count('decided')
  const submitted = await count('submitted')
  const shown = { mine, decided, submitted }[tab]
  return { ...shown, tabs: { mine: mine.count, decided: decided.count, submitted: submitted.count } }
}

/** What asks this person to decide now: how many, and since when the oldest (D-04). */
export async function waitingReviews(tx: Tx, actor: Actor): Promise<{ count: number; oldest: string | null }> {
  const found = await sql<{ count: number; oldest: string | null }>`
    select count(*) as count, min(a.applied_at) as oldest from approval a
    where ${conditionsOf(actor, {})} and ${tabCondition(actor, 'mine')}`.execute(tx)
  return found.rows[0] ?? { count: 0, oldest: null }
}

export async function approvalDetail(tx: Tx, actor: Actor, approvals: Approvals, id: number): Promise<ApprovalDetail> {
  const mine = sql.join(
    (['mine', 'decided', 'submitted'] as const).map((tab) => tabCondition(actor, tab)),
    sql` or `,
  )
  const found = await sql<Raw>`
    select ${columns(actor)} from approval a ${joins}
    where a.id = ${id} and ${conditionsOf(actor, {})} and (${mine})`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const today = clock.today()
  const steps = await sql<ApprovalDetail['steps'][number]>`
    select s.level, s.mode, coalesce(u.name, r.name) as name,
      case when s.passed_by is null and ${today}::date between m.deputy_from and m.deputy_to and not m.is_deleted then d.name end as "deputyName",
      p.name as "passedByName", s.passed_note as "passedNote",
      s.open, s.decision, b.name as "byName", s.decided_at as at, s.opinion
    from approval_seat s join approver_member m on m.id = s.member_id
      left join app_user u on u.id = s.user_id left join role r on r.id = s.role_id
      left join app_user d on d.id = m.deputy_id left join app_user b on b.id = s.decided_by left join app_user p on p.id = s.passed_by
    where s.approval_id = ${id} order by s.level, s.id`.execute(tx)
  const sentBack = await sql<ApprovalDetail['sentBack'][number]>`
    select e.amount::text, b.name as "byName", s.decided_at as at, s.opinion
    from approval a join approval e on e.biz_type = a.biz_type and e.entity_id = a.entity_id and e.id < a.id
      join approval_seat s on s.approval_id = e.id and s.decision = 'reject' left join app_user b on b.id = s.decided_by
    where a.id = ${id} order by e.id desc limit 20`.execute(tx)
  return {
    ...present(actor, row),
    steps: steps.rows,
    sentBack: sentBack.rows,
    link: approvals.linkOf(row.bizType, row.docNo),
  }
}
