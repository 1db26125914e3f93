import { type Kysely, sql } from 'kysely'

/** What a line says of the waybill or trip that it is of is kept with it (M54): what was sent stays as it was, whatever is mended later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table statement_line add column biz_date date, add column customer_no text, add column origin text, add column destination text,
    add column consignee text, add column pieces integer, add column weight numeric(14,3), add column split_whole numeric(14,2),
    add column arrangement_no text, add column plate_no text, add column pay_part text`.execute(db)
  for (const [column, comment] of [
    ['biz_date', 'Of the waybill, as the columns beside it to split_whole, when the line was taken'],
    ['split_whole', 'Of a waybill of 多笔付: what it was priced at in all, yuan'],
    ['arrangement_no', 'Of what we owe: the trip or shipment, as plate_no and pay_part'],
  ] as const)
    await sql.raw(`comment on column statement_line.${column} is '${comment}'`).execute(db)
  await sql`update statement_line l set biz_date = w.biz_date, customer_no = w.customer_no, origin = w.shipper_city, destination = w.consignee_city,
      consignee = w.consignee_name, pieces = w.pieces, weight = w.weight,
      split_whole = case when w.pay_method = 'split' then (select sum(h.amount) from charge h where h.waybill_id = w.id and h.direction = 'receivable'
        and h.state <> 'void' and h.source in ('quote', 'manual', 'service') and h.adjusts_id is null) end
    from waybill w where w.id = l.waybill_id and l.kind in ('charge', 'adjustment')`.execute(db)
  await sql`update statement_line l set arrangement_no = t.arrangement_no, plate_no = v.plate_no, pay_part = c.pay_part
    from charge h left join charge j on j.id = h.adjusts_id join cost_line c on c.id = coalesce(h.cost_line_id, j.cost_line_id)
      left join arrangement t on t.id = c.arrangement_id left join vehicle v on v.id = t.vehicle_id
    where h.id = l.charge_id and h.direction = 'payable'`.execute(db)
}
