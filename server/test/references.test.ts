import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { companyUses } from '../src/modules/companies/store.ts'
import { driverUses, vehicleUses } from '../src/modules/resources/store.ts'
import { categoryUses } from '../src/modules/system/categories/acts.ts'
import { kitUses } from '../src/modules/warehouse/kitting/store.ts'
import { locationUses } from '../src/modules/warehouse/locations/store.ts'
import { itemUses, warehouseUses } from '../src/modules/warehouse/masters/store.ts'
import { openDb, openPool } from '../src/platform/db.ts'
import type { Reference } from '../src/platform/references.ts'
import { freshDatabase, quiet } from './database.ts'

const uses: Readonly<Record<string, readonly Reference[]>> = {
  category: categoryUses,
  company: companyUses,
  driver: driverUses,
  item: itemUses,
  kit: kitUses,
  location: locationUses,
  vehicle: vehicleUses,
  warehouse: warehouseUses,
}

/** What refers to a record and does not hold it up, by the reason. */
const others: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  category: { 'what stands below it is refused with how many': ['category.parent_id'] },
  company: {
    'of a record that is in the list itself': [
      'application.company_id',
      'application.outlet_id',
      'approval.company_id',
      'approval.outlet_id',
      'charge.company_id',
      'charge.outlet_id',
      'cod_payout.company_id',
      'cod_payout.outlet_id',
      'collection.outlet_id',
      'hand_in.outlet_id',
      'cost_line.outlet_id',
      'money_posting.outlet_id',
      'payment.outlet_id',
      'put_away.owner_id',
      'signed_receipt.recovered_outlet_id',
      'statement.outlet_id',
      'statement_line.outlet_id',
      'signed_receipt_batch.customer_id',
      'signed_receipt_batch.from_outlet_id',
      'signed_receipt_batch.to_outlet_id',
      'stock_count.owner_id',
      'unpacking.owner_id',
      'warehouse_charge.customer_id',
    ],
    'figures of days that are over stay': ['open_figure.outlet_id'],
    'what was agreed ends with whom it was agreed with': [
      'print_template.customer_id',
      'quotation.customer_id',
      'service_rate.company_id',
      'transport_price.company_id',
    ],
  },
  driver: {
    'of a cost line that is in the list itself': ['adjustment.driver_id', 'application.driver_id', 'charge.driver_id'],
  },
  item: {
    'its own rows': ['item_pack.item_id', 'item_pack_past.item_id'],
    'of goods that are or were in stock, or of a line of a notice': [
      'allocation.item_id',
      'batch.item_id',
      'item_serial.item_id',
      'pick_act.item_id',
      'put_away.item_id',
      'receipt_entry.item_id',
      'stock_count_line.item_id',
      'stock_hold.item_id',
      'unpacking_line.item_id',
    ],
  },
  kit: { 'its own rows': ['kit_line.kit_id'] },
  location: {
    'of goods that are or were in stock there': [
      'allocation.location_id',
      'allocation.shelf_id',
      'carton.location_id',
      'pick_act.location_id',
      'put_away.from_location_id',
      'put_away.to_location_id',
      'receipt_entry.location_id',
      'stock_count_line.location_id',
      'stock_hold.location_id',
      'unpacking.to_location_id',
      'unpacking_line.from_location_id',
    ],
    'a plan: whoever carries it out hears that the place is gone': [
      'kit_order.to_location_id',
      'put_away.suggested_location_id',
      'stock_order_line.to_location_id',
    ],
    'an empty place that was looked at': ['stock_count_place.location_id'],
  },
  warehouse: {
    'its own rows': ['user_warehouse.warehouse_id', 'warehouse_zone.warehouse_id'],
    'of a notice, a place or a posting in it': [
      'allocation.warehouse_id',
      'carton.warehouse_id',
      'container.warehouse_id',
      'pick_task.warehouse_id',
      'put_away.warehouse_id',
      'receipt.warehouse_id',
      'shipment.warehouse_id',
      'stock_count.warehouse_id',
      'stock_order.warehouse_id',
      'unpacking.warehouse_id',
      'warehouse_charge.warehouse_id',
    ],
    'what was agreed ends with what it was agreed about': ['quotation.warehouse_id'],
  },
}

/** The columns that refer to the id of a table, as the database knows them. */
async function foreignKeys(): Promise<Map<string, string[]>> {
  const database = await freshDatabase()
  const pool = quiet(openPool(database.url))
  const { rows } = await sql<{ master: string; columns: string[] }>`
    select c.confrelid::regclass::text as master,
      array_agg(c.conrelid::regclass || '.' || a.attname order by c.conrelid::regclass::text, a.attname) as columns
    from pg_constraint c cross join unnest(c.conkey, c.confkey) as k(own, other)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other and b.attname = 'id'
    where c.contype = 'f' group by 1`.execute(openDb(pool))
  await pool.end()
  return new Map(rows.map(({ master, columns }) => [master, columns]))
}

it('every foreign key to a master record holds it up, or does not for a reason that is given', async () => {
  const keys = await foreignKeys()
  for (const [master, list] of Object.entries(uses)) {
    const listed = list.map(({ table, column }) => `${table}.${column}`)
    const excepted = Object.values(others[master] ?? {}).flat()
    expect([...new Set(listed), ...excepted].sort(), master).toEqual([...new Set(keys.get(master))].sort())
  }
})
