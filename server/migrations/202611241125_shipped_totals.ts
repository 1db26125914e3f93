import { type Kysely, sql } from 'kysely'

const sums = `waybills bigint not null,
    pieces bigint not null,
    weight numeric not null,
    volume numeric not null,
    charge_weight numeric not null,
    receivable numeric not null`
const counted = (row: string) => `not ${row}.is_deleted and ${row}.state not in ('draft', 'cancelled')`
const dims = ['biz_date', 'outlet_id', 'customer_id', 'salesman_id', 'trans_mode', 'consignee_region']
const figures = ['pieces', 'weight', 'volume', 'charge_weight', 'receivable']
const watched = [...dims, ...figures, 'state', 'is_deleted']
const row = (name: string) => watched.map((column) => `${name}.${column}`).join(', ')
const note = (name: string, sign: '' | '-') => `
    if ${name}.biz_date < closing and ${counted(name)} then
      insert into shipped_change (${[...dims, 'waybills', ...figures].join(', ')})
      values (${[...dims.map((column) => `${name}.${column}`), `${sign}1`, ...figures.map((column) => `${sign}${name}.${column}`)].join(', ')});
    end if;`
/** Months that may be closed: until then a waybill is summed where it stands. */
const closing = `date_trunc('month', now() at time zone 'Asia/Shanghai')`

/** What was shipped up to the beginning of each month, so that a report of years costs its edges. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table shipped_total (
    grouping_by text not null,
    month date not null,
    key text collate "C" not null,
    ${sql.raw(sums)},
    primary key (grouping_by, month, key)
  )`.execute(db)
  await sql`comment on table shipped_total is 'Sums of all waybills shipped before a month, by customer, destination, mode, salesman, outlet'`.execute(
    db,
  )
  await sql`create table shipped_day (
    day date primary key,
    ${sql.raw(sums)}
  )`.execute(db)
  await sql`comment on table shipped_day is 'Sums of the waybills shipped on each day of the closed months'`.execute(db)
  await sql`create table shipped_closed (
    is_closed boolean primary key default true constraint shipped_closed__one check (is_closed),
    until date not null,
    last_change bigint not null
  )`.execute(db)
  await sql`comment on table shipped_closed is 'Up to which day the sums reach, and the last change that is in them'`.execute(
    db,
  )

  await sql`create table shipped_change (
    id bigint generated always as identity primary key,
    biz_date date not null,
    outlet_id bigint not null,
    customer_id bigint,
    salesman_id bigint,
    trans_mode text not null,
    consignee_region text not null,
    ${sql.raw(sums)}
  )`.execute(db)
  await sql`comment on table shipped_change is 'What happened to waybills of months that may be closed: what they counted for, taken away, and what they count for now'`.execute(
    db,
  )
  await sql`create function note_shipped_change() returns trigger language plpgsql as ${sql.raw(`$$
  declare
    closing date := ${closing};
  begin
    if tg_op <> 'INSERT' then ${note('old', '-')}
    end if;
    if tg_op <> 'DELETE' then ${note('new', '')}
    end if;
    return null;
  end $$`)}`.execute(db)
  const noted = (name: string, event: string, when: string) =>
    sql
      .raw(
        `create trigger waybill__shipped_${name} after ${event} on waybill for each row when (${when}) execute function note_shipped_change()`,
      )
      .execute(db)
  await noted('insert', 'insert', `new.biz_date < ${closing}`)
  await noted(
    'update',
    `update of ${watched.join(', ')}`,
    `(old.biz_date < ${closing} or new.biz_date < ${closing}) and (${row('old')}) is distinct from (${row('new')})`,
  )
  await noted('delete', 'delete', `old.biz_date < ${closing}`)
}
