import type { PayPart, ShareMethod } from '@xunyun/contract/costs/lines'
import type { ArrangementKind } from '@xunyun/contract/dispatch/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { inScope, isOneOfOurs, markSeen, type Seen } from '../../../platform/scope.ts'

/** A waybill of an arrangement, at its first line: what shares are made by. kg, m³, yuan. */
export type CarriedWaybill = {
  readonly waybillId: number
  readonly waybillNo: string
  /** Here, and of the whole waybill. */
  readonly pieces: number
  readonly of: number
  /** Of the line. */
  readonly weight: string
  readonly volume: string
  /** Of the whole waybill. */
  readonly chargeWeight: string
  readonly approved: string
  readonly receivable: string
  readonly cost: string
}
/** An arrangement as its costs see it. */
export type Carrying = {
  readonly id: number
  readonly no: string
  readonly kind: ArrangementKind
  readonly state: string
  readonly outletId: number
  readonly departAt: string | null
  readonly planAt: string
  readonly vehicleType: string | null
  readonly plateNo: string | null
  readonly model: string | null
  readonly km: string | null
  /** Of a parcel, kg. */
  readonly chargeWeight: string | null
  /** Who is paid unless another is named: the carrier, else the driver of an own vehicle. */
  readonly companyId: number | null
  readonly companyName: string | null
  readonly driverId: number | null
  readonly driverName: string | null
  /** GB/T 2260. */
  readonly fromRegion: string | null
  readonly toRegion: string | null
  readonly fromName: string | null
  readonly toName: string | null
  readonly agreed: string | null
  readonly method: ShareMethod | null
  readonly weights: readonly { waybillId: number; amount: string }[]
  readonly costVersion: number
  readonly waybills: readonly CarriedWaybill[]
}

/** Costs are the arrangement's own outlet's. */
export const ofOwnArrangements = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`not a.is_deleted and ${inScope(actor, 'arrangement', 'a')} and ${isOneOfOurs(actor, 'a.outlet_id')}`

/**
 * Of cost line `l`: it was entered before its trip was cancelled. Where no application holds it nobody applies for it any more; what is
 * entered afterwards, as for an empty run, is applied for as ever (T22).
 */
export const isGone = sql<boolean>`exists (
  -- unscoped: of a line that is looked at
  select from arrangement gone where gone.id = l.arrangement_id and gone.cancelled_at >= l.created_at)`

/** Whether `a` goes by a hired vehicle `v` for a total that was agreed: there is a transport agreement of it then. */
export const hasAgreement = sql<boolean>`(v.type = 'hired' and exists (
  select from arrangement_cost k where k.arrangement_id = a.id and k.agreed is not null))`

/** Each waybill once, at its first line. One that was cancelled carries nothing. */
const waybills = sql`coalesce((
  select json_agg(json_build_object('waybillId', x.waybill_id, 'waybillNo', x.waybill_no, 'pieces', x.pieces, 'of', x.of,
    'weight', x.weight::text, 'volume', x.volume::text, 'chargeWeight', x.charge_weight::text, 'approved', x.approved::text,
    'receivable', x.receivable::text, 'cost', x.cost::text) order by x.load_stop nulls first, x.seq, x.id)
  from (
    select distinct on (l.waybill_id) l.id, l.waybill_id, w.waybill_no, l.load_stop, l.seq, l.pieces, w.pieces as of, l.weight, l.volume,
      w.charge_weight, w.receivable, w.cost,
      (select coalesce(sum(h.amount), 0) from charge h where h.waybill_id = w.id and h.direction = 'receivable' and h.approved) as approved
    -- unscoped: what an arrangement carries is its cost's business
    from arrangement_line l join waybill w on w.id = l.waybill_id
    where l.arrangement_id = a.id and a.state <> 'cancelled' and l.pieces > 0
    order by l.waybill_id, l.load_stop nulls first, l.seq, l.id
  ) x), '[]')`

/** Those that a condition on `a` finds, in the order of their ids. `lock`: for a command, with their waybills not yet. */
export async function carrying(
  tx: Tx,
  condition: RawBuilder<SqlBool>,
  lock = false,
): Promise<Map<number, Seen<Carrying>>> {
  if (lock)
    await sql`-- unscoped: the condition of the scope is the caller's
      select a.id from arrangement a where ${condition} order by a.id for update`.execute(tx)
  const { rows } = await sql<Carrying>`
    select a.id, a.arrangement_no as no, a.kind, a.state, a.outlet_id as "outletId", a.depart_at as "departAt", a.plan_at as "planAt",
      v.type as "vehicleType", v.plate_no as "plateNo", v.model, a.km, a.charge_weight as "chargeWeight",
      case when v.type = 'own' then null else coalesce(a.carrier_id, v.carrier_id) end as "companyId",
      case when v.type = 'own' then null else k.name end as "companyName",
      case when v.type = 'own' then a.driver_id end as "driverId", case when v.type = 'own' then d.name end as "driverName",
      coalesce(case when a.kind = 'vehicle' then coalesce(so.region_code, s.region) else f.region_code end, first.shipper_region) as "fromRegion",
      coalesce(case when a.kind = 'vehicle' then coalesce(eo.region_code, e.region) else coalesce(a.to_region, t.region_code) end, first.consignee_region) as "toRegion",
      coalesce(case when a.kind = 'vehicle' then coalesce(so.short_name, s.region_name) else f.short_name end, first.shipper_city) as "fromName",
      coalesce(case when a.kind = 'vehicle' then coalesce(eo.short_name, e.region_name) else coalesce(t.short_name, a.to_region_name) end,
        first.consignee_city) as "toName",
      c.agreed, c.share_method as method, coalesce(c.share_weights, '[]') as weights, coalesce(c.version, 0) as "costVersion", ${waybills} as waybills
    -- unscoped: the condition of the scope is the caller's
    from arrangement a left join vehicle v on v.id = a.vehicle_id left join driver d on d.id = a.driver_id
    left join company k on k.id = coalesce(a.carrier_id, v.carrier_id)
    left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id
    left join lateral (select * from arrangement_stop p where p.arrangement_id = a.id order by p.seq limit 1) s on true
    left join lateral (select * from arrangement_stop p where p.arrangement_id = a.id order by p.seq desc limit 1) e on true
    left join company so on so.id = s.outlet_id left join company eo on eo.id = e.outlet_id
    -- unscoped: as above
    left join lateral (select w.shipper_region, w.consignee_region, w.shipper_city, w.consignee_city from arrangement_line l
      join waybill w on w.id = l.waybill_id where l.arrangement_id = a.id order by l.seq, l.id limit 1) first on true
    left join arrangement_cost c on c.arrangement_id = a.id
    where ${condition} order by a.id`.execute(tx)
  return new Map(rows.map((row) => [row.id, markSeen(row)]))
}

/** From which state on costs are applied for, and from which on the cargo no longer decides who bears them (T19). */
const applicable: Readonly<Record<ArrangementKind, readonly string[]>> = {
  vehicle: ['assigned', 'departed', 'arrived', 'done', 'cancelled'],
  line: ['handedOver', 'arrived', 'signed', 'settled'],
  courier: ['collected', 'inTransit', 'outForDelivery', 'signed', 'refused', 'returned'],
}
const frozen: Readonly<Record<ArrangementKind, readonly string[]>> = {
  vehicle: ['arrived', 'done'],
  line: applicable.line,
  courier: applicable.courier,
}
export const isApplicable = ({ kind, state }: Pick<Carrying, 'kind' | 'state'>): boolean =>
  applicable[kind].includes(state)
/**
 * Parts of a hired truck whose time has come (T18): what keeps it running from the beginning, the rest as it has arrived, as its
 * receipts are back, as it is done. That receipts are back is not recorded: only what needs none says so by itself.
 */
export function duePartsOf({ state }: Pick<Carrying, 'state'>, receipts: number): PayPart[] {
  const hasArrived = state === 'arrived' || state === 'done'
  return [
    'prepaid',
    'fuel',
    ...(hasArrived ? (['onArrival'] as const) : []),
    ...(hasArrived && receipts === 0 ? (['onReceipt'] as const) : []),
    ...(state === 'done' ? (['balance'] as const) : []),
  ]
}
export const isFrozen = ({ kind, state }: Pick<Carrying, 'kind' | 'state'>): boolean => frozen[kind].includes(state)
