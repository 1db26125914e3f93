import { sayReason } from '@xunyun/contract/errors'
import type {
  getInvoicePath,
  getInvoices,
  getInvoiceTotals,
  InvoiceDetail,
  InvoiceFilter,
  InvoiceLine,
  InvoiceRow,
} from '@xunyun/contract/invoices/calls'
import { type InvoiceKind, invoiceLifecycle } from '@xunyun/contract/invoices/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { approverLevels, pathFor, seatIsMine } from '../../platform/approvals.ts'
import { all, anyOf, anyOfCodes, between, betweenDays, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { decisionsOf, heldReviews } from '../../platform/heldReviews.ts'
import { paging, type SortKey } from '../../platform/list.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import { inScope } from '../../platform/scope.ts'
import { isConfirmed } from './makeRed.ts'
import { leftOf } from './red.ts'

const appliedAt = sql`coalesce(n.submitted_at, n.created_at)`
const sorts = {
  appliedAt: { by: appliedAt, type: 'timestamptz' },
  gross: { by: sql.ref('n.gross'), type: 'numeric' },
  no: { by: sql.ref('n.no'), type: 'text' },
  issuedOn: { by: sql`coalesce(n.issued_on, 'infinity'::date)`, type: 'date' },
} satisfies Record<string, SortKey>

/** A review of `n` asks, or asked, this person: being asked is the permission to look. */
const laidBefore = (actor: Actor) => sql<SqlBool>`exists (
  select from approval a join approval_seat s on s.approval_id = a.id join approver_member m on m.id = s.member_id
  where a.biz_type = n.kind and a.entity_id = n.id and (s.decided_by = ${actor.userId} or ${seatIsMine(actor)}))`
/** It waits for his decision now. */
const waitsForMe = (actor: Actor) => sql<SqlBool>`exists (
  select from approval a join approval_seat s on s.approval_id = a.id join approver_member m on m.id = s.member_id
  where a.biz_type = n.kind and a.entity_id = n.id and a.state = 'pending' and s.open and s.decision is null
    and a.applicant_id <> ${actor.userId} and ${seatIsMine(actor)})`

const seen = (actor: Actor, asked: boolean): RawBuilder<SqlBool> =>
  sql<SqlBool>`not n.is_deleted and (${inScope(actor, 'invoice', 'n')} or n.applicant_id = ${actor.userId}
    ${asked ? sql`or ${laidBefore(actor)}` : sql``})`

/** 待开票 of invoices `n` that the actor sees: what is to be issued. */
export const isToIssue = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`n.state = 'toIssue' and ${seen(actor, false)}`

/** 红冲: red letters, and what they reversed. */
function tabCondition(tab: InvoiceFilter['tab']): RawBuilder<SqlBool> | undefined {
  if (tab === undefined || tab === 'all') return undefined
  if (tab === 'red') return sql<SqlBool>`(n.kind = 'redInvoice' or n.state in ('partRed', 'red'))`
  if (tab === 'issued') return sql<SqlBool>`n.state in ('issued', 'partRed')`
  return sql<SqlBool>`n.state = ${tab}`
}

const conditionsOf = (actor: Actor, filter: InvoiceFilter): RawBuilder<SqlBool> =>
  all([
    seen(actor, filter.tab === 'pending' || filter.mine === true),
    filter.q === undefined
      ? undefined
      : // unscoped: as the invoice that it reverses
        sql<SqlBool>`(${contains('n.search', filter.q)} or n.id in (select r.of_id from invoice r where r.of_id is not null and ${contains('r.search', filter.q)})
          -- unscoped: what the invoice bills
          or n.id in (select l.invoice_id from waybill w join charge h on h.waybill_id = w.id join invoice_part p on p.charge_id = h.id
            join invoice_line l on l.id = p.line_id where w.waybill_no = ${filter.q.trim().toUpperCase()}))`,
    equals('n.customer_id', filter.customerId),
    anyOfCodes('n.type', filter.types),
    equals('n.outlet_id', filter.outletId),
    equals('n.applicant_id', filter.applicantId),
    filter.appliedFrom === undefined && filter.appliedTo === undefined
      ? undefined
      : sql<SqlBool>`exists (select from (select ${appliedAt} as at) x where ${betweenDays('x.at', filter.appliedFrom, filter.appliedTo)})`,
    between('n.issued_on', filter.issuedFrom, filter.issuedTo),
    between('n.gross', filter.amountFrom, filter.amountTo),
    filter.mine === true ? waitsForMe(actor) : undefined,
    anyOf('n.id', filter.ids),
  ])

const columns = sql`
  n.id, n.kind, n.no, n.state, n.customer_id as "customerId", k.name as "customerName", n.title, n.tax_no as "taxNo", n.type,
  v.name as "sellerName", o.short_name as "outletName", c.first as "firstDay", c.last as "lastDay", n.waybills,
  coalesce(c.charges, 0)::int as charges, n.gross, n.net, n.tax, u.name as "applicantName", ${appliedAt} as "appliedAt", n.decided_at as "decidedAt",
  n.opinion, n.invoice_no as "invoiceNo", n.issued_on as "issuedOn", i.name as "issuedByName", f.no as "ofNo",
  -- unscoped: of an invoice that was found in scope
  (select string_agg(r.no, '、' order by r.id) from invoice r where r.of_id = n.id and r.state in ('pending', 'toIssue')) as "redNos", n.red_reason as "redReason",
  n.confirm_no as "confirmNo", n.confirmation, n.confirm_by as "confirmBy", n.mobile, n.version`
const joins = sql`
  join company v on v.id = n.seller_id join company o on o.id = n.outlet_id left join company k on k.id = n.customer_id
  join app_user u on u.id = n.applicant_id left join app_user i on i.id = n.issued_by left join invoice f on f.id = n.of_id
  left join lateral (select min(h.day) as first, max(h.day) as last, count(distinct h.id) as charges
    from invoice_line l join invoice_part p on p.line_id = l.id join charge h on h.id = p.charge_id where l.invoice_id = n.id) c on true`

type Made = 'level' | 'levels' | 'waitsFor' | 'approvalId' | 'gaps' | 'actions'
type Raw = Omit<InvoiceRow, Made> & { mobile: string | null }

type Review = { entityId: number; id: number; level: number; levels: number; names: string; mine: boolean }
async function reviewsOf(tx: Tx, actor: Actor, rows: readonly Raw[]): Promise<Map<number, Review>> {
  const pending = rows.filter(({ state }) => state === 'pending').map(({ id }) => id)
  if (pending.length === 0) return new Map()
  const found = await sql<Review>`
    select a.entity_id as "entityId", a.id, a.level, a.levels, string_agg(coalesce(su.name, sr.name), '、' order by s.id) as names,
      bool_or(${seatIsMine(actor)} and s.decision is null) and a.applicant_id <> ${actor.userId} as mine
    from approval a join approval_seat s on s.approval_id = a.id and s.open join approver_member m on m.id = s.member_id
      left join app_user su on su.id = s.user_id left join role sr on sr.id = s.role_id
    where a.biz_type in ('invoice', 'redInvoice') and a.entity_id = any(${pending}::bigint[]) and a.state = 'pending'
    group by a.id`.execute(tx)
  return new Map(found.rows.map((row) => [row.entityId, row]))
}

function gapsOf({ kind, type, taxNo, mobile }: Raw): InvoiceRow['gaps'] {
  if (kind === 'redInvoice') return []
  return [
    ...(type === 'special' && taxNo === null ? (['taxNo'] as const) : []),
    ...(mobile === null ? (['mobile'] as const) : []),
  ]
}

async function present<R extends Raw>(
  tx: Tx,
  actor: Actor,
  rows: readonly R[],
): Promise<(Omit<R, 'mobile'> & Pick<InvoiceRow, Made>)[]> {
  const reviews = await reviewsOf(tx, actor, rows)
  const held = new Map<number, Refusal>()
  for (const kind of ['invoice', 'redInvoice'] as InvoiceKind[]) {
    const ids = rows.filter((row) => row.kind === kind && row.state === 'pending').map(({ id }) => id)
    for (const [id, refusal] of await heldReviews(tx, actor, kind, ids)) held.set(id, refusal)
  }
  return rows.map((row) => {
    const { mobile: _, ...shown } = row
    const review = reviews.get(row.id)
    const decides = review?.mine === true ? undefined : (false as const)
    const isRed = row.kind === 'redInvoice'
    return {
      ...shown,
      level: review?.level ?? null,
      levels: review?.levels ?? null,
      waitsFor: review?.names ?? null,
      approvalId: review?.mine === true ? review.id : null,
      gaps: gapsOf(row),
      actions: abilitiesOf(actor, invoiceLifecycle, row.state, {
        edit: isRed ? false : undefined,
        approve: decides,
        reject: decides,
        withdraw: held.get(row.id),
        confirm: isRed ? undefined : false,
        makeRed: isRed ? false : undefined,
        issue: isConfirmed(row) ? undefined : { reason: 'invoices.notConfirmed', params: { no: row.no } },
      }),
    }
  })
}

export async function listInvoices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getInvoices>,
): Promise<Output<typeof getInvoices>> {
  const page = paging(sorts, { sort: 'appliedAt', dir: 'desc' }, 'n.id', input)
  const found = await sql<Raw & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, p.k::text as k from (
      select n.id, ${page.key} as k from invoice n
      where ${all([conditionsOf(actor, input), tabCondition(input.tab)])} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join invoice n on n.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: await present(tx, actor, rows as Raw[]), next }
}

export async function totalInvoices(
  tx: Tx,
  actor: Actor,
  filter: InvoiceFilter,
): Promise<Output<typeof getInvoiceTotals>> {
  const { rows } = await sql<{
    state: string
    red: boolean
    count: number
    waybills: number
    gross: string
    net: string
    tax: string
  }>`
    -- unscoped: the condition of the scope stands inside
    select n.state, n.kind = 'redInvoice' as red, count(*)::int as count, sum(n.waybills)::int as waybills, sum(n.gross)::text as gross, sum(n.net)::text as net, sum(n.tax)::text as tax
    from invoice n where ${conditionsOf(actor, filter)} group by 1, 2`.execute(tx)
  type Group = (typeof rows)[number]
  const inTab = (tab: string) => (group: Group) =>
    tab === 'all' ||
    (tab === 'red'
      ? group.red || group.state === 'partRed' || group.state === 'red'
      : tab === 'issued'
        ? group.state === 'issued' || group.state === 'partRed'
        : group.state === tab)
  const shown = rows.filter(inTab(filter.tab ?? 'all'))
  const count = (groups: readonly Group[]) => groups.reduce((sum, group) => sum + group.count, 0)
  const sum = (figure: 'gross' | 'net' | 'tax') =>
    sumDecimals(
      shown.map((group) => group[figure]),
      2,
    )
  const tabs = ['all', 'pending', 'draft', 'rejected', 'toIssue', 'issued', 'red', 'void']
  return {
    count: count(shown),
    waybills: shown.reduce((all, { waybills }) => all + waybills, 0),
    gross: sum('gross'),
    net: sum('net'),
    tax: sum('tax'),
    tabs: Object.fromEntries(tabs.map((tab) => [tab, count(rows.filter(inTab(tab)))])),
  }
}

type RawDetail = Raw & Omit<InvoiceDetail, keyof InvoiceRow | 'lines' | 'related' | 'files'>

/** In scope; whoever is asked to review it sees it whole, whatever his scope. */
export async function invoiceDetail(tx: Tx, actor: Actor, files: Files, id: number): Promise<InvoiceDetail> {
  const found = await sql<RawDetail>`
    select ${columns}, n.profile_id as "profileId", n.merge, n.with_list as "withList", n.bank, n.account, n.address, n.tel, n.recipient, n.email, n.remark
    -- unscoped: in scope, or laid before this reviewer
    from invoice n ${joins} where n.id = ${id} and ${seen(actor, true)}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const [shown] = await present(tx, actor, [row])
  if (shown === undefined) throw notFound()
  const related = await sql<InvoiceDetail['related'][number]>`
    -- unscoped: of an invoice that was reached in scope
    select r.id, r.no, r.state, r.gross from invoice r
    where (r.of_id = ${id} or r.id = (select of_id from invoice where id = ${id})) and not r.is_deleted order by r.id`.execute(
    tx,
  )
  return {
    ...shown,
    mobile: row.mobile,
    lines: await linesOf(tx, id),
    decisions: await decisionsOf(tx, row.kind, id),
    related: related.rows,
    files: (await files.of(tx, 'invoice', id)).map(({ Url, Name, Size }) => ({ url: Url, name: Name, size: Size })),
  }
}

type RawLine = Omit<InvoiceLine, 'left' | 'routes'> & {
  routes: Omit<InvoiceLine['routes'][number], 'fromName' | 'toName'>[] | null
}

async function linesOf(tx: Tx, id: number): Promise<InvoiceLine[]> {
  const { rows } = await sql<RawLine>`
    select l.id, l.key, l.item_name as "itemName", l.class_code as "classCode", trim_scale(l.tax_rate)::text as rate, l.apart as of, l.gross, l.net, l.tax,
      l.reckoned_tax as "reckonedTax", l.freight,
      (select json_agg(json_build_object('fromRegion', r.from_region, 'toRegion', r.to_region, 'tool', r.tool, 'plateNo', r.plate_no, 'goods', r.goods)
        order by r.seq) from invoice_route r where r.line_id = l.id) as routes,
      (select json_agg(json_build_object('chargeId', h.id, 'waybillId', h.waybill_id, 'waybillNo', coalesce(w.waybill_no, s.doc_no), 'feeItem', h.fee_item,
        'day', h.day, 'amount', p.amount::text, 'net', p.net::text) order by p.seq)
        -- unscoped: what an invoice is made of is named with it
        from invoice_part p join charge h on h.id = p.charge_id left join waybill w on w.id = h.waybill_id left join warehouse_charge s on s.id = h.id
        where p.line_id = l.id) as parts
    from invoice_line l where l.invoice_id = ${id} order by l.seq`.execute(tx)
  const left = new Map((await leftOf(tx, id)).map((line) => [line.lineId, line.gross]))
  const name = (code: string | null) => (code === null ? '' : (regionByCode(code)?.name ?? code))
  return rows.map((line) => ({
    ...line,
    left: left.get(line.id) ?? '0.00',
    routes: (line.routes ?? []).map((route) => ({
      ...route,
      fromName: name(route.fromRegion),
      toName: name(route.toRegion),
    })),
  }))
}

/** Who would review this amount; or why nobody. */
export async function pathOf(
  tx: Tx,
  actor: Actor,
  { amount }: Input<typeof getInvoicePath>,
): Promise<Output<typeof getInvoicePath>> {
  try {
    const path = pathFor(await approverLevels(tx, 'invoice'), amount, actor.userId)
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
