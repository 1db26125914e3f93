import { sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { noEpod, photoLinks, proofCount } from '../waybills/index.ts'
import { isToSee } from './store.ts'

type Head = {
  readonly id: number
  readonly no: string
  readonly hash: string
  readonly companyName: string
  readonly customerName: string | null
  readonly customerNo: string | null
  readonly bizDate: string
  readonly shipperCity: string
  readonly consigneeCity: string
  readonly deliveryWay: string
  readonly pieces: number
  readonly weight: string
  readonly volume: string
  readonly remark: string | null
  readonly shipper: Party
  readonly consignee: Party
  readonly receiptNo: string | null
  readonly recoveredAt: string | null
}
export type Party = {
  readonly company: string | null
  readonly name: string
  readonly phone: string
  readonly region: string
  readonly address: string
}
type Goods = { name: string; package: string; pieces: number; weight: string; volume: string }
type Signing = {
  actId: number
  place: string | null
  signer: string
  signedAt: string
  signed: number
  refused: number
  damaged: number
  short: number
  refuseReason: string | null
  noCodeReason: string | null
}
type Photo = { name: string; path: string; actId: number | null }
/** What an e-POD says; nothing in it is of the company's side: no carrier, no cost, no remark among colleagues. */
export type Epod = Head & {
  readonly goods: readonly Goods[]
  readonly signings: readonly Signing[]
  readonly photos: readonly Photo[]
}

type Judged = { readonly id: number; readonly no: string; readonly objection: Objection | undefined }
/** Those of these waybills that the actor sees, with what keeps them from having an e-POD. */
export async function judgeEpods(tx: Tx, actor: Actor, waybillIds: readonly number[]): Promise<Map<number, Judged>> {
  const { rows } = await sql<{
    id: number
    waybillNo: string
    waybillState: string
    wasSigned: boolean
    proofs: number
  }>`
    select w.id, w.waybill_no as "waybillNo", w.state as "waybillState", ${proofCount} as proofs,
      exists (select from signing s where s.waybill_id = w.id and s.signed > 0 and not s.undone) as "wasSigned"
    from waybill w where w.id = any(${[...waybillIds]}::bigint[]) and not w.is_deleted and ${isToSee(actor)}`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, { id: row.id, no: row.waybillNo, objection: noEpod(row) }]))
}

/** What the e-POD of one waybill says; undefined for one that the actor does not see. */
export async function readEpod(tx: Tx, actor: Actor, files: Files, waybillId: number): Promise<Epod | undefined> {
  const { rows } = await sql<Head>`
    select w.id, w.waybill_no as no, left(encode(w.chain_hash, 'hex'), 8) as hash, coalesce(h.name, o.name) as "companyName",
      c.name as "customerName", w.customer_no as "customerNo", w.biz_date as "bizDate", w.shipper_city as "shipperCity",
      w.consignee_city as "consigneeCity", w.delivery_way as "deliveryWay", w.pieces, w.weight::text, w.volume::text,
      w.remark_customer as remark, x.receipt_no as "receiptNo", x.recovered_at as "recoveredAt",
      json_build_object('company', w.shipper_company, 'name', w.shipper_name, 'phone', w.shipper_phone,
        'region', w.shipper_region_name, 'address', w.shipper_address) as shipper,
      json_build_object('company', w.consignee_company, 'name', w.consignee_name, 'phone', w.consignee_phone,
        'region', w.consignee_region_name, 'address', w.consignee_address) as consignee
    from waybill w left join company c on c.id = w.customer_id join company o on o.id = w.outlet_id left join company h on h.id = o.parent_id
    left join signed_receipt x on x.waybill_id = w.id and not x.is_deleted
    where w.id = ${waybillId} and not w.is_deleted and ${isToSee(actor)}`.execute(tx)
  const [head] = rows
  if (head === undefined) return undefined
  const goods = await sql<Goods>`select name, package, pieces, weight::text, volume::text from waybill_goods
    where waybill_id = ${head.id} order by seq`.execute(tx)
  const signings =
    await sql<Signing>`select act_id as "actId", from_place as place, signer, signed_at as "signedAt", signed, refused, damaged,
      short, refuse_reason as "refuseReason", no_code_reason as "noCodeReason"
    from signing where waybill_id = ${head.id} and not undone order by signed_at, id`.execute(tx)
  const photos = await sql<{ name: string; sha256: string; actId: number | null }>`
    select f.name, f.sha256, case when l.entity = 'signing' then l.entity_id end as "actId"
    -- unscoped: of the waybill that was found in scope
    from waybill w cross join lateral (${photoLinks}) l join stored_file f on f.id = l.file_id
    where w.id = ${head.id} order by l.entity desc, l.entity_id, f.id`.execute(tx)
  return {
    ...head,
    goods: goods.rows,
    signings: signings.rows,
    photos: photos.rows.map(({ sha256, ...photo }) => ({ ...photo, path: files.pathOf(sha256) })),
  }
}
