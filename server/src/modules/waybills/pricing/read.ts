import type { PriceState } from '@xunyun/contract/waybills/priceStates'
import type { WaybillState } from '@xunyun/contract/waybills/states'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import type { SeenId } from '../../../platform/scope.ts'
import type { Asked } from '../../prices/index.ts'

/** What a price is made from, and what is charged now. */
export type Priced = Omit<Asked, 'customerId'> & {
  id: number
  waybillNo: string
  state: WaybillState
  priceState: PriceState
  version: number
  outletId: number
  customerId: number | null
  customerName: string | null
  fromName: string
  toName: string
  declaredValue: string
  codAmount: string
  /** It was made of refused or waiting pieces that go back: 返货. */
  isReturn: boolean
  payMethod: string
  payments: string | null
  receivable: string
  freight: string
  quoted: string | null
  /** What was adjusted and written off since, by item and party; `nos` null: by no application. */
  adjustments: { feeItem: string; companyId: number | null; amount: string; nos: string | null }[]
  charges: { feeItem: string; amount: string; taxRate: string | null; source: string }[]
  services: { type: string; qty: string; amount: string; payer: string; byHand: boolean }[]
}

/** The waybills with these ids, in order of id, locked for a command. */
export async function readPriced(tx: Tx, ids: readonly SeenId[], lock: boolean): Promise<Priced[]> {
  const found = await sql<Priced>`
    select w.id, w.waybill_no as "waybillNo", w.state, w.price_state as "priceState", w.version, w.outlet_id as "outletId",
      w.customer_id as "customerId", c.name as "customerName",
      w.biz_date as "bizDate", w.shipper_region as "fromRegion", w.consignee_region as "toRegion",
      w.shipper_region_name as "fromName", w.consignee_region_name as "toName", w.trans_mode as "transMode",
      w.service_type as "serviceType", w.vehicle_model as "vehicleModel", w.km, w.weight, w.volume, w.pieces,
      w.declared_value as "declaredValue", w.cod_amount as "codAmount",
      exists (select from onward o where o.waybill_id = w.id and o.relation = 'return') as "isReturn", w.pay_method as "payMethod", w.payments, w.receivable, w.freight, w.quoted,
      (select case when count(distinct g.type) = 1 then min(g.type) end from waybill_goods g where g.waybill_id = w.id) as "goodsType",
      (select coalesce(json_agg(json_build_object('feeItem', x.fee_item, 'amount', x.amount::text, 'taxRate', x.tax_rate::text, 'source', x.source) order by x.seq), '[]')
        from (select h.fee_item, sum(h.amount) as amount, min(h.tax_rate) as tax_rate, min(h.source) as source, min(h.seq) as seq from charge h
          where h.waybill_id = w.id and h.direction = 'receivable' and h.source in ('quote', 'manual') and h.service_id is null and (h.state, h.amount) <> ('void', 0) group by 1 having sum(h.amount) <> 0) x) as charges,
      (select coalesce(json_agg(json_build_object('feeItem', x.fee_item, 'companyId', x.company_id, 'amount', x.amount::text, 'nos', x.nos)), '[]')
        from (select h.fee_item, h.company_id, sum(h.amount) as amount, string_agg(p.no, ', ' order by p.no) as nos
          -- unscoped: of a waybill found in scope
          from charge h left join application p on p.id = h.application_id where h.waybill_id = w.id and h.direction = 'receivable'
            and h.source in ('adjustment', 'writeOff') group by 1, 2) x) as adjustments,
      (select coalesce(json_agg(json_build_object('type', s.type, 'qty', s.qty::text, 'amount', s.amount::text, 'payer', s.payer,
          'byHand', s.rate is null) order by s.id), '[]')
        from waybill_service s where s.waybill_id = w.id) as services
    -- unscoped: the ids were found in scope
    from waybill w left join company c on c.id = w.customer_id where w.id = any(${[...ids]}::bigint[]) and not w.is_deleted order by w.id ${lock ? sql`for update of w` : sql``}`.execute(
    tx,
  )
  return found.rows
}
