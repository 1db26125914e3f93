import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'

/** What must hold of money, each with the rows that break it, said by account and document (M27). */
const proofs = {
  'a posting does not come to nothing': sql<{ what: string }>`
    select (select p.doc_no from money_posting p where p.id = e.posting_id) as what from money_entry e group by e.posting_id having sum(e.amount) <> 0 limit 5`,
  'a balance is not the sum of its entries': sql<{ what: string }>`
    select concat_ws(' ', coalesce(b.account, e.account), coalesce(b.owner_kind, e.owner_kind), coalesce(b.owner_id, e.owner_id)) as what
    from money_balance b full join (
      select account, owner_kind, owner_id, sum(amount) as sum from money_entry where account not in ('receivable', 'payable') group by 1, 2, 3) e
      using (account, owner_kind, owner_id) where coalesce(b.balance, 0) <> coalesce(e.sum, 0) limit 5`,
  'a charge is not settled by what was posted on it': sql<{ what: string }>`
    select concat_ws(' ', 'charge', coalesce(h.id, e.id)) as what from (select id, settled from charge where settled <> 0) h full join (
      select owner_id as id, sum(case account when 'receivable' then -amount else amount end) as sum from money_entry
      where account in ('receivable', 'payable') group by 1 having sum(case account when 'receivable' then -amount else amount end) <> 0) e using (id)
    where coalesce(h.settled, 0) <> coalesce(e.sum, 0) limit 5`,
} as const

/** What differs, each said. */
export async function moneyDifferences(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of Object.entries(proofs)) {
    const { rows } = await query.execute(db)
    if (rows.length > 0) broken.push(`${name}: ${rows.map(({ what }) => what).join(', ')}`)
  }
  return broken
}

/** Each night: a difference is an alarm that names what differs. Nothing is mended by itself. */
export async function proveMoney(db: Db): Promise<void> {
  const broken = await moneyDifferences(db)
  if (broken.length > 0) throw new Error(broken.join('; '))
}
