import type {
  getOwnInvoices,
  getOwnInvoiceTotals,
  getOwnPayouts,
  getOwnPayoutTotals,
  getOwnStatements,
  getOwnStatementTotals,
  OwnInvoice,
  OwnPayout,
  OwnStatement,
} from '@xunyun/contract/enquiries/own'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { all, anyOf, between, contains } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { paging, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { markSeen } from '../../platform/scope.ts'
import { payoutFees } from '../collections/index.ts'
import { type Head, headOf, type StatedLine, statedLines } from '../statements/index.ts'

/** What a customer's account reads of its own money: colleagues have pages of their own for it. */

const ofOwn = (actor: Actor, column: string): RawBuilder<SqlBool> =>
  isCustomer(actor) && actor.scope.kind === 'customer'
    ? sql<SqlBool>`${sql.ref(column)} = any(${[...actor.scope.ids]}::bigint[])`
    : sql<SqlBool>`false`

type StatementFilter = Input<typeof getOwnStatementTotals>
const statements = (actor: Actor, filter: StatementFilter): RawBuilder<SqlBool> =>
  all([
    ofOwn(actor, 's.company_id'),
    sql<SqlBool>`s.direction = 'receivable' and s.state in ('sent', 'disputed', 'confirmed') and not s.is_deleted`,
    contains('s.search', filter.q),
    between('s.to_day', filter.dayFrom, filter.dayTo),
    anyOf('s.id', filter.ids),
  ])
/** Its sums are those of the last sending: what is being handled since is not on it. */
const asSent = sql`join lateral (select n.charges, n.adjustments, n.received, n.closing, n.sent_at from statement_sending n
  where n.statement_id = s.id order by n.sending desc limit 1) n on true`

export async function ownStatements(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getOwnStatements>,
): Promise<Output<typeof getOwnStatements>> {
  const page = paging(
    { toDay: { by: sql.ref('s.to_day'), type: 'date' as const } },
    { sort: 'toDay', dir: 'desc' },
    's.id',
    input,
  )
  const { rows } = await sql<OwnStatement & { k: string }>`
    -- unscoped: of the account's own company by the condition
    select s.id, s.no, s.from_day as "fromDay", s.to_day as "toDay", s.opening, n.charges, n.adjustments, n.received, n.closing, s.state,
      n.sent_at as "sentAt", o.short_name as "outletName", ${page.key}::text as k
    from statement s ${asSent} join company o on o.id = s.outlet_id
    where ${statements(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  return page.finish(rows)
}

export async function ownStatementTotals(
  tx: Tx,
  actor: Actor,
  filter: StatementFilter,
): Promise<Output<typeof getOwnStatementTotals>> {
  // unscoped: of the account's own company by the condition
  const found = await sql<{ count: number }>`
    select count(*)::int as count from statement s where ${statements(actor, filter)}`.execute(tx)
  const { count } = totalsOf(found)
  return { count, tabs: { all: count } }
}

/** What its files say, as it was sent. */
export async function ownStatement(tx: Tx, actor: Actor, id: number): Promise<{ head: Head; lines: StatedLine[] }> {
  const found = await sql<{ id: number; charges: string; adjustments: string; received: string; closing: string }>`
    -- unscoped: of the account's own company by the condition
    select s.id, n.charges::text, n.adjustments::text, n.received::text, n.closing::text from statement s ${asSent}
    where ${statements(actor, { ids: [id] })}`.execute(tx)
  const [sent] = found.rows
  if (sent === undefined) throw notFound()
  const seen = markSeen(sent)
  const head = { ...(await headOf(tx, seen.id)), ...sent }
  const lines = (await statedLines(tx, seen.id)).filter(({ sending }) => sending !== null)
  return { head, lines }
}

type InvoiceFilter = Input<typeof getOwnInvoiceTotals>
const invoices = (actor: Actor, filter: InvoiceFilter): RawBuilder<SqlBool> =>
  all([
    ofOwn(actor, 'n.customer_id'),
    sql<SqlBool>`n.invoice_no is not null and not n.is_deleted`,
    contains('n.search', filter.q),
    between('n.issued_on', filter.dayFrom, filter.dayTo),
    anyOf('n.id', filter.ids),
  ])

export async function ownInvoices(
  tx: Tx,
  actor: Actor,
  files: Files,
  input: Input<typeof getOwnInvoices>,
): Promise<Output<typeof getOwnInvoices>> {
  const sorts = {
    issuedOn: { by: sql.ref('n.issued_on'), type: 'date' as const },
    gross: { by: sql.ref('n.gross'), type: 'numeric' as const },
  }
  const page = paging(sorts, { sort: 'issuedOn', dir: 'desc' }, 'n.id', input)
  const found = await sql<Omit<OwnInvoice, 'files'> & { k: string }>`
    -- unscoped: of the account's own company by the condition
    select n.id, n.no, n.kind, n.invoice_no as "invoiceNo", n.issued_on as "issuedOn", n.title, n.type, n.gross, n.net, n.tax, v.name as "sellerName",
      ${page.key}::text as k
    from invoice n join company v on v.id = n.seller_id
    where ${invoices(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  const linked = await files.ofMany(
    tx,
    'invoice',
    rows.map(({ id }) => id),
  )
  return {
    rows: rows.map((row) => ({
      ...row,
      files: (linked.get(row.id) ?? []).map(({ Url, Name }) => ({ url: Url, name: Name })),
    })),
    next,
  }
}

export async function ownInvoiceTotals(
  tx: Tx,
  actor: Actor,
  filter: InvoiceFilter,
): Promise<Output<typeof getOwnInvoiceTotals>> {
  const found = await sql<{ count: number; gross: string; net: string; tax: string }>`
    select count(*)::int as count, coalesce(sum(n.gross), 0)::numeric(16,2)::text as gross, coalesce(sum(n.net), 0)::numeric(16,2)::text as net,
      coalesce(sum(n.tax), 0)::numeric(16,2)::text as tax
    -- unscoped: of the account's own company by the condition
    from invoice n where ${invoices(actor, filter)}`.execute(tx)
  const totals = totalsOf(found)
  return { ...totals, tabs: { all: totals.count } }
}

type PayoutFilter = Input<typeof getOwnPayoutTotals>
const payouts = (actor: Actor, filter: PayoutFilter): RawBuilder<SqlBool> =>
  all([
    ofOwn(actor, 'm.company_id'),
    sql<SqlBool>`m.state = 'paid' and not m.is_deleted`,
    contains('m.search', filter.q),
    between('m.day', filter.dayFrom, filter.dayTo),
    anyOf('m.id', filter.ids),
  ])

export async function ownPayouts(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getOwnPayouts>,
): Promise<Output<typeof getOwnPayouts>> {
  const sorts = {
    day: { by: sql.ref('m.day'), type: 'date' as const },
    net: { by: sql.ref('m.net'), type: 'numeric' as const },
  }
  const page = paging(sorts, { sort: 'day', dir: 'desc' }, 'm.id', input)
  const { rows } = await sql<OwnPayout & { k: string }>`
    -- unscoped: of the account's own company by the condition
    select m.id, m.no, m.day, x.nos[1:3] as "waybillNos", cardinality(x.nos) as waybills, m.gross, f.fees, m.deducted - f.fees as charges, m.net, m.reference, ${page.key}::text as k
    from cod_payout m cross join lateral (select coalesce(array_agg(w.waybill_no order by w.id), '{}') as nos
      -- unscoped: of the account's own company by the condition
      from cod_payout_line l join collection c on c.id = l.collection_id join waybill w on w.id = c.waybill_id where l.payout_id = m.id) x
      cross join lateral (select ${payoutFees}::numeric(14,2) as fees) f
    where ${payouts(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  return page.finish(rows)
}

export async function ownPayoutTotals(
  tx: Tx,
  actor: Actor,
  filter: PayoutFilter,
): Promise<Output<typeof getOwnPayoutTotals>> {
  const found = await sql<{ count: number; gross: string; fees: string; charges: string; net: string }>`
    select count(*)::int as count, coalesce(sum(m.gross), 0)::numeric(16,2)::text as gross,
      coalesce(sum(f.fees), 0)::text as fees, coalesce(sum(m.deducted - f.fees), 0)::text as charges, coalesce(sum(m.net), 0)::numeric(16,2)::text as net
    -- unscoped: of the account's own company by the condition
    from cod_payout m cross join lateral (select ${payoutFees}::numeric(16,2) as fees) f where ${payouts(actor, filter)}`.execute(
    tx,
  )
  const totals = totalsOf(found)
  return { ...totals, tabs: { all: totals.count } }
}
