import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { nextDay, startOfDay } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { isOneOfOurs } from '../../platform/scope.ts'
import { oneSum } from '../../platform/sum.ts'

/**
 * What stood open at the end of a day: what is open now, less what is dated later, with what was settled later. It costs what is open and the
 * entries since, whatever there was before; of today there are none.
 */

/** By customer, way and day together: many charges are due on one day (M10). */
export const overdueOn = (tx: Tx, actor: Actor, day: string): Promise<string> =>
  oneSum(
    tx,
    // unscoped: of the actor's own outlets by the conditions
    sql`select g.amount from (
        select h.company_id, h.pay_method, h.day, case when h.pay_method = 'receipt' then h.waybill_id end as waybill_id, sum(h.amount) as amount from (
          select c.company_id, c.pay_method, c.day, c.waybill_id, c.amount - c.settled as amount from charge c
          where c.direction = 'receivable' and c.state = 'owed' and c.settled <> c.amount and c.day <= ${day}::date and ${isOneOfOurs(actor, 'c.outlet_id')}
          union all
          select c.company_id, c.pay_method, c.day, c.waybill_id, -e.amount from money_entry e join charge c on c.id = e.owner_id
          where e.account = 'receivable' and e.day > ${day}::date and c.day <= ${day}::date and ${isOneOfOurs(actor, 'c.outlet_id')}
        ) h group by 1, 2, 3, 4
      ) g left join company k on k.id = g.company_id
      where charge_due(g.day, g.pay_method, k.settle_method, k.bill_day, k.credit_days,
        (select max(r.returned_at at time zone 'Asia/Shanghai')::date from signed_receipt r
          where r.waybill_id = g.waybill_id and not r.is_deleted and r.returned_at < ${startOfDay(nextDay(day))}::timestamptz)) < ${day}::date`,
  )

export const unallocatedOn = (tx: Tx, actor: Actor, day: string): Promise<string> =>
  oneSum(
    tx,
    // unscoped: of the actor's own outlets by the conditions
    sql`select p.amount - p.allocated - p.refunded as amount from payment p where p.direction = 'receipt' and p.state = 'received'
        and p.allocated + p.refunded < p.amount and not p.is_deleted and ${isOneOfOurs(actor, 'p.outlet_id')}
      -- unscoped: as above
      union all select e.amount from money_entry e join money_posting g on g.id = e.posting_id join payment p on p.id = g.doc_id
      where e.account = 'advance' and e.day > ${day}::date and g.doc_type = 'payment' and p.direction = 'receipt' and ${isOneOfOurs(actor, 'p.outlet_id')}`,
  )
