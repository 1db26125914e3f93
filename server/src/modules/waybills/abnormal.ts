import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { recordEvents } from './events.ts'

export type NewAbnormal = {
  waybillId: number
  act: number
  type: string
  node: string
  pieces: number
  text: string
  happenedAt: string
}

/** Opens an abnormal case (异常件), shown on the waybill; its own list comes with after-sales. */
export async function openAbnormal(tx: Tx, actor: Actor, numbering: Numbering, input: NewAbnormal): Promise<void> {
  const [no] = await numbering.next('YC')
  await tx
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
    .execute()
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
}
