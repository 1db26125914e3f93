import type { Input, Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/warehouse/billing/charges'
import type { Recomputed } from '@xunyun/contract/warehouse/billing/charges'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock, dayBefore } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { carryOut, type Plan, planPeriod, told } from './charges.ts'
import { problemsOf } from './queries.problems.ts'
import { daysOfLostDocuments } from './queries.rating.ts'
import type { By, Range } from './store.charges.ts'
import { countDays, takeTurn } from './store.storage.ts'
import { myWarehouses } from './store.ts'

/** When charges are calculated: each night for the day that is over, for a period when somebody asks. */

/** How many days one question or act is about, at most. */
export const mostDays = 92
/** Days that are charged in one transaction. */
const daysAtOnce = 31

const night: By = { userId: null, name: '—' }

export type Ran = { days: number; added: number; changed: number; cancelled: number; plans: Plan[] }

/** Counts and charges every day that is over and not charged, or charged by what has changed since (domain §6). */
export async function runNight(db: Db): Promise<Ran> {
  const last = dayBefore(clock.today())
  const days = await countDays(db, last)
  return charge(db, night, last, days)
}

/** What documents took back is charged anew with its days, then every day that waits, in order, some at a time. */
async function charge(db: Db, by: By, last: string, days: number): Promise<Ran> {
  const ran: Ran = { days, added: 0, changed: 0, cancelled: 0, plans: [] }
  await db.transaction().execute(async (tx) => {
    const lost = await daysOfLostDocuments(tx)
    if (lost.length > 0)
      await sql`update storage_day set charged_at = null where day = any(${lost}::date[])`.execute(tx)
  })
  for (;;) {
    const isMore = await db.transaction().execute(async (tx) => {
      await takeTurn(tx)
      const waiting = await sql<{ day: string }>`
        select day from storage_day where charged_at is null and day <= ${last}::date order by day limit ${daysAtOnce}`.execute(
        tx,
      )
      const [first] = waiting.rows
      if (first === undefined) return false
      // Days that follow one another are one question.
      let to = first.day
      for (const { day } of waiting.rows.slice(1)) {
        if (dayBefore(day) !== to) break
        to = day
      }
      await chargeRange(tx, by, { from: first.day, to, warehouses: null }, ran)
      return true
    })
    if (!isMore) return ran
  }
}

async function chargeRange(tx: Tx, by: By, range: Range, ran: Ran): Promise<void> {
  const plan = await planPeriod(tx, range, true)
  await carryOut(tx, by, plan)
  await sql`update storage_day set charged_at = ${clock.iso()}::timestamptz where day between ${range.from}::date and ${range.to}::date`.execute(
    tx,
  )
  ran.added += plan.add.length
  ran.changed += plan.change.length + plan.adjust.length
  ran.cancelled += plan.cancel.length + plan.takeBack.length
  ran.plans.push(plan)
}

/** The days of a question: in order, over, and not too many. */
export function refuseDays({ from, to }: { from: string; to: string }): void {
  const yesterday = dayBefore(clock.today())
  if (to < from) throw badField('to', 'field.range')
  if (to > yesterday) throw badField('to', 'warehouseBilling.notOver', { last: yesterday })
  if (daysBetween(from, to) > mostDays) throw badField('to', 'warehouseBilling.tooLong', { most: mostDays })
}
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1

/** 立即计费: what the night does, now, and these days anew. A day is counted, and some are charged, in a transaction of their own. */
export async function runNow(
  db: Db,
  actor: Actor,
  input: Input<typeof calls.runWarehouseCharges>,
): Promise<Output<typeof calls.runWarehouseCharges>> {
  // It is about everybody's goods, everywhere.
  if (actor.warehouses !== null) throw new Refusal('kernel.forbidden', { page: 'quotation', kind: 'approve' })
  refuseDays(input)
  const days = await countDays(db, input.to, input.from)
  await sql`update storage_day set charged_at = null where day between ${input.from}::date and ${input.to}::date`.execute(
    db,
  )
  const { plans, ...ran } = await charge(db, actor, dayBefore(clock.today()), days)
  return {
    days: ran.days,
    added: ran.added,
    changed: ran.changed,
    cancelled: ran.cancelled,
    problems: await problemsOf(
      db,
      plans.flatMap(({ owed }) => owed),
    ),
  }
}

/** A period's old against new; with `act` it becomes the new. */
export async function recompute(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.recomputeCharges>,
  act: boolean,
): Promise<Recomputed> {
  refuseDays(input)
  const range = {
    from: input.from,
    to: input.to,
    customerId: input.customerId,
    warehouses: await myWarehouses(tx, actor, input.warehouseId),
  }
  if (act) await takeTurn(tx)
  const plan = await planPeriod(tx, range, false)
  if (act) await carryOut(tx, actor, plan)
  return { ...(await told(tx, plan)), problems: await problemsOf(tx, plan.owed) }
}

export const recomputeCharges: Act<typeof calls.recomputeCharges> = ({ tx, actor }, input) =>
  recompute(tx, actor, input, true)
