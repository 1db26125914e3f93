import { type Kysely, sql } from 'kysely'

/** Cases that are brought to a decision: what went wrong with goods, and what somebody complained of (T28). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table abnormal
    add column loss numeric(14,2) not null default 0 constraint abnormal__loss check (loss >= 0),
    add column responsible text,
    add column responsible_name text,
    add column responsible_company_id bigint references company,
    add column responsible_driver_id bigint references driver,
    add column arrangement_id bigint references arrangement,
    add column dealing text,
    add column amount numeric(14,2),
    add column result text,
    add column application_id bigint references application,
    add column owner_id bigint references app_user,
    add column due_at timestamptz,
    add column level integer not null default 0,
    add column due_told boolean not null default false,
    add column closed_at timestamptz,
    add column closed_by bigint,
    add column version integer not null default 1,
    add column updated_at timestamptz not null default now(),
    add column updated_by bigint,
    add constraint abnormal__state check (state in ('open', 'handling', 'closed')),
    add constraint abnormal__pieces check (pieces > 0)`.execute(db)
  await sql`alter table abnormal alter column act_id drop not null`.execute(db)
  await sql`comment on column abnormal.act_id is 'The act of the waybill that opened it; null: by hand'`.execute(db)
  await sql`comment on column abnormal.responsible is 'outlet, vehicle, carrier, handling, customer'`.execute(db)
  await sql`comment on column abnormal.dealing is 'claim, penalty, return, forward, readdress, abandon, found, none'`.execute(
    db,
  )
  await sql`comment on column abnormal.amount is 'Of a claim or a penalty, yuan'`.execute(db)
  await sql`comment on column abnormal.due_at is 'Null until the clock of its list has been by'`.execute(db)
  await sql`create index abnormal__open on abnormal (due_at, id) where state <> 'closed' and not is_deleted`.execute(db)
  await sql`create index abnormal__created on abnormal (created_at, id) where not is_deleted`.execute(db)

  await sql`create table complaint (
    id bigint generated always as identity primary key,
    complaint_no text not null constraint complaint__no unique,
    outlet_id bigint not null references company,
    waybill_id bigint references waybill,
    customer_id bigint references company,
    state text not null default 'open' constraint complaint__state check (state in ('open', 'handling', 'followUp', 'done', 'reopened')),
    complainant text not null,
    phone text not null,
    channel text not null,
    category text not null,
    urgency integer not null constraint complaint__urgency check (urgency between 1 and 3),
    text text not null,
    result text,
    amount numeric(14,2),
    application_id bigint references application,
    satisfaction integer constraint complaint__satisfaction check (satisfaction between 1 and 5),
    unreached integer not null default 0,
    handled_by bigint,
    owner_id bigint references app_user,
    due_at timestamptz not null,
    level integer not null default 0,
    due_told boolean not null default false,
    done_at timestamptz,
    search text not null,
    version integer not null default 1,
    is_deleted boolean not null default false,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint
  )`.execute(db)
  await sql`comment on table complaint is 'What somebody complained of: answered, followed up by another, and reopened'`.execute(
    db,
  )
  await sql`comment on column complaint.urgency is '1 to 3: due within 24, 8, 2 hours'`.execute(db)
  await sql`comment on column complaint.unreached is 'How often he was called back in vain since the last answer'`.execute(
    db,
  )
  await sql`comment on column complaint.amount is 'Compensation, yuan'`.execute(db)
  await sql`create index complaint__open on complaint (due_at, id) where state <> 'done' and not is_deleted`.execute(db)
  await sql`create index complaint__created on complaint (created_at, id) where not is_deleted`.execute(db)
  await sql`create index complaint__waybill on complaint (waybill_id) where waybill_id is not null`.execute(db)
  await sql`create index complaint__search on complaint using gin (search gin_trgm_ops)`.execute(db)
}
