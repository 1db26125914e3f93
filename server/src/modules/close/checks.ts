import type { getUnsentCosts, UnsentCost } from '@xunyun/contract/close/calls'
import { blockingChecks, type MonthCheck, monthChecks } from '@xunyun/contract/close/states'
import type { CostKind } from '@xunyun/contract/costs/states'
import { arrangementPath } from '@xunyun/contract/dispatch/path'
import type { ArrangementKind } from '@xunyun/contract/dispatch/states'
import type { Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db.ts'
import { applicationPath, isGone, waitsForApplication } from '../costs/index.ts'
import { moneyDifferences } from '../money/index.ts'
import type { Month } from './figures.ts'

/** On the last day or before; what has no moment is not. */
const isBy = (at: RawBuilder<unknown>, last: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${at} at time zone 'Asia/Shanghai')::date <= ${last}::date`

/** Lines of costs that nobody has sent in, but for trips that wait to be applied for. */
const unsentBy = (last: string) => sql`
  -- unscoped: a month is closed for everybody
  from cost_line l left join application y on y.id = l.application_id left join arrangement a on a.id = l.arrangement_id
  where coalesce(y.state, 'draft') in ('draft', 'rejected') and l.amount <> 0 and not ${isGone}
    and not coalesce(${waitsForApplication} and a.depart_at is not null, false)
    and ${isBy(sql`coalesce(a.depart_at, l.created_at)`, last)}`

/** Which they are, the earliest first, each with the document that it stands on. */
export async function unsentOf(tx: Tx, { last }: Month): Promise<Output<typeof getUnsentCosts>> {
  const { rows } = await sql<
    Omit<UnsentCost, 'link'> & {
      applicationKind: CostKind | null
      arrangementKind: ArrangementKind
      arrangementId: number
    }
  >`
    select q.*, coalesce(k.name, d.name) as "partyName", o.short_name as "outletName" from (
      select l.id, coalesce(y.no, a.arrangement_no) as no, coalesce(y.state, 'draft') as state, l.fee_item as "feeItem", l.pay_part as "payPart",
        l.amount, coalesce(a.depart_at, l.created_at) as at, y.kind as "applicationKind", a.kind as "arrangementKind", a.id as "arrangementId",
        l.company_id, l.driver_id, l.outlet_id ${unsentBy(last)}
    ) q left join company k on k.id = q.company_id left join driver d on d.id = q.driver_id join company o on o.id = q.outlet_id
    order by q.at, q.id`.execute(tx)
  return rows.map(({ id, no, state, feeItem, payPart, partyName, outletName, amount, at, applicationKind, ...of }) => ({
    id,
    no,
    state,
    feeItem,
    payPart,
    partyName,
    outletName,
    amount,
    at,
    link:
      applicationKind === null
        ? arrangementPath(of.arrangementKind, of.arrangementId)
        : applicationPath(applicationKind, no),
  }))
}

/** What is looked at before a month is closed: how many of each there are. Whatever is dated earlier and open is of it too. */
export async function checksOf(tx: Tx, { first, last }: Month): Promise<Record<MonthCheck, number>> {
  const { rows } = await sql<Record<Exclude<MonthCheck, 'proofs'>, number>>`
    select
      -- unscoped: a month is closed for everybody
      (select count(*) from generate_series(${first}::date, ${last}::date, interval '1 day') d where d::date >= (
        select greatest(min(q.valid_from), ((select min(occurred_at) from stock_move) at time zone 'Asia/Shanghai')::date)
        from quotation q where q.status in ('active', 'ended') and not q.is_deleted)
        and not exists (select from storage_day s where s.day = d::date and s.charged_at is not null))
        + (select count(*) from storage_day s where s.charged_at is null and s.day < ${first}::date) as "storageDays",
      -- unscoped: as above
      (select count(*) from waybill w where not w.is_deleted and w.state not in ('draft', 'cancelled') and w.biz_date <= ${last}::date
        and w.price_state = 'unpriced') as unpriced,
      -- unscoped: as above
      (select count(*) from waybill w where not w.is_deleted and w.state not in ('draft', 'cancelled') and w.biz_date <= ${last}::date
        and w.price_state = 'pending') as unreviewed,
      -- unscoped: as above; by trip, as they wait to be applied for
      (select count(distinct a.id) from cost_line l join arrangement a on a.id = l.arrangement_id
        where ${waitsForApplication} and not a.is_deleted and ${isBy(sql`a.depart_at`, last)}) as unapplied,
      -- unscoped: as above; by line, as what is under review is listed
      (select count(*) from cost_line l join application y on y.id = l.application_id left join arrangement a on a.id = l.arrangement_id
        where y.state = 'pending' and ${isBy(sql`coalesce(a.depart_at, y.submitted_at)`, last)}) as costs,
      (select count(*) ${unsentBy(last)}) as unsent,
      -- unscoped: as above; by holder and day, as they wait to be handed in
      (select count(*) from (select from collection c where c.hand_in_id is null and c.undone_posting_id is null and c.day <= ${last}::date
       group by c.holder_kind, c.holder_id, c.outlet_id, c.day having sum(c.held_freight + c.held_cod) > 0) x) as custody,
      -- unscoped: as above; handed in, and on no account yet
      (select count(*) from hand_in h where not h.is_deleted and h.state = 'pending' and h.from_day <= ${last}::date) as uncounted,
      -- unscoped: as above; what is missing is with its holder until somebody decides
      (select count(*) from hand_in h where not h.is_deleted and h.state in ('differs', 'inReview') and h.from_day <= ${last}::date) as differences,
      -- unscoped: as above
      (select count(*) from payment p where p.state in ('received', 'paid') and p.allocated + p.refunded < p.amount
        and p.day <= ${last}::date) as unallocated`.execute(tx)
  const found = rows[0] as (typeof rows)[number]
  return { ...found, proofs: (await moneyDifferences(tx as Db)).length }
}

export const blocking = (check: MonthCheck): boolean => (blockingChecks as readonly MonthCheck[]).includes(check)
export const inOrder = (counts: Readonly<Record<MonthCheck, number>>) =>
  monthChecks.map((check) => ({ check, count: counts[check], blocks: blocking(check) }))
