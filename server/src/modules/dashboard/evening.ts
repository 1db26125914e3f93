import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { isOneOfOurs } from '../../platform/scope.ts'
import { oneSum } from '../../platform/sum.ts'

/**
 * What stands open and cannot be derived for a day that is over: an application that was withdrawn and changed no longer says what it
 * held, a hand-in that was sent back not what its count had covered. The night keeps what they were at the end of each day.
 */

/** Each part with its outlet and amount. */
const open = {
  /** Agreed receivables that nobody has applied for. */
  toInvoice: sql`select h.outlet_id, h.amount - h.applied as amount from charge h
    where h.direction = 'receivable' and h.state = 'owed' and h.invoiceable and h.applied <> h.amount`,
  // unscoped: bounded by the outlet where it is read
  codToPay: sql`select w.outlet_id, c.cod as amount from collection c join waybill w on w.id = c.waybill_id
    where c.cod > 0 and c.undone_posting_id is null and c.held_cod = c.handed_cod
      and not exists (select from cod_payout_line l where l.collection_id = c.id and l.state = 'settled')`,
} as const satisfies Record<string, RawBuilder<unknown>>
export type OpenFigure = keyof typeof open

/** Days that are kept: the same day of the month before is at most 31 ago. */
const keptDays = 100

/** Yuan that stand open now, of the actor's own outlets. */
export const openNow = (tx: Tx, actor: Actor, figure: OpenFigure): Promise<string> =>
  oneSum(tx, sql`select o.amount from (${open[figure]}) o where ${isOneOfOurs(actor, 'o.outlet_id')}`)

/** Yuan that stood open at the end of a day; null of a day that no night has kept. */
export async function openOn(tx: Tx, actor: Actor, figure: OpenFigure, day: string): Promise<string | null> {
  const { rows } = await sql<{ amount: string | null }>`select sum(o.amount)::text as amount from open_figure o
    where o.day = ${day} and o.figure = ${figure} and ${isOneOfOurs(actor, 'o.outlet_id')}`.execute(tx)
  return rows[0]?.amount ?? null
}

/** Keeps what stood open at the end of yesterday, once; with a row for each outlet, so that nothing open is not taken for nothing kept. */
export async function keepEvening(db: Db): Promise<void> {
  const today = clock.today()
  await db.transaction().execute(async (tx) => {
    // unscoped: of every outlet, for whoever may ask later
    for (const [figure, parts] of Object.entries(open))
      await sql`insert into open_figure (day, figure, outlet_id, amount)
        select ${today}::date - 1, ${figure}, t.id, coalesce(sum(o.amount), 0)
        -- unscoped: as above
        from company t left join (${parts}) o on o.outlet_id = t.id where t.roles @> '{own}' and not t.is_deleted group by t.id
        on conflict do nothing`.execute(tx)
    await sql`delete from open_figure where day < ${today}::date - ${keptDays}::int`.execute(tx)
  })
}
