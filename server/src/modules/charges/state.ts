import type { StatementDirection } from '@xunyun/contract/statements/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { anyId, type Tx } from '../../platform/db.ts'

/**
 * What stands on statements (M53): a receivable that its customer owes, or a payable of a company, stands on one live statement, and is held
 * once that was sent (M3). What a party of the waybill pays is on none (M4).
 */

/** Of a company's, at the outlets that one of ours bills for, what stands on no statement yet; up to a day. */
type Unstated = {
  readonly companyId: number
  readonly outletIds: readonly number[]
  readonly direction: StatementDirection
  readonly toDay: string
}
/** The condition on a charge `h`, in SQL, for whoever counts them before. */
export const isUnstated = (direction: StatementDirection): RawBuilder<SqlBool> =>
  direction === 'receivable'
    ? sql<SqlBool>`h.direction = 'receivable' and h.state = 'owed' and h.payer = 'customer' and h.statement_id is null and h.amount <> 0`
    : sql<SqlBool>`h.direction = 'payable' and h.state = 'owed' and h.statement_id is null and h.amount <> 0`

/** Puts them on a draft, and answers how many. */
export async function stateCharges(
  tx: Tx,
  statementId: number,
  { companyId, outletIds, direction, toDay }: Unstated,
): Promise<number> {
  const put = await sql`update charge h set statement_id = ${statementId} where ${isUnstated(direction)}
    and h.company_id = ${companyId} and h.outlet_id = ${anyId(outletIds)} and h.day <= ${toDay}::date`.execute(tx)
  return Number(put.numAffectedRows ?? 0)
}

/** Puts these on a statement that was sent: held from now on. */
export async function stateMore(
  tx: Tx,
  statementId: number,
  direction: StatementDirection,
  chargeIds: readonly number[],
): Promise<void> {
  await sql`update charge h set statement_id = ${statementId}, stated = true where ${isUnstated(direction)} and h.id = any(${[...chargeIds]}::bigint[])`.execute(
    tx,
  )
}

/** It is sent: what stands on it is held. */
export async function holdStated(tx: Tx, statementId: number): Promise<void> {
  await sql`update charge set stated = true where statement_id = ${statementId} and not stated`.execute(tx)
}

/** It is void, or drafted anew: what stood on it may stand on another. Answers what was held by it. */
export async function unstateCharges(tx: Tx, statementId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; held: boolean }>`
    with was as (select id, stated from charge where statement_id = ${statementId})
    update charge h set statement_id = null, stated = false from was where h.id = was.id returning h.id, was.stated as held`.execute(
    tx,
  )
  return rows.filter(({ held }) => held).map(({ id }) => id)
}
