import { type Kysely, sql } from 'kysely'

/**
 * What was kept back, set off or prepaid may have settled charges of outlets that different companies of ours bill for: it stands on
 * each one's statement with its part, once for an outlet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table statement_line add column outlet_id bigint references company (id)`.execute(db)
  await sql`comment on column statement_line.outlet_id is 'Of a prepayment, a deduction or an opening: whose charges it settled, or who had it'`.execute(
    db,
  )
  await sql`update statement_line l set outlet_id = coalesce((
      select min(h.outlet_id) from money_entry e join charge h on h.id = e.owner_id
      where l.kind <> 'opening' and e.posting_id = l.posting_id and e.account in ('receivable', 'payable')), g.outlet_id)
    from money_posting g where g.id = l.posting_id and l.kind in ('prepaid', 'deduction', 'opening')`.execute(db)
  await sql`alter table statement_line add constraint statement_line__outlet
    check ((kind in ('prepaid', 'deduction', 'opening')) = (outlet_id is not null))`.execute(db)
  await sql`drop index statement_line__posting`.execute(db)
  await sql`create unique index statement_line__posting on statement_line (posting_id, outlet_id) where live and kind in ('prepaid', 'deduction', 'opening')`.execute(
    db,
  )
  // They are found by whose charges they settled, wherever they were taken.
  await sql`drop index collection__prepaid`.execute(db)
  await sql`create index collection__prepaid on collection (posting_id) where act_id is null`.execute(db)
}
