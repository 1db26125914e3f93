import { type Kysely, sql } from 'kysely'

/**
 * Each charge has one payer and one way of payment (M4): a fee is as many charges as parts of the payment it falls into. What is held stays,
 * and a charge beside it takes the difference (M3). A waybill keeps what its door is to collect.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index charge__priced`.execute(db)
  await sql`alter table charge drop constraint charge__of,
    add constraint charge__of check (case
      when source in ('quote', 'manual', 'service') then waybill_id is not null and application_id is null and cost_line_id is null
      when source = 'adjustment' then application_id is not null and cost_line_id is null
        and num_nonnulls(waybill_id, device_id) = (case direction when 'receivable' then 1 else 0 end)
        and (adjusts_id is not null) = (direction = 'payable')
      when source in ('arrangement', 'special', 'courier', 'expense', 'claim') then application_id is not null and cost_line_id is not null
        and waybill_id is null and direction = 'payable'
      else waybill_id is null end)`.execute(db)
  await sql`create unique index charge__priced on charge (waybill_id, fee_item, coalesce(service_id, 0), payer, coalesce(pay_method, ''))
    where source in ('quote', 'manual', 'service') and adjusts_id is null`.execute(db)
  await sql`create unique index charge__repriced on charge (waybill_id, fee_item, coalesce(service_id, 0), payer, coalesce(pay_method, ''))
    where source in ('quote', 'manual', 'service') and adjusts_id is not null and applied = 0 and settled = 0`.execute(
    db,
  )
  await sql`comment on column charge.adjusts_id is 'The charge that this one corrects: a payable that was adjusted, a price that is held, a debt that was written off'`.execute(
    db,
  )
  await divide(db)

  await sql`alter table waybill add column to_collect numeric(14,2) not null default 0`.execute(db)
  await sql`comment on column waybill.to_collect is 'Σ of its 到付 charges: the door collects it, beside COD; yuan'`.execute(
    db,
  )
  await sql`update waybill w set to_collect = h.sum from (
    select waybill_id, sum(amount) as sum from charge where pay_method = 'collect' and direction = 'receivable' and waybill_id is not null
    group by 1) h where h.waybill_id = w.id`.execute(db)
  await sql`create or replace function note_charges_added() returns trigger language plpgsql as $$
  begin
    if exists (select from added where direction = 'receivable' and waybill_id is not null and (not invoiceable or pay_method = 'collect')) then
      update waybill w set not_invoiceable = w.not_invoiceable + d.kept_out, to_collect = w.to_collect + d.to_collect from (
        select waybill_id, sum(case when invoiceable then 0 else amount end) as kept_out,
          sum(case when pay_method = 'collect' then amount else 0 end) as to_collect
        from added where direction = 'receivable' group by 1) d where w.id = d.waybill_id;
    end if;
    return null;
  end $$`.execute(db)
  await sql`create or replace function note_charges_changed() returns trigger language plpgsql as $$
  begin
    update waybill w set not_invoiceable = w.not_invoiceable + d.not_invoiceable, applied = w.applied + d.applied,
      invoiced = w.invoiced + d.invoiced, settled = w.settled + d.settled, to_collect = w.to_collect + d.to_collect
    from (
      select n.waybill_id, sum(n.applied - o.applied) as applied, sum(n.invoiced - o.invoiced) as invoiced, sum(n.settled - o.settled) as settled,
        sum(case when n.invoiceable then 0 else n.amount end - case when o.invoiceable then 0 else o.amount end) as not_invoiceable,
        sum(case when n.pay_method = 'collect' then n.amount else 0 end
          - case when o.pay_method = 'collect' then o.amount else 0 end) as to_collect
      from now_so n join was_so o on o.id = n.id
      where n.waybill_id is not null and n.direction = 'receivable' and (n.applied <> o.applied or n.invoiced <> o.invoiced or n.settled <> o.settled
        or n.invoiceable <> o.invoiceable or (not n.invoiceable and n.amount <> o.amount)
        or ((n.pay_method = 'collect' or o.pay_method = 'collect') and (n.amount, n.pay_method) is distinct from (o.amount, o.pay_method)))
      group by 1
    ) d where w.id = d.waybill_id;
    return null;
  end $$`.execute(db)
  await sql`create or replace function note_charges_gone() returns trigger language plpgsql as $$
  begin
    if exists (select from gone where direction = 'receivable' and waybill_id is not null and (not invoiceable or pay_method = 'collect')) then
      update waybill w set not_invoiceable = w.not_invoiceable - d.kept_out, to_collect = w.to_collect - d.to_collect from (
        select waybill_id, sum(case when invoiceable then 0 else amount end) as kept_out,
          sum(case when pay_method = 'collect' then amount else 0 end) as to_collect
        from gone where direction = 'receivable' group by 1) d where w.id = d.waybill_id;
    end if;
    return null;
  end $$`.execute(db)
}

/** What stands, by how it was agreed: services of a party are its own, the rest fills one part of the payment after the other. */
async function divide(db: Kysely<unknown>): Promise<void> {
  await sql`update charge h set payer = s.payer, company_id = null, pay_method = case s.payer when 'consignee' then 'collect' else 'prepaid' end
    from waybill_service s where s.id = h.service_id and s.payer in ('shipper', 'consignee')`.execute(db)
  await sql`update charge set payer = 'consignee', company_id = null where direction = 'receivable' and payer = 'customer' and pay_method = 'collect'`.execute(
    db,
  )
  await sql`create temporary table divided on commit drop as
    with line as (
      select h.id, h.waybill_id, h.amount, sum(h.amount) over (partition by h.waybill_id order by h.seq, h.id) - h.amount as from_amount,
        sum(h.amount) over (partition by h.waybill_id order by h.seq, h.id) as to_amount, sum(h.amount) over (partition by h.waybill_id) as whole
      from charge h where h.pay_method = 'split' and h.payer = 'customer' and h.source in ('quote', 'manual', 'service') and h.amount > 0
    ), part as (
      select w.id as waybill_id, x.n, split_part(x.part, ':', 1) as method, nullif(split_part(x.part, ':', 2), '')::numeric as fixed
      from waybill w, unnest(string_to_array(w.payments, ' ')) with ordinality as x(part, n) where w.pay_method = 'split'
    ), sized as (
      select p.waybill_id, p.n, p.method, coalesce(p.fixed, greatest((select max(l.whole) from line l where l.waybill_id = p.waybill_id)
        - sum(coalesce(p.fixed, 0)) over (partition by p.waybill_id), 0)) as size from part p
    ), range as (
      select waybill_id, n, method, sum(size) over (partition by waybill_id order by n) - size as from_size,
        sum(size) over (partition by waybill_id order by n) as to_size from sized
    )
    select l.id, r.n, r.method, least(l.to_amount, r.to_size) - greatest(l.from_amount, r.from_size) as amount,
      row_number() over (partition by l.id order by r.n) as first
    from line l join range r on r.waybill_id = l.waybill_id and r.from_size < l.to_amount and r.to_size > l.from_amount`.execute(
    db,
  )
  await sql`insert into charge (waybill_id, outlet_id, day, seq, fee_item, direction, company_id, amount, tax_rate, source, approved, price_id, quoted,
      explanation, service_id, payer, pay_method, state, created_at, created_by, updated_at, updated_by)
    select h.waybill_id, h.outlet_id, h.day, h.seq, h.fee_item, h.direction, case d.method when 'collect' then null else h.company_id end, d.amount,
      h.tax_rate, h.source, h.approved, h.price_id, h.quoted, h.explanation, h.service_id,
      case d.method when 'collect' then 'consignee' else 'customer' end, d.method, h.state, h.created_at, h.created_by, h.updated_at, h.updated_by
    from divided d join charge h on h.id = d.id where d.first > 1`.execute(db)
  await sql`update charge h set amount = d.amount, pay_method = d.method, payer = case d.method when 'collect' then 'consignee' else 'customer' end,
      company_id = case d.method when 'collect' then null else h.company_id end
    from divided d where d.id = h.id and d.first = 1`.execute(db)
  await sql`update charge set pay_method = 'monthly' where pay_method = 'split'`.execute(db)
}
