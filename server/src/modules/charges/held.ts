import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { type RawBuilder, sql } from 'kysely'
import { kept, type Tx } from '../../platform/db.ts'

/** A payout that is under review or waits to be paid deducts charge `row`: its net was shown, and stands. */
export const isReserved = (row: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from cod_payout_line x where x.charge_id = ${sql.ref(`${row}.id`)} and x.state = 'reserved')`

/** Of charge `h`: the payments and payouts that are under review or wait to be paid, and settle some of it then; null: none. */
export const onItsWayBy: RawBuilder<string | null> = sql<
  string | null
>`(select string_agg(x.no, '、' order by x.no) from (
  -- unscoped: what keeps a charge of one's own lends its number
  select p.no from payment_line l join payment p on p.id = l.payment_id where l.charge_id = h.id and l.state = 'reserved'
  -- unscoped: as above
  union select p.no from cod_payout_line l join cod_payout p on p.id = l.payout_id where l.charge_id = h.id and l.state = 'reserved') x)`

/** Of charge `h`: the payouts that kept it back, or a part of it; null: none. */
export const keptBy: RawBuilder<string | null> = sql<string | null>`(
  -- unscoped: what settled a charge of one's own lends its number
  select string_agg(distinct p.no, '、') from cod_payout_line l join cod_payout p on p.id = l.payout_id where l.charge_id = h.id and l.state = 'settled')`

/** The payout that deducts one of these charges and is not paid yet; null: none does. Locks them, so that none does meanwhile. */
export async function payoutKeeping(tx: Tx, chargeIds: readonly number[]): Promise<string | null> {
  const ids = [...chargeIds]
  await sql`${kept} select 1 from charge where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
  const { rows } = await sql<{ no: string }>`${kept}
    -- unscoped: of charges of a waybill that is locked
    select p.no from cod_payout_line l join cod_payout p on p.id = l.payout_id
    where l.charge_id = any(${ids}::bigint[]) and l.state = 'reserved' limit 1`.execute(tx)
  return rows[0]?.no ?? null
}

/**
 * What holds a waybill's charges (M3): the numbers of invoices, receipts and payments, of the hand-in where it was collected, of payouts
 * of COD that keep it, of what wrote it off, of statements that were sent, and the month that is closed; '': it was collected and is not
 * handed in; null: nothing does. `waybill` is the row. What wrote off a charge holds it, not itself: taken back, it stays settled by its contrary.
 */
export const heldBy = (waybill: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`
  case when exists (select from charge h where h.waybill_id = ${waybill}.id and (h.applied <> 0 or (h.settled <> 0 and h.source <> 'writeOff') or h.stated
    or ${isReserved('h')}
    or (h.day <= (select closed_until()) and h.state <> 'void'))) then coalesce((
    select string_agg(distinct x.no, '、') from charge h join lateral (
      -- unscoped: of a waybill that was found in scope
      select p.no from payment_line l join payment p on p.id = l.payment_id where l.charge_id = h.id and l.state = 'settled'
      -- unscoped: as above
      union all select i.no from invoice_part q join invoice_line n on n.id = q.line_id join invoice i on i.id = n.invoice_id
      where q.charge_id = h.id and i.kind = 'invoice' and i.state in ('pending', 'toIssue', 'issued', 'partRed')
      -- unscoped: as above
      union all select j.no from collection c join hand_in j on j.id = c.hand_in_id
      where c.waybill_id = h.waybill_id and c.method = h.pay_method and c.freight > 0 and c.undone_posting_id is null and h.settled <> 0
      union all select o.explanation -> 0 -> 'params' ->> 'no' from charge o
      where o.adjusts_id = h.id and o.source = 'writeOff' and h.source <> 'writeOff' and not exists (select from charge z where z.adjusts_id = o.id)
      -- unscoped: as above
      union all select p.no from cod_payout_line l join cod_payout p on p.id = l.payout_id where l.charge_id = h.id and l.state in ('reserved', 'settled')
      -- unscoped: as above
      union all select s.no from statement s where s.id = h.statement_id and h.stated
      union all select to_char(h.day, 'YYYY-MM') where h.day <= (select closed_until()) and h.state <> 'void') x on true
    where h.waybill_id = ${waybill}.id), '') end`

/** What `heldBy` found, as a reason: the document, the month, or that the money has been collected. */
export function whyHeld(by: string): { reason: Reason; params: Params } {
  if (by === '') return { reason: 'waybills.chargesTaken', params: {} }
  return /^\d{4}-\d{2}$/.test(by)
    ? { reason: 'charges.heldByMonth', params: { month: by } }
    : { reason: 'waybills.chargesHeld', params: { no: by } }
}
