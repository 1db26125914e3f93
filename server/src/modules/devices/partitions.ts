import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { readPositionDays } from './keeping.ts'

/** Positions lie in a part for each day (UTC): a day that is old goes with its part, at once. */

const dayMs = 86_400_000
/** Days that the night makes ahead. */
const daysAhead = 7

const begins = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
export const dayOfPosition = (at: string): string => new Date(at).toISOString().slice(0, 10)
const partOf = (day: string): string => `position_${day.replaceAll('-', '')}`

/** Makes the parts of these days that are missing. Two at once make each one once. */
export async function makeParts(db: Db, days: readonly string[]): Promise<void> {
  const names = [...new Set(days)]
  const known = await sql<{ day: string }>`
    select day from unnest(${names}::text[]) as day where to_regclass('position_' || replace(day, '-', '')) is null`.execute(
    db,
  )
  if (known.rows.length === 0) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('position parts'))`.execute(tx)
    for (const { day } of known.rows) {
      const [from, to] = [begins(day), begins(day) + dayMs].map((ms) => new Date(ms).toISOString())
      await sql`create table if not exists ${sql.table(partOf(day))} partition of position
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx)
    }
  })
}

/** The days ahead are there, and what is older than the setting says is gone. */
export async function keepPositions(db: Db): Promise<void> {
  const today = begins(dayAt(clock.ms()))
  await makeParts(
    db,
    Array.from({ length: daysAhead + 1 }, (_, days) => dayAt(today + days * dayMs)),
  )
  const positionDays = await db.transaction().execute(readPositionDays)
  const oldest = partOf(dayAt(today - positionDays * dayMs))
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'position'::regclass and c.relname < ${oldest} order by 1`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
}
