import { type Kysely, sql } from 'kysely'

/** What a party had with us when the books were opened stands on its first statement, as charges of then do (M53). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table statement_line drop constraint statement_line__kind, drop constraint statement_line__of,
    add constraint statement_line__kind check (kind in ('charge', 'adjustment', 'receipt', 'refund', 'prepaid', 'deduction', 'payment', 'opening')),
    add constraint statement_line__of check (case kind
      when 'receipt' then payment_id is not null and charge_id is null
      when 'payment' then payment_id is not null and charge_id is null
      when 'refund' then payment_id is not null and posting_id is not null and charge_id is null
      when 'prepaid' then posting_id is not null and payment_id is null and charge_id is null
      when 'deduction' then posting_id is not null and payment_id is null and charge_id is null
      when 'opening' then posting_id is not null and payment_id is null and charge_id is null
      else payment_id is null end)`.execute(db)
}
