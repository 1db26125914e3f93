import type {
  CodPayoutDetail,
  CodPayoutFilter,
  CodPayoutLine,
  CodPayoutRow,
  getCodPayouts,
  getCodPayoutTotals,
} from '@xunyun/contract/collections/cod'
import { codPayoutLifecycle } from '@xunyun/contract/collections/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, anyOfCodes, betweenDays, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { decisionsOf, heldReviews, reviewsForMe } from '../../platform/heldReviews.ts'
import { paging, type SortKey, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'

/** Payouts of COD as lists and one by one. */

const sorts = {
  createdAt: { by: sql.ref('m.created_at'), type: 'timestamptz' },
  net: { by: sql.ref('m.net'), type: 'numeric' },
  no: { by: sql.ref('m.no'), type: 'text' },
} satisfies Record<string, SortKey>
const waybills = sql`(select count(*)::int from cod_payout_line l where l.payout_id = m.id and l.collection_id is not null)`
/** Of payout `m`: the COD fees that it keeps back. */
export const payoutFees: RawBuilder<string> = sql<string>`(select coalesce(sum(l.amount), 0) from cod_payout_line l join charge h on h.id = l.charge_id
  where l.payout_id = m.id and h.fee_item = 'codFee')`
const columns = sql`m.id, m.no, m.state, m.company_id as "companyId", coalesce(k.name, w.shipper_name) as "payeeName", m.payee_account as "payeeAccount",
  m.cash_account_id as "cashAccountId", a.name as "accountName", ${waybills} as waybills, m.gross::text, f.fees::text, (m.deducted - f.fees)::text as charges, m.deducted::text, m.net::text, m.day, m.reference, m.reason, m.opinion,
  case when m.state = 'pending' then (select string_agg(coalesce(su.name, sr.name), '、' order by s.id) from approval v
    join approval_seat s on s.approval_id = v.id and s.open left join app_user su on su.id = s.user_id left join role sr on sr.id = s.role_id
    where v.biz_type = 'codPayout' and v.entity_id = m.id and v.state = 'pending') end as "waitsFor",
  m.paid_at as "paidAt", y.name as "paidByName", o.short_name as "outletName", m.created_at as "createdAt", u.name as "createdByName",
  m.updated_at as "updatedAt", m.version`
const joins = sql`
  cross join lateral (select ${payoutFees}::numeric(14,2) as fees) f
  -- unscoped: what a payout of one's own names
  join cash_account a on a.id = m.cash_account_id join company o on o.id = m.outlet_id left join company k on k.id = m.company_id
  left join waybill w on w.id = m.waybill_id left join app_user u on u.id = m.created_by left join app_user y on y.id = m.paid_by`

const conditionsOf = (actor: Actor, filter: CodPayoutFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not m.is_deleted and ${inScope(actor, 'cod_payout', 'm')}`,
    contains('m.search', filter.q),
    equals('m.company_id', filter.companyId),
    anyOfCodes('m.state', filter.states),
    equals('m.outlet_id', filter.outletId),
    betweenDays('m.created_at', filter.dayFrom, filter.dayTo),
    anyOf('m.id', filter.ids),
  ])

type Raw = Omit<CodPayoutRow, 'actions' | 'approvalId'>
async function withActions(tx: Tx, actor: Actor, rows: readonly Raw[]): Promise<CodPayoutRow[]> {
  const pending = rows.filter(({ state }) => state === 'pending').map(({ id }) => id)
  const held = await heldReviews(tx, actor, 'codPayout', pending)
  const reviews = await reviewsForMe(tx, actor, 'codPayout', pending)
  return rows.map((row) => {
    const decides = reviews.has(row.id) ? undefined : (false as const)
    return {
      ...row,
      approvalId: reviews.get(row.id) ?? null,
      actions: abilitiesOf(actor, codPayoutLifecycle, row.state, {
        withdraw: held.get(row.id),
        approve: decides,
        reject: decides,
      }),
    }
  })
}

export async function listCodPayouts(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getCodPayouts>,
): Promise<Output<typeof getCodPayouts>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 'm.id', input)
  const found = await sql<Raw & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, ${page.key}::text as k from cod_payout m ${joins}
    where ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: await withActions(tx, actor, rows as Raw[]), next }
}

export async function totalCodPayouts(
  tx: Tx,
  actor: Actor,
  filter: CodPayoutFilter,
): Promise<Output<typeof getCodPayoutTotals>> {
  const sum = (column: string) =>
    sql`coalesce(sum(${sql.ref(`m.${column}`)}), 0)::numeric(16,2)::text as ${sql.ref(column)}`
  const found = await sql<Output<typeof getCodPayoutTotals>>`
    -- unscoped: the condition of the scope stands inside
    select count(*) as count, '{}'::json as tabs, coalesce(sum(${waybills}), 0)::int as waybills, ${sum('gross')},
      coalesce(sum(f.fees), 0)::text as fees, coalesce(sum(m.deducted - f.fees), 0)::text as charges, ${sum('net')}
    from cod_payout m cross join lateral (select ${payoutFees}::numeric(16,2) as fees) f where ${conditionsOf(actor, filter)}`.execute(
    tx,
  )
  return totalsOf(found)
}

/** Being asked to review it is the permission to look. */
const laidBefore = (actor: Actor): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from approval v join approval_seat s on s.approval_id = v.id where v.biz_type = 'codPayout' and v.entity_id = m.id
    and (s.user_id = ${actor.userId} or s.decided_by = ${actor.userId} or s.role_id in (select role_id from user_role where user_id = ${actor.userId})
      or exists (select from approver_member n where n.id = s.member_id and n.deputy_id = ${actor.userId})))`

export async function codPayoutDetail(tx: Tx, actor: Actor, id: number): Promise<CodPayoutDetail> {
  const found = await sql<Raw>`
    select ${columns}
    -- unscoped: in scope, or laid before this reviewer
    from cod_payout m ${joins} where m.id = ${id} and not m.is_deleted and (${inScope(actor, 'cod_payout', 'm')} or ${laidBefore(actor)})`.execute(
    tx,
  )
  const [row] = await withActions(tx, actor, found.rows)
  if (row === undefined) throw notFound()
  const lines = await sql<CodPayoutLine>`
    select l.id, c.waybill_id as "waybillId", l.charge_id as "chargeId", coalesce(cw.waybill_no, hw.waybill_no, s.doc_no) as "ofNo", h.fee_item as "feeItem", l.amount::text, l.state
    -- unscoped: of a payout that was found to be the actor's to see
    from cod_payout_line l left join collection c on c.id = l.collection_id left join waybill cw on cw.id = c.waybill_id
    -- unscoped: as above
    left join charge h on h.id = l.charge_id left join waybill hw on hw.id = h.waybill_id left join warehouse_charge s on s.id = h.id
    where l.payout_id = ${id} order by l.id`.execute(tx)
  return { ...row, lines: lines.rows, decisions: await decisionsOf(tx, 'codPayout', id) }
}
