import { owned, type Tx } from '../../../platform/db.ts'
import { badField } from '../../../platform/refusal.ts'

/** Which warehouses a user works in: all that the scope has, or chosen ones (domain §1). */
export type Assigned = { readonly all: boolean; readonly ids: readonly number[] }

/** How all of them are written in a timeline, which has names else. */
const everyWarehouse = '*'

export async function warehousesOf(tx: Tx, userId: number): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('user_warehouse')
    .select('warehouse_id')
    .where('user_id', '=', userId)
    .orderBy('warehouse_id')
    .execute()
  return rows.map((row) => row.warehouse_id)
}

export async function namesOfWarehouses(tx: Tx, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  // unscoped: names of what a user is assigned to, for whoever manages users
  const rows = await owned(tx)
    .selectFrom('warehouse')
    .select('name')
    .where('id', 'in', [...ids])
    .orderBy('code')
    .execute()
  return rows.map(({ name }) => name)
}

export const assignedInWords = async (tx: Tx, { all, ids }: Assigned): Promise<string> =>
  all ? everyWarehouse : (await namesOfWarehouses(tx, ids)).join(', ')

/** What was asked for, where nothing is said as it was; chosen ones are there and at least one. */
export async function assignedBy(
  tx: Tx,
  input: { allWarehouses?: boolean | undefined; warehouses?: readonly number[] | undefined },
  before: Assigned,
): Promise<Assigned> {
  const all = input.allWarehouses ?? before.all
  if (all) return { all, ids: [] }
  const ids = [...new Set(input.warehouses ?? before.ids)]
  if (ids.length === 0) throw badField('warehouses', 'field.required')
  // unscoped: which warehouses there are is no matter of the manager's own
  const known = await owned(tx)
    .selectFrom('warehouse')
    .select('id')
    .where('id', 'in', ids)
    .where('is_deleted', '=', false)
    .execute()
  if (known.length !== ids.length) throw badField('warehouses', 'field.choice')
  return { all, ids }
}

export async function writeAssigned(tx: Tx, userId: number, { ids }: Assigned): Promise<void> {
  await tx.deleteFrom('user_warehouse').where('user_id', '=', userId).execute()
  if (ids.length > 0)
    await tx
      .insertInto('user_warehouse')
      .values(ids.map((warehouseId) => ({ user_id: userId, warehouse_id: warehouseId })))
      .execute()
}
