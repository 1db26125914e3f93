import { wordFor } from '@xunyun/contract/dictionary'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import type { PaperTable } from './engine/paper.ts'
import { type Papers, sharedFields } from './queries.papers.ts'
import { moment, phone, trimmed, yuan } from './words.ts'

type Trip = {
  id: number
  no: string
  type: string
  companyName: string
  outletName: string
  plateNo: string
  vehicleModel: string
  driverName: string
  driverPhone: string
  carrierName: string | null
  fromName: string | null
  toName: string | null
  planAt: string
  departAt: string | null
  sealNo: string | null
  remark: string | null
}
type Line = {
  tripId: number
  waybillNo: string
  customerName: string | null
  fromCity: string
  toCity: string
  consigneeName: string
  consigneePhone: string
  goodsName: string
  pieces: number
  weight: string
  volume: string
  deliveryWay: string
  cod: string
}

/** Trips as loading lists: two reads however many they are. */
export async function tripPapers(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const trips = await sql<Trip>`
    select a.id, a.arrangement_no as no, a.type, coalesce(h.name, o.name) as "companyName", o.short_name as "outletName",
      v.plate_no as "plateNo", v.model as "vehicleModel", d.name as "driverName", d.mobile as "driverPhone", c.name as "carrierName",
      f.short_name as "fromName", t.short_name as "toName", a.plan_at as "planAt", a.depart_at as "departAt", a.seal_no as "sealNo", a.remark
    from arrangement a join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id join company o on o.id = a.outlet_id
    left join company h on h.id = o.parent_id left join company c on c.id = a.carrier_id left join company f on f.id = a.from_outlet_id
    left join company t on t.id = a.to_outlet_id
    where a.id = any(${[...new Set(ids)]}::bigint[]) and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}`.execute(
    tx,
  )
  const lines = await sql<Line>`
    -- unscoped: the trips are in scope, and what they carry stands on their lists
    select l.arrangement_id as "tripId", w.waybill_no as "waybillNo", c.name as "customerName", w.shipper_city as "fromCity",
      w.consignee_city as "toCity", w.consignee_name as "consigneeName", w.consignee_phone as "consigneePhone", w.goods_name as "goodsName",
      l.pieces, l.weight, l.volume, w.delivery_way as "deliveryWay", w.cod_amount as cod
    from arrangement_line l join waybill w on w.id = l.waybill_id left join company c on c.id = w.customer_id
    where l.arrangement_id = any(${trips.rows.map(({ id }) => id)}::bigint[]) order by l.arrangement_id, l.load_stop nulls first, l.unload_stop, l.seq`.execute(
    tx,
  )
  const linesOf = new Map<number, Line[]>()
  for (const line of lines.rows) linesOf.set(line.tripId, [...(linesOf.get(line.tripId) ?? []), line])
  const byId = new Map(trips.rows.map((trip) => [trip.id, trip]))
  return ({ id, reprint }, language) => {
    const trip = byId.get(id)
    if (trip === undefined) return undefined
    const load = linesOf.get(id) ?? []
    const sums = sumsOf(load)
    return {
      no: trip.no,
      reprint,
      barcode: trip.no,
      qr: trip.no,
      fields: {
        ...sharedFields(actor, 'loading', language, trip.companyName),
        arrangementNo: trip.no,
        tripType: wordFor('arrangementType', trip.type, language),
        outletName: trip.outletName,
        plateNo: trip.plateNo,
        vehicleModel: wordFor('vehicleModel', trip.vehicleModel, language),
        driverName: trip.driverName,
        driverPhone: phone(trip.driverPhone),
        carrierName: trip.carrierName ?? '',
        fromCity: trip.fromName ?? trip.outletName,
        toCity: trip.toName ?? someCities(load.map(({ toCity }) => toCity)),
        planAt: moment(trip.planAt),
        departAt: moment(trip.departAt),
        sealNo: trip.sealNo ?? '',
        remark: trip.remark ?? '',
        waybills: String(new Set(load.map(({ waybillNo }) => waybillNo)).size),
        pieces: sums.pieces,
        weight: `${sums.weight} kg`,
        volume: `${sums.volume} m³`,
      },
      tables: { lines: loadTable(load, sums, language) },
    }
  }
}

/** Of a load that begins or ends at many places. */
export const someCities = (cities: readonly string[]): string => [...new Set(cities)].slice(0, 3).join(' ')

type Sums = { pieces: string; weight: string; volume: string; cod: string }
export const sumsOf = (load: readonly Pick<Line, 'pieces' | 'weight' | 'volume' | 'cod'>[]): Sums => {
  const sum = (values: readonly string[], places: number) => sumDecimals(values, places)
  return {
    pieces: String(load.reduce((all, { pieces }) => all + pieces, 0)),
    weight: trimmed(
      sum(
        load.map(({ weight }) => weight),
        3,
      ),
    ),
    volume: trimmed(
      sum(
        load.map(({ volume }) => volume),
        4,
      ),
    ),
    cod: yuan(
      sum(
        load.map(({ cod }) => cod),
        2,
      ),
    ),
  }
}

const loadTable = (load: readonly Line[], sums: Sums, language: Language): PaperTable => ({
  flows: true,
  rows: load.map((line, at) => ({
    seq: String(at + 1),
    waybillNo: line.waybillNo,
    customerName: line.customerName ?? '',
    route: `${line.fromCity} → ${line.toCity}`,
    consignee: `${line.consigneeName} ${line.consigneePhone}`,
    goods: line.goodsName,
    pieces: String(line.pieces),
    weight: trimmed(line.weight),
    volume: trimmed(line.volume),
    deliveryWay: wordFor('deliveryWay', line.deliveryWay, language),
    cod: yuan(line.cod),
  })),
  total: sums,
})
