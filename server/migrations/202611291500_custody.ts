import { type Kysely, sql } from 'kysely'

/** Money taken at the door (M22, M46, M47): what was collected, by whom, and whose hands it is in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cash_account add column door boolean not null default false,
    add constraint cash_account__door_kind check (not door or kind in ('wechat', 'alipay', 'bank'))`.execute(db)
  await sql`comment on column cash_account.door is 'What the outlet collects at the door by this channel comes straight here'`.execute(
    db,
  )
  await sql`create unique index cash_account__door on cash_account (outlet_id, kind) where door and not is_deleted`.execute(
    db,
  )

  await sql`create table collection (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    act_id bigint,
    holder_kind text not null constraint collection__holder_kind check (holder_kind in ('driver', 'company', 'user')),
    holder_id bigint not null,
    outlet_id bigint not null references company,
    day date not null,
    method text not null constraint collection__method check (method in ('collect', 'prepaid')),
    freight numeric(14,2) not null default 0,
    freight_channel text,
    freight_account_id bigint references cash_account,
    cod numeric(14,2) not null default 0,
    cod_channel text,
    cod_account_id bigint references cash_account,
    posting_id bigint references money_posting,
    undone_posting_id bigint references money_posting,
    created_at timestamptz not null,
    created_by bigint not null references app_user,
    constraint collection__amounts check (freight >= 0 and cod >= 0 and freight + cod > 0),
    constraint collection__channels check ((freight > 0) = (freight_channel is not null) and (cod > 0) = (cod_channel is not null))
  )`.execute(db)
  for (const [column, comment] of [
    ['act_id', 'The signing that collected; null: 收现付'],
    ['holder_id', 'Who has it until it is handed in: driver, carrier or person (M47)'],
    ['outlet_id', 'Where it was collected'],
    ['method', 'Which charges it settled: 到付 collect, 现付 prepaid'],
    ['freight_account_id', 'It came straight to this account; null: the holder has it'],
    ['cod_account_id', 'As freight_account_id'],
    ['undone_posting_id', 'It was taken back by this posting'],
  ] as const)
    await sql.raw(`comment on column collection.${column} is '${comment}'`).execute(db)
  await sql`comment on table collection is 'Money that a signing or 收现付 took in: freight and COD apart, each by its channel'`.execute(
    db,
  )
  await sql`create unique index collection__act on collection (act_id, waybill_id) where act_id is not null`.execute(db)
  await sql`create index collection__waybill on collection (waybill_id)`.execute(db)
  await sql`create index collection__holder on collection (holder_kind, holder_id)`.execute(db)

  // What was written off is owed again when the signing that waived it is taken back: a charge of the contrary.
  await sql`alter table charge drop constraint charge__of,
    add constraint charge__of check (case
      when source in ('quote', 'manual', 'service') then waybill_id is not null and application_id is null and cost_line_id is null
      when source = 'adjustment' then application_id is not null and cost_line_id is null
        and num_nonnulls(waybill_id, device_id) = (case direction when 'receivable' then 1 else 0 end)
        and (adjusts_id is not null) = (direction = 'payable')
      when source in ('arrangement', 'special', 'courier', 'expense', 'claim') then application_id is not null and cost_line_id is not null
        and waybill_id is null and direction = 'payable'
      when source = 'writeOff' then direction = 'receivable' and adjusts_id is not null and amount <> 0
      else waybill_id is null end)`.execute(db)
}
