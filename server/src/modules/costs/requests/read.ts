import type { PayPart, ShareMethod } from '@xunyun/contract/costs/lines'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import type { StoredStep } from '../../../platform/schema.prices.ts'
import { type CarriedWaybill, type Carrying, carrying, isGone } from '../lines/carried.ts'
import { type Basis, basisOf } from '../lines/shares.ts'

/** A cost line as its application holds it. */
export type RequestLine = {
  readonly id: number
  readonly applicationId: number
  readonly kind: 'car' | 'special' | 'courier' | 'expense' | 'claim'
  readonly arrangementId: number | null
  readonly vehicleId: number | null
  readonly outletId: number
  readonly feeItem: string
  readonly companyId: number | null
  readonly driverId: number | null
  readonly amount: string
  readonly taxRate: string | null
  readonly payPart: PayPart | null
  readonly quoted: string | null
  readonly isGone: boolean
  readonly shareMethod: ShareMethod | null
  readonly steps: StoredStep[]
  /** Of an expense or a claim for waybills: whole ones, in the order they were named. */
  readonly waybills: readonly CarriedWaybill[]
}

/** What a line is shared by. */
export type SharedLine = Pick<RequestLine, 'arrangementId' | 'amount' | 'shareMethod' | 'waybills'>

/** Those of some applications, in the order of the applications, of what they are of, and their own. */
export async function requestLines(tx: Tx, applicationIds: readonly number[]): Promise<RequestLine[]> {
  const found = await sql<RequestLine>`
    select l.id, l.application_id as "applicationId", l.kind, l.arrangement_id as "arrangementId", l.vehicle_id as "vehicleId", l.outlet_id as "outletId", l.fee_item as "feeItem",
      l.company_id as "companyId", l.driver_id as "driverId", l.amount, l.tax_rate as "taxRate", l.pay_part as "payPart", l.quoted, ${isGone} as "isGone",
      l.share_method as "shareMethod", l.explanation as steps, coalesce((
        select json_agg(json_build_object('waybillId', w.id, 'waybillNo', w.waybill_no, 'pieces', w.pieces, 'of', w.pieces, 'weight', w.weight::text,
          'volume', w.volume::text, 'chargeWeight', w.charge_weight::text, 'receivable', w.receivable::text, 'cost', w.cost::text, 'approved', (
            select coalesce(sum(h.amount), 0)::text from charge h where h.waybill_id = w.id and h.direction = 'receivable' and h.approved))
          order by n.seq)
        -- unscoped: of an application that was reached in scope
        from cost_line_waybill n join waybill w on w.id = n.waybill_id where n.cost_line_id = l.id), '[]') as waybills
    from cost_line l where l.application_id = any(${[...applicationIds]}::bigint[])
    order by l.application_id, l.arrangement_id, l.seq, l.id`.execute(tx)
  return found.rows
}

/** The arrangements that the lines are of; `lock` for a command. */
export async function arrangementsOf(
  tx: Tx,
  lines: readonly Pick<RequestLine, 'arrangementId'>[],
  lock = false,
): Promise<ReadonlyMap<number, Carrying>> {
  const ids = [...new Set(lines.flatMap(({ arrangementId }) => arrangementId ?? []))]
  return ids.length === 0 ? new Map() : carrying(tx, sql`a.id = any(${ids}::bigint[])`, lock)
}

/** What a line is shared by: its arrangement's cargo and method, its waybills, or nothing. */
export function basisOfLine(line: SharedLine, arrangement: Carrying | undefined): Basis[] {
  if (arrangement === undefined)
    return basisOf({ method: line.shareMethod ?? 'chargeWeight', weights: [] }, line.waybills)
  return basisOf(
    { method: arrangement.method ?? line.shareMethod ?? 'chargeWeight', weights: arrangement.weights },
    arrangement.waybills,
  )
}

/** Locks the waybills that will bear something, in the order of their ids. */
export async function lockShared(
  tx: Tx,
  lines: readonly RequestLine[],
  all: ReadonlyMap<number, Carrying>,
): Promise<void> {
  const ids = new Set([
    ...lines.flatMap(({ waybills }) => waybills.map(({ waybillId }) => waybillId)),
    ...[...all.values()].flatMap(({ waybills }) => waybills.map(({ waybillId }) => waybillId)),
  ])
  // unscoped: only locked; the application was reached in scope
  await sql`select id from waybill where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(tx)
}
