import { sql, type Updateable } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField } from '../../platform/refusal.ts'
import { insertTogether, type NewRow } from '../../platform/rows.ts'
import type { DB } from '../../platform/schema.ts'

/** The signed receipt (回单) of a waybill begins and ends with it; its way home is the module `signedReceipts`. */

type Wanting = { readonly id: number; readonly requirement: string; readonly copies: number }

/** What a step of its way home changes of a receipt. */
export type ReceiptColumns = Updateable<
  Omit<
    DB['signed_receipt'],
    'id' | 'receipt_no' | 'waybill_id' | 'version' | 'updated_at' | 'updated_by' | 'is_deleted'
  >
>

/** Writes a step; the caller has locked the receipt with its waybill. Answers its new version. */
export async function updateReceipt(tx: Tx, actor: Actor, id: number, columns: ReceiptColumns): Promise<number> {
  const { version } = await tx
    .updateTable('signed_receipt')
    .set({ ...columns, version: sql`version + 1`, updated_at: clock.iso(), updated_by: actor.userId })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** The rows of the receipts that these waybills ask for, to be written with them or after them. */
export async function receiptRows(
  actor: Actor,
  numbering: Numbering,
  waybills: readonly Wanting[],
  at: string,
): Promise<NewRow<'signed_receipt'>[]> {
  const wanting = waybills.filter(({ requirement }) => requirement !== 'none')
  if (wanting.length === 0) return []
  const numbers = await numbering.next('HD', wanting.length)
  return wanting.map(({ id, copies }, index) => ({
    receipt_no: numbers[index] as string,
    waybill_id: id,
    copies: Math.max(copies, 1),
    state: 'toSign',
    version: 1,
    is_deleted: false,
    created_at: at,
    created_by: actor.userId,
    updated_at: at,
    updated_by: actor.userId,
  }))
}

/** What drafts ask for, when they are placed. */
export async function wantedReceipts(tx: Tx, ids: readonly number[]): Promise<Wanting[]> {
  const { rows } = await sql<Wanting>`${kept} select id, receipt_requirement as requirement, receipt_copies as copies
    -- unscoped: drafts that the caller has locked
    from waybill where id = ${anyId(ids)} and receipt_requirement <> 'none' order by id`.execute(tx)
  return rows
}

/** 改单: a receipt that is asked for now is opened, one that no longer is goes, while the paper is still to be signed. */
export async function followRequirement(
  tx: Tx,
  actor: Actor,
  numbering: Numbering,
  waybill: Wanting,
  before: Pick<Wanting, 'requirement' | 'copies'>,
): Promise<void> {
  const { id, requirement, copies } = waybill
  if (requirement === before.requirement && copies === before.copies) return
  const receipt = await tx
    .selectFrom('signed_receipt')
    .select(['id', 'state'])
    .where('waybill_id', '=', id)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (receipt === undefined) {
    const signed_receipt = await receiptRows(actor, numbering, [waybill], clock.iso())
    if (signed_receipt.length > 0) await insertTogether(tx, { signed_receipt })
    return
  }
  const isGone = requirement === 'none'
  if (isGone && receipt.state !== 'toSign') throw badField('receiptRequirement', 'waybills.receiptUnderWay')
  await tx
    .updateTable('signed_receipt')
    .set({
      ...(isGone ? { is_deleted: true } : { copies: Math.max(copies, 1) }),
      version: sql`version + 1`,
      updated_at: clock.iso(),
      updated_by: actor.userId,
    })
    .where('id', '=', receipt.id)
    .execute()
}

/** Of waybills that are cancelled. */
export async function dropReceipts(tx: Tx, waybillIds: readonly number[]): Promise<void> {
  await sql`update signed_receipt set is_deleted = true where waybill_id = ${anyId(waybillIds)} and not is_deleted`.execute(
    tx,
  )
}

/** Something was signed; an electronic receipt is done with the signature or photos, once nothing is left to be signed. */
export async function receiptSigned(
  tx: Tx,
  actor: Actor,
  { waybillId, act, at, withPhotos }: { waybillId: number; act: number; at: string; withPhotos: boolean },
): Promise<void> {
  const now = clock.iso()
  const isDone = sql`(${withPhotos}::boolean and x.state = 'toSign' and w.receipt_requirement = 'electronic' and w.state in ('signed', 'partSigned'))`
  await sql`${kept} update signed_receipt x set signed_at = greatest(x.signed_at, ${at}::timestamptz),
      state = case when ${isDone} then 'done' else x.state end,
      done_act_id = case when ${isDone} then ${act}::bigint end,
      done_at = case when ${isDone} then ${now}::timestamptz else x.done_at end,
      done_by = case when ${isDone} then ${actor.userId}::bigint else x.done_by end,
      version = x.version + 1, updated_at = ${now}::timestamptz
    -- unscoped: the waybill that is signed
    from waybill w where w.id = x.waybill_id and x.waybill_id = ${waybillId}::bigint and not x.is_deleted`.execute(tx)
}

/** The signings of an act were taken back, and with them what they completed. */
export async function receiptUnsigned(tx: Tx, act: number): Promise<void> {
  await sql`${kept} update signed_receipt x set
      signed_at = (select max(s.signed_at) from signing s where s.waybill_id = x.waybill_id and s.signed > 0 and not s.undone),
      state = case when x.done_act_id = ${act}::bigint then 'toSign' else x.state end,
      done_at = case when x.done_act_id = ${act}::bigint then null else x.done_at end,
      done_by = case when x.done_act_id = ${act}::bigint then null else x.done_by end,
      done_act_id = nullif(x.done_act_id, ${act}::bigint), version = x.version + 1
    where not x.is_deleted and x.waybill_id in (select waybill_id from signing where act_id = ${act}::bigint)`.execute(
    tx,
  )
}
