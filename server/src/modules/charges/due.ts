import { type RawBuilder, sql } from 'kysely'

/**
 * 到期日 (M10) of charge `h`, whose party is company `k`, its cost line `l` of arrangement `t`: of a receivable by how it is paid; of a
 * hired truck's cost by its part; of other carriers by their own bill day. What waits for something that has not happened has none.
 */
// unscoped: of a charge that the reader sees
export const dueDay: RawBuilder<string | null> = sql`case
  when h.direction = 'receivable' then charge_due(h.day, h.pay_method, k.settle_method, k.bill_day, k.credit_days,
    (select max(r.returned_at at time zone 'Asia/Shanghai')::date from signed_receipt r where r.waybill_id = h.waybill_id and not r.is_deleted))
  when l.pay_part in ('prepaid', 'fuel') then (t.depart_at at time zone 'Asia/Shanghai')::date
  when l.pay_part = 'onArrival' then (t.arrive_at at time zone 'Asia/Shanghai')::date
  when l.pay_part = 'balance' then (t.done_at at time zone 'Asia/Shanghai')::date + coalesce(k.credit_days, 0)
  when l.pay_part = 'onReceipt' then (select max(r.received_at at time zone 'Asia/Shanghai')::date from charge_share s
    join signed_receipt r on r.waybill_id = s.waybill_id and not r.is_deleted where s.charge_id = h.id
    having bool_and(r.state in ('received', 'returned', 'done', 'lost')))
  else charge_due(h.day, null, coalesce(k.settle_method, 'cash'), k.bill_day, k.credit_days, h.day) end`
/** The number of the arrangement that charge `h` is a penalty for. */
// unscoped: of a charge that the reader sees
export const penaltyOf: RawBuilder<string | null> =
  sql`(select p.arrangement_no from arrangement p where p.id = h.arrangement_id)`
/** Who owes charge `h` of waybill `w` that is no company's and no driver's: its consignee, or of a walk-in who sends. A cost has none. */
export const partyAtDoor: RawBuilder<string | null> =
  sql`case when h.direction = 'receivable' then case h.payer when 'consignee' then w.consignee_name else w.shipper_name end end`
/** What it is read with. */
export const dueJoins = sql`left join company k on k.id = h.company_id left join cost_line l on l.id = h.cost_line_id
  -- unscoped: what a charge that the reader sees is of
  left join arrangement t on t.id = l.arrangement_id`
