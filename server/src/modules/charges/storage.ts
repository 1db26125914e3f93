import { type RawBuilder, sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'

/** What is owed for goods in the warehouse, whose rates reckon it: rows of `charge` without a waybill. */

/** Null: the night. */
type By = { readonly userId: number | null }

/** Ids for charges that are yet to be written, so that what they are for can share them. */
export async function drawCharges(tx: Tx, count: number): Promise<number[]> {
  const drawn = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('charge', 'id'))::bigint as id from generate_series(1, ${count})`.execute(tx)
  return drawn.rows.map(({ id }) => id)
}

/**
 * Writes charges from rows with their columns, the warehouse and the day that they are dated on, for a statement that writes what they are for
 * beside them.
 */
export const addedCharges = (by: By, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into charge (id, seq, outlet_id, day, fee_item, direction, company_id, amount, tax_rate, source, approved, adjusts_id, explanation, created_at, created_by,
    updated_at, updated_by)
  overriding system value
  -- unscoped: the outlet of a warehouse whose rates were calculated
  select id, 1, (select k.outlet_id from warehouse k where k.id = warehouse_id), dated_on, fee_item, 'receivable', customer_id, amount, tax_rate, 'storage', true, adjusts_id, explanation, ${clock.iso()}::timestamptz,
    ${by.userId}::bigint, ${clock.iso()}::timestamptz, ${by.userId}::bigint from ${rows}`

/** The same for charges that come out otherwise. */
export const changedCharges = (by: By, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update charge h set amount = r.amount, tax_rate = r.tax_rate, explanation = r.explanation, updated_at = ${clock.iso()}::timestamptz,
    updated_by = ${by.userId} from ${rows} as r where h.id = r.id`

/** What was agreed about a charge `h` of storage by 费用增减: it is no matter of rates and stays, whatever comes out. */
export const agreedBeside = sql`select b.amount from charge b where b.adjusts_id = h.id and b.source = 'adjustment' and b.state <> 'void'`
/** A charge `h` that stays as it is (M3): what comes out otherwise is beside it. So is one that was adjusted, which would leave its adjustment alone. */
export const isHeldCharge = sql<boolean>`(h.applied <> 0 or h.settled <> 0 or h.stated or coalesce(h.day <= (select closed_until()), false)
  or exists (${agreedBeside}))`

/** Nothing is owed for them any more. */
export async function waiveCharges(tx: Tx, by: By, ids: readonly number[]): Promise<void> {
  await sql`update charge set amount = 0, state = 'void', updated_at = ${clock.iso()}::timestamptz, updated_by = ${by.userId}
    where id = any(${[...ids]}::bigint[])`.execute(tx)
}
