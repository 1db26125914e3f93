import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import type { RowReader } from '../../../platform/import/rows.ts'
import { scoped } from '../../../platform/scope.ts'

/** What a cell of an import file means in a warehouse; what is not known is refused at its cell. */

/** A warehouse in scope by its code or name. */
export async function warehouseNamed(tx: Tx, actor: Actor, row: RowReader): Promise<number | undefined> {
  const name = row.given('warehouse')
  if (name === undefined) return undefined
  const found = await scoped(tx, actor, 'warehouse')
    .select('id')
    .where((eb) => eb.or([eb('code', '=', name.toUpperCase()), eb('name', '=', name)]))
    .executeTakeFirst()
  if (found === undefined) row.refuse('warehouse', 'imports.unknownName', { name })
  return found?.id
}

/** An item of the owner by its number, with its base unit; of an owner that was refused already nothing more is said. */
export async function itemNamed(
  tx: Tx,
  actor: Actor,
  row: RowReader,
  ownerId: number | undefined,
  key = 'itemNo',
): Promise<{ id: number; baseUnit: string } | undefined> {
  const name = row.given(key)
  if (name === undefined) return undefined
  if (ownerId === undefined) return { id: 1, baseUnit: 'piece' }
  const found = await scoped(tx, actor, 'item')
    .select(['id', 'base_unit as baseUnit'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`lower(item_no) = lower(${name})`)
    .executeTakeFirst()
  if (found === undefined) row.refuse(key, 'imports.unknownName', { name })
  return found
}
