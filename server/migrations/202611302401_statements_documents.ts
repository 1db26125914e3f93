import { type Kysely, sql } from 'kysely'

/** Whether a receipt or a posting stands on a statement is asked before it is reversed or taken: by its key, not by all lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['payment_id', 'posting_id'])
    await sql
      .raw(
        `create index statement_line__of_${column.replace('_id', '')} on statement_line (${column}) where ${column} is not null`,
      )
      .execute(db)
}
