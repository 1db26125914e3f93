import { pageOf } from '@xunyun/contract/pages'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Reference } from '../../../platform/references.ts'
import type { DB } from '../../../platform/schema.ts'
import { lockingSeen, type Seen, scoped } from '../../../platform/scope.ts'

export type LockedWarehouse = Seen<Selectable<DB['warehouse']>>
export type LockedItem = Seen<Selectable<DB['item']>>

/** Records inside the scope, locked in id order; an owner sees the warehouses and changes none, whatever his rights. */
export const lockWarehouses = lockingSeen('warehouse')
export const lockItems = lockingSeen('item')

const isThere = 'not is_deleted'
/** Goods that are there, by the column of what they are asked for. */
export const goodsBy = (column: 'warehouse_id' | 'location_id' | 'item_id'): readonly Reference[] => [
  { table: 'stock', column, live: 'on_hand > 0' },
]
/** Goods that are or were there. */
export const itemMoves: readonly Reference[] = [{ table: 'stock', column: 'item_id' }]
export const warehouseUses: readonly Reference[] = [
  { table: 'location', column: 'warehouse_id', live: isThere },
  { table: 'stock_posting', column: 'warehouse_id' },
  { table: 'inbound_notice', column: 'warehouse_id' },
  { table: 'outbound_notice', column: 'warehouse_id' },
]
export const itemUses: readonly Reference[] = [
  ...itemMoves,
  { table: 'inbound_line', column: 'item_id' },
  { table: 'outbound_line', column: 'item_id' },
  { table: 'kit', column: 'item_id', live: isThere },
  { table: 'kit_order', column: 'item_id' },
  { table: 'kit_line', column: 'part_id', live: 'kit_id in (select id from kit where not is_deleted)' },
  { table: 'kit_order_line', column: 'part_id' },
]

/** The number of an open notice of a warehouse or an item, inbound or outbound, of any scope. */
export async function openNotice(tx: Tx, by: 'warehouse' | 'item', id: number): Promise<string | undefined> {
  const of = (line: string) =>
    by === 'warehouse'
      ? sql`n.warehouse_id = ${id}`
      : sql`exists (select 1 from ${sql.table(line)} l where l.notice_id = n.id and l.item_id = ${id})`
  const found = await sql<{ no: string }>`
    (select n.notice_no as no from inbound_notice n
      where n.state in ('new', 'partial', 'received') and not n.is_deleted and ${of('inbound_line')} order by n.id limit 1)
    union all
    (select n.notice_no from outbound_notice n
      where n.state not in ('shipped', 'cancelled') and not n.is_deleted and ${of('outbound_line')} order by n.id limit 1)
    limit 1`.execute(tx)
  return found.rows[0]?.no
}

/** The kit that an item is, or is a part of, of any scope and deleted ones too: lines of theirs name it with its owner. */
export async function kitOf(tx: Tx, itemId: number): Promise<string | undefined> {
  const found = await sql<{ no: string }>`
    -- unscoped: what holds an item up need not be mine
    select i.item_no as no from kit k join item i on i.id = k.item_id
    where k.item_id = ${itemId} or exists (select 1 from kit_line l where l.kit_id = k.id and l.part_id = ${itemId})
    order by k.id limit 1`.execute(tx)
  return found.rows[0]?.no
}

/** An enabled owner of goods inside the scope. */
export async function isOwner(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const row = await scoped(tx, actor, 'company')
    .select('id')
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where(sql<boolean>`roles @> '{owner}'::text[]`)
    .executeTakeFirst()
  return row !== undefined
}

/** A category that is offered. */
export async function isCategory(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('category')
    .select('id')
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/** Names for a timeline, which shows no ids. */
export async function categoryName(tx: Tx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await tx.selectFrom('category').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}
export const zonesOf = (tx: Tx, warehouseId: number) =>
  tx.selectFrom('warehouse_zone').selectAll().where('warehouse_id', '=', warehouseId).orderBy('seq').execute()

const described = {
  warehouse: { name: 'name', page: 'wList' },
  location: { name: 'code', page: 'wLocation' },
  item: { name: 'item_no', page: 'stockNumber' },
} as const

/** What people call a record, and where it is shown. */
export async function describe(
  tx: Tx,
  table: keyof typeof described,
  id: number,
): Promise<{ name: string; link: string }> {
  const { name: column, page } = described[table]
  const found = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)} where id = ${id}`.execute(tx)
  const name = found.rows[0]?.name ?? String(id)
  return { name, link: `${pageOf(page).path}?q=${encodeURIComponent(name)}` }
}
