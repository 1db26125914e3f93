import { type Kysely, sql } from 'kysely'

/**
 * What becomes of a charge (M1–M6, M13): who pays it and how, its amount without tax, whether it is owed, and how much of it was
 * applied for, invoiced and settled. A held charge never changes (M3). A waybill keeps the sums of its charges.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function share(total numeric, weights numeric[]) returns numeric[] language sql immutable parallel safe as $$
    with line as (
      select n, case when s.sum = 0 then 1 else abs(w) end as weight, case when s.sum = 0 then cardinality(weights) else s.sum end as whole
      from unnest(weights) with ordinality as u(w, n), (select coalesce(sum(abs(x)), 0) as sum from unnest(weights) x) s
    ), part as (
      select n, trunc(abs(total) * 100 * weight / whole) as cents,
        abs(total) * 100 * weight / whole - trunc(abs(total) * 100 * weight / whole) as rest from line
    ), ranked as (
      select n, cents, row_number() over (order by rest desc, n) as rank, abs(total) * 100 - sum(cents) over () as missing from part
    )
    select array_agg(sign(total) * (cents + case when rank <= missing then 1 else 0 end) / 100 order by n) from ranked
  $$`.execute(db)
  await sql`comment on function share is 'Yuan shared by weights with largest remainder, ties by order; equal where all weigh nothing (domain §0.7)'`.execute(
    db,
  )

  await sql`alter table company add column deductible_invoice text
    constraint company__deductible_invoice check (deductible_invoice in ('special', 'ordinary', 'none'))`.execute(db)
  await sql`comment on column company.deductible_invoice is 'Which invoices a carrier gives us: the tax of special ones (专票) is deducted'`.execute(
    db,
  )

  await sql`alter table charge
    add column payer text not null default 'customer' constraint charge__payer check (payer in ('customer', 'shipper', 'consignee')),
    add column pay_method text,
    add column deductible boolean not null default false,
    add column invoiceable boolean not null default true,
    add column state text not null default 'owed' constraint charge__state check (state in ('draft', 'owed', 'void')),
    add column applied numeric(14,2) not null default 0,
    add column invoiced numeric(14,2) not null default 0,
    add column settled numeric(14,2) not null default 0,
    add column net numeric(14,2) not null generated always as (
      case when direction = 'receivable' or deductible then round(amount * 100 / (100 + coalesce(tax_rate, 0)), 2) else amount end) stored`.execute(
    db,
  )
  await sql`update charge h set pay_method = w.pay_method,
    state = case when w.state = 'cancelled' then 'void' when w.price_state = 'confirmed' or h.source = 'adjustment' then 'owed' else 'draft' end
    from waybill w where w.id = h.waybill_id and h.direction = 'receivable'`.execute(db)
  await sql`update charge h set state = 'void' from warehouse_charge c where c.id = h.id and c.state = 'cancelled'`.execute(
    db,
  )
  await sql`update charge set invoiceable = false where fee_item in ('advance', 'claim', 'penalty', 'rebate', 'tax', 'deposit')`.execute(
    db,
  )
  await sql`alter table charge
    add constraint charge__applied check (case when amount < 0 then applied between amount and 0 else applied between 0 and amount end),
    add constraint charge__invoiced check (case when amount < 0 then invoiced between applied and 0 else invoiced between 0 and applied end),
    add constraint charge__settled check (case when amount < 0 then settled between amount and 0 else settled between 0 and amount end),
    add constraint charge__used_if_owed check (state = 'owed' or (applied = 0 and settled = 0))`.execute(db)
  for (const [column, comment] of [
    ['payer', 'Who pays a receivable: the customer, or a party of the waybill'],
    ['pay_method', 'Of a receivable of a waybill: one of the ways that were agreed, never 多笔付'],
    ['deductible', 'The tax of a payable is deducted, since the carrier gives special invoices for it'],
    ['invoiceable', 'Its fee item stands on invoices'],
    ['state', '草稿 draft: priced, not agreed; 应结 owed; 作废 void: its waybill or document was cancelled (M5)'],
    ['applied', 'On invoice applications, yuan'],
    ['invoiced', 'On issued invoices, yuan'],
    ['settled', 'Received or paid, yuan'],
    ['net', 'Without tax, yuan (M13); of a payable only where the tax is deducted'],
  ] as const)
    await sql.raw(`comment on column charge.${column} is '${comment.replaceAll("'", "''")}'`).execute(db)

  await sql`alter table charge_share add column net numeric(14,2)`.execute(db)
  await sql`update charge_share set net = amount`.execute(db)
  await sql`alter table charge_share alter column net set not null`.execute(db)
  await sql`comment on column charge_share.net is 'Of the charge''s net, by the shares with tax, yuan (M57)'`.execute(
    db,
  )

  await sql`alter table waybill
    add column not_invoiceable numeric(14,2) not null default 0,
    add column applied numeric(14,2) not null default 0,
    add column invoiced numeric(14,2) not null default 0,
    add column settled numeric(14,2) not null default 0,
    add column invoicing text not null generated always as (case
      when state in ('draft', 'cancelled') or (receivable = not_invoiceable and applied = 0) then 'none'
      when applied = 0 then 'unapplied'
      when applied < receivable - not_invoiceable or (invoiced <> 0 and invoiced < applied) then 'partial'
      when invoiced = applied then 'invoiced' else 'applied' end) stored,
    add column collection text not null generated always as (case
      when settled = 0 then 'uncollected' when settled < receivable then 'partial' else 'collected' end) stored`.execute(
    db,
  )
  await sql`update waybill w set not_invoiceable = h.sum from (
    select waybill_id, sum(amount) as sum from charge where not invoiceable and waybill_id is not null and direction = 'receivable' group by 1) h
    where h.waybill_id = w.id`.execute(db)
  for (const [column, comment] of [
    ['not_invoiceable', 'Σ of its receivable charges that stand on no invoice, yuan'],
    ['applied', 'Σ of its receivable charges, yuan'],
    ['invoiced', 'Σ of its receivable charges, yuan'],
    ['settled', 'Σ of its receivable charges, yuan'],
    ['invoicing', '开票: none, unapplied, partial, applied, invoiced (M6)'],
    ['collection', '收款: uncollected, partial, collected (M6)'],
  ] as const)
    await sql.raw(`comment on column waybill.${column} is '${comment}'`).execute(db)

  await rollUps(db)
  await held(db)
}

/** Kept by triggers: whichever act uses a charge, its waybill says so. */
async function rollUps(db: Kysely<unknown>): Promise<void> {
  await sql`create function note_charges_added() returns trigger language plpgsql as $$
  begin
    if exists (select from added where not invoiceable and waybill_id is not null and direction = 'receivable') then
      update waybill w set not_invoiceable = w.not_invoiceable + d.sum from (
        select waybill_id, sum(amount) as sum from added where not invoiceable and direction = 'receivable' group by 1) d where w.id = d.waybill_id;
    end if;
    return null;
  end $$`.execute(db)
  await sql`create trigger charge__added after insert on charge referencing new table as added
    for each statement execute function note_charges_added()`.execute(db)
  await sql`create function note_charges_changed() returns trigger language plpgsql as $$
  begin
    update waybill w set not_invoiceable = w.not_invoiceable + d.not_invoiceable, applied = w.applied + d.applied,
      invoiced = w.invoiced + d.invoiced, settled = w.settled + d.settled
    from (
      select n.waybill_id, sum(n.applied - o.applied) as applied, sum(n.invoiced - o.invoiced) as invoiced, sum(n.settled - o.settled) as settled,
        sum(case when n.invoiceable then 0 else n.amount end - case when o.invoiceable then 0 else o.amount end) as not_invoiceable
      from now_so n join was_so o on o.id = n.id
      where n.waybill_id is not null and n.direction = 'receivable' and (n.applied <> o.applied or n.invoiced <> o.invoiced or n.settled <> o.settled
        or n.invoiceable <> o.invoiceable or (not n.invoiceable and n.amount <> o.amount))
      group by 1
    ) d where w.id = d.waybill_id;
    return null;
  end $$`.execute(db)
  await sql`create trigger charge__changed after update on charge referencing old table as was_so new table as now_so
    for each statement execute function note_charges_changed()`.execute(db)
  await sql`create function note_charges_gone() returns trigger language plpgsql as $$
  begin
    if exists (select from gone where not invoiceable and waybill_id is not null and direction = 'receivable') then
      update waybill w set not_invoiceable = w.not_invoiceable - d.sum from (
        select waybill_id, sum(amount) as sum from gone where not invoiceable and direction = 'receivable' group by 1) d where w.id = d.waybill_id;
    end if;
    return null;
  end $$`.execute(db)
  await sql`create trigger charge__gone after delete on charge referencing old table as gone
    for each statement execute function note_charges_gone()`.execute(db)
}

async function held(db: Kysely<unknown>): Promise<void> {
  await sql`create function keep_held_charge() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.amount = new.amount and old.tax_rate is not distinct from new.tax_rate and old.fee_item = new.fee_item
      and old.payer = new.payer and old.pay_method is not distinct from new.pay_method and old.day = new.day and old.direction = new.direction
      and old.deductible = new.deductible and old.invoiceable = new.invoiceable and old.state = new.state
      and (current_setting('xunyun.merging', true) = 'on' or (old.company_id is not distinct from new.company_id
        and old.driver_id is not distinct from new.driver_id)) then
      return new;
    end if;
    raise exception 'charge % is held', old.id using errcode = 'check_violation', constraint = 'charge__held';
  end $$`.execute(db)
  await sql`create trigger charge__held before update or delete on charge for each row
    when (old.applied <> 0 or old.settled <> 0) execute function keep_held_charge()`.execute(db)
}
