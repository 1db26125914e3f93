import { type Kysely, sql } from 'kysely'

/**
 * What money settled of an application's charges, and the states that follow it: 部分付, 已付, and 已结 of a line shipment whose costs are
 * all paid (T13, T20). Kept by triggers, as what waybills keep of their charges is: whichever act settles, they say so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table application add column paid numeric(14,2) not null default 0,
    drop constraint application__state,
    add constraint application__state check (state in ('draft', 'pending', 'approved', 'partPaid', 'paid', 'rejected', 'void')),
    add constraint application__paid check (state in ('partPaid', 'paid') or paid = 0)`.execute(db)
  await sql`comment on column application.paid is 'Σ settled of its charges, yuan with their sign'`.execute(db)

  await sql`create function line_is_paid(arrangement bigint) returns boolean language sql stable as $$
    select exists (select from cost_line l where l.arrangement_id = arrangement)
      and not exists (select from cost_line l left join charge h on h.cost_line_id = l.id
        where l.arrangement_id = arrangement and (h.id is null or h.settled <> h.amount)) $$`.execute(db)
  await sql`create function settle_line() returns trigger language plpgsql as $$
  begin
    if line_is_paid(new.id) then new.state := 'settled'; end if;
    return new;
  end $$`.execute(db)
  await sql`create trigger arrangement__settled before update of state on arrangement for each row
    when (new.kind = 'line' and new.state = 'signed') execute function settle_line()`.execute(db)

  await sql`create function note_applications_paid() returns trigger language plpgsql as $$
  declare changed bigint[];
  begin
    select array_agg(distinct n.application_id) into changed from now_so n join was_so o on o.id = n.id
      where n.application_id is not null and n.settled <> o.settled;
    if changed is null then return null; end if;
    perform from application where id = any(changed) order by id for no key update;
    update application a set paid = h.settled, state = case when h.settled = 0 then 'approved' when h.open = 0 then 'paid' else 'partPaid' end
    from (select application_id, sum(settled) as settled, sum(abs(amount) - abs(settled)) as open from charge
      where application_id = any(changed) group by 1) h where a.id = h.application_id;
    perform follow_line_costs(array(select distinct l.arrangement_id from cost_line l where l.application_id = any(changed) and l.kind = 'special'));
    return null;
  end $$`.execute(db)
  await sql`create function follow_line_costs(arrangements bigint[]) returns void language sql as $$
    update arrangement set state = 'signed' where id = any(arrangements) and kind = 'line'
      and (state = 'signed' and line_is_paid(id) or state = 'settled' and not line_is_paid(id)) $$`.execute(db)
  await sql`create trigger charge__paid after update on charge referencing old table as was_so new table as now_so
    for each statement execute function note_applications_paid()`.execute(db)
  await sql`create function note_line_costs() returns trigger language plpgsql as $$
  begin
    perform follow_line_costs(array[coalesce(new.arrangement_id, old.arrangement_id)]);
    return null;
  end $$`.execute(db)
  await sql`create trigger cost_line__added after insert on cost_line for each row
    when (new.kind = 'special') execute function note_line_costs()`.execute(db)
  await sql`create trigger cost_line__gone after delete on cost_line for each row
    when (old.kind = 'special') execute function note_line_costs()`.execute(db)

  await sql`update application a set paid = h.settled, state = case when h.open = 0 then 'paid' else 'partPaid' end
    from (select application_id, sum(settled) as settled, sum(abs(amount) - abs(settled)) as open from charge
      where application_id is not null group by 1 having sum(abs(settled)) > 0) h where a.id = h.application_id`.execute(
    db,
  )
  await sql`update arrangement set state = 'signed' where kind = 'line' and state = 'signed' and line_is_paid(id)`.execute(
    db,
  )
}
