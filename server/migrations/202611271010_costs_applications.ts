import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Applications (FY, ZJ) and what adjusts a charge (T20, T21). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table application (
    ${recordColumns},
    no text not null constraint application__no unique,
    kind text not null constraint application__kind check (kind in ('carCost', 'specialCost', 'courierCost', 'costApplication', 'costZJ')),
    state text not null default 'draft' constraint application__state check (state in ('draft', 'pending', 'approved', 'rejected', 'void')),
    outlet_id bigint not null references company,
    applicant_id bigint not null references app_user,
    reason text not null,
    amount numeric(14,2) not null,
    company_id bigint references company,
    driver_id bigint references driver,
    submitted_at timestamptz,
    decided_at timestamptz,
    opinion text,
    search text not null,
    constraint application__payee check (company_id is null or driver_id is null)
  )`.execute(db)
  await sql`comment on table application is 'A request to owe or to be owed: of costs (FY) or of one adjustment (ZJ), owed once it is approved'`.execute(
    db,
  )
  await sql`comment on column application.opinion is 'Of the last decision; of a void one the reason'`.execute(db)
  await sql`create index application__list on application (kind, state, coalesce(submitted_at, created_at) desc, id desc) where not is_deleted`.execute(
    db,
  )
  await sql`create index application__applicant on application (applicant_id, kind)`.execute(db)
  await sql`create index application__search on application using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table adjustment (
    id bigint primary key references application,
    direction text not null constraint adjustment__direction check (direction in ('receivable', 'payable')),
    waybill_id bigint references waybill,
    charge_id bigint references charge,
    fee_item text not null,
    company_id bigint references company,
    driver_id bigint references driver,
    amount numeric(14,2) not null constraint adjustment__amount check (amount <> 0),
    tax_rate numeric(5,2),
    payments text,
    before numeric(14,2),
    open boolean not null default false,
    constraint adjustment__of check ((direction = 'receivable') = (waybill_id is not null) and (direction = 'payable') = (charge_id is not null)),
    constraint adjustment__payee check (company_id is null or driver_id is null)
  )`.execute(db)
  await sql`comment on table adjustment is 'What an application ZJ changes a confirmed charge by (T21); shares its id'`.execute(
    db,
  )
  await sql`comment on column adjustment.charge_id is 'Of 应付: the charge that is corrected'`.execute(db)
  await sql`comment on column adjustment.payments is 'Of 多笔付: the parts as they are to be agreed anew; null: they stay'`.execute(
    db,
  )
  await sql`comment on column adjustment.before is 'What that item of that party came to when it was sent in, yuan'`.execute(
    db,
  )
  await sql`comment on column adjustment.open is 'Under review: one at a time for a waybill or charge, item and party'`.execute(
    db,
  )
  await sql`create unique index adjustment__open on adjustment (coalesce(waybill_id, 0), coalesce(charge_id, 0), fee_item,
    coalesce(company_id, 0), coalesce(driver_id, 0)) where open`.execute(db)
  await sql`create index adjustment__waybill on adjustment (waybill_id) where waybill_id is not null`.execute(db)
  await sql`create index adjustment__charge on adjustment (charge_id) where charge_id is not null`.execute(db)

  await sql`alter table charge add column application_id bigint references application`.execute(db)
  await sql`comment on column charge.application_id is 'The application that it was approved with'`.execute(db)
  await sql`create index charge__application on charge (application_id) where application_id is not null`.execute(db)
  await sql`alter table charge add constraint charge__application_of check (source <> 'adjustment' or application_id is not null)`.execute(
    db,
  )
}
