import type { ShareMethod } from '@xunyun/contract/costs/lines'
import type { ArrangementKind } from '@xunyun/contract/dispatch/states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'

/** How an outlet shared the last costs of a kind; else by chargeable weight. What was typed for one arrangement is nobody's habit. */
export async function defaultMethod(tx: Tx, outletId: number, kind: ArrangementKind): Promise<ShareMethod> {
  const found = await sql<{ method: ShareMethod }>`
    -- unscoped: the outlet's own habit
    select c.share_method as method from arrangement_cost c join arrangement a on a.id = c.arrangement_id
    where a.outlet_id = ${outletId} and a.kind = ${kind} and c.share_method <> 'manual' order by c.updated_at desc limit 1`.execute(
    tx,
  )
  return found.rows[0]?.method ?? 'chargeWeight'
}
