import { type Kysely, sql } from 'kysely'

/**
 * 到期日 as one expression: PostgreSQL puts it into the statement that asks. A function with a select of its own it calls row by row,
 * which for every open charge of a company took longer than reading them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const first = (months: string) => `(date_trunc('month', day::timestamp) + ${months})::date`
  const before = `extract(day from day) <= bill_day`
  await sql
    .raw(
      `create or replace function charge_due(day date, method text, settle_mode text, bill_day int, credit_days int, returned date) returns date
    language sql immutable parallel safe as $$
    select case
      when coalesce(method, settle_mode) in ('prepaid', 'collect', 'cash') then day
      when coalesce(method, settle_mode) = 'receipt' then returned + coalesce(credit_days, 0)
      when bill_day is null then day + coalesce(credit_days, 0)
      else least(${first(`case when ${before} then interval '0' else interval '1 month' end`)} + bill_day - 1,
        ${first(`case when ${before} then interval '1 month' else interval '2 months' end`)} - 1) + coalesce(credit_days, 0)
    end $$`,
    )
    .execute(db)
}
