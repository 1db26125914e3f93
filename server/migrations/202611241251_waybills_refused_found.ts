import { type Kysely, sql } from 'kysely'
import { foundBy } from '../src/modules/waybills/foundBy.ts'

/** How many pieces of a waybill lie refused, beside its state in every list; and addresses and pinyin among what it is found by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waybill add column refused_pieces integer not null default 0`.execute(db)
  await sql`comment on column waybill.refused_pieces is 'Pieces that the consignee refused; derived from the piece ledger with the state'`.execute(
    db,
  )
  // unscoped: every waybill that has some
  await sql`update waybill w set refused_pieces = p.pieces from piece_place p
    where p.waybill_id = w.id and p.place = 'refused' and p.pieces > 0`.execute(db)
  await findAnew(db)
}

type Row = Record<`${'shipper' | 'consignee'}_${'name' | 'phone' | 'region_name' | 'address'}`, string> & {
  id: number
  waybill_no: string
  customer_no: string | null
  customer: string | null
  goods_name: string
  shipper_company: string | null
  consignee_company: string | null
}
const atOnce = 2000

/** Some thousands at a time: a million waybills are no statement. */
async function findAnew(db: Kysely<unknown>): Promise<void> {
  const side = (row: Row, name: 'shipper' | 'consignee') => ({
    company: row[`${name}_company`],
    name: row[`${name}_name`],
    phone: row[`${name}_phone`],
    region: row[`${name}_region_name`],
    address: row[`${name}_address`],
  })
  const after = async (last: number): Promise<readonly Row[]> =>
    (
      await sql<Row>`
        select w.id, w.waybill_no, w.customer_no, c.name as customer, w.goods_name, w.shipper_company, w.shipper_name, w.shipper_phone,
          w.shipper_region_name, w.shipper_address, w.consignee_company, w.consignee_name, w.consignee_phone, w.consignee_region_name, w.consignee_address
        -- unscoped: every waybill
        from waybill w left join company c on c.id = w.customer_id where w.id > ${last} order by w.id limit ${atOnce}`.execute(
        db,
      )
    ).rows
  for (let rows = await after(0); rows.length > 0; rows = await after(rows.at(-1)?.id ?? 0)) {
    const found = rows.map((row) => ({
      id: row.id,
      search: foundBy({
        waybillNo: row.waybill_no,
        customerNo: row.customer_no,
        customer: row.customer,
        shipper: side(row, 'shipper'),
        consignee: side(row, 'consignee'),
        goodsName: row.goods_name,
      }),
    }))
    // unscoped: the same ones
    await sql`update waybill w set search = f.search from json_to_recordset(${JSON.stringify(found)}::json) as f(id bigint, search text)
      where w.id = f.id`.execute(db)
  }
}
