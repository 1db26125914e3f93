import { isSscc } from '@xunyun/contract/kernel/gs1'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import { type Papers, sharedFields } from './queries.papers.ts'
import { phone, trimmed } from './words.ts'

/** Cartons that may be labelled: each is one sheet. Those that were taken apart are none any more. */
export const cartonRows = (actor: Actor) => sql`
  select k.id, k.carton_no as no, k.state, 1 as pieces, n.owner_id as "customerId"
  from carton k join outbound_notice n on n.id = k.notice_id
  where not k.is_deleted and k.state <> 'unpacked' and ${inScope(actor, 'carton', 'k')}`

type Carton = {
  id: number
  no: string
  noticeNo: string
  customerNo: string | null
  companyName: string
  ownerName: string
  warehouseName: string
  carrierName: string | null
  consigneeCompany: string | null
  consigneeName: string
  consigneePhone: string
  region: string | null
  address: string
  weight: string | null
  sealNo: string | null
  seq: number
  cartons: number
  qty: string
  contents: string | null
}

/** Cartons as labels: one read however many they are. */
export async function cartonPapers(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await sql<Carton>`
    select k.id, k.carton_no as no, n.notice_no as "noticeNo", n.customer_order_no as "customerNo", coalesce(h.name, o.name) as "companyName",
      c.name as "ownerName", w.name as "warehouseName", r.name as "carrierName", n.consignee_company as "consigneeCompany",
      n.consignee_name as "consigneeName", n.consignee_phone as "consigneePhone", n.region_name as region, n.address, k.weight, k.seal_no as "sealNo",
      g.*, x.*
    from carton k join outbound_notice n on n.id = k.notice_id join warehouse w on w.id = k.warehouse_id join company o on o.id = w.outlet_id
    join company c on c.id = n.owner_id left join company h on h.id = o.parent_id left join company r on r.id = n.carrier_id
    cross join lateral (
      -- unscoped: the other cartons of a notice whose carton is in scope
      select count(*) filter (where z.id <= k.id)::int as seq, count(*)::int as cartons from carton z
      where z.notice_id = k.notice_id and not z.is_deleted and z.state <> 'unpacked') g
    cross join lateral (
      select trim_scale(coalesce(sum(y.qty), 0))::text as qty, string_agg(y.item_no || ' × ' || trim_scale(y.qty), '   ' order by y.item_no) as contents
      from (
        -- unscoped: what is in a carton that is in scope
        select i.item_no, sum(a.qty) as qty from allocation a join item i on i.id = a.item_id
        where a.carton_id = k.id and a.state in ('packed', 'shipped') group by 1) y) x
    where k.id = any(${[...new Set(ids)]}::bigint[]) and not k.is_deleted and ${inScope(actor, 'carton', 'k')}`.execute(
    tx,
  )
  const byId = new Map(found.rows.map((carton) => [carton.id, carton]))
  return ({ id, reprint }, language) => {
    const carton = byId.get(id)
    if (carton === undefined) return undefined
    return {
      no: carton.no,
      reprint,
      // A number of another kind, as the receiver may ask for, is no SSCC.
      barcode: isSscc(carton.no) ? `(00)${carton.no}` : carton.no,
      qr: carton.no,
      fields: {
        ...sharedFields(actor, 'carton', language, carton.companyName),
        cartonNo: carton.no,
        cartonSeq: `${carton.seq} / ${carton.cartons}`,
        noticeNo: carton.noticeNo,
        customerNo: carton.customerNo ?? '',
        ownerName: carton.ownerName,
        warehouseName: carton.warehouseName,
        carrierOf: carton.carrierName ?? '',
        consigneeCompany: carton.consigneeCompany ?? '',
        consigneeName: carton.consigneeName,
        consigneePhone: phone(carton.consigneePhone),
        consigneeAddress: [carton.region?.replaceAll(' ', ''), carton.address].filter(Boolean).join(' '),
        contents: carton.contents ?? '',
        pieces: carton.qty,
        weight: carton.weight === null ? '' : `${trimmed(carton.weight)} kg`,
        sealed: carton.sealNo ?? '',
      },
      tables: {},
    }
  }
}
