import type { SignedReceiptState, SignedReceiptStep } from '@xunyun/contract/signedReceipts/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { inScope } from '../../platform/scope.ts'
import type { ReceiptFacts } from './rules.ts'

export type Locked = ReceiptFacts & {
  id: number
  receiptNo: string
  waybillId: number
  customerId: number | null
  placeName: string | null
  beforeAbnormal: SignedReceiptState | null
  beforeLost: SignedReceiptState | null
  receivedAt: string | null
  isClosed: boolean
  version: number
}

/** Whoever sees no waybills sees the receipts of what he drove and nothing else: a driver (T2). */
export const seesOnlyOwn = (actor: Actor): boolean =>
  !may(actor, 'allWayBill', 'browse') && !may(actor, 'receiptList', 'approve')

/** Whether the receipt of a waybill `w` is the actor's to see. */
export const isToSee = (actor: Actor): RawBuilder<SqlBool> =>
  seesOnlyOwn(actor)
    ? sql<SqlBool>`(${inScope(actor, 'waybill', 'w')} and exists (select from arrangement_line l
        -- unscoped: the trips that he drives
        join arrangement a on a.id = l.arrangement_id join driver d on d.id = a.driver_id
        where l.waybill_id = w.id and d.user_id = ${actor.userId} and not d.is_deleted and a.state <> 'new' and a.phase <> 'cancelled'))`
    : sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`

/** Receipts that are the actor's to see, locked after their waybills, as a signing locks them. */
async function lock(tx: Tx, actor: Actor, which: RawBuilder<SqlBool>): Promise<Locked[]> {
  const { rows } = await sql<Locked>`${kept}
    select x.id, x.receipt_no as "receiptNo", w.id as "waybillId", w.waybill_no as "waybillNo", x.state, w.receipt_requirement as requirement,
      w.state as "waybillState", x.signed_at as "signedAt", w.outlet_id as "ownOutletId", oo.short_name as "ownOutlet", x.outlet_id as "placeId",
      (select p.short_name from company p where p.id = x.outlet_id) as "placeName", x.recovered_outlet_id as "recoveredId", w.customer_id as "customerId",
      x.before_abnormal as "beforeAbnormal", x.before_lost as "beforeLost", x.received_at as "receivedAt", x.done_act_id is not null as "bySigning",
      w.closed_at is not null as "isClosed", x.version
    -- unscoped: the scope stands in the condition, outlets lend their names
    from waybill w join signed_receipt x on x.waybill_id = w.id join company oo on oo.id = w.outlet_id
    where ${which} and not x.is_deleted and not w.is_deleted and ${isToSee(actor)} order by w.id for update of w, x`.execute(
    tx,
  )
  return rows
}

export const lockReceipts = async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Locked>> =>
  new Map((await lock(tx, actor, sql<SqlBool>`x.id = ${anyId(ids)}`)).map((row) => [row.id, row]))

/** YD26112600001-003 is a piece of a waybill: its receipt is the waybill's. */
const waybillOf = (code: string): string => code.replace(/-\d{3,}$/, '')

/** By what was scanned: its own number, or its waybill's. */
export async function lockScanned(tx: Tx, actor: Actor, scanned: string): Promise<Locked | undefined> {
  const code = scanned.trim().toUpperCase()
  const [receipt] = await lock(
    tx,
    actor,
    // unscoped: the scope stands in the condition
    sql<SqlBool>`x.id in (select r.id from signed_receipt r where r.receipt_no = ${code}
      union all select r.id from signed_receipt r join waybill v on v.id = r.waybill_id where v.waybill_no = ${waybillOf(code)} and not v.is_deleted
        and not r.is_deleted)`,
  )
  return receipt
}

export type Parcel = {
  readonly expressCompany?: string | undefined
  readonly expressNo?: string | undefined
  readonly arrangementNo?: string | undefined
}
type BatchKey = {
  readonly kind: 'send' | 'return'
  readonly roundId: string
  readonly fromOutletId: number
  readonly toOutletId: number | null
  readonly customerId: number | null
}
export type Batch = { readonly id: number; readonly batchNo: string }

/** The batch of a sitting that goes from here to there; the first paper begins it. */
export async function batchFor(
  tx: Tx,
  actor: Actor,
  numbering: Numbering,
  key: BatchKey,
  { expressCompany, expressNo, arrangementNo }: Parcel,
): Promise<Batch> {
  const find = async () => {
    const { rows } = await sql<Batch>`${kept} select id, batch_no as "batchNo" from signed_receipt_batch
      where round_id = ${key.roundId}::uuid and kind = ${key.kind} and from_outlet_id = ${key.fromOutletId}
        and to_outlet_id is not distinct from ${key.toOutletId}::bigint and customer_id is not distinct from ${key.customerId}::bigint`.execute(
      tx,
    )
    return rows[0]
  }
  const found = await find()
  if (found !== undefined) return found
  const [batchNo] = await numbering.next('HJ')
  await tx
    .insertInto('signed_receipt_batch')
    .values({
      batch_no: batchNo as string,
      kind: key.kind,
      round_id: key.roundId,
      from_outlet_id: key.fromOutletId,
      to_outlet_id: key.toOutletId,
      customer_id: key.customerId,
      express_company: expressCompany ?? null,
      express_no: expressNo ?? null,
      arrangement_no: arrangementNo ?? null,
      created_at: clock.iso(),
      created_by: actor.userId,
    })
    // Two scanners of one sitting may begin it at once.
    .onConflict((oc) => oc.constraint('signed_receipt_batch__round').doNothing())
    .execute()
  const made = await find()
  if (made === undefined) throw new Error('a batch that was just begun is not there')
  return made
}

/** What it was sent or returned in by a step. */
export async function batchOf(tx: Tx, receiptId: number, step: SignedReceiptStep): Promise<Batch | null> {
  const { rows } = await sql<Batch>`select b.id, b.batch_no as "batchNo" from signed_receipt x
    join signed_receipt_batch b on b.id = case ${step} when 'send' then x.send_batch_id when 'giveBack' then x.return_batch_id end
    where x.id = ${receiptId}`.execute(tx)
  return rows[0] ?? null
}

/** What a sitting sent off, for its lists. */
export async function batchesOf(tx: Tx, roundId: string): Promise<Batch[]> {
  const { rows } = await sql<Batch>`select b.id, b.batch_no as "batchNo" from signed_receipt_batch b
    where b.round_id = ${roundId}::uuid and exists (select from signed_receipt x where b.id in (x.send_batch_id, x.return_batch_id))
    order by b.id`.execute(tx)
  return rows
}
