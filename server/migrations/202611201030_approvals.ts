import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Approvals: who reviews what from which amount on, what waits for whom, and each decision (domain §4.1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table approver_level (
    ${recordColumns},
    biz_type text not null,
    level smallint not null constraint approver_level__level check (level between 1 and 9),
    mode text not null constraint approver_level__mode check (mode in ('any','all')),
    amount_from numeric(14,2) not null,
    amount_to numeric(14,2),
    constraint approver_level__band check (amount_to is null or amount_to > amount_from)
  )`.execute(db)
  await sql`comment on column approver_level.amount_to is 'The band is [amount_from, amount_to); null: without an end'`.execute(
    db,
  )
  await sql`create index approver_level__of on approver_level (biz_type, level) where not is_deleted`.execute(db)

  await sql`create table approver_member (
    id bigint generated always as identity primary key,
    level_id bigint not null references approver_level,
    user_id bigint references app_user,
    role_id bigint references role,
    deputy_id bigint references app_user,
    deputy_from date,
    deputy_to date,
    is_deleted boolean not null default false,
    constraint approver_member__one check ((user_id is null) <> (role_id is null)),
    constraint approver_member__deputy check (
      (deputy_id is null and deputy_from is null and deputy_to is null)
      or (user_id is not null and deputy_id <> user_id and deputy_from <= deputy_to))
  )`.execute(db)
  await sql`create unique index approver_member__user on approver_member (level_id, user_id) where not is_deleted`.execute(
    db,
  )
  await sql`create unique index approver_member__role on approver_member (level_id, role_id) where not is_deleted`.execute(
    db,
  )

  await sql`create table approval (
    id bigint generated always as identity primary key,
    biz_type text not null,
    entity_id bigint not null,
    doc_no text not null,
    reason text not null,
    amount numeric(14,2) not null,
    company_id bigint references company,
    outlet_id bigint references company,
    facts jsonb not null,
    state text not null default 'pending' constraint approval__state check (state in ('pending','approved','rejected','withdrawn')),
    level smallint not null,
    levels smallint not null,
    applicant_id bigint not null references app_user,
    applied_at timestamptz not null,
    decided_at timestamptz,
    opinion text,
    search text not null
  )`.execute(db)
  await sql`comment on table approval is 'One submission of a document; a document that is sent in again has a new one'`.execute(
    db,
  )
  await sql`comment on column approval.level is 'The step it waits at, 1 … levels, counted along its own path'`.execute(
    db,
  )
  await sql`comment on column approval.facts is 'What a reviewer looks at, as it was when sent in'`.execute(db)
  await sql`create unique index approval__one_open on approval (biz_type, entity_id) where state = 'pending'`.execute(
    db,
  )
  await sql`create index approval__document on approval (biz_type, entity_id, id)`.execute(db)
  await sql`create index approval__applicant on approval (applicant_id, applied_at, id)`.execute(db)
  await sql`create index approval__search on approval using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table approval_seat (
    id bigint generated always as identity primary key,
    approval_id bigint not null references approval,
    level smallint not null,
    mode text not null,
    member_id bigint not null references approver_member,
    user_id bigint references app_user,
    role_id bigint references role,
    open boolean not null,
    decision text constraint approval_seat__decision check (decision in ('approve','reject')),
    decided_by bigint references app_user,
    decided_at timestamptz,
    opinion text
  )`.execute(db)
  await sql`comment on table approval_seat is 'Who is asked, as the setup was when the document was sent in; a deputy is looked up when deciding'`.execute(
    db,
  )
  await sql`comment on column approval_seat.open is 'Its level is being asked and this seat has not decided'`.execute(
    db,
  )
  await sql`create index approval_seat__approval on approval_seat (approval_id)`.execute(db)
  await sql`create index approval_seat__user on approval_seat (user_id) where open`.execute(db)
  await sql`create index approval_seat__role on approval_seat (role_id) where open`.execute(db)
  await sql`create index approval_seat__decided on approval_seat (decided_by, decided_at) where decided_by is not null`.execute(
    db,
  )
}
