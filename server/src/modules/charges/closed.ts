import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { kept, type Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'

/**
 * Months that are closed (M2, M3, M24): nothing is dated in them, and what is dated in them stays. The running month never is one, so that
 * whoever writes something of it asks nothing.
 */

const firstOfThisMonth = (): string => `${clock.today().slice(0, 7)}-01`

/** The last day that is closed; null: none is. */
export async function closedUntil(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`${kept} select closed_until() as day`.execute(tx)
  return rows[0]?.day ?? null
}

/** The day of the business, or today where its month is closed (M2). */
export async function openDays(tx: Tx, days: readonly string[]): Promise<(day: string) => string> {
  const until = days.some((day) => day < firstOfThisMonth()) ? await closedUntil(tx) : null
  return (day) => (until !== null && day <= until ? clock.today() : day)
}

/** The same for rows that have a day. */
export async function datedOpen<R extends { readonly day: string }>(tx: Tx, rows: readonly R[]): Promise<R[]> {
  const open = await openDays(
    tx,
    rows.map(({ day }) => day),
  )
  return rows.map((row) => (open(row.day) === row.day ? row : { ...row, day: open(row.day) }))
}

/** A day that somebody typed lies in no closed month (M24); refused where it was typed. */
export async function refuseClosed(tx: Tx, day: string, path = 'day'): Promise<void> {
  if (day >= firstOfThisMonth()) return
  const until = await closedUntil(tx)
  if (until !== null && day <= until) throw badField(path, 'charges.closedMonth', { month: day.slice(0, 7) })
}

/** What a waybill earns and costs in a closed month stays its customer's and its day's; refused where another was typed. */
export async function refuseOfClosedMonth(tx: Tx, waybillId: number, path: string): Promise<void> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(max(h.day), 'YYYY-MM') as month from charge h where h.state <> 'void' and h.day <= (select closed_until())
      and (h.waybill_id = ${waybillId} or h.id in (select s.charge_id from charge_share s where s.waybill_id = ${waybillId}))`.execute(
    tx,
  )
  const month = rows[0]?.month ?? null
  if (month !== null) throw badField(path, 'charges.heldByMonth', { month })
}
