import { type Kysely, sql } from 'kysely'

/**
 * `post_stock` and `post_serials` look an item up by its id for each line. As a join the planner, who plans them once for any
 * number of lines, could read all items instead; `offset 0` keeps the lookup apart.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await replace(
    db,
    'post_stock',
    'join item i on i.id = u.item\n',
    'cross join lateral (select owner_id from item where id = u.item offset 0) i\n',
  )
  await replace(
    db,
    'post_serials',
    'from stock_move m join item i on i.id = m.item_id\n        where m.posting_id = p_posting and m.d_on_hand <> 0 and i.serial_controlled',
    'from stock_move m cross join lateral (select item_no, serial_controlled from item where id = m.item_id offset 0) i\n        where m.posting_id = p_posting and m.d_on_hand <> 0 and i.serial_controlled',
  )
}

async function replace(db: Kysely<never>, name: string, from: string, to: string): Promise<void> {
  const found = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(db)
  const before = found.rows[0]?.text ?? ''
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${name} is not as it was written`)
  await sql.raw(after).execute(db)
}
