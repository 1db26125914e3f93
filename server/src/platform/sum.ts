import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db.ts'

/** Σ of the column `amount` of a query, yuan. */
export const oneSum = async (tx: Tx, of: RawBuilder<unknown>): Promise<string> => {
  const { rows } = await sql<{
    sum: string
  }>`select coalesce(sum(x.amount), 0)::numeric(16,2)::text as sum from (${of}) x`.execute(tx)
  return rows[0]?.sum ?? '0.00'
}
