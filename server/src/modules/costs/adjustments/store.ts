import type { AdjustmentDirection } from '@xunyun/contract/costs/adjustments'
import { type RawBuilder, sql } from 'kysely'
import { anyId, kept, type Tx } from '../../../platform/db.ts'
import type { SeenId } from '../../../platform/scope.ts'

/** What an application ZJ adjusts. */
export type Adjustment = {
  /** Of its application. */
  readonly id: number
  readonly direction: AdjustmentDirection
  readonly waybillId: number | null
  readonly chargeId: number | null
  /** The deposit of a lost device. */
  readonly deviceId: number | null
  /** A penalty that the carrier or driver of an arrangement owes. */
  readonly arrangementId: number | null
  readonly feeItem: string
  readonly companyId: number | null
  readonly driverId: number | null
  readonly amount: string
  readonly taxRate: string | null
  readonly payments: string | null
}

export async function adjustmentsOf(tx: Tx, ids: readonly SeenId[]): Promise<Map<number, Adjustment>> {
  const { rows } = await sql<Adjustment>`${kept}
    select id, direction, waybill_id as "waybillId", charge_id as "chargeId", device_id as "deviceId", arrangement_id as "arrangementId", fee_item as "feeItem", company_id as "companyId",
      driver_id as "driverId", amount, tax_rate as "taxRate", payments from adjustment where id = ${anyId(ids)}`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Under review from now on, with what the item came to, or no longer: a part of a statement. One at a time for an item of a party. */
export const opened = (all: readonly { readonly id: number; readonly before: string }[]): RawBuilder<unknown> => sql`
  open_adjustment as (update adjustment d set open = true, before = n.before
    from json_to_recordset(${JSON.stringify(all)}::json) as n(id bigint, before numeric) where d.id = n.id)`
export const closed = (ids: readonly number[]): RawBuilder<unknown> => sql`
  closed_adjustment as (update adjustment d set open = false
    from json_to_recordset(${JSON.stringify(ids.map((id) => ({ id })))}::json) as n(id bigint) where d.id = n.id)`
