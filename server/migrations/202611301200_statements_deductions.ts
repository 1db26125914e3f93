import { type Kysely, sql } from 'kysely'

/** Statements take what settled a charge without a receipt: 现付 taken at the counter, and what a payout of COD kept back (M53). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table statement_line drop constraint statement_line__kind, drop constraint statement_line__of,
    add constraint statement_line__kind check (kind in ('charge', 'adjustment', 'receipt', 'refund', 'prepaid', 'deduction')),
    add constraint statement_line__of check (case kind
      when 'receipt' then payment_id is not null and charge_id is null
      when 'refund' then payment_id is not null and posting_id is not null and charge_id is null
      when 'prepaid' then payment_id is null and posting_id is not null and charge_id is null
      when 'deduction' then payment_id is null and posting_id is not null and charge_id is null
      else payment_id is null end)`.execute(db)
  await sql`create unique index statement_line__posting on statement_line (posting_id) where live and kind in ('prepaid', 'deduction')`.execute(
    db,
  )
  await sql`comment on column statement_line.posting_id is 'Of a refund, a prepayment or a deduction: the posting that moved the money'`.execute(
    db,
  )
  await sql`create index collection__prepaid on collection (outlet_id, day) where act_id is null`.execute(db)
}
