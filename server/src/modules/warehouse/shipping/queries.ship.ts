import { sql } from 'kysely'
import { kept, type Tx } from '../../../platform/db.ts'

/** Numbers of cartons that hold goods of a notice and are not sealed. */
export async function openCartonsOf(tx: Tx, noticeId: number): Promise<string[]> {
  const found = await sql<{ no: string }>`${kept}
    select c.carton_no as no from carton c where c.notice_id = ${noticeId} and c.state = 'open' and not c.is_deleted
      and exists (select 1 from allocation a where a.carton_id = c.id and a.state = 'packed') order by c.id`.execute(tx)
  return found.rows.map(({ no }) => no)
}

/** Numbers of the cartons a notice would leave with that are not among these. */
export async function cartonsMissing(tx: Tx, noticeId: number, scanned: readonly number[]): Promise<string[]> {
  const found = await sql<{ no: string }>`${kept}
    select c.carton_no as no from carton c where c.notice_id = ${noticeId} and c.state = 'sealed' and not c.is_deleted
      and c.id <> all(${[...scanned]}::bigint[]) order by c.id`.execute(tx)
  return found.rows.map(({ no }) => no)
}

export type Sender = {
  name: string
  outletId: number
  region: string | null
  address: string | null
  /** Both or neither. */
  contact: string | null
  mobile: string | null
}
/** Who hands goods over: the warehouse's manager, or whoever ships them where none with a mobile is named. */
export async function senderOf(tx: Tx, warehouseId: number, shipperId: number): Promise<Sender> {
  const found = await sql<Sender>`
    select w.name, w.outlet_id as "outletId", w.region_code as region, w.address, u.name as contact, u.mobile
    from warehouse w left join lateral (
      select a.name, a.mobile from app_user a where a.id in (w.manager_id, ${shipperId}) and a.mobile is not null
      order by (a.id = w.manager_id) desc nulls last limit 1) u on true
    where w.id = ${warehouseId}`.execute(tx)
  const [row] = found.rows
  if (row === undefined) throw new Error(`warehouse ${warehouseId} is gone`)
  return row
}

export type Handed = {
  name: string
  cartons: number
  boxType: string | null
  weight: string
  volume: string
  /** Nothing of the notice was given to a waybill before. */
  isFirst: boolean
}
/** What stands ready of a notice, as a waybill tells it: cartons as they were weighed, loose goods as their items say. */
export async function goodsOfNotice(tx: Tx, noticeId: number): Promise<Handed> {
  const found = await sql<Handed>`
    with ready as (
      select a.*, i.name, i.gross_weight, i.volume from allocation a join item i on i.id = a.item_id
      where a.notice_id = ${noticeId} and a.state in ('picked', 'packed')
    ), boxes as (select distinct on (c.id) c.weight, c.box_type from carton c join ready r on r.carton_id = c.id)
    select (select left(min(name), 100) || case when count(distinct item_id) > 1 then ' …' else '' end from ready) as name,
      (select count(*)::int from boxes) as cartons, (select min(box_type) from boxes) as "boxType",
      round(coalesce((select sum(weight) from boxes), 0)
        + coalesce((select sum(qty * gross_weight) from ready where carton_id is null), 0), 3)::text as weight,
      round(coalesce((select sum(qty * volume) from ready), 0), 4)::text as volume,
      not exists (select 1 from shipment s where s.notice_id = ${noticeId} and s.waybill_id is not null and s.reversed_at is null) as "isFirst"`.execute(
    tx,
  )
  return found.rows[0] as Handed
}
