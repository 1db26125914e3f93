import { type Kysely, sql } from 'kysely'

/** Two figures of the dashboard cannot be derived for a day that is over (docs/money.md): the night keeps them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table open_figure (
    day date not null,
    figure text not null check (figure in ('toInvoice', 'codToPay')),
    outlet_id bigint not null references company (id),
    amount numeric(16, 2) not null,
    primary key (day, figure, outlet_id)
  )`.execute(db)
  await sql`comment on table open_figure is 'What stood open of an outlet at the end of a day, yuan, of what cannot be told afterwards; written once, by the night after it'`.execute(
    db,
  )
}
