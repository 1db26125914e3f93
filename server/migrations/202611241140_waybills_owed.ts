import { type Kysely, sql } from 'kysely'

/** What a row counts for in its customer's credit. */
const owed = (row: string) =>
  `case when ${row}.customer_id is not null and not ${row}.is_deleted and ${row}.state not in ('draft', 'cancelled') then greatest(${row}.receivable, 0) else 0 end`

/** What each customer owes, kept (ADR 019): a credit limit is checked without adding up all waybills the customer ever placed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table customer_owed (
    id bigint generated always as identity primary key,
    customer_id bigint not null,
    amount numeric(16,2) not null
  )`.execute(db)
  await sql`comment on table customer_owed is 'What customers owe for live waybills: the sum of the amounts of a customer. Written by triggers as something to add, so that nobody waits for a row; now and then put together to one row a customer'`.execute(
    db,
  )
  await sql`comment on column customer_owed.customer_id is 'The customer of the waybills; no reference, the waybills have it'`.execute(
    db,
  )
  await sql`comment on column customer_owed.amount is 'To add: what waybills came to, or what changed; less than nothing where less is owed'`.execute(
    db,
  )
  await sql`create index customer_owed__customer on customer_owed (customer_id) include (amount)`.execute(db)

  // A file of ten thousand waybills is some twenty rows a customer, not ten thousand.
  await sql`create function note_owed_by_new() returns trigger language plpgsql as ${sql.raw(`$$
  begin
    insert into customer_owed (customer_id, amount)
    select n.customer_id, sum(${owed('n')}) from added n group by n.customer_id having sum(${owed('n')}) <> 0;
    return null;
  end $$`)}`.execute(db)
  await sql`create trigger waybill__owed_insert after insert on waybill referencing new table as added
    for each statement execute function note_owed_by_new()`.execute(db)

  await sql`create function note_owed_change() returns trigger language plpgsql as ${sql.raw(`$$
  declare
    before numeric := 0;
    now_owed numeric := 0;
  begin
    before := ${owed('old')};
    if tg_op = 'UPDATE' then now_owed := ${owed('new')}; end if;
    if tg_op = 'UPDATE' and old.customer_id is not distinct from new.customer_id then
      now_owed := now_owed - before;
      before := 0;
    end if;
    if before <> 0 then insert into customer_owed (customer_id, amount) values (old.customer_id, -before); end if;
    if now_owed <> 0 then insert into customer_owed (customer_id, amount) values (new.customer_id, now_owed); end if;
    return null;
  end $$`)}`.execute(db)
  await sql
    .raw(
      `create trigger waybill__owed_update after update of customer_id, receivable, state, is_deleted on waybill for each row
       when (old.customer_id is distinct from new.customer_id or ${owed('old')} <> ${owed('new')}) execute function note_owed_change()`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger waybill__owed_delete after delete on waybill for each row
       when (${owed('old')} <> 0) execute function note_owed_change()`,
    )
    .execute(db)

  await sql
    .raw(
      `insert into customer_owed (customer_id, amount)
       select w.customer_id, sum(${owed('w')}) from waybill w where w.customer_id is not null group by 1 having sum(${owed('w')}) <> 0`,
    )
    .execute(db)
  // In a function, because the second statement has to see what was written by whoever held the customer before.
  await sql`create function lock_credit(p_customers bigint[]) returns table (id bigint, credit_limit numeric, owed numeric, parts bigint)
    language plpgsql as $$
  begin
    -- Not against references to the customer, which whoever waits here holds as well.
    perform from company c where c.id = any(p_customers) and c.credit_limit is not null order by c.id for no key update;
    if not found then return; end if;
    return query
      select c.id, c.credit_limit, coalesce(o.owed, 0), coalesce(o.parts, 0) from company c
      left join lateral (select sum(x.amount) as owed, count(*) as parts from customer_owed x where x.customer_id = c.id) o on true
      where c.id = any(p_customers) and c.credit_limit is not null order by c.id;
  end $$`.execute(db)
  await sql`comment on function lock_credit is 'Of these customers those with a credit limit, locked, with what they owe and of how many amounts that is made up'`.execute(
    db,
  )
  // Pieces that enter with a waybill are an act of their own.
  await sql`alter table piece_movement alter column act_id set default nextval('act_id')`.execute(db)
  // The sum was its only reader.
  await sql`drop index waybill__owed`.execute(db)
}
