import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, type Tx } from '../../platform/db.ts'

export type Taker = { readonly chargeId: number; readonly by: string; readonly no: string; readonly open: string }

/** As long as a form may have been open that did not know of it. */
const since = () => new Date(clock.ms() - 86_400_000).toISOString()

/**
 * Who else settled, or reserved, these charges of late, and by which document: the latest of each. `isTheirs` is a condition on charge
 * `h`: what is not the party's, or not the actor's to see, is not told of.
 */
export async function takenBy(
  tx: Tx,
  actor: Actor,
  chargeIds: readonly number[],
  isTheirs: RawBuilder<SqlBool>,
): Promise<Map<number, Taker>> {
  const { rows } = await sql<Taker>`
    select distinct on (x.charge_id) x.charge_id as "chargeId", u.name as by, x.no,
      (h.amount - h.settled - (select coalesce(sum(r.amount), 0) from payment_line r where r.charge_id = h.id and r.state = 'reserved'))::numeric(14,2)::text as open
    from (
      select e.owner_id as charge_id, g.posted_at as at, g.posted_by as by, g.doc_no as no from money_entry e join money_posting g on g.id = e.posting_id
      where e.account in ('receivable', 'payable') and e.owner_kind = 'charge' and e.owner_id = ${anyId(chargeIds)}
        and g.act not in ('unallocate', 'reversal')
      union all
      -- unscoped: of charges that the condition says
      select l.charge_id, m.submitted_at, m.submitted_by, m.no from payment_line l join payment m on m.id = l.payment_id
      where l.charge_id = ${anyId(chargeIds)} and l.state = 'reserved'
    ) x join charge h on h.id = x.charge_id join app_user u on u.id = x.by
    where x.at > ${since()}::timestamptz and x.by <> ${actor.userId} and ${isTheirs} order by x.charge_id, x.at desc`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.chargeId, row]))
}
