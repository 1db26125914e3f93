import { type Kysely, sql } from 'kysely'

/** Statements of what we owe, beside those of what is owed to us (M53): each of one direction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table statement add column direction text not null default 'receivable'
    constraint statement__direction check (direction in ('receivable', 'payable'))`.execute(db)
  await sql`alter table statement alter column direction drop default`.execute(db)
  await sql`comment on column statement.direction is 'receivable: what the company owes an outlet of ours; payable: what that outlet owes it'`.execute(
    db,
  )
  await sql`comment on column statement.received is 'Σ receipts less what was given back; of payables Σ of what was paid or set off'`.execute(
    db,
  )
  await sql`drop index statement__open_once`.execute(db)
  await sql`create unique index statement__open_once on statement (company_id, outlet_id, direction) where state in ('draft', 'sent', 'disputed')`.execute(
    db,
  )
  await sql`alter table statement_line drop constraint statement_line__kind, drop constraint statement_line__of,
    add constraint statement_line__kind check (kind in ('charge', 'adjustment', 'receipt', 'refund', 'prepaid', 'deduction', 'payment')),
    add constraint statement_line__of check (case kind
      when 'receipt' then payment_id is not null and charge_id is null
      when 'payment' then payment_id is not null and charge_id is null
      when 'refund' then payment_id is not null and posting_id is not null and charge_id is null
      when 'prepaid' then posting_id is not null and payment_id is null and charge_id is null
      when 'deduction' then posting_id is not null and payment_id is null and charge_id is null
      else payment_id is null end)`.execute(db)
  await sql`drop index statement_line__receipt`.execute(db)
  await sql`create unique index statement_line__receipt on statement_line (payment_id) where live and kind in ('receipt', 'payment')`.execute(
    db,
  )
  await sql`create index charge__unstated_payable on charge (company_id, outlet_id, day)
    where direction = 'payable' and state = 'owed' and statement_id is null and company_id is not null`.execute(db)
}
