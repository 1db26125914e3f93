import { type Kysely, sql } from 'kysely'

/** What a row counts for in its customer's credit: what is open of it. */
const owed = (row: string) =>
  `case when ${row}.customer_id is not null and not ${row}.is_deleted and ${row}.state not in ('draft', 'cancelled')
    then greatest(${row}.receivable - ${row}.settled, 0) else 0 end`

/** Credit used is what is open, storage too, less what the customer has with us (M12, V22); until now it was all that was ever placed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace function note_owed_by_new() returns trigger language plpgsql as $$
  begin
    insert into customer_owed (customer_id, amount)
    select n.customer_id, sum(${owed('n')}) from added n group by n.customer_id having sum(${owed('n')}) <> 0;
    return null;
  end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create or replace function note_owed_change() returns trigger language plpgsql as $$
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
  end $$`,
    )
    .execute(db)
  await sql`drop trigger waybill__owed_update on waybill`.execute(db)
  await sql
    .raw(
      `create trigger waybill__owed_update after update of customer_id, receivable, settled, state, is_deleted on waybill for each row
       when (old.customer_id is distinct from new.customer_id or ${owed('old')} <> ${owed('new')}) execute function note_owed_change()`,
    )
    .execute(db)
  await sql`drop trigger waybill__owed_delete on waybill`.execute(db)
  await sql
    .raw(
      `create trigger waybill__owed_delete after delete on waybill for each row
       when (${owed('old')} <> 0) execute function note_owed_change()`,
    )
    .execute(db)
  await sql`delete from customer_owed`.execute(db)
  await sql
    .raw(
      `insert into customer_owed (customer_id, amount)
       select w.customer_id, sum(${owed('w')}) from waybill w where w.customer_id is not null group by 1 having sum(${owed('w')}) <> 0`,
    )
    .execute(db)
  await sql`comment on table customer_owed is 'What is open of customers'' live waybills: the sum of the amounts of a customer. Written by triggers as something to add, so that nobody waits for a row; now and then put together to one row a customer'`.execute(
    db,
  )
  await sql`create index charge__open_storage on charge (company_id) include (amount, settled)
    where source = 'storage' and state = 'owed' and settled <> amount`.execute(db)
  await sql`create or replace function lock_credit(p_customers bigint[]) returns table (id bigint, credit_limit numeric, owed numeric, parts bigint)
    language plpgsql as $$
  begin
    -- Not against references to the customer, which whoever waits here holds as well.
    perform from company c where c.id = any(p_customers) and c.credit_limit is not null order by c.id for no key update;
    if not found then return; end if;
    return query
      select c.id, c.credit_limit, greatest(coalesce(o.owed, 0) + coalesce(s.open, 0) + coalesce(b.balance, 0), 0), coalesce(o.parts, 0)
      from company c
      left join lateral (select sum(x.amount) as owed, count(*) as parts from customer_owed x where x.customer_id = c.id) o on true
      left join lateral (select sum(h.amount - h.settled) as open from charge h
        where h.company_id = c.id and h.source = 'storage' and h.state = 'owed' and h.settled <> h.amount) s on true
      left join money_balance b on b.account = 'advance' and b.owner_kind = 'company' and b.owner_id = c.id
      where c.id = any(p_customers) and c.credit_limit is not null order by c.id;
  end $$`.execute(db)
  await sql`comment on function lock_credit is 'Of these customers those with a credit limit, locked, with what is open of them, storage too, less their advance; and of how many amounts the first is made up'`.execute(
    db,
  )
}
