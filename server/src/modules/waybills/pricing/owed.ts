import { sql } from 'kysely'
import { type Db, kept, type Tx } from '../../../platform/db.ts'

/** From so many amounts to add they are put together to one. */
const many = 50

export type Credit = { id: number; limit: string; owed: string }

/**
 * Of these customers those with a credit limit, and what they have used of it (M12): what is open of their live waybills, those written here included,
 * and of what else they owe, less their advance. Reads what is kept (ADR 019), whatever the number of their waybills. Until the transaction ends nobody else gets the same
 * answer, so that two clerks at once do not each use the same rest.
 */
export async function lockCredit(tx: Tx, customerIds: readonly number[]): Promise<Credit[]> {
  const found = await sql<Credit & { parts: number }>`${kept}
    select id, credit_limit as limit, owed, parts from lock_credit(${[...customerIds]}::bigint[])`.execute(tx)
  const scattered = found.rows.filter(({ parts }) => parts > many).map(({ id }) => id)
  if (scattered.length > 0) await putTogether(tx, scattered)
  return found.rows
}

/** The amounts of these customers as one each. What another is just putting together is left to it. */
export async function putTogether(tx: Tx, customerIds: readonly number[]): Promise<void> {
  await sql`
    with gone as (
      delete from customer_owed where id in (
        select id from customer_owed where customer_id = any(${[...customerIds]}::bigint[]) for update skip locked)
      returning customer_id, amount
    )
    insert into customer_owed (customer_id, amount)
    select customer_id, sum(amount) from gone group by 1 having sum(amount) <> 0`.execute(tx)
}

/** Customers whose kept sum is not what their waybills say. */
export async function wrongSums(db: Db): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select customer_id as id from (
      select customer_id, amount from customer_owed
      -- unscoped: a proof over all waybills
      union all select customer_id, party_open + settled - receivable from waybill
        where customer_id is not null and state not in ('draft', 'cancelled') and not is_deleted
    ) x group by 1 having sum(amount) <> 0`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Each night: one row a customer; and sums that are not what the waybills say are calculated again, and the log says so. */
export async function keepOwed(db: Db): Promise<void> {
  const found = await sql<{ id: number }>`
    select customer_id as id from customer_owed group by 1 having count(*) > 1`.execute(db)
  const ids = found.rows.map(({ id }) => id)
  if (ids.length > 0) await db.transaction().execute((tx) => putTogether(tx, ids))
  const wrong = await wrongSums(db)
  if (wrong.length === 0) return
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '30s'`.execute(tx)
    // unscoped: nobody writes a waybill while the sums are made
    await sql`lock table waybill in share row exclusive mode`.execute(tx)
    await sql`delete from customer_owed where customer_id = any(${wrong}::bigint[])`.execute(tx)
    await sql`
      insert into customer_owed (customer_id, amount)
      -- unscoped: of all outlets together
      select customer_id, sum(receivable - settled - party_open) from waybill where customer_id = any(${wrong}::bigint[])
        and state not in ('draft', 'cancelled') and not is_deleted group by 1`.execute(tx)
  })
  throw new Error(`what ${wrong.length} customers owe was not what their waybills say; it is calculated again`)
}
