import type { Actor } from '../src/platform/actor.ts'
import { type FullDb, openDb, openPool, owned } from '../src/platform/db.ts'
import { freshDatabase, quiet } from './database.ts'

/** A database with a warehouse, its locations and an owner's goods: the ground under the stock ledger's tests. */
export type Storehouse = {
  db: FullDb
  keeper: Actor
  warehouseId: number
  ownerId: number
  /** Ids of locations, all in one zone. */
  locations: number[]
  /** An item with a batch. */
  item(itemNo: string, controls?: { serial_controlled?: boolean }): Promise<{ itemId: number; batchId: number }>
  close(): Promise<void>
}

export async function openStorehouse(locations = 4): Promise<Storehouse> {
  const database = await freshDatabase()
  const pool = quiet(openPool(database.url, 20))
  const db = owned(openDb(pool))
  const company = async (code: string, roles: string[]) =>
    (
      await db
        .insertInto('company')
        .values({ code, name: code, short_name: code, search: code, roles })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const outletId = await company('OUT', ['own'])
  const ownerId = await company('OWN', ['owner', 'customer'])
  const { id: userId } = await db
    .insertInto('app_user')
    .values({ account: 'keeper', name: '仓管员', scope: 'all', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: warehouseId } = await db
    .insertInto('warehouse')
    .values({
      outlet_id: outletId,
      code: 'HZ1',
      name: '杭州一号仓',
      second_check: false,
      blind_count: true,
      weight_tolerance: '5',
      near_expiry_days: 30,
      search: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: zoneId } = await db
    .insertInto('warehouse_zone')
    .values({
      warehouse_id: warehouseId,
      seq: 1,
      code: 'A',
      name: '存储区',
      type: 'store',
      sellable: true,
      temp_class: 'normal',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const placed = await db
    .insertInto('location')
    .values(
      Array.from({ length: locations }, (_, index) => ({
        warehouse_id: warehouseId,
        zone_id: zoneId,
        code: `A-01-${String(index + 1).padStart(2, '0')}`,
      })),
    )
    .returning('id')
    .execute()
  return {
    db,
    keeper: {
      userId,
      account: 'keeper',
      name: '仓管员',
      sessionId: 0,
      outletId: null,
      scope: { kind: 'all' },
      warehouses: null,
      rights: new Map(),
      mustChangePassword: false,
      language: 'zh',
    },
    warehouseId,
    ownerId,
    locations: placed.map(({ id }) => id),
    async item(itemNo, controls = {}) {
      const { id: itemId } = await db
        .insertInto('item')
        .values({
          owner_id: ownerId,
          item_no: itemNo,
          name: itemNo,
          barcodes: [],
          base_unit: 'piece',
          temp_class: 'normal',
          search: itemNo,
          ...controls,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: batchId } = await db
        .insertInto('batch')
        .values({ item_id: itemId, inbound: '2026-01-01' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { itemId, batchId }
    },
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}
