import { owned, type Tx } from '../../platform/db.ts'

/** What a waybill is called wherever records of every kind are named, and its address. */
export async function nameOfWaybill(tx: Tx, id: number): Promise<{ name: string; link: string }> {
  // unscoped: asked after the waybill was seen
  const row = await owned(tx).selectFrom('waybill').select('waybill_no').where('id', '=', id).executeTakeFirst()
  const name = row?.waybill_no ?? String(id)
  return { name, link: `/tms/operations/allWayBill/${encodeURIComponent(name)}` }
}

/** Its clerk and its salesman hear when colleagues talk about it. */
export async function peopleOfWaybill(tx: Tx, id: number): Promise<number[]> {
  // unscoped: asked after the waybill was seen
  const row = await owned(tx)
    .selectFrom('waybill')
    .select(['clerk_id', 'salesman_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return [row?.clerk_id, row?.salesman_id].filter((user) => user !== null && user !== undefined)
}
