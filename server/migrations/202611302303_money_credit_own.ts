import { type Kysely, sql } from 'kysely'

/** What a row counts for in its customer's credit: what is open of it, but for what others owe of it. */
const owed = (row: string) =>
  `case when ${row}.customer_id is not null and not ${row}.is_deleted and ${row}.state not in ('draft', 'cancelled')
    then ${row}.receivable - ${row}.settled - ${row}.party_open else 0 end`

/**
 * Credit used (M12): what is open of a customer's receivables, whatever they are of, less what it has with us; what is a party's of a waybill, or
 * another company's, is none of it, and what we owe it back takes off it.
 */
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
    if tg_op = 'UPDATE' and old.customer_id is distinct from new.customer_id then
      update charge h set apart = h.company_id is distinct from new.customer_id where h.waybill_id = new.id and h.direction = 'receivable'
        and h.payer = 'customer' and h.source in ('adjustment', 'writeOff') and h.apart <> (h.company_id is distinct from new.customer_id);
    end if;
    return null;
  end $$`,
    )
    .execute(db)
  await sql`drop trigger waybill__owed_update on waybill`.execute(db)
  await sql
    .raw(
      `create trigger waybill__owed_update after update of customer_id, receivable, settled, party_open, state, is_deleted on waybill for each row
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
  await sql`comment on column customer_owed.amount is 'To add: what is open of waybills, or what changed; less than nothing where less is owed'`.execute(
    db,
  )
  await sql`drop index charge__open_storage`.execute(db)
  await sql`create index charge__on_account on charge (company_id) include (amount, settled)
    where direction = 'receivable' and payer = 'customer' and state <> 'void' and settled <> amount and (waybill_id is null or apart)`.execute(
    db,
  )
  await sql`create function credit_used(p_customer bigint) returns numeric language sql stable as $$
    select greatest(coalesce((select sum(o.amount) from customer_owed o where o.customer_id = p_customer), 0)
      + coalesce((select sum(h.amount - h.settled) from charge h where h.company_id = p_customer and h.direction = 'receivable' and h.payer = 'customer'
        and h.state <> 'void' and h.settled <> h.amount and (h.waybill_id is null or h.apart)), 0)
      + coalesce((select b.balance from money_balance b where b.account = 'advance' and b.owner_kind = 'company' and b.owner_id = p_customer), 0), 0) $$`.execute(
    db,
  )
  await sql`comment on function credit_used is 'What is open of a customer: its waybills as they are kept, and what it owes besides (storage, penalties, openings, of others'' waybills), less its advance; never less than nothing (M12)'`.execute(
    db,
  )
  await sql`create or replace function lock_credit(p_customers bigint[]) returns table (id bigint, credit_limit numeric, owed numeric, parts bigint)
    language plpgsql as $$
  begin
    -- Not against references to the customer, which whoever waits here holds as well.
    perform from company c where c.id = any(p_customers) and c.credit_limit is not null order by c.id for no key update;
    if not found then return; end if;
    return query
      select c.id, c.credit_limit, credit_used(c.id), (select count(*) from customer_owed x where x.customer_id = c.id) from company c
      where c.id = any(p_customers) and c.credit_limit is not null order by c.id;
  end $$`.execute(db)
  await sql`comment on function lock_credit is 'Of these customers those with a credit limit, locked, with what they have used of it; and of how many amounts what their waybills come to is made up'`.execute(
    db,
  )
}
