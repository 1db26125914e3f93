import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getStatements,
  type getStatementTotals,
  type StatementDetail,
  type StatementFilter,
  type StatementLine,
  type StatementRow,
  type StatementTab,
  statementTabs,
} from '@xunyun/contract/statements/calls'
import { statementLifecycle } from '@xunyun/contract/statements/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, between, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { partOnly, splitOf } from './sheet.ts'

const sorts = {
  toDay: { by: sql.ref('m.to_day'), type: 'date' },
  closing: { by: sql.ref('m.closing'), type: 'numeric' },
  no: { by: sql.ref('m.no'), type: 'text' },
} satisfies Record<string, SortKey>

const columns = sql`
  m.id, m.no, m.company_id as "companyId", k.name as "companyName", m.outlet_id as "outletId", o.short_name as "outletName", m.direction,
  m.from_day as "fromDay", m.to_day as "toDay", m.opening::text, m.charges::text, m.adjustments::text, m.received::text, m.closing::text,
  m.state, m.sendings, m.sent_at as "sentAt", u.name as "sentByName",
  (select i.expires_at from statement_link i where i.statement_id = m.id and i.ended_at is null) as "linkExpiresAt",
  m.answer, m.answered_at as "answeredAt", y.name as "answeredByName", m.caller, m.remark, m.created_at as "createdAt", m.updated_at as "updatedAt", m.version,
  n.no as "carriedToNo"`
const joins = sql`
  -- unscoped: what a statement of one's own names
  join company k on k.id = m.company_id join company o on o.id = m.outlet_id left join app_user u on u.id = m.sent_by
  left join app_user y on y.id = m.answered_by left join statement n on n.id = m.carried_to`

const tabCondition = (tab: StatementTab | undefined): RawBuilder<SqlBool> =>
  tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`m.state = ${tab}`
const shown = (tab: StatementFilter['tab']): StatementTab | undefined => (tab === 'all' ? undefined : (tab ?? 'sent'))

const conditionsOf = (actor: Actor, filter: StatementFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not m.is_deleted and ${inScope(actor, 'statement', 'm')}`,
    contains('m.search', filter.q),
    equals('m.company_id', filter.companyId),
    equals('m.outlet_id', filter.outletId),
    equals('m.direction', filter.direction),
    between('m.to_day', filter.toDayFrom, filter.toDayTo),
    anyOf('m.id', filter.ids),
  ])

type Raw = Omit<StatementRow, 'actions'> & { readonly carriedToNo: string | null }
const withActions = (actor: Actor, { carriedToNo, ...row }: Raw): StatementRow => {
  const latest =
    carriedToNo === null ? undefined : { reason: 'statements.notLatest' as const, params: { no: carriedToNo } }
  return {
    ...row,
    actions: abilitiesOf(actor, statementLifecycle, row.state, {
      discard: latest,
      void: latest,
      voidConfirmed: latest,
    }),
  }
}

export async function listStatements(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getStatements>,
): Promise<Output<typeof getStatements>> {
  const page = paging(sorts, { sort: 'toDay', dir: 'desc' }, 'm.id', input)
  const tab = tabCondition(input.ids === undefined ? shown(input.tab) : undefined)
  const found = await sql<Raw & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, p.k::text as k from (
      select m.id, ${page.key} as k from statement m where ${conditionsOf(actor, input)} and ${tab} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join statement m on m.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: (rows as Raw[]).map((row) => withActions(actor, row)), next }
}

export async function totalStatements(
  tx: Tx,
  actor: Actor,
  filter: StatementFilter,
): Promise<Output<typeof getStatementTotals>> {
  const tab = tabCondition(shown(filter.tab))
  const isMixed = sql`bool_or(m.direction = 'receivable') filter (where ${tab}) and bool_or(m.direction = 'payable') filter (where ${tab})`
  const sum = (column: string) =>
    sql`case when ${isMixed} then null else coalesce(sum(${sql.ref(`m.${column}`)}) filter (where ${tab}), 0)::numeric(16,2)::text end as ${sql.ref(column)}`
  const found = await sql<Output<typeof getStatementTotals>>`
    -- unscoped: the condition of the scope stands inside
    select ${countTabs(['all', ...statementTabs], tabCondition, shown(filter.tab))}, ${sum('opening')}, ${sum('charges')}, ${sum('adjustments')},
      ${sum('received')}, ${sum('closing')}
    from statement m where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function statementDetail(tx: Tx, actor: Actor, id: number): Promise<StatementDetail> {
  const found = await sql<Raw>`
    -- unscoped: the condition of the scope stands inside
    select ${columns} from statement m ${joins} where m.id = ${id} and not m.is_deleted and ${inScope(actor, 'statement', 'm')}`.execute(
    tx,
  )
  const [row] = found.rows
  if (row === undefined) throw notFound()
  const lines = await sql<StatementLine & { count: number }>`
    select l.id, l.kind, l.day, l.of_no as "ofNo", l.waybill_id as "waybillId", l.fee_item as "feeItem", l.pay_part as "payPart", l.amount::text, l.mark, ${splitOf} as split, l.dispute,
      case when h.waybill_id is null and (h.source = 'storage' or h.direction = 'payable') then h.id end as "chargeId",
      coalesce(l.disputed_in = ${row.sendings}, false) as "isDisputed", count(*) over ()::int as count
    -- unscoped: of a statement that was found in scope
    from statement_line l left join charge h on h.id = l.charge_id where l.statement_id = ${id} order by 13 desc, l.day, l.id limit 1000`.execute(
    tx,
  )
  const sent = await sql<StatementDetail['sent'][number]>`
    select n.sending, n.closing::text, n.mail_id is not null as mailed, n.sent_at as "sentAt", u.name as "sentByName"
    -- unscoped: of a statement that was found in scope
    from statement_sending n join app_user u on u.id = n.sent_by where n.statement_id = ${id} order by n.sending desc`.execute(
    tx,
  )
  const still = await sql<{ open: string }>`
    select coalesce(sum(h.amount - h.settled), 0)::numeric(14,2)::text as open
    -- unscoped: of a statement that was found in scope
    from statement_line l join charge h on h.id = l.charge_id where l.statement_id = ${id} and h.state = 'owed'`.execute(
    tx,
  )
  return {
    ...withActions(actor, row),
    open: still.rows[0]?.open ?? '0.00',
    lines: lines.rows.map(({ count: _, ...line }) => ({ ...line, split: partOnly(line.split) })),
    lineCount: lines.rows[0]?.count ?? 0,
    sent: sent.rows,
  }
}
