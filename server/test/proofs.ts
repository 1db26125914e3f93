import { waybillEventTypes } from '@xunyun/contract/waybills/events'
import { sql } from 'kysely'
import { checkChains } from '../src/modules/waybills/chains/verify.ts'
import type { Db } from '../src/platform/db.ts'
import type { SeenId } from '../src/platform/scope.ts'

/**
 * What must hold in every database a test leaves behind, whatever it did: every balance is the sum of its ledger, every
 * rolled-up total the sum of its rows. Throws with the first row that breaks it. Runs before each test database is dropped.
 */
export async function prove(db: Db): Promise<void> {
  await hold(db, Object.entries(proofs))
  const all = await sql<{ id: SeenId }>`select id from waybill where chain_seq > 0 order by id limit 2000`.execute(db)
  const broken = (
    await checkChains(
      db as never,
      all.rows.map(({ id }) => id),
    )
  ).find(({ brokenAt }) => brokenAt !== null)
  if (broken) throw new Error(`a waybill is not what its chain tells: ${JSON.stringify(broken)}`)
}

/** Of these what is said of where pieces are: the bench proves it of the waybills that it makes. */
export const provePieces = (db: Db): Promise<void> =>
  hold(
    db,
    Object.entries(proofs).filter(([, query]) => query.includes('piece_place')),
  )

async function hold(db: Db, sentences: readonly (readonly [name: string, query: string])[]): Promise<void> {
  for (const [name, query] of sentences) {
    const found = await sql.raw<Record<string, unknown>>(`select * from (${query}) broken limit 1`).execute(db)
    if (found.rows.length > 0) throw new Error(`${name}: ${JSON.stringify(found.rows[0])}`)
  }
}

/** Each query answers the rows that break the sentence. */
const proofs = {
  'what a mail said went with its attachments, or neither': `
    select m.id from mail m join file_link l on l.entity = 'mail' and l.entity_id = m.id where m.cleared_at is not null`,
  'no mail is about a company that was merged into another': `
    select m.id, m.entity_id from mail m join history h on h.entity = 'company' and h.entity_id = m.entity_id and h.action = 'merged'
    where m.entity = 'company'`,
  'what was shipped in closed months, with the changes since, is what the waybills say': `
    select day, sum(waybills), sum(pieces), sum(weight), sum(receivable) from (
      select day, waybills, pieces, weight, receivable from shipped_day
      union all select biz_date, waybills, pieces, weight, receivable from shipped_change, shipped_closed where id > last_change and biz_date < until
      union all select biz_date, -1, -pieces, -weight, -receivable from waybill, shipped_closed
        where not is_deleted and state not in ('draft', 'cancelled') and biz_date < until
    ) x group by day having sum(waybills) <> 0 or sum(pieces) <> 0 or sum(weight) <> 0 or sum(receivable) <> 0`,
  'every place holds what was moved there': `
    select coalesce(p.waybill_id, m.waybill_id) as waybill_id, coalesce(p.place, m.place) as place, p.pieces, m.moved
    from piece_place p full join (
      select waybill_id, place, place_id, line_id, sum(pieces) as moved from (
        select waybill_id, to_place as place, to_id as place_id, to_line as line_id, pieces from piece_movement
        union all select waybill_id, from_place, from_id, from_line, -pieces from piece_movement) x
      where place <> 'none' group by 1, 2, 3, 4
    ) m using (waybill_id, place, place_id, line_id) where coalesce(p.pieces, 0) <> coalesce(m.moved, 0)`,
  'pieces on an arrangement are on a line of it, of their waybill': `
    select p.* from piece_place p left join arrangement_line l on l.id = p.line_id and l.arrangement_id = p.place_id and l.waybill_id = p.waybill_id
    where p.pieces > 0 and case when p.place in ('arrangement', 'refusedOut') then l.id is null else p.line_id <> 0 end`,
  'whoever has pieces of a waybill in hand sees it': `
    select p.waybill_id, p.place_id from piece_place p where p.place in ('outlet', 'pickup', 'refused') and p.place_id <> 0 and p.pieces > 0
      and not exists (select from waybill_outlet o where o.waybill_id = p.waybill_id and o.outlet_id = p.place_id)`,
  'the pieces of a placed waybill are all somewhere': `
    select w.id, w.pieces, sum(p.pieces) as somewhere from waybill w left join piece_place p on p.waybill_id = w.id
    where w.state not in ('draft', 'cancelled') group by w.id having w.pieces <> coalesce(sum(p.pieces), 0)`,
  'a waybill has the pieces of its goods': `
    select w.id, w.pieces, sum(g.pieces) from waybill w join waybill_goods g on g.waybill_id = w.id
    group by w.id having w.pieces <> sum(g.pieces) or w.weight <> sum(g.weight) or w.volume <> sum(g.volume)`,
  'what is planned at a place is what live arrangements have still to load there, also at later stops': `
    select p.waybill_id, p.place, p.planned, l.pieces from piece_place p left join (
      select l.waybill_id, l.from_place, l.from_id, sum(l.pieces) as pieces from arrangement_line l
      join arrangement a on a.id = l.arrangement_id left join arrangement_stop s on s.arrangement_id = a.id and s.seq = l.load_stop
      where a.phase = 'planned' or (a.kind = 'vehicle' and a.state = 'departed' and l.load_stop is not null and s.left_at is null) group by 1, 2, 3
    ) l on l.waybill_id = p.waybill_id and l.from_place = p.place and l.from_id = p.place_id
    where p.planned <> coalesce(l.pieces, 0)`,
  'a trip goes over its stops in order, and each line of it between two of them': `
    select a.id, a.state, x.* from arrangement a cross join lateral (
      select count(*) as stops, max(seq) as last, count(*) filter (where s.left_at is not null or s.arrived_at is not null) as done,
        bool_or(s.left_at is null and exists (select from arrangement_stop n where n.arrangement_id = a.id and n.seq > s.seq and n.arrived_at is not null)) as jumped,
        (select count(*) from arrangement_line l where l.arrangement_id = a.id and (l.unload_stop is null or (l.load_stop is null and a.state <> 'cancelled' and not exists (select from arrangement o where o.swapped_to = a.id)) )) as loose
      from arrangement_stop s where s.arrangement_id = a.id) x
    where exists (select from arrangement_line l where l.arrangement_id = a.id) and case when a.kind = 'vehicle' then x.stops < 2 or x.last <> x.stops or x.jumped or x.loose > 0
      or (x.done > 0) <> (a.depart_at is not null and a.state <> 'cancelled') else x.stops > 0 end`,
  'what is with a line carrier or courier is in the state of what is left there': `
    select a.id, a.kind, a.state, x.* from arrangement a cross join lateral (
      select coalesce(sum(p.pieces), 0) as left_there, coalesce(sum(p.pieces) filter (where p.place = 'arrangement'), 0) as open
      from arrangement_line l left join piece_place p on p.line_id = l.id and p.waybill_id = l.waybill_id and p.place_id = a.id
        and p.place in ('arrangement', 'refusedOut') where l.arrangement_id = a.id) x
    where a.kind <> 'vehicle' and case when a.phase in ('planned', 'cancelled') then x.left_there > 0
      when a.phase = 'ended' then x.left_there > 0 when a.state = 'refused' then x.open > 0 or x.left_there = 0 else x.left_there = 0 end`,
  'waiting pieces are those at a place without a trip': `
    select w.id, w.unarranged from waybill w left join piece_place p on p.waybill_id = w.id and p.place in ('shipper', 'outlet')
    group by w.id having w.unarranged <> coalesce(sum(p.pieces - p.planned), 0)`,
  'open cases are counted on the waybill': `
    select w.id, w.exception_count from waybill w left join abnormal a on a.waybill_id = w.id and a.state <> 'closed' and not a.is_deleted
    group by w.id having w.exception_count <> count(a.id)`,
  'a waybill owes what it is charged': `
    select w.id, w.receivable, w.freight, h.sum from waybill w left join (
      select waybill_id, sum(amount) as sum, sum(amount) filter (where fee_item = 'freight') as freight
      from charge where direction = 'receivable' group by 1) h on h.waybill_id = w.id
    where w.receivable <> coalesce(h.sum, 0) or w.freight <> coalesce(h.freight, 0)`,
  'a customer owes what its waybills owe': `
    select customer_id, sum(amount) as differs from (
      select customer_id, amount from customer_owed
      union all select w.customer_id, h.settled - h.amount from waybill w join charge h on h.waybill_id = w.id and h.company_id = w.customer_id
        where not w.is_deleted and w.state not in ('draft', 'cancelled') and h.direction = 'receivable' and h.payer = 'customer'
    ) x group by 1 having sum(amount) <> 0`,
  'a price under review has one open review, and no other has': `
    select w.id, w.price_state, a.id as approval from waybill w full join (
      select id, entity_id from approval where biz_type = 'price' and state = 'pending') a on a.entity_id = w.id
    where (coalesce(w.price_state, '') = 'pending') <> (a.id is not null)`,
  'a change under review has one open review, and no other has': `
    select c.id, a.id as approval from waybill_change c full join (
      select id, entity_id from approval where biz_type = 'changeRequest' and state = 'pending') a on a.entity_id = c.id
    where (coalesce(c.state, '') = 'pending') <> (a.id is not null)`,
  'a mail that was sent was taken for everybody it names': `
    select id, recipients, cc, accepted from mail where state = 'sent'
      and not (accepted @> (recipients || cc)) or state in ('sent', 'waiting') and cardinality(accepted) > 0 and sent_at is null`,
  'nobody was sent a mail twice': `
    select m.id, a.box from mail m, lateral (select lower(x) as box, count(*) as n from unnest(m.accepted) x group by 1) a where a.n > 1`,
  'a notice holds what was counted in of it': `
    select l.id, l.received, l.damaged, l.short, e.* from inbound_line l left join (
      select line_id, sum(qty) filter (where kind = 'received') as r, sum(qty) filter (where kind = 'damaged') as d,
        sum(qty) filter (where kind = 'short') as s from receipt_entry where reversed_at is null group by 1) e on e.line_id = l.id
    where l.received <> coalesce(e.r, 0) or l.damaged <> coalesce(e.d, 0) or l.short <> coalesce(e.s, 0)`,
  'a notice is in the state of its lines and tasks': `
    select n.id, n.state, x.* from inbound_notice n cross join lateral (
      select coalesce(bool_or(l.qty > l.received + l.damaged + l.short), false) or (n.blind and exists (
          select 1 from receipt r where r.notice_id = n.id and r.state in ('waiting', 'receiving'))) as open,
        coalesce(bool_or(l.received + l.damaged + l.short > 0), false) as counted,
        exists (select 1 from put_away p join receipt r on r.id = p.receipt_id where r.notice_id = n.id and p.state = 'waiting') as waiting
      from inbound_line l where l.notice_id = n.id) x
    where n.state <> 'cancelled' and n.state <> case when not x.counted then 'new' when x.open then 'partial' when x.waiting then 'received' else 'done' end`,
  'what waits to be put away stands where it was received': `
    select p.*, s.on_hand from (
      select warehouse_id, from_location_id, item_id, batch_id, quality, container_id, sum(qty) as waiting from put_away
      where state = 'waiting' group by 1, 2, 3, 4, 5, 6) p
    left join stock s on s.warehouse_id = p.warehouse_id and s.location_id = p.from_location_id and s.item_id = p.item_id
      and s.batch_id = p.batch_id and s.quality = p.quality and s.container_id = p.container_id
    where p.waiting > coalesce(s.on_hand, 0)`,
  'a pallet stands in one place': `
    select s.container_id, count(distinct s.location_id) from stock s where s.container_id <> 0 and s.on_hand > 0
    group by 1 having count(distinct s.location_id) > 1`,
  'an outbound line is covered as its allocations say': `
    select l.id, l.allocated, l.picked, l.packed, l.shipped, a.* from outbound_line l join outbound_notice n on n.id = l.notice_id left join (
      select line_id, sum(qty) as c, sum(qty) filter (where state in ('picked', 'packed', 'shipped')) as p,
        sum(qty) filter (where carton_id is not null) as k, sum(qty) filter (where state = 'shipped') as s
      from allocation where state <> 'released' group by 1) a on a.line_id = l.id
    where l.allocated <> coalesce(a.c, 0) or l.picked <> coalesce(a.p, 0) or l.packed <> coalesce(a.k, 0) or l.shipped <> coalesce(a.s, 0)`,
  'an outbound notice is in the state of its lines and goods': `
    select n.id, n.state, x.* from outbound_notice n cross join lateral (
      select sum(l.qty - l.closed - l.shipped) as due, sum(l.shipped) as gone, sum(l.qty - l.closed - l.allocated) as open,
        sum(l.allocated - l.picked) as waiting, sum(l.picked - l.shipped) as hand,
        exists (select 1 from allocation a where a.notice_id = n.id and a.state = 'picked') as loose,
        exists (select 1 from allocation a join carton c on c.id = a.carton_id
          where a.notice_id = n.id and a.state = 'packed' and c.state <> 'sealed') as unsealed,
        exists (select 1 from allocation a where a.notice_id = n.id and a.state = 'allocated' and a.task_id is not null) as tasked
      from outbound_line l where l.notice_id = n.id) x
    where n.state <> 'cancelled' and n.state <> case
      when x.due = 0 and x.gone > 0 then 'shipped'
      when x.hand > 0 and x.waiting = 0 then case when x.loose or x.unsealed then 'picked' else 'packed' end
      when x.hand > 0 or x.tasked then 'picking'
      when x.waiting > 0 and x.open = 0 then 'allocated'
      when x.waiting > 0 or x.gone > 0 then 'partial' else 'new' end`,
  'a cancelled notice holds nothing': `
    select n.id from outbound_notice n join allocation a on a.notice_id = n.id where n.state = 'cancelled' and a.state <> 'released'`,
  'what is promised is allocated where it stands': `
    select a.*, s.allocated from (
      select warehouse_id, location_id, item_id, batch_id, quality, container_id, sum(qty) as promised from allocation
      where state in ('allocated', 'picked', 'packed') group by 1, 2, 3, 4, 5, 6) a
    left join stock s on s.warehouse_id = a.warehouse_id and s.location_id = a.location_id and s.item_id = a.item_id
      and s.batch_id = a.batch_id and s.quality = a.quality and s.container_id = a.container_id
    where a.promised > coalesce(s.allocated, 0)`,
  'a pick task sums its lines and what was short': `
    select t.id, t.state, t.qty, t.picked, t.short, x.* from pick_task t cross join lateral (
      select coalesce(sum(a.qty), 0) as live, coalesce(sum(a.qty) filter (where a.state <> 'allocated'), 0) as done,
        (select coalesce(sum(p.short), 0) from pick_act p where p.task_id = t.id) as lacked
      from allocation a where a.task_id = t.id and a.state <> 'released') x
    where t.qty <> x.live + x.lacked or t.picked <> x.done or t.short <> x.lacked`,
  'a carton holds goods of its notice, where it stands': `
    select c.id, a.id as allocation from carton c join allocation a on a.carton_id = c.id
    where a.notice_id <> c.notice_id or c.is_deleted or c.state = 'unpacked'
      or (a.state = 'packed' and (a.location_id <> c.location_id or a.container_id <> c.container_id))
      or (c.state = 'shipped') <> (a.state = 'shipped')`,
  'a shipment is what left with it': `
    select s.id, s.qty, sum(a.qty) from shipment s left join allocation a on a.shipment_id = s.id
    group by s.id having case when s.reversed_at is null then s.qty <> coalesce(sum(a.qty), 0) else count(a.id) > 0 end`,
  'a count that goes on holds its places still, and no other does': `
    select p.count_id, p.location_id, l.count_id as held_by from stock_count_place p join stock_count c on c.id = p.count_id
    join location l on l.id = p.location_id
    where (c.state in ('counting', 'recount', 'review')) <> coalesce(l.count_id = c.id, false)`,
  'a count under review has one open review, and no other has': `
    select c.id, c.state, a.id as approval from stock_count c full join (
      select id, entity_id from approval where biz_type = 'countAdjust' and state = 'pending') a on a.entity_id = c.id
    where (coalesce(c.state, '') = 'review') <> (a.id is not null)`,
  'a kit order moved what its lines say, and what is not done or was taken back moved nothing': `
    select o.order_no, o.state, l.line, l.should, coalesce(m.moved, 0) as moved from kit_order o
    cross join lateral (
      select 0 as line, o.item_id, case o.kind when 'assemble' then o.qty else -o.qty end as should
      union all select k.id, k.part_id, case o.kind when 'assemble' then -k.qty else k.qty end
      from kit_order_line k where k.order_id = o.id) l
    left join lateral (
      select sum(m.d_on_hand) as moved from stock_posting p join stock_move m on m.posting_id = p.id
      where p.doc_type = 'kit' and p.doc_id = o.id and m.doc_line = l.line and m.item_id = l.item_id) m on true
    where coalesce(m.moved, 0) <> case when o.state = 'done' then l.should else 0 end`,
  'what a kit order moved is of its lines': `
    select p.doc_no, m.doc_line from stock_posting p join stock_move m on m.posting_id = p.id join kit_order o on o.id = p.doc_id
    left join kit_order_line k on k.order_id = o.id and k.id = m.doc_line
    where p.doc_type = 'kit' and (m.d_allocated <> 0 or m.d_frozen <> 0 or m.item_id <> coalesce(k.part_id, o.item_id))`,
  'a set holds so many of each part': `
    select o.order_no, k.part_id from kit_order o join kit_order_line k on k.order_id = o.id where k.qty <> k.qty_per * o.qty`,
  'no set lasts longer than its parts': `
    select o.order_no, b.expiry, x.expiry as part from kit_order o join batch b on b.id = o.batch_id
    join stock_move m on m.posting_id = o.posting_id and m.flow = -1 join stock s on s.id = m.stock_id join batch x on x.id = s.batch_id
    where o.kind = 'assemble' and x.expiry is not null and (b.expiry is null or b.expiry > x.expiry)`,
  'no set holds itself, and its parts are of its owner': `
    with recursive below as (
      select k.item_id as top, l.part_id as item_id, 1 as depth from kit k join kit_line l on l.kit_id = k.id where not k.is_deleted
      union select b.top, l.part_id, b.depth + 1 from below b join kit k on k.item_id = b.item_id and not k.is_deleted
        join kit_line l on l.kit_id = k.id where b.depth < 20)
    select top from below where item_id = top
    union all select k.item_id from kit k join kit_line l on l.kit_id = k.id join item i on i.id = l.part_id where i.owner_id <> k.owner_id`,
  'a counted day holds what stood at its end, by the day it was received': `
    select coalesce(l.day, m.day) as day, coalesce(l.warehouse_id, m.warehouse_id) as warehouse_id, coalesce(l.item_id, m.item_id) as item_id,
      l.qty, l.layers, m.qty as stood from (
      select i.day, i.warehouse_id, i.item_id, i.qty, (select sum(y.qty) from storage_layer y
        where y.day = i.day and y.warehouse_id = i.warehouse_id and y.item_id = i.item_id) as layers from storage_item i
    ) l full join (
      select d.day, m.warehouse_id, m.item_id, sum(m.d_on_hand) as qty from storage_day d
      join stock_move m on m.occurred_at < (d.day + 1)::timestamp at time zone 'Asia/Shanghai' and m.id <= d.max_move_id
      group by 1, 2, 3 having sum(m.d_on_hand) <> 0
    ) m on m.day = l.day and m.warehouse_id = l.warehouse_id and m.item_id = l.item_id
    where coalesce(l.qty, 0) <> coalesce(m.qty, 0) or coalesce(l.layers, 0) <> coalesce(m.qty, 0)`,
  'goods count as received on a day that is not later': `
    select * from storage_layer l where l.received > l.day
      or not exists (select 1 from storage_item i where i.day = l.day and i.warehouse_id = l.warehouse_id and i.item_id = l.item_id)`,
  'a warehouse charge owes what was calculated, and nothing once it is cancelled': `
    select c.id, c.state, c.amount, h.amount as owed from warehouse_charge c join charge h on h.id = c.id
    where h.amount <> case when c.state = 'cancelled' then 0 else c.amount end or h.company_id <> c.customer_id or h.fee_item <> c.fee_item
      or c.chargeable + c.free <> c.quantity`,
  'a charge is for a waybill, for goods in a warehouse or of an approved application': `
    select h.id, c.id as warehouse_charge from charge h full join warehouse_charge c on c.id = h.id left join application a on a.id = h.application_id
    where h.id is null or (h.source = 'storage') <> (c.id is not null)
      or (h.source in ('adjustment', 'arrangement', 'special', 'courier', 'expense', 'claim')) <> (a.id is not null) or a.state not in ('approved', 'partPaid', 'paid')`,
  'an approved application posted what it asked for, and no other has': `
    select a.no, a.state, a.amount, h.sum from application a left join (
      select application_id, sum(amount) as sum from charge group by 1) h on h.application_id = a.id
    where case when a.state in ('approved', 'partPaid', 'paid') then a.amount <> coalesce(h.sum, 0) else h.sum is not null end`,
  'what was kept of a closed month by day of posting is what its charges come to': `
    select m.month, x.kept_revenue, x.kept_cost, x.kept_net, y.* from month_close m cross join lateral (
      select coalesce(sum(f.revenue), 0) as kept_revenue, coalesce(sum(f.cost), 0) as kept_cost, coalesce(sum(f.net_revenue - f.net_cost), 0) as kept_net
      from month_close_figure f where f.close_id = m.id and f.basis = 'posted' and f.dimension = 'outlet') x
    cross join lateral (
      select coalesce(sum(h.amount) filter (where h.direction = 'receivable'), 0) as revenue,
        coalesce(sum(h.amount) filter (where h.direction = 'payable'), 0) as cost,
        coalesce(sum(case h.direction when 'receivable' then h.net else -h.net end), 0) as net
      from charge h where h.day between m.month and (m.month + interval '1 month')::date - 1 and h.state <> 'void' and h.fee_item <> 'deposit'
        and h.device_id is null) y
    where m.state <> 'open' and (x.kept_revenue, x.kept_cost, x.kept_net) <> (y.revenue, y.cost, y.net)`,
  'what a waybill is charged is of its outlet and of its day, or of a later one where its month was closed': `
    select h.id from charge h join waybill w on w.id = h.waybill_id
    where h.outlet_id <> w.outlet_id or (h.source in ('quote', 'manual', 'service') and h.adjusts_id is null and (h.state, h.amount) <> ('void', 0) and h.day <> w.biz_date
      and (h.day < w.biz_date or not exists (select from month_close m where m.month >= date_trunc('month', w.biz_date)::date)))`,
  'the shares of a payable charge are the charge': `
    select h.id, h.amount, sum(s.amount) from charge h join charge_share s on s.charge_id = h.id
    group by h.id having h.amount <> sum(s.amount) or h.direction <> 'payable'`,
  'a waybill costs what its shares come to': `
    select w.id, w.cost, s.sum from waybill w left join (
      select waybill_id, sum(amount) as sum from charge_share group by 1) s on s.waybill_id = w.id
    where w.cost <> coalesce(s.sum, 0)`,
  'the shares of a charge without tax are its net': `
    select h.id, h.net, sum(s.net) from charge h join charge_share s on s.charge_id = h.id group by h.id having h.net <> sum(s.net)`,
  'a waybill keeps what became of its charges': `
    select w.id, w.applied, w.invoiced, w.settled, w.not_invoiceable, w.to_collect, w.collect_open, h.* from waybill w left join (
      select waybill_id, sum(applied) as applied_of, sum(invoiced) as invoiced_of, sum(settled) as settled_of,
        coalesce(sum(amount) filter (where not invoiceable), 0) as kept_out, coalesce(sum(amount) filter (where pay_method = 'collect'), 0) as at_door,
        coalesce(sum(amount - settled) filter (where pay_method = 'collect'), 0) as door_open from charge where direction = 'receivable' group by 1) h on h.waybill_id = w.id
    where w.applied <> coalesce(applied_of, 0) or w.invoiced <> coalesce(invoiced_of, 0) or w.settled <> coalesce(settled_of, 0)
      or w.not_invoiceable <> coalesce(kept_out, 0) or w.to_collect <> coalesce(at_door, 0) or w.collect_open <> coalesce(door_open, 0)`,
  'a waybill says of its charges one by one whether they are invoiced and collected': `
    select w.id, w.invoicing, w.collection, h.* from waybill w left join lateral (
      select count(*) filter (where c.invoiceable) as n, count(*) filter (where c.invoiceable and c.applied <> 0) as begun,
        count(*) filter (where c.invoiceable and c.applied = c.amount) as asked, count(*) filter (where c.invoiceable and c.invoiced = c.amount) as issued,
        count(*) as m, count(*) filter (where c.settled <> 0) as paid, count(*) filter (where c.settled = c.amount) as closed
      from charge c where c.waybill_id = w.id and c.direction = 'receivable' and c.state <> 'void' and c.amount <> 0) h on true
    where w.state not in ('draft', 'cancelled') and (w.invoicing <> case when n = 0 then 'none' when begun = 0 then 'unapplied' when asked < n then 'partial'
        when issued < n then 'applied' else 'invoiced' end
      or w.collection <> case when paid = 0 then 'uncollected' when closed < m then 'partial' else 'collected' end)`,
  'a price is owed once it is confirmed, and nothing is for what is cancelled': `
    select h.id, h.state, w.state as waybill, w.price_state from charge h join waybill w on w.id = h.waybill_id
    where h.direction = 'receivable' and (w.state = 'cancelled') <> (h.state = 'void') and (h.state, h.amount) <> ('void', 0)
        and not (h.source = 'writeOff' and h.settled <> 0)
      or w.state <> 'cancelled' and h.state <> 'void' and h.source in ('quote', 'manual', 'service') and h.settled = 0 and h.applied = 0 and not h.stated and h.adjusts_id is null and (w.price_state = 'confirmed') <> (h.state = 'owed')`,
  'a charge is applied for and invoiced by what stands on invoices': `
    select h.id, h.applied, h.invoiced, x.applied as on_applications, x.invoiced as on_issued from charge h left join (
      select q.charge_id, sum(q.amount) filter (where i.kind = 'invoice' and i.state in ('pending', 'toIssue', 'issued', 'partRed', 'red')
          or i.kind = 'redInvoice' and i.state = 'issued') as applied,
        sum(q.amount) filter (where i.kind = 'invoice' and i.state in ('issued', 'partRed', 'red') or i.kind = 'redInvoice' and i.state = 'issued') as invoiced
      from invoice_part q join invoice_line n on n.id = q.line_id join invoice i on i.id = n.invoice_id group by 1) x on x.charge_id = h.id
    where exists (select from invoice) and (h.applied <> coalesce(x.applied, 0) or h.invoiced <> coalesce(x.invoiced, 0))`,
  'a posting of money comes to nothing': `
    select posting_id, sum(amount) from money_entry group by 1 having sum(amount) <> 0`,
  'a balance of money is the sum of its entries': `
    select b.account, b.owner_kind, b.owner_id, b.balance, e.sum from money_balance b full join (
      select account, owner_kind, owner_id, sum(amount) as sum from money_entry where account not in ('receivable', 'payable') group by 1, 2, 3) e
      using (account, owner_kind, owner_id) where coalesce(b.balance, 0) <> coalesce(e.sum, 0)`,
  'a charge is settled by what was posted on it': `
    select h.id, h.direction, h.settled, e.sum from charge h full join (
      select owner_id as id, sum(case account when 'receivable' then -amount else amount end) as sum from money_entry
      where account in ('receivable', 'payable') group by 1) e using (id) where coalesce(h.settled, 0) <> coalesce(e.sum, 0)`,
  'what was collected at the door is what was posted for it': `
    select c.id, c.freight, c.cod, e.* from collection c left join lateral (
      select -sum(amount) filter (where account = 'receivable') as freight_of, -sum(amount) filter (where account = 'cod') as cod_of
      from money_entry where posting_id = c.posting_id) e on true
    where c.freight <> coalesce(freight_of, 0) or c.cod <> coalesce(cod_of, 0)`,
  'a holder has in custody what he has not handed in of his collections': `
    select b.owner_kind, b.owner_id, b.balance, c.sum from (select * from money_balance where account = 'custody') b full join (
      select holder_kind as owner_kind, holder_id as owner_id, sum(held_freight + held_cod - handed_freight - handed_cod) as sum
      from collection where undone_posting_id is null group by 1, 2) c using (owner_kind, owner_id)
    where coalesce(b.balance, 0) <> coalesce(c.sum, 0)`,
  'a hand-in is what stands on it': `
    select h.no, h.due, c.*, l.* from hand_in h
      left join (select hand_in_id, sum(held_freight + held_cod) as held, sum(handed_freight + handed_cod) as handed from collection
        where hand_in_id is not null group by 1) c on c.hand_in_id = h.id
      left join (select hand_in_id, sum(due) as due_of, sum(counted) as counted_of from hand_in_line group by 1) l on l.hand_in_id = h.id
    where h.due <> coalesce(due_of, 0) or coalesce(h.counted, 0) <> coalesce(counted_of, 0)
      or h.due <> case h.state when 'returned' then h.due else coalesce(held, 0) end
      or coalesce(handed, 0) <> case when h.state in ('pending', 'returned') then 0 when h.state = 'settled' then h.due else least(h.counted, h.due) end`,
  'COD is owed to customers as it was collected and not paid out': `
    select b.owner_id, b.balance, c.sum from (select * from money_balance where account = 'cod') b full join (
      select c.waybill_id as owner_id, sum(coalesce(l.amount, 0) - c.cod) as sum from collection c
      left join cod_payout_line l on l.collection_id = c.id and l.state = 'settled' where c.undone_posting_id is null group by 1) c using (owner_id)
    where coalesce(b.balance, 0) <> coalesce(c.sum, 0)`,
  'a payout is the sum of its lines, and reserves or has paid what it says': `
    select p.no, p.state, p.gross, p.deducted, l.* from cod_payout p left join (
      select payout_id, sum(amount) filter (where collection_id is not null) as cod, coalesce(sum(amount) filter (where charge_id is not null), 0) as off,
        array_agg(distinct state) as states from cod_payout_line group by 1) l on l.payout_id = p.id
    where p.gross <> l.cod or p.deducted <> l.off or l.states <> array[case p.state when 'paid' then 'settled' when 'pending' then 'reserved'
      when 'toPay' then 'reserved' when 'draft' then 'planned' when 'rejected' then 'planned' else 'freed' end]`,
  'a receipt or payment settles what its lines say': `
    select p.no, p.allocated, l.sum from payment p left join (
      select payment_id, sum(amount) as sum from payment_line where state = 'settled' group by 1) l on l.payment_id = p.id
    where p.allocated <> coalesce(l.sum, 0)`,
  'a statement is the sum of its lines, and begins with the closings that it follows': `
    select s.no, s.opening, s.charges, s.adjustments, s.received, s.closing, l.*, f.sum from statement s
    left join (select statement_id, sum(amount) filter (where kind = 'charge') as owed, sum(amount) filter (where kind = 'adjustment') as adjusted,
      sum(amount) filter (where kind not in ('charge', 'adjustment')) as money from statement_line group by 1) l on l.statement_id = s.id
    left join (select carried_to, sum(closing) as sum from statement where state <> 'void' group by 1) f on f.carried_to = s.id
    where s.charges <> coalesce(l.owed, 0) or s.adjustments <> coalesce(l.adjusted, 0) or s.received <> coalesce(l.money, 0)
      or s.closing <> s.opening + s.charges + s.adjustments - s.received or s.state <> 'void' and s.opening <> coalesce(f.sum, 0)`,
  'a charge stands on one live statement as it is, and is held once that was sent': `
    select h.id, h.statement_id, l.statement_id as stands_on, l.state, h.stated from charge h full join (
      select l.charge_id, l.statement_id, l.amount, s.state from statement_line l join statement s on s.id = l.statement_id
      where l.live and l.charge_id is not null) l on l.charge_id = h.id
    where h.statement_id is distinct from l.statement_id or h.stated <> coalesce(l.state in ('sent', 'disputed', 'confirmed'), false)
      or h.stated and h.amount <> l.amount`,
  'no item of a party of a waybill is below nothing': `
    select waybill_id, fee_item, company_id, sum(amount) from charge where direction = 'receivable' and waybill_id is not null
      and source <> 'writeOff' group by 1, 2, 3 having sum(amount) < 0`,
  'an application says what was paid of its charges': `
    select a.no, a.state, a.paid, h.settled from application a left join (
      select application_id, sum(settled) as settled, sum(abs(amount) - abs(settled)) as open from charge group by 1) h on h.application_id = a.id
    where a.paid <> coalesce(h.settled, 0) or (a.state = 'paid') <> (coalesce(h.settled, 0) <> 0 and h.open = 0)`,
  'a line shipment is settled when all its costs are paid': `
    select id, arrangement_no, state from arrangement where kind = 'line' and state in ('signed', 'settled') and (state = 'settled') <> line_is_paid(id)`,
  'an application under review has one open review, and no other has': `
    select p.no, p.state, a.id as approval from application p full join (
      select id, entity_id, biz_type from approval where biz_type in ('carCost', 'specialCost', 'courierCost', 'costApplication', 'claim', 'costZJ')
        and state = 'pending') a on a.entity_id = p.id and a.biz_type = p.kind
    where (coalesce(p.state, '') = 'pending') <> (a.id is not null)`,
  'a cost is owed once, as its approved application says': `
    select l.id, l.amount, a.state, h.amount as owed from cost_line l left join application a on a.id = l.application_id
    left join charge h on h.cost_line_id = l.id
    where (coalesce(a.state, '') in ('approved', 'partPaid', 'paid')) <> (h.id is not null) or h.amount <> l.amount or a.state = 'void' and l.kind not in ('expense', 'claim')`,
  'what a cost is shared over is what its arrangement carries': `
    select h.id, a.arrangement_no, s.n as shared, c.n as carried from charge h join cost_line l on l.id = h.cost_line_id
    join arrangement a on a.id = l.arrangement_id
    cross join lateral (select count(*) as n from charge_share s where s.charge_id = h.id) s
    cross join lateral (select count(distinct n.waybill_id) as n from arrangement_line n where n.arrangement_id = a.id and n.pieces > 0
      and a.state <> 'cancelled') c
    where s.n <> c.n and h.day > coalesce(closed_until(), '-infinity')`,
  'an adjustment is open while it is under review': `
    select p.no, p.state, d.open from adjustment d join application p on p.id = d.id where d.open <> (p.state = 'pending')`,
  'no two quotations hold for the same goods at a warehouse on one day': `
    select a.id, b.id as other from quotation a join quotation b on b.id > a.id and a.owner_ids && b.owner_ids
      and a.warehouse_id is not distinct from b.warehouse_id and b.status in ('active', 'ended') and not b.is_deleted
      and greatest(a.valid_from, b.valid_from) <= least(coalesce(a.valid_to, 'infinity'), coalesce(b.valid_to, 'infinity'))
    where a.status in ('active', 'ended') and not a.is_deleted`,
  'a quotation under review has one open review, and no other has': `
    select q.id, q.status, a.id as approval from quotation q full join (
      select id, entity_id from approval where biz_type = 'warehouseQuotation' and state = 'pending') a on a.entity_id = q.id
    where (coalesce(q.status, '') = 'pending') <> (a.id is not null)`,
  'a waybill that came by phone has its one order': `
    select w.id, count(o.id) as orders from waybill w left join phone_order o on o.waybill_id = w.id
    group by w.id having count(o.id) <> case when w.source = 'phone' then 1 else 0 end`,
  'what is told of a waybill is of a kind that the timeline has words for': `
    select waybill_id, seq, type from waybill_event where type <> all ('{${waybillEventTypes}}')`,
  'the head of every chain is its last event': `
    select w.id from waybill w left join waybill_event e on e.waybill_id = w.id and e.seq = w.chain_seq
    where w.chain_seq > 0 and e.hash is distinct from w.chain_hash`,
}
