import type { Input, Output } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type {
  getPayees,
  getPayments,
  getPaymentTotals,
  PaidTo,
  PaymentDetail,
  PaymentFilter,
  PaymentLine,
  PaymentRow,
  PaymentTab,
} from '@xunyun/contract/payments/calls'
import { paymentTabs } from '@xunyun/contract/payments/calls'
import { paymentLifecycle } from '@xunyun/contract/payments/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import { type Actor, may } from '../../platform/actor.ts'
import { all, anyOf, anyOfCodes, between, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { decisionsOf, heldReviews, reviewsForMe } from '../../platform/heldReviews.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { partyAtDoor, penaltyOf } from '../charges/index.ts'

const sorts = {
  day: { by: sql.ref('m.day'), type: 'date' },
  amount: { by: sql.ref('m.amount'), type: 'numeric' },
  no: { by: sql.ref('m.no'), type: 'text' },
} satisfies Record<string, SortKey>

const left = sql`case when m.state in ('received', 'paid') then m.amount - m.allocated - m.refunded else 0 end`
/** Of money on a waybill: who of it owed what that settles, and its number. */
const walkIn = sql`case when w.id is not null then concat_ws(' ', (select string_agg(distinct ${partyAtDoor}, '、')
  from payment_line l join charge h on h.id = l.charge_id where l.payment_id = m.id), w.waybill_no) end`
const columns = sql`
  m.id, m.no, m.direction, m.state, m.company_id as "companyId", m.driver_id as "driverId", m.waybill_id as "waybillId",
  w.waybill_no as "waybillNo", coalesce(k.name, d.name, ${walkIn}) as "partyName", m.cash_account_id as "cashAccountId", c.name as "accountName", m.channel, m.amount,
  m.allocated, m.refunded, (${left})::numeric(14,2)::text as left,
  (select coalesce(sum(l.amount), 0)::numeric(14,2)::text from payment_line l where l.payment_id = m.id and l.state = 'reserved') as reserved, m.day, m.reference, m.reason, m.opinion, u.name as "handlerName",
  case when m.state = 'pending' then (select string_agg(coalesce(su.name, sr.name), '、' order by s.id) from approval v
    join approval_seat s on s.approval_id = v.id and s.open left join app_user su on su.id = s.user_id left join role sr on sr.id = s.role_id
    where v.biz_type = 'payment' and v.entity_id = m.id and v.state = 'pending') end as "waitsFor",
  -- unscoped: where a receipt, or a credit that was paid back, of one's own stands
  case m.direction when 'receipt' then (select s.no from statement_line x join statement s on s.id = x.statement_id
    where x.payment_id = m.id and x.live and x.kind = 'receipt')
  else (select s.no from money_posting g join statement_line x on x.posting_id = g.id and x.live and x.kind = 'refund'
    join statement s on s.id = x.statement_id where g.doc_type = 'payment' and g.doc_id = m.id limit 1) end as "statementNo",
  m.direction = 'payment' and m.state = 'paid' and m.submitted_by is null as "isRefund", m.paid_at as "paidAt", y.name as "paidByName", o.short_name as "outletName", m.created_at as "createdAt", m.updated_at as "updatedAt", m.version`
const joins = sql`
  -- unscoped: what a payment of one's own names
  join cash_account c on c.id = m.cash_account_id join company o on o.id = m.outlet_id join app_user u on u.id = m.created_by
  left join company k on k.id = m.company_id left join driver d on d.id = m.driver_id left join waybill w on w.id = m.waybill_id
  left join app_user y on y.id = m.paid_by`

function tabCondition(tab: PaymentTab | undefined): RawBuilder<SqlBool> {
  switch (tab) {
    case undefined:
      return sql<SqlBool>`true`
    case 'receipt':
      return sql<SqlBool>`(m.direction = 'receipt' and m.state <> 'reversed')`
    case 'payment':
      return sql<SqlBool>`(m.direction = 'payment' and m.state <> 'reversed')`
    case 'pending':
    case 'toPay':
    case 'reversed':
      return sql<SqlBool>`m.state = ${tab}`
    case 'open':
      return sql<SqlBool>`(m.state in ('received', 'paid') and m.allocated + m.refunded < m.amount)`
  }
}
const shown = (tab: PaymentFilter['tab']): PaymentTab | undefined => (tab === 'all' ? undefined : (tab ?? 'receipt'))

const conditionsOf = (actor: Actor, filter: PaymentFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not m.is_deleted and ${inScope(actor, 'payment', 'm')}`,
    contains('m.search', filter.q),
    equals('m.company_id', filter.companyId),
    equals('m.cash_account_id', filter.cashAccountId),
    anyOfCodes('m.channel', filter.channels),
    anyOfCodes('m.state', filter.states),
    equals('m.direction', filter.direction),
    equals('m.outlet_id', filter.outletId),
    between('m.day', filter.dayFrom, filter.dayTo),
    anyOf('m.id', filter.ids),
  ])

type Raw = Omit<PaymentRow, 'actions' | 'approvalId'> & { readonly isRefund: boolean }
/** A credit that was paid back (M22) is taken back whole alone. */
const mayBeFreed = ({ allocated, isRefund }: Pick<Raw, 'allocated' | 'isRefund'>): boolean =>
  compareDecimal(allocated, '0') !== 0 && !isRefund
function forApprovers(actor: Actor, row: Raw): PaymentDetail['forApprovers'] {
  if (may(actor, 'payment', 'approve')) return []
  const acts = ['unallocate', 'void', 'reverse'] as const
  return acts.filter((act) => canStart(paymentLifecycle, act, row.state) && (act !== 'unallocate' || mayBeFreed(row)))
}

async function withActions<R extends Raw>(tx: Tx, actor: Actor, rows: readonly R[]) {
  const pending = rows.filter(({ state }) => state === 'pending').map(({ id }) => id)
  const held = await heldReviews(tx, actor, 'payment', pending)
  const reviews = await reviewsForMe(tx, actor, 'payment', pending)
  return rows.map(({ isRefund, ...row }) => {
    const decides = reviews.has(row.id) ? undefined : (false as const)
    const isUsedUp = compareDecimal(row.left, '0') === 0
    return {
      ...row,
      approvalId: reviews.get(row.id) ?? null,
      actions: abilitiesOf(actor, paymentLifecycle, row.state, {
        withdraw: held.get(row.id),
        approve: decides,
        reject: decides,
        allocate: isUsedUp ? false : undefined,
        refund: isUsedUp ? false : undefined,
        unallocate: mayBeFreed({ ...row, isRefund }) ? undefined : false,
      }),
    }
  })
}

export async function listPayments(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getPayments>,
): Promise<Output<typeof getPayments>> {
  const page = paging(sorts, { sort: 'day', dir: 'desc' }, 'm.id', input)
  const tab = tabCondition(input.ids === undefined ? shown(input.tab) : undefined)
  const found = await sql<Raw & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, p.k::text as k from (
      select m.id, ${page.key} as k from payment m where ${conditionsOf(actor, input)} and ${tab} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join payment m on m.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: await withActions(tx, actor, rows as Raw[]), next }
}

export async function totalPayments(
  tx: Tx,
  actor: Actor,
  filter: PaymentFilter,
): Promise<Output<typeof getPaymentTotals>> {
  const tab = tabCondition(shown(filter.tab))
  const isMixed = sql`bool_or(m.direction = 'receipt') filter (where ${tab}) and bool_or(m.direction = 'payment') filter (where ${tab})`
  const sum = (figure: RawBuilder<unknown>) =>
    sql`case when ${isMixed} then null else coalesce(sum(${figure}) filter (where ${tab}), 0)::numeric(16,2)::text end`
  const found = await sql<Output<typeof getPaymentTotals>>`
    -- unscoped: the condition of the scope stands inside
    select ${countTabs(['all', ...paymentTabs], tabCondition, shown(filter.tab))},
      ${sum(sql`m.amount`)} as amount, ${sum(sql`m.allocated`)} as allocated, ${sum(left)} as left
    from payment m where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

/** Being asked to review it is the permission to look. */
const laidBefore = (actor: Actor): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from approval y join approval_seat s on s.approval_id = y.id where y.biz_type = 'payment' and y.entity_id = m.id
    and (s.user_id = ${actor.userId} or s.decided_by = ${actor.userId} or s.role_id in (select role_id from user_role where user_id = ${actor.userId})
      or exists (select from approver_member m where m.id = s.member_id and m.deputy_id = ${actor.userId})))`

/** What the payment of line `l` rounded off of its charge `h` and did not take back. */
const roundedOff = sql`(select (-sum(o.amount))::text
  from charge o join money_entry e on e.account = 'receivable' and e.owner_kind = 'charge' and e.owner_id = o.id
    join money_posting p on p.id = e.posting_id and p.doc_type = 'payment' and p.doc_id = l.payment_id and p.act = 'offset'
  where o.adjusts_id = h.id and o.source = 'writeOff' and not exists (select from charge z where z.adjusts_id = o.id and z.source = 'writeOff'))`

export async function paymentDetail(tx: Tx, actor: Actor, id: number): Promise<PaymentDetail> {
  const found = await sql<Raw>`
    select ${columns}
    -- unscoped: in scope, or laid before this reviewer
    from payment m ${joins} where m.id = ${id} and not m.is_deleted and (${inScope(actor, 'payment', 'm')} or ${laidBefore(actor)})`.execute(
    tx,
  )
  const [row] = await withActions(tx, actor, found.rows)
  if (row === undefined) throw notFound()
  const lines = await sql<PaymentLine>`
    select l.id, l.charge_id as "chargeId", h.waybill_id as "waybillId", coalesce(w.waybill_no, t.arrangement_no, s.doc_no, ${penaltyOf}) as "ofNo", h.fee_item as "feeItem", c.pay_part as "payPart", h.day,
      h.amount::text as "chargeAmount", l.amount::text, case when l.id = max(l.id) filter (where l.state = 'settled') over (partition by l.charge_id)
        then ${roundedOff} end as "roundedOff", l.state, l.settled_at as "settledAt", l.freed_at as "freedAt"
    -- unscoped: of a payment that was found in scope
    from payment_line l join charge h on h.id = l.charge_id left join waybill w on w.id = h.waybill_id
    left join cost_line c on c.id = h.cost_line_id left join arrangement t on t.id = c.arrangement_id
    left join warehouse_charge s on s.id = h.id where l.payment_id = ${id} order by l.id`.execute(tx)
  return {
    ...row,
    lines: lines.rows,
    decisions: row.direction === 'payment' ? await decisionsOf(tx, 'payment', id) : [],
    forApprovers: forApprovers(actor, found.rows[0] as Raw),
  }
}

export async function readPayees(
  tx: Tx,
  actor: Actor,
  { ids }: Input<typeof getPayees>,
): Promise<Output<typeof getPayees>> {
  const { rows } = await sql<PaidTo>`
    -- unscoped: the condition of the scope stands inside
    select m.id, m.no, coalesce(k.name, d.name, w.waybill_no) as "payeeName", m.amount,
      nullif(concat_ws(' ', f.bank, f.account, d.bank_name, '**** ' || right(d.bank_account, 4)), '') as "payeeAccount"
    from payment m ${joins} left join invoice_profile f on f.company_id = m.company_id and f.is_default and f.enabled and not f.is_deleted
    where ${conditionsOf(actor, { ids })} and m.direction = 'payment' order by m.no`.execute(tx)
  return rows
}
