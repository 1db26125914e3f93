import type { reopenMonth as call } from '@xunyun/contract/close/calls'
import type { MonthState } from '@xunyun/contract/close/states'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { type Objection, refuseFor } from '../../platform/abilities.ts'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Approvals, Reviewed } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { keptOf } from './figures.ts'

/** 反关账: the last closed month alone, with a reason, once a review has approved it. Until then it stays closed. */

type Locked = { readonly id: number; readonly month: string; readonly state: MonthState; readonly isLast: boolean }

async function lock(tx: Tx, which: { readonly month: string } | { readonly id: number }): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select m.id, to_char(m.month, 'YYYY-MM') as month, m.state,
      not exists (select from month_close n where n.state <> 'open' and n.month > m.month) as "isLast"
    from month_close m where ${'id' in which ? sql`m.id = ${which.id}` : sql`m.month = ${`${which.month}-01`}::date`} for update of m`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw notFound()
  return row
}

/** The same where a month offers it, and where it is tried. */
export const objectionToReopening = ({ state, isLast, month }: Omit<Locked, 'id'>): Objection | undefined => {
  if (state === 'reopening') return { reason: 'close.reopening', params: { month } }
  return state === 'closed' && isLast ? undefined : { reason: 'close.notLast' }
}

export const reopenMonth =
  (approvals: Approvals): Act<typeof call> =>
  async ({ tx, actor }, { month, reason }) => {
    const row = await lock(tx, { month })
    refuseFor(objectionToReopening(row))
    const { posted } = await keptOf(tx, row.id)
    await sql`update month_close set state = 'reopening', reason = ${reason} where id = ${row.id}`.execute(tx)
    await approvals.submit(tx, actor, 'monthReopen', [
      {
        id: row.id,
        no: month,
        reason: 'reopen',
        amount: posted.profit,
        companyId: null,
        outletId: null,
        facts: { revenue: posted.revenue, cost: posted.cost, profit: posted.profit, note: reason },
      },
    ])
    await recordHistory(tx, actor, 'monthClose', row.id, 'reopening', [{ field: 'reason', from: null, to: reason }])
    return {}
  }

async function pending(tx: Tx, id: number): Promise<Locked> {
  const row = await lock(tx, { id })
  if (row.state !== 'reopening') throw new Refusal('approvals.decided')
  return row
}
const stays = async (tx: Tx, actor: Actor, id: number, as: 'rejected' | 'withdrawn') => {
  await pending(tx, id)
  await sql`update month_close set state = 'closed' where id = ${id}`.execute(tx)
  await recordHistory(tx, actor, 'monthClose', id, as)
}

export const reopeningReviewed: Reviewed = {
  async approved(tx, actor, id) {
    const row = await pending(tx, id)
    if (!row.isLast) throw new Refusal('close.notLast')
    await sql`update month_close set state = 'open', reopened_at = ${clock.iso()}, reopened_by = ${actor.userId} where id = ${id}`.execute(
      tx,
    )
    // What waybills were of when it was closed holds for the months before it; what is dated in it is told as they are now.
    await sql`with gone as (delete from waybill_as_closed where until >= (select month from month_close where id = ${id}) returning *)
      insert into waybill_as_closed select waybill_id, closed_until(), salesman_id, trans_mode, shipper_region, consignee_region from gone
      where closed_until() is not null on conflict do nothing`.execute(tx)
    await recordHistory(tx, actor, 'monthClose', id, 'reopened')
  },
  rejected: (tx, actor, id) => stays(tx, actor, id, 'rejected'),
  withdrawn: (tx, actor, id) => stays(tx, actor, id, 'withdrawn'),
  link: () => `${pageOf('profit').path}?months=1`,
}
