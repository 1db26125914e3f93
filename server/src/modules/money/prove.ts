import type { MoneyDifference } from '@xunyun/contract/money/accounts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db.ts'

/** So many of each are named. */
const most = 5

/** What must hold of money, each with the rows that break it, said by account and document (M27). */
const proofs: Readonly<Record<MoneyDifference['proof'], RawBuilder<Omit<MoneyDifference, 'proof'>>>> = {
  posting: sql`
    select null as account, (select p.doc_no from money_posting p where p.id = e.posting_id) as name, sum(e.amount)::text as difference
    from money_entry e group by e.posting_id having sum(e.amount) <> 0 limit ${most}`,
  balance: sql`
    select x.account, concat_ws(' ', x.owner_kind, x.owner_id, coalesce(c.name, k.name, d.name, u.name, w.waybill_no)) as name, x.difference::text
    from (
      select account, owner_kind, owner_id, coalesce(b.balance, 0) - coalesce(e.sum, 0) as difference
      from money_balance b full join (
        select account, owner_kind, owner_id, sum(amount) as sum from money_entry where account not in ('receivable', 'payable') group by 1, 2, 3) e
        using (account, owner_kind, owner_id) where coalesce(b.balance, 0) <> coalesce(e.sum, 0) limit ${most}
    -- unscoped: whoever may prove it sees all of it
    ) x left join cash_account c on x.owner_kind = 'cashAccount' and c.id = x.owner_id
      left join company k on x.owner_kind in ('company', 'outlet') and k.id = x.owner_id
      left join driver d on x.owner_kind = 'driver' and d.id = x.owner_id left join app_user u on x.owner_kind = 'user' and u.id = x.owner_id
      -- unscoped: as above
      left join waybill w on x.owner_kind = 'waybill' and w.id = x.owner_id`,
  charge: sql`
    select null as account, concat_ws(' ', x.id, w.waybill_no, y.no) as name, x.difference::text from (
      select id, coalesce(h.settled, 0) - coalesce(e.sum, 0) as difference from (select id, settled from charge where settled <> 0) h full join (
        select owner_id as id, sum(case account when 'receivable' then -amount else amount end) as sum from money_entry
        where account in ('receivable', 'payable') group by 1 having sum(case account when 'receivable' then -amount else amount end) <> 0) e using (id)
      where coalesce(h.settled, 0) <> coalesce(e.sum, 0) limit ${most}
    -- unscoped: as above
    ) x left join charge h on h.id = x.id left join waybill w on w.id = h.waybill_id left join application y on y.id = h.application_id`,
}

/** What differs: of each proof a few. */
export async function moneyDifferences(db: Db | Tx): Promise<MoneyDifference[]> {
  const found: MoneyDifference[] = []
  for (const [proof, query] of Object.entries(proofs)) {
    const { rows } = await sql<Omit<MoneyDifference, 'proof'>>`${query}`.execute(db)
    found.push(...rows.map((row) => ({ proof: proof as MoneyDifference['proof'], ...row })))
  }
  return found
}

const said: Readonly<Record<MoneyDifference['proof'], string>> = {
  posting: 'a posting does not come to nothing',
  balance: 'a balance is not the sum of its entries',
  charge: 'a charge is not settled by what was posted on it',
}

/** Each night: a difference is an alarm that names what differs. Nothing is mended by itself. */
export async function proveMoney(db: Db): Promise<void> {
  const broken = Map.groupBy(await moneyDifferences(db), ({ proof }) => proof)
  const words = [...broken].map(
    ([proof, rows]) =>
      `${said[proof]}: ${rows.map(({ account, name, difference }) => `${[account, name].filter(Boolean).join(' ')} ${difference}`).join(', ')}`,
  )
  if (words.length > 0) throw new Error(words.join('; '))
}
