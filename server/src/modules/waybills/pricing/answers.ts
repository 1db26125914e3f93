import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type * as calls from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { actOnPrices, confirmLocked, lockPriced, move, objectionTo, tell, unconfirmPrices } from './acts.ts'

/** 发客户 (RT-16/wayBillList): prices go to the customer as a sheet; the customer's answers come back in the same sheet. */

/** Marks prices as sent. */
export const markPricesSent: Act<typeof calls.markPricesSent> = (asked, { ids }) => {
  const { tx, actor } = asked
  return actOnPrices(asked, 'confirm', ids, async (allowed) => {
    await move(tx, actor, allowed, sql`price_sent_at = ${clock.iso()}`)
    await tell(tx, actor, allowed, 'priceSent', {})
    return allowed.length
  })
}

/** The prices that a mail told; one that is another by now, or waits for nobody any more, was not sent. */
export async function markMailed(tx: Tx, actor: Actor, told: readonly (readonly [number, string])[]): Promise<void> {
  const found = await lockPriced(
    tx,
    actor,
    told.map(([id]) => id),
  )
  const same = told.filter(([id, receivable]) => {
    const row = found.get(id)
    return row?.price_state === 'reviewed' && compareDecimal(row.receivable, receivable) === 0
  })
  if (same.length === 0) return
  const rows = same.flatMap(([id]) => found.get(id) ?? [])
  await move(tx, actor, rows, sql`price_sent_at = ${clock.iso()}`)
  await tell(tx, actor, rows, 'priceSent', {})
}

export type Answer = { id: number; agrees: boolean; receivable?: string | undefined; remark?: string | undefined }

/** What a customer says to one price: agreed, it is confirmed; disputed, it stays reviewed with the customer's words on it. */
export async function takeAnswer(tx: Tx, actor: Actor, answer: Answer): Promise<{ id: number }> {
  const waybill = (await lockPriced(tx, actor, [answer.id])).get(answer.id)
  if (waybill === undefined) throw notFound()
  // The sheet may be older than the price: what was not seen is not agreed to.
  if (answer.receivable !== undefined && compareDecimal(answer.receivable, waybill.receivable) !== 0)
    throw badField('receivable', 'waybills.answerAmount', { receivable: waybill.receivable })
  // What is disputed need not fit its parts.
  const no = objectionTo('confirm', answer.agrees ? waybill : { ...waybill, payments: null })
  if (no !== undefined) throw new Refusal(no.reason, no.params ?? {})
  if (answer.agrees) {
    await confirmLocked(tx, actor, [waybill])
    return { id: answer.id }
  }
  if (answer.remark === undefined) throw badField('remark', 'waybills.answerRemark')
  await move(tx, actor, [waybill], sql`price_note = ${answer.remark}`)
  await tell(tx, actor, [waybill], 'priceDisputed', { opinion: answer.remark })
  return { id: answer.id }
}

/** Takes answers back that came in by mistake: as before them, unless something happened since. */
export async function takeAnswersBack(tx: Tx, actor: Actor, ids: readonly number[], reason: string): Promise<Outcomes> {
  const found = await lockPriced(tx, actor, ids)
  const rows = [...found.values()]
  const confirmed = rows.filter(({ price_state }) => price_state === 'confirmed')
  const disputed = rows.filter(({ price_state, price_note }) => price_state === 'reviewed' && price_note !== null)
  const report = new BatchReport(actor)
  for (const row of rows)
    if (!confirmed.includes(row) && !disputed.includes(row))
      report.refuse(row.id, row.waybill_no, new Refusal('waybills.wrongPriceState', { priceState: row.price_state }))
  if (disputed.length > 0) {
    await move(tx, actor, disputed, sql`price_note = null`)
    await tell(tx, actor, disputed, 'priceDisputeEnded', { reason })
    report.done(disputed.length)
  }
  const outcomes = report.outcomes()
  if (confirmed.length === 0) return outcomes
  const undone = await unconfirmPrices({ tx, actor }, { ids: confirmed.map(({ id }) => id), reason })
  return { done: outcomes.done + undone.done, refused: [...outcomes.refused, ...undone.refused] }
}
