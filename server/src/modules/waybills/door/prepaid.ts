import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { clock } from '../../../platform/clock.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { refuseStatedPosting } from '../../money/index.ts'
import { recordEvents } from '../events.ts'
import { lockWaybill } from '../facts.ts'
import { collect, type Standing, undoCollection } from './collect.ts'

/** 收现付: what the sender pays is taken at the counter, by whoever is there. */

export const collectPrepaid: Act<typeof calls.collectPrepaid> = async ({ tx, actor }, input) => {
  const waybill = await lockWaybill(tx, actor, input.id)
  if (!waybill.mine) throw new Refusal('waybills.otherOutletActs', { outlet: waybill.outletName })
  if (waybill.state === 'draft' || waybill.state === 'cancelled') throw new Refusal('waybills.notPlacedYet')
  if (compareDecimal(input.freight, '0') === 0) throw new Refusal('waybills.nothingPrepaid')
  await collect(tx, actor, {
    holder: { kind: 'user', id: actor.userId },
    outletId: waybill.outletId,
    waybill,
    act: null,
    method: 'prepaid',
    day: clock.today(),
    freight: { amount: input.freight, channel: input.freightChannel },
    cod: { amount: '0', channel: undefined },
  })
  await recordEvents(tx, actor, [
    {
      waybillId: waybill.id,
      event: { type: 'prepaidTaken', params: { amount: input.freight, channel: input.freightChannel } },
    },
  ])
  return { id: waybill.id }
}

export const undoPrepaid: Act<typeof calls.undoPrepaid> = async ({ tx, actor }, input) => {
  const waybill = await lockWaybill(tx, actor, input.id)
  if (!waybill.mine) throw new Refusal('waybills.otherOutletActs', { outlet: waybill.outletName })
  // Locked first: a hand-in that is made at this moment is seen by what is asked next.
  await sql`select from collection where waybill_id = ${waybill.id} order by id for update`.execute(tx)
  const found = await sql<Standing & { amount: string }>`
    select c.id, ${waybill.waybillNo} as "waybillNo", c.outlet_id as "outletId", c.posting_id as "postingId", j.no as "handInNo", null as "payoutNo",
      c.freight::text as amount
    -- unscoped: of a waybill that is locked
    from collection c left join hand_in j on j.id = c.hand_in_id where c.waybill_id = ${waybill.id} and c.method = 'prepaid' and c.undone_posting_id is null
    order by c.id desc limit 1`.execute(tx)
  const [last] = found.rows
  if (last === undefined) throw notFound()
  if (last.postingId !== null) await refuseStatedPosting(tx, last.postingId)
  await undoCollection(tx, actor, last)
  await recordEvents(tx, actor, [
    { waybillId: waybill.id, event: { type: 'prepaidUndone', params: { amount: last.amount, reason: input.reason } } },
  ])
  return { id: waybill.id }
}
