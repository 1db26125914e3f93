import type { closeMonth as call } from '@xunyun/contract/close/calls'
import { sql } from 'kysely'
import { refuseFor } from '../../platform/abilities.ts'
import type { Act } from '../../platform/act.ts'
import { clock } from '../../platform/clock.ts'
import { dbError, roomToGroup, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { putOff } from '../charges/index.ts'
import { checksOf } from './checks.ts'
import { keepFigures, keptOf, type Month, monthOf } from './figures.ts'
import { nextMonths, objectionTo } from './months.ts'

/**
 * 关账 (M60, ADR 046): the sums are made while everybody writes; then writers of months that are over are held for a moment, in which is asked
 * whether one of them changed what the sums are made of. If so, the sums are made again.
 */

/** How often, before it says that too much is changing. */
const tries = 5
/** Milliseconds for which those who write are made to wait for those who have begun to. */
const patience = 500

export const closeMonth: Act<typeof call> = async ({ tx, actor }, { month }) => {
  // One at a time, of whatever month.
  await sql`select pg_advisory_xact_lock(hashtext('closeMonth'))`.execute(tx)
  const next = await nextMonths(tx)
  refuseFor(objectionTo(month, next))
  const days = monthOf(month)
  await roomToGroup(tx)
  const { storageDays, proofs, ...warned } = await checksOf(tx, days)
  if (storageDays + proofs > 0) throw new Refusal('close.blocked', { storageDays, proofs })
  const closeId = await rowFor(tx, actor.userId, days, warned)
  for (let attempt = 0; attempt < tries; attempt += 1) {
    await sql`savepoint closing`.execute(tx)
    const begun = await nobodyWrites(tx)
    if (begun !== null) await keepFigures(tx, actor, closeId, days)
    const moved = begun === null ? null : await heldStill(tx, days, begun)
    if (moved !== null) {
      await sql`update month_close set state = 'closed', closed_at = ${clock.iso()}, put_off = ${moved} where id = ${closeId}`.execute(
        tx,
      )
      await recordHistory(tx, actor, 'monthClose', closeId, 'closed')
      return { kept: await keptOf(tx, closeId), putOff: moved }
    }
    await sql`rollback to savepoint closing`.execute(tx)
  }
  throw new Refusal('close.changing')
}

/**
 * What was counted of the month's changes, once all are committed that were counted: those who have begun to date something in a month that is
 * over are waited for, and let go on.
 */
async function nobodyWrites(tx: Tx): Promise<string | null> {
  await sql`savepoint looking`.execute(tx)
  const counted = await held(tx, () => changesOf(tx))
  // With it goes the lock.
  await sql`rollback to savepoint looking`.execute(tx)
  return counted
}

/**
 * Holds the writers, dates what nobody has reviewed on today, and answers how much that is where nothing else changed. Until the transaction
 * ends nobody dates anything in a month that is over.
 */
const heldStill = (tx: Tx, days: Month, begun: string): Promise<number | null> =>
  held(tx, async () => {
    if ((await changesOf(tx)) !== begun) return null
    return await putOff(tx, days.last)
  })

/** Holds the writers until the transaction, or its savepoint, ends. Whoever has begun is waited for, but not for long: the others wait behind us. */
async function held<T>(tx: Tx, run: () => Promise<T>): Promise<T | null> {
  try {
    await sql`select set_config('lock_timeout', ${String(patience)}, true)`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('closedMonth'))`.execute(tx)
    const done = await run()
    await sql`set local lock_timeout to default`.execute(tx)
    return done
  } catch (error) {
    if (dbError(error)?.code === '55P03') return null
    throw error
  }
}

async function changesOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{
    changes: string
  }>`select concat(last_value, is_called) as changes from closing_change`.execute(tx)
  return rows[0]?.changes ?? ''
}

/** Its row: a new one, or that of a month which was reopened. */
async function rowFor(
  tx: Tx,
  userId: number,
  { first }: Month,
  warned: Readonly<Record<string, number>>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into month_close (month, state, closed_at, closed_by, put_off, checks)
    values (${first}, 'open', ${clock.iso()}, ${userId}, 0, ${JSON.stringify(warned)}::jsonb)
    on conflict (month) do update set closed_by = excluded.closed_by, checks = excluded.checks, reason = null, reopened_at = null, reopened_by = null
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await sql`delete from month_close_figure where close_id = ${id}`.execute(tx)
  return id
}
