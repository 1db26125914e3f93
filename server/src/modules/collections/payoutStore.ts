import { type CodPayoutAction, type CodPayoutState, codPayoutLifecycle } from '@xunyun/contract/collections/states'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { sql } from 'kysely'
import { type Actor, mayAny } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockingSeen, type SeenId } from '../../platform/scope.ts'

/** Rows of payouts of COD and their lines. */

const locking = lockingSeen('cod_payout')
export type LockedPayout = {
  readonly id: SeenId
  readonly no: string
  readonly state: CodPayoutState
  readonly outletId: number
  readonly companyId: number | null
  readonly waybillId: number | null
  readonly cashAccountId: number
  readonly payeeAccount: string
  readonly gross: string
  readonly deducted: string
  readonly net: string
  readonly reference: string | null
  readonly reason: string | null
  readonly submittedBy: number | null
  readonly postingId: number | null
  readonly search: string
  readonly version: number
  readonly updated_at: string
  readonly updated_by: number | null
}

export async function lockPayouts(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, LockedPayout>> {
  const rows = await locking(tx, actor, ids)
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      {
        id: row.id,
        no: row.no,
        state: row.state as CodPayoutState,
        outletId: row.outlet_id,
        companyId: row.company_id,
        waybillId: row.waybill_id,
        cashAccountId: row.cash_account_id,
        payeeAccount: row.payee_account,
        gross: row.gross,
        deducted: row.deducted,
        net: row.net,
        reference: row.reference,
        reason: row.reason,
        submittedBy: row.submitted_by,
        postingId: row.posting_id,
        search: row.search,
        version: row.version,
        updated_at: row.updated_at,
        updated_by: row.updated_by,
      },
    ]),
  )
}

export function refusalOfPayout(actor: Actor, action: CodPayoutAction, { state }: LockedPayout): Refusal | undefined {
  const { right } = codPayoutLifecycle[action]
  const [first] = right
  if (!mayAny(actor, right) && first !== undefined)
    return new Refusal('kernel.forbidden', { page: first.page, kind: first.kind })
  return canStart(codPayoutLifecycle, action, state)
    ? undefined
    : new Refusal('collections.wrongPayoutState', { paymentState: state })
}

type Set = {
  readonly state: CodPayoutState
  readonly opinion?: string | null
  readonly submitted_by?: number
  readonly posting_id?: number
  readonly day?: string
  readonly reference?: string | null
  readonly search?: string
  readonly paid_at?: string
  readonly paid_by?: number
}

/** Moves one on, with an entry in its timeline. It is locked. */
export async function movePayout(
  tx: Tx,
  actor: Actor,
  payout: Pick<LockedPayout, 'id' | 'state'>,
  set: Set,
  action: string,
  said: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  await owned(tx)
    .updateTable('cod_payout')
    .set({ ...set, version: sql`version + 1`, updated_at: clock.now(), updated_by: actor.userId })
    .where('id', '=', payout.id)
    .execute()
  await recordHistory(tx, actor, 'codPayout', payout.id, action, [
    ...(set.state === payout.state ? [] : [{ field: 'state', from: payout.state, to: set.state }]),
    ...Object.entries(said).flatMap(([field, to]) => (to === null ? [] : [{ field, from: null, to }])),
  ])
}

export type PayoutLine = {
  readonly id: number
  readonly collectionId: number | null
  readonly waybillId: number | null
  readonly waybillNo: string | null
  readonly chargeId: number | null
  readonly feeItem: string | null
  readonly amount: string
}
type LineState = 'planned' | 'reserved' | 'settled' | 'freed'

export async function payoutLines(tx: Tx, payoutId: number, state: LineState): Promise<PayoutLine[]> {
  const found = await sql<PayoutLine>`
    select l.id, l.collection_id as "collectionId", c.waybill_id as "waybillId", w.waybill_no as "waybillNo", l.charge_id as "chargeId",
      h.fee_item as "feeItem", l.amount::text
    -- unscoped: of a payout that was found in scope
    from cod_payout_line l left join collection c on c.id = l.collection_id left join waybill w on w.id = c.waybill_id
    left join charge h on h.id = l.charge_id where l.payout_id = ${payoutId} and l.state = ${state} order by l.id`.execute(
    tx,
  )
  return found.rows
}

export async function setPayoutLines(tx: Tx, payoutId: number, from: LineState, to: LineState): Promise<void> {
  await sql`update cod_payout_line set state = ${to} where payout_id = ${payoutId} and state = ${from}`.execute(tx)
}
