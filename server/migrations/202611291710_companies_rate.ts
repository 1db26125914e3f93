import { type Kysely, sql } from 'kysely'

/** The tax rate of a company is per cent, as every other rate is; its history says so too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company alter column tax_rate type numeric(5,2) using tax_rate * 100`.execute(db)
  await sql`comment on column company.tax_rate is 'Per cent'`.execute(db)
  await sql`alter table history disable trigger history__append_only`.execute(db)
  await sql`update history h set changes = (
      select jsonb_agg(case when c ->> 'field' = 'taxRate' then c || jsonb_build_object('from', trim_scale((c ->> 'from')::numeric * 100)::text, 'to', trim_scale((c ->> 'to')::numeric * 100)::text) else c end
        order by at)
      from jsonb_array_elements(h.changes) with ordinality x(c, at))
    where h.entity = 'company' and h.changes @> '[{"field": "taxRate"}]'`.execute(db)
  await sql`alter table history enable trigger history__append_only`.execute(db)
}
