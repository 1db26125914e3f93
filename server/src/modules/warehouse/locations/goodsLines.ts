import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { badField } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'

export type OwnedItem = { id: number; itemNo: string; units: Map<string, string>; baseUnit: string }

/** The enabled items of an owner among these, with their units → base units in one. */
export async function itemsOf(tx: Tx, ownerId: number, ids: readonly number[]): Promise<Map<number, OwnedItem>> {
  const found = await sql<{
    id: number
    itemNo: string
    baseUnit: string
    packs: { unit: string; ratio: string }[]
  }>`${kept}
    select i.id, i.item_no as "itemNo", i.base_unit as "baseUnit",
      coalesce((select jsonb_agg(jsonb_build_object('unit', k.unit, 'ratio', k.ratio::text)) from item_pack k where k.item_id = i.id), '[]') as packs
    -- unscoped: items of an owner that was found inside the scope
    from item i where i.id = any(${[...ids]}::bigint[]) and i.owner_id = ${ownerId} and i.enabled and not i.is_deleted`.execute(
    tx,
  )
  return new Map(
    found.rows.map(({ packs, ...item }) => [
      item.id,
      { ...item, units: new Map([[item.baseUnit, '1'], ...packs.map(({ unit, ratio }) => [unit, ratio] as const)]) },
    ]),
  )
}

/** The warehouse is one that the actor works in, the owner inside the scope. */
export async function checkWarehouseAndOwner(
  tx: Tx,
  actor: Actor,
  input: { warehouseId: number; ownerId: number },
): Promise<{ ownerName: string }> {
  const warehouse = await scoped(tx, actor, 'warehouse')
    .modifyFront(kept)
    .select('id')
    .where('id', '=', input.warehouseId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (warehouse === undefined) throw badField('warehouseId', 'field.choice')
  const owner = await scoped(tx, actor, 'company')
    .modifyFront(kept)
    .select('name')
    .where('id', '=', input.ownerId)
    .where('enabled', '=', true)
    .where(sql<boolean>`roles @> '{owner}'::text[]`)
    .executeTakeFirst()
  if (owner === undefined) throw badField('ownerId', 'warehouse.ownerRole')
  return { ownerName: owner.name }
}
