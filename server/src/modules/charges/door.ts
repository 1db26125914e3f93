import { sql } from 'kysely'
import { kept, type Tx } from '../../platform/db.ts'
import type { Part } from './part.ts'
import { pricedSources } from './priced.ts'

/** What is paid at the door or at the counter (M4): 到付 and 现付 are owed from the moment they are taken, agreed or not. */

export type DoorMethod = 'collect' | 'prepaid'

/** What is open of a waybill's charges of this way, owed from now on: the caller takes it. Of a credit less than nothing. */
export async function oweAtDoor(tx: Tx, waybillId: number, method: DoorMethod): Promise<Part[]> {
  await sql`${kept} update charge set state = 'owed' where waybill_id = ${waybillId} and direction = 'receivable' and pay_method = ${method}
    and state = 'draft' and amount <> settled`.execute(tx)
  const open = await sql<Part>`${kept} select id as "chargeId", (amount - settled)::text as amount from charge
    where waybill_id = ${waybillId} and direction = 'receivable' and pay_method = ${method} and state = 'owed' and amount <> settled order by id`.execute(
    tx,
  )
  return open.rows
}

/** Charges that money coming or going settles at once are owed from then on, agreed or not: COD fees. */
export async function oweCharges(tx: Tx, chargeIds: readonly number[]): Promise<void> {
  await sql`update charge set state = 'owed' where id = any(${[...chargeIds]}::bigint[]) and state = 'draft' and amount <> settled`.execute(
    tx,
  )
}

/** What was taken was given back or never came: as agreed or not as the price is. What stands on a statement that was sent stays owed (M3). */
export async function freeAtDoor(tx: Tx, chargeIds: readonly number[]): Promise<void> {
  // unscoped: the caller has locked the waybill
  await sql`update charge h set state = 'draft' from waybill w
    where h.id = any(${[...chargeIds]}::bigint[]) and w.id = h.waybill_id and h.source in ${pricedSources} and h.adjusts_id is null
      and h.state = 'owed' and h.settled = 0 and h.applied = 0 and not h.stated and w.price_state <> 'confirmed'`.execute(
    tx,
  )
}

/** The customer pays what the consignee was to pay and no price makes: adjustments of it. */
export async function passAdjustments(tx: Tx, waybillId: number, customerId: number): Promise<void> {
  await sql`update charge set payer = 'customer', company_id = ${customerId}, pay_method = 'monthly'
    where waybill_id = ${waybillId} and direction = 'receivable' and pay_method = 'collect' and source not in ${pricedSources}
      and settled = 0 and applied = 0 and not stated`.execute(tx)
}

/** The closed month of one of them, which stays as it is (M60); null: of none. */
export async function monthOfAdjustments(tx: Tx, waybillId: number): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`select to_char(max(day), 'YYYY-MM') as month from charge
    where waybill_id = ${waybillId} and direction = 'receivable' and pay_method = 'collect' and source not in ${pricedSources}
      and settled = 0 and day <= (select closed_until())`.execute(tx)
  return rows[0]?.month ?? null
}
