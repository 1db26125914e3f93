import { type Kysely, sql } from 'kysely'

/**
 * 关账 (M60): months that are closed, with the sums that were kept of them. Afterwards nothing is dated in them, and nothing that is dated in them
 * changes: triggers refuse it on charges, their shares and postings of money.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table month_close (
    id bigint generated always as identity primary key,
    month date not null constraint month_close__first check (month = date_trunc('month', month::timestamp)::date),
    state text not null constraint month_close__state check (state in ('closed', 'reopening', 'open')),
    closed_at timestamptz not null,
    closed_by bigint not null references app_user,
    put_off integer not null,
    checks jsonb not null,
    reason text,
    reopened_at timestamptz,
    reopened_by bigint references app_user
  )`.execute(db)
  await sql`comment on table month_close is '关账: a month that was closed, for all outlets together; open: reopened, its sums stay to be compared'`.execute(
    db,
  )
  for (const [column, comment] of [
    ['state', 'reopening: its reopening is under review; it is closed until that is approved'],
    ['put_off', 'How many charges of prices that nobody had reviewed were dated on the day of the closing'],
    ['checks', 'What was warned of, with how many'],
    ['reason', 'Why it is, or was, to be reopened'],
  ] as const)
    await sql.raw(`comment on column month_close.${column} is '${comment}'`).execute(db)
  await sql`create unique index month_close__once on month_close (month)`.execute(db)

  await sql`create table month_close_figure (
    close_id bigint not null references month_close,
    basis text not null constraint month_close_figure__basis check (basis in ('biz', 'posted', 'later')),
    dimension text not null,
    of_month date not null,
    outlet_id bigint not null references company,
    key text not null,
    count integer not null,
    pieces bigint not null,
    weight numeric(18,3) not null,
    cod numeric(16,2) not null,
    revenue numeric(16,2) not null,
    cost numeric(16,2) not null,
    trip_cost numeric(16,2) not null,
    line_cost numeric(16,2) not null,
    courier_cost numeric(16,2) not null,
    claims numeric(16,2) not null,
    storage numeric(16,2) not null,
    net_revenue numeric(16,2) not null,
    net_cost numeric(16,2) not null,
    net_trip_cost numeric(16,2) not null,
    net_line_cost numeric(16,2) not null,
    net_courier_cost numeric(16,2) not null,
    net_claims numeric(16,2) not null,
    net_storage numeric(16,2) not null,
    primary key (close_id, basis, dimension, of_month, outlet_id, key)
  )`.execute(db)
  await sql`comment on table month_close_figure is 'Sums of profit as they were when a month was closed: a row for each row of the table of profit and outlet'`.execute(
    db,
  )
  for (const [column, comment] of [
    [
      'basis',
      'biz: of waybills of the month, dated by its end; posted: dated in the month; later: dated in it, of waybills of earlier months',
    ],
    ['of_month', 'Of later: the month of the waybills; else the month itself'],
    ['count', 'Waybills; of later those of which nothing had counted before'],
  ] as const)
    await sql.raw(`comment on column month_close_figure.${column} is '${comment}'`).execute(db)
  await sql`create index month_close_figure__of_month on month_close_figure (dimension, basis, of_month)`.execute(db)

  await sql`create function closed_until() returns date language sql stable parallel safe as $$
    select (max(month) + interval '1 month')::date - 1 from month_close where state <> 'open' $$`.execute(db)
  await sql`comment on function closed_until is 'The last day that is closed; null: none is. What lies before the first month that was closed is closed with it'`.execute(
    db,
  )
  await sql`create function this_month() returns date language sql stable parallel safe as $$
    select date_trunc('month', now() at time zone 'Asia/Shanghai')::date $$`.execute(db)
  await sql`create function wait_for_closing() returns date language plpgsql volatile as $$
  begin
    perform pg_advisory_xact_lock_shared(hashtext('closedMonth'));
    return closed_until();
  end $$`.execute(db)
  await sql`comment on function wait_for_closing is 'Before something is dated in a month that is over: no month is closed before the transaction ends. Answers the last day that is closed'`.execute(
    db,
  )
  await guardCharges(db)
  await guardShares(db)
  await sql`create function keep_money_in_open_months() returns trigger language plpgsql as $$
  declare until date := wait_for_closing();
  begin
    if new.day <= until then
      raise exception 'money of % is dated in a closed month', new.doc_no using errcode = 'check_violation', constraint = 'money_posting__closed';
    end if;
    return new;
  end $$`.execute(db)
  await sql`create trigger money_posting__closed before insert on money_posting for each row
    when (new.day < this_month()) execute function keep_money_in_open_months()`.execute(db)

  // A held price that changes again, a month later, is beside the charge that took the first difference.
  await sql`create function month_of(day date) returns int language sql immutable parallel safe as $$
    select (extract(year from day) * 12 + extract(month from day))::int $$`.execute(db)
  await sql`drop index charge__repriced`.execute(db)
  await sql`create unique index charge__repriced on charge (waybill_id, fee_item, coalesce(service_id, 0), payer, coalesce(pay_method, ''), month_of(day))
    where source in ('quote', 'manual', 'service') and adjusts_id is not null and applied = 0 and settled = 0 and not stated`.execute(
    db,
  )

  // What comes out otherwise of goods in a warehouse, and is held: a charge of today beside it.
  await sql`alter table warehouse_charge add column adjusts_id bigint references warehouse_charge`.execute(db)
  await sql`comment on column warehouse_charge.adjusts_id is 'The charge whose difference this one takes, which is held and stays as it was'`.execute(
    db,
  )
  await sql`create index warehouse_charge__adjusts on warehouse_charge (adjusts_id) where adjusts_id is not null`.execute(
    db,
  )
  await sql`drop index warehouse_charge__once`.execute(db)
  await sql`create unique index warehouse_charge__once on warehouse_charge
    (customer_id, line_id, warehouse_id, fee_item, trigger, day, coalesce(doc_type, ''), coalesce(doc_id, 0))
    where state <> 'cancelled' and reverses_id is null and adjusts_id is null and trigger <> 'valueAdded'`.execute(db)
}

/** Confirmed, settled, applied for, stated: all of that goes on. What says how much is owed by whom for what does not. */
async function guardCharges(db: Kysely<unknown>): Promise<void> {
  await sql`create function keep_charges_of_closed_months() returns trigger language plpgsql as $$
  declare until date := wait_for_closing();
  begin
    if (tg_op <> 'INSERT' and old.day <= until) or (tg_op <> 'DELETE' and new.day <= until) then
      raise exception 'charge % is dated in a closed month', coalesce(old.id, new.id) using errcode = 'check_violation', constraint = 'charge__closed';
    end if;
    return coalesce(new, old);
  end $$`.execute(db)
  await sql`create trigger charge__closed_new before insert on charge for each row
    when (new.day < this_month()) execute function keep_charges_of_closed_months()`.execute(db)
  await sql`create trigger charge__closed_gone before delete on charge for each row
    when (old.day < this_month()) execute function keep_charges_of_closed_months()`.execute(db)
  await sql`create trigger charge__closed before update on charge for each row
    when ((old.day < this_month() or new.day < this_month()) and (
      (old.amount, old.fee_item, old.payer, old.day, old.direction, old.deductible) is distinct from (new.amount, new.fee_item, new.payer, new.day, new.direction, new.deductible)
      or old.tax_rate is distinct from new.tax_rate or old.pay_method is distinct from new.pay_method or old.waybill_id is distinct from new.waybill_id
      or (old.state <> new.state and not (old.state = 'draft' and new.state = 'owed'))
      or ((old.company_id is distinct from new.company_id or old.driver_id is distinct from new.driver_id)
        and coalesce(current_setting('xunyun.merging', true), '') <> 'on')))
    execute function keep_charges_of_closed_months()`.execute(db)
}

/** Whose margin a cost is stays too. */
async function guardShares(db: Kysely<unknown>): Promise<void> {
  await sql`create function keep_shares_of_closed_months() returns trigger language plpgsql as $$
  declare first date;
  begin
    select min(h.day) into first from (select distinct charge_id from moved) m join charge h on h.id = m.charge_id;
    if first < this_month() and first <= wait_for_closing() then
      raise exception 'a share is of a closed month' using errcode = 'check_violation', constraint = 'charge__closed';
    end if;
    return null;
  end $$`.execute(db)
  for (const [name, event, table] of [
    ['new', 'insert', 'new table as moved'],
    ['gone', 'delete', 'old table as moved'],
    ['changed', 'update', 'new table as moved'],
  ] as const)
    await sql
      .raw(
        `create trigger charge_share__closed_${name} after ${event} on charge_share referencing ${table} for each statement execute function keep_shares_of_closed_months()`,
      )
      .execute(db)
}
