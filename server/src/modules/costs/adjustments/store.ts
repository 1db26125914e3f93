import type { AdjustmentDirection } from '@xunyun/contract/costs/adjustments'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { SeenId } from '../../../platform/scope.ts'

/** What an application ZJ adjusts. */
export type Adjustment = {
  readonly direction: AdjustmentDirection
  readonly waybillId: number | null
  readonly chargeId: number | null
  /** The deposit of a lost device. */
  readonly deviceId: number | null
  readonly feeItem: string
  readonly companyId: number | null
  readonly driverId: number | null
  readonly amount: string
  readonly taxRate: string | null
  readonly payments: string | null
}

export async function adjustmentOf(tx: Tx, id: SeenId): Promise<Adjustment> {
  const found = await sql<Adjustment>`
    select direction, waybill_id as "waybillId", charge_id as "chargeId", device_id as "deviceId", fee_item as "feeItem", company_id as "companyId",
      driver_id as "driverId", amount, tax_rate as "taxRate", payments from adjustment where id = ${id}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  return row
}

/** Under review from now on, or no longer; one at a time for an item of a party. */
export async function setOpen(tx: Tx, id: SeenId, open: boolean, before?: string): Promise<void> {
  await tx
    .updateTable('adjustment')
    .set({ open, ...(before === undefined ? {} : { before }) })
    .where('id', '=', id)
    .execute()
}
