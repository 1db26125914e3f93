import type { UsedBy } from '@xunyun/contract/usedBy'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Tx } from './db.ts'
import { Refusal } from './refusal.ts'
import type { DB, OwnedTable } from './schema.ts'
import { inScope, scopedTables } from './scope.ts'

/** How the records of a table are named. Rows of a document go by the document `of` that their column `by` leads to. */
type Named = { readonly what: UsedBy; readonly of?: keyof DB; readonly by?: string; readonly no?: string }

/** `no`: what people call the record `d`, in SQL; without it the kind is said alone. */
const named = {
  abnormal: { what: 'abnormal', of: 'waybill', by: 'waybill_id', no: 'd.waybill_no' },
  adjustment: { what: 'application', of: 'application', by: 'id', no: 'd.no' },
  app_user: { what: 'user', no: 'd.name' },
  arrangement: { what: 'arrangement', no: 'd.arrangement_no' },
  arrangement_stop: { what: 'arrangement', of: 'arrangement', by: 'arrangement_id', no: 'd.arrangement_no' },
  cash_account: { what: 'cashAccount', no: 'd.name' },
  company: { what: 'company', no: 'd.name' },
  complaint: { what: 'complaint', no: 'd.complaint_no' },
  contact: { what: 'contact', no: 'd.name' },
  cost_line: { what: 'cost' },
  driver: { what: 'driver', no: 'd.name' },
  gps_binding: { what: 'device', of: 'gps_device', by: 'device_id', no: 'd.device_no' },
  gps_device: { what: 'device', no: 'd.device_no' },
  inbound_line: { what: 'inboundNotice', of: 'inbound_notice', by: 'notice_id', no: 'd.notice_no' },
  inbound_notice: { what: 'inboundNotice', no: 'd.notice_no' },
  invoice: { what: 'invoice', no: 'd.no' },
  invoice_profile: { what: 'invoiceProfile', no: 'd.title' },
  item: { what: 'item', no: 'd.item_no' },
  kit: { what: 'kit', of: 'item', by: 'item_id', no: 'd.item_no' },
  kit_line: { what: 'kit', of: 'kit', by: 'kit_id', no: '(select i.item_no from item i where i.id = d.item_id)' },
  kit_order: { what: 'kitOrder', no: 'd.order_no' },
  kit_order_line: { what: 'kitOrder', of: 'kit_order', by: 'order_id', no: 'd.order_no' },
  location: { what: 'location', no: 'd.code' },
  outbound_line: { what: 'outboundNotice', of: 'outbound_notice', by: 'notice_id', no: 'd.notice_no' },
  outbound_notice: { what: 'outboundNotice', no: 'd.notice_no' },
  payment: { what: 'payment', no: 'd.no' },
  position_token: { what: 'device' },
  phone_order: { what: 'phoneOrder', no: 'd.order_no' },
  statement: { what: 'statement', no: 'd.no' },
  signed_receipt: { what: 'waybill', of: 'waybill', by: 'waybill_id', no: 'd.waybill_no' },
  stock: { what: 'stock' },
  stock_posting: { what: 'stockPosting', no: 'd.doc_no' },
  user_company: { what: 'user', of: 'app_user', by: 'user_id', no: 'd.name' },
  vehicle: { what: 'vehicle', no: 'd.plate_no' },
  warehouse: { what: 'warehouse', no: 'd.name' },
  waybill: { what: 'waybill', no: 'd.waybill_no' },
  waybill_outlet: { what: 'waybill', of: 'waybill', by: 'waybill_id', no: 'd.waybill_no' },
} as const satisfies Partial<Record<keyof DB, Named>>

/** A column that refers to records of a kind; `live`: which of its rows count, in SQL. */
export type Reference = { readonly table: keyof typeof named; readonly column: string; readonly live?: string }

const isScoped = (table: keyof DB): table is OwnedTable => (scopedTables as readonly string[]).includes(table)

/**
 * What uses a record: the first that is found, of any scope, for what holds it up need not be the actor's; its number is
 * said where the actor may see it.
 */
export async function inUse(
  tx: Tx,
  actor: Actor,
  references: readonly Reference[],
  id: number,
): Promise<{ usedBy: UsedBy; no: string } | undefined> {
  const parts = references.map(({ table, column, live = 'true' }): RawBuilder<unknown> => {
    const { what, of = table, by = 'id', no }: Named = named[table]
    const row = sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${sql.raw(live)} limit 1`
    if (no === undefined) return sql`(select ${what}::text as "usedBy", '' as no from (${row}) r)`
    const isMine = isScoped(of) ? inScope(actor, of, 'd') : sql`true`
    return sql`(select ${what}::text as "usedBy", case when ${isMine} then ${sql.raw(no)} else '' end as no
      from (${row}) r join ${sql.table(of)} d on d.id = ${sql.ref(`r.${by}`)})`
  })
  const found = await sql<{ usedBy: UsedBy; no: string }>`${sql.join(parts, sql` union all `)} limit 1`.execute(tx)
  return found.rows[0]
}

/** Why a record can't be deleted, if anything uses it. */
export async function refusalOfUse(
  tx: Tx,
  actor: Actor,
  references: readonly Reference[],
  { id, name }: { readonly id: number; readonly name: string },
): Promise<Refusal | undefined> {
  const use = await inUse(tx, actor, references, id)
  return use === undefined ? undefined : new Refusal('kernel.inUse', { name, ...use })
}
