import type { GoodsLine, WaybillInput } from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import { foundBy } from './foundBy.ts'
import { writePayments } from './payments.ts'
import type { Typed } from './pricing/settle.ts'
import { totalsOf } from './rules.ts'

/** A waybill ready to be written: input checked, number drawn, customer and outlet resolved. */
export type NewWaybill = {
  /** Drawn already; else it is drawn where it is written. */
  readonly id?: number
  readonly input: WaybillInput
  readonly waybillNo: string
  readonly source: 'office' | 'phone' | 'import' | 'warehouse' | 'api'
  readonly outletId: number
  readonly customer: { id: number; name: string } | null
  /** Typed, else proposed where it is placed. */
  readonly destOutletId: number | null
  readonly importId?: number
  /** Of refused or waiting pieces of another, at the outlet where they lie; not given: its pieces are at the shipper's. */
  readonly onward?: { readonly outletId: number; readonly isReturn: boolean }
  /** Fees and services as typed. */
  readonly typed?: Typed
}

/** The party columns of one side; the region must exist and be the finest there is. */
export function partyColumns(side: 'shipper' | 'consignee', party: WaybillInput['shipper']) {
  const region = regionByCode(party.region)
  if (region === undefined || !region.leaf) throw badField(`${side}.region`, 'field.region')
  return {
    [`${side}_company`]: party.company ?? null,
    [`${side}_name`]: party.name,
    [`${side}_phone`]: party.phone,
    [`${side}_region`]: region.code,
    [`${side}_region_name`]: region.name,
    [`${side}_city`]: region.city,
    [`${side}_address`]: party.address,
  } as Record<string, string | null>
}

type PartyColumns = {
  [S in 'shipper' | 'consignee' as `${S}_${'name' | 'phone' | 'region' | 'region_name' | 'city' | 'address'}`]: string
} & { shipper_company: string | null; consignee_company: string | null }

/** The columns that follow from what was typed; the same for a new waybill and a changed one. */
export function columnsOf(waybillNo: string, input: WaybillInput, customer: { id: number; name: string } | null) {
  const totals = totalsOf(input.goods)
  const receipt = input.receiptRequirement ?? 'none'
  const parties = {
    ...partyColumns('shipper', input.shipper),
    ...partyColumns('consignee', input.consignee),
  } as PartyColumns
  return {
    customer_id: customer?.id ?? null,
    customer_no: input.customerNo ?? null,
    biz_date: input.bizDate,
    salesman_id: input.salesmanId ?? null,
    trans_mode: input.transMode ?? 'road',
    service_type: input.serviceType ?? 'normal',
    carriage: input.carriage ?? 'part',
    pickup_way: input.pickupWay ?? 'pickup',
    delivery_way: input.deliveryWay,
    plan_pickup: input.planPickup ?? null,
    plan_arrive: input.planArrive ?? null,
    receipt_requirement: receipt,
    receipt_copies: receipt === 'none' ? 0 : (input.receiptCopies ?? 1),
    urgent: input.urgent ?? false,
    hold: input.hold ?? false,
    cod_amount: input.codAmount ?? '0',
    pay_method: input.payMethod,
    payments: writePayments(input),
    remark_internal: input.remarkInternal ?? null,
    remark_customer: input.remarkCustomer ?? null,
    ...parties,
    vehicle_model: input.vehicleModel ?? null,
    km: input.km ?? null,
    goods_name: totals.goodsName,
    pieces: totals.pieces,
    weight: totals.weight,
    volume: totals.volume,
    declared_value: totals.declaredValue,
    search: foundBy({
      waybillNo,
      customerNo: input.customerNo,
      customer: customer?.name,
      shipper: { ...input.shipper, region: parties.shipper_region_name },
      consignee: { ...input.consignee, region: parties.consignee_region_name },
      goodsName: totals.goodsName,
    }),
  }
}

export const goodsColumns = (line: GoodsLine, seq: number) => ({
  seq,
  name: line.name,
  type: line.type ?? 'other',
  package: line.package,
  pieces: line.pieces,
  weight: line.weight,
  length_cm: line.lengthCm ?? null,
  width_cm: line.widthCm ?? null,
  height_cm: line.heightCm ?? null,
  volume: line.volume,
  declared_value: line.declaredValue ?? '0',
})

/** Rewrites the goods of a waybill whose pieces have not moved. */
export async function replaceGoods(tx: Tx, waybillId: number, goods: readonly GoodsLine[]): Promise<void> {
  await tx.deleteFrom('waybill_goods').where('waybill_id', '=', waybillId).execute()
  await tx
    .insertInto('waybill_goods')
    .values(goods.map((line, i) => ({ waybill_id: waybillId, ...goodsColumns(line, i + 1) })))
    .execute()
}

/** Writes columns of one locked waybill and raises its version. */
export async function updateWaybill(tx: Tx, actor: Actor, id: number, columns: Record<string, unknown>): Promise<void> {
  await owned(tx)
    .updateTable('waybill')
    .set({ ...columns, version: sql`version + 1`, updated_at: clock.iso(), updated_by: actor.userId } as never)
    .where('id', '=', id)
    .execute()
}
