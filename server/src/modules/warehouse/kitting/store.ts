import { pageOf } from '@xunyun/contract/pages'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import type { Reference } from '../../../platform/references.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { inScope, lockingSeen, markSeen, type Seen, type SeenId, scoped } from '../../../platform/scope.ts'

export type Kit = Seen<Selectable<DB['kit']>>
export type Item = Seen<Selectable<DB['item']>>

/** Who changes what an owner's sets are made of waits for whoever does: a ring can be closed from two sides at once. */
export async function lockSetsOf(tx: Tx, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kits of'), ${ownerId}::int)`.execute(tx)
}

/** Items inside the scope, held against a change of owner or unit until the end of the transaction. */
export async function holdGoods(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Item>> {
  const rows = await scoped(tx, actor, 'item')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.id, markSeen(row)]))
}

/** Sets inside the scope, locked in id order. */
export const lockKits = lockingSeen('kit')

export type KitLine = { partId: number; itemNo: string; qty: string }
/** What a set is made of, in its order. */
export async function linesOf(tx: Tx, kitId: SeenId): Promise<KitLine[]> {
  const found = await sql<KitLine>`
    -- unscoped: parts of a set that was found inside the scope
    select l.part_id as "partId", i.item_no as "itemNo", trim_scale(l.qty)::text as qty
    from kit_line l join item i on i.id = l.part_id where l.kit_id = ${kitId} order by l.seq`.execute(tx)
  return found.rows
}

export async function writeLines(
  tx: Tx,
  kit: Pick<Kit, 'id' | 'owner_id'>,
  lines: readonly { partId: number; qty: string }[],
): Promise<void> {
  await tx.deleteFrom('kit_line').where('kit_id', '=', kit.id).execute()
  await tx
    .insertInto('kit_line')
    .values(
      lines.map(({ partId, qty }, index) => ({
        kit_id: kit.id,
        owner_id: kit.owner_id,
        seq: index + 1,
        part_id: partId,
        qty,
      })),
    )
    .execute()
}

/** The way from each part down to the item itself, in item numbers: with it the item would hold itself. */
export async function ringsOf(
  tx: Tx,
  itemId: SeenId,
  partIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found = await sql<{ partId: number; chain: string }>`
    with recursive below as (
      select p.id as part_id, p.id as item_id, array[p.id] as way from unnest(${[...partIds]}::bigint[]) p(id)
      union all
      -- unscoped: sets of the owner whose set is being written, and the lock on them is held
      select b.part_id, l.part_id, b.way || l.part_id from below b join kit k on k.item_id = b.item_id and not k.is_deleted
        join kit_line l on l.kit_id = k.id where l.part_id <> all(b.way)
    )
    select distinct on (b.part_id) b.part_id as "partId",
      (select string_agg(i.item_no, ' → ' order by w.o) from unnest(array[${itemId}::bigint] || b.way) with ordinality w(id, o)
        join item i on i.id = w.id) as chain
    from below b where b.item_id = ${itemId} order by b.part_id, cardinality(b.way)`.execute(tx)
  return new Map(found.rows.map(({ partId, chain }) => [partId, chain]))
}

/** An order of the set that is still to be done, of any warehouse; it is named to whoever may see it. */
export async function openOrderOf(tx: Tx, actor: Actor, kitId: SeenId): Promise<Refusal | undefined> {
  const row = await owned(tx)
    // unscoped: what holds a set up need not be in my warehouses
    .selectFrom('kit_order')
    .select(['order_no', sql<boolean>`${inScope(actor, 'kit_order')}`.as('shown')])
    .where('kit_id', '=', kitId)
    .where('state', '=', 'new')
    .orderBy('shown', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (row === undefined) return undefined
  return row.shown ? new Refusal('kits.openOrder', { no: row.order_no }) : new Refusal('kits.openElsewhere')
}

export const kitUses: readonly Reference[] = [{ table: 'kit_order', column: 'kit_id' }]

const linkTo = (name: string, view = '') => `${pageOf('combination').path}?${view}tab=&q=${encodeURIComponent(name)}`

/** What people call a set, and where it is shown. */
export async function describeKit(tx: Tx, id: number): Promise<{ name: string; link: string }> {
  const row = await owned(tx)
    // unscoped: what a record is called, asked by whoever may see its history
    .selectFrom('kit')
    .innerJoin('item', 'item.id', 'kit.item_id')
    .select('item.item_no')
    .where('kit.id', '=', id)
    .executeTakeFirst()
  const name = row?.item_no ?? String(id)
  return { name, link: linkTo(name) }
}
export async function describeOrder(tx: Tx, id: number): Promise<{ name: string; link: string }> {
  // unscoped: as above
  const row = await owned(tx).selectFrom('kit_order').select('order_no').where('id', '=', id).executeTakeFirst()
  const name = row?.order_no ?? String(id)
  return { name, link: linkTo(name, 'view=order&') }
}
