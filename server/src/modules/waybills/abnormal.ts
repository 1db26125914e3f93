import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { reopen } from './close.ts'
import { recordEvents } from './events.ts'

export type NewAbnormal = {
  waybillId: number
  /** The act of the waybill that opens it; null: by hand. */
  act: number | null
  type: string
  /** Where on its way, where that is known. */
  node: string | null
  pieces: number
  text: string
  happenedAt: string
}

/** Opens an abnormal case (异常件), shown on the waybill; what becomes of it is the module `cases`. */
export async function openAbnormal(
  tx: Tx,
  actor: Actor,
  numbering: Numbering,
  input: NewAbnormal,
): Promise<{ id: number; abnormalNo: string }> {
  // What was closed is not over after all.
  await reopen(tx, actor, [input.waybillId])
  const [no] = await numbering.next('YC')
  const { id } = await tx
    .insertInto('abnormal')
    .values({
      abnormal_no: no as string,
      waybill_id: input.waybillId,
      type: input.type,
      node: input.node,
      pieces: input.pieces,
      text: input.text,
      happened_at: input.happenedAt,
      created_at: clock.now(),
      created_by: actor.userId,
      act_id: input.act,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await owned(tx)
    .updateTable('waybill')
    .set({ exception_count: sql`exception_count + 1` })
    .where('id', '=', input.waybillId)
    .execute()
  await recordEvents(tx, actor, [
    {
      waybillId: input.waybillId,
      event: { type: 'abnormalOpened', params: { abnormalNo: no as string, type: input.type, pieces: input.pieces } },
    },
  ])
  return { id, abnormalNo: no as string }
}

/** How many cases of these waybills are open, after one was opened, closed or taken back. */
export async function countCases(tx: Tx, waybillIds: readonly number[]): Promise<void> {
  await sql`update waybill w set exception_count = (select count(*) from abnormal a
    where a.waybill_id = w.id and a.state <> 'closed' and not a.is_deleted)
    -- unscoped: of cases that the caller has locked
    where w.id = any(${[...new Set(waybillIds)]}::bigint[])`.execute(tx)
}
