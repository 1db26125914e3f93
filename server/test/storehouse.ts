import type { Actor } from '../src/platform/actor.ts'
import { type FullDb, openDb, openPool, owned } from '../src/platform/db.ts'
import { searchText } from '../src/platform/search.ts'
import { freshDatabase, quiet } from './database.ts'

/** A warehouse with one storage zone, its locations, and who works there: the ground under the tests of stock. */
export type Storehouse = {
  db: FullDb
  keeper: Actor
  outletId: number
  ownerId: number
  warehouseId: number
  zoneId: number
  /** Ids of locations, all in one zone: A-01-01, A-01-02 … */
  locations: number[]
  /** An item of the owner with a batch. */
  item(itemNo: string, more?: ItemMore): Promise<{ itemId: number; batchId: number }>
}
type ItemMore = { serial_controlled?: boolean; owner_id?: number; min_stock?: string; expiry?: string }

/** A storehouse on a database of its own, for tests of the ledger alone. */
export async function openStorehouse(locations = 4): Promise<Storehouse & { close(): Promise<void> }> {
  const database = await freshDatabase()
  const pool = quiet(openPool(database.url, 20))
  const db = owned(openDb(pool))
  return {
    ...(await furnish(db, 'HZ1', locations)),
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

/** Puts a warehouse into a database; each has its own outlet, owner and keeper. */
export async function furnish(db: FullDb, code: string, locations = 4): Promise<Storehouse> {
  const company = async (name: string, roles: string[]) =>
    (
      await db
        .insertInto('company')
        .values({ code: name, name, short_name: name, search: searchText([name]), roles })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const outletId = await company(`OUT-${code}`, ['own'])
  const ownerId = await company(`OWN-${code}`, ['owner', 'customer'])
  const { id: userId } = await db
    .insertInto('app_user')
    .values({ account: `keeper-${code}`, name: '仓管员', scope: 'all', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: warehouseId } = await db
    .insertInto('warehouse')
    .values({
      outlet_id: outletId,
      code,
      name: `${code} 仓`,
      second_check: false,
      blind_count: true,
      weight_tolerance: '5',
      near_expiry_days: 30,
      search: searchText([code]),
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
    outletId,
    ownerId,
    warehouseId,
    zoneId,
    keeper: {
      userId,
      account: `keeper-${code}`,
      name: '仓管员',
      sessionId: 0,
      outletId: null,
      scope: { kind: 'all' },
      warehouses: null,
      rights: new Map(),
      mustChangePassword: false,
      language: 'zh',
    },
    locations: placed.map(({ id }) => id),
    async item(itemNo, { expiry, ...more } = {}) {
      const { id: itemId } = await db
        .insertInto('item')
        .values({
          owner_id: ownerId,
          item_no: itemNo,
          name: itemNo,
          barcodes: [],
          base_unit: 'piece',
          temp_class: 'normal',
          search: searchText([itemNo]),
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: batchId } = await db
        .insertInto('batch')
        .values({ item_id: itemId, inbound: '2026-01-01', expiry: expiry ?? null })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { itemId, batchId }
    },
  }
}
