import { type Kysely, sql } from 'kysely'

/** 多笔付: who pays what of a waybill (domain §1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waybill add column payments text,
    add constraint waybill__payments check ((pay_method = 'split') = (payments is not null))`.execute(db)
  await sql`comment on column waybill.payments is 'Parts of pay_method split as method:amount, separated by blanks; the one without an amount takes the rest'`.execute(
    db,
  )
}
