import { deductions, type PayPart, payParts } from '@xunyun/contract/costs/lines'
import { wordFor } from '@xunyun/contract/dictionary'
import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import { clauseFields, clauses } from '@xunyun/contract/printing/agreement'
import { amountInWords } from '@xunyun/contract/printing/amounts'
import { printWords } from '@xunyun/contract/printing/fields'
import { sql } from 'kysely'
import { type Objection, refuseFor } from '../../platform/abilities.ts'
import { type Actor, requireRight } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { hasAgreement, ofOwnArrangements } from '../costs/index.ts'
import { maskedIdCard } from '../resources/index.ts'
import type { Paper, PaperTable } from './engine/paper.ts'
import { type Papers, type Printable, sharedFields } from './queries.papers.ts'
import { sumsOf } from './queries.trips.ts'
import { moment, phone, yuan } from './words.ts'

/** Transport agreements (运输协议) of trips by hired vehicles. They say what a trip costs: only to whoever may see costs. */
const requireCostView = (actor: Actor): void => requireRight(actor, 'costView', 'browse')

type Agreed = { no: string; vehicleType: string; agreed: string | null }
/** Why a trip has no agreement. */
const objectionTo = ({ no, vehicleType, agreed }: Agreed): Objection | undefined =>
  vehicleType !== 'hired'
    ? { reason: 'printing.notHired', params: { no } }
    : agreed === null
      ? { reason: 'printing.noAgreed', params: { no } }
      : undefined

/** Trips of the actor's own outlets, whether there is something to print of them or not. */
export async function agreementPrintables(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, Printable>> {
  requireCostView(actor)
  const { rows } = await sql<Printable & Agreed>`
    -- unscoped: the arrangements of the actor's own outlets, in his scope
    select a.id, a.arrangement_no as no, a.state, 0 as pieces, null as "customerId", coalesce(pc.count, 0) as count,
      v.type as "vehicleType", k.agreed
    from arrangement a join vehicle v on v.id = a.vehicle_id left join arrangement_cost k on k.arrangement_id = a.id
    left join print_count pc on pc.type = 'agreement' and pc.record_id = a.id
    where a.id = any(${[...ids]}::bigint[]) and a.kind = 'vehicle' and ${ofOwnArrangements(actor)}`.execute(tx)
  return new Map(rows.map((row) => [row.id, { ...row, objection: objectionTo(row) }]))
}

/** The newest trip that has one. */
export async function latestAgreement(tx: Tx, actor: Actor): Promise<number | undefined> {
  requireCostView(actor)
  const { rows } = await sql<{ id: number }>`
    -- unscoped: the arrangements of the actor's own outlets, in his scope
    select a.id from arrangement a join vehicle v on v.id = a.vehicle_id
    where a.kind = 'vehicle' and a.state <> 'cancelled' and ${hasAgreement} and ${ofOwnArrangements(actor)}
    order by a.plan_at desc limit 1`.execute(tx)
  return rows[0]?.id
}

type Trip = Agreed & {
  id: number
  companyName: string
  companyCode: string | null
  companyAddress: string | null
  companyPhone: string | null
  outletName: string
  carrierName: string | null
  carrierCode: string | null
  carrierAddress: string | null
  carrierPhone: string | null
  plateNo: string
  trailerNo: string | null
  vehicleModel: string
  driverName: string
  driverPhone: string
  idCard: string | null
  licenceClass: string
  licenceExpiry: string | null
  planAt: string
  remark: string | null
}
type Stop = {
  tripId: number
  seq: number
  outletName: string | null
  name: string | null
  region: string | null
  address: string | null
  planAt: string | null
}
type Line = {
  tripId: number
  waybillNo: string
  goodsName: string
  pieces: number
  weight: string
  volume: string
  cod: string
}
type Part = { tripId: number; part: PayPart; amount: string }

/** Four reads however many they are. */
export async function agreementPapers(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  requireCostView(actor)
  // We are the nearest company up the tree of the outlet that has a credit code; where none has, the one at the top.
  const trips = await sql<Trip>`
    -- unscoped: the arrangements of the actor's own outlets, in his scope
    select a.id, a.arrangement_no as no, v.type as "vehicleType", m.agreed, s.name as "companyName", s.uscc as "companyCode",
      concat(replace(s.region_name, ' ', ''), s.address) as "companyAddress", coalesce(s.tel, o.tel) as "companyPhone", o.short_name as "outletName",
      k.name as "carrierName", k.uscc as "carrierCode", concat(replace(k.region_name, ' ', ''), k.address) as "carrierAddress", k.tel as "carrierPhone", v.plate_no as "plateNo", v.trailer_no as "trailerNo",
      v.model as "vehicleModel", d.name as "driverName", d.mobile as "driverPhone", ${maskedIdCard} as "idCard", d.licence_class as "licenceClass",
      d.licence_expiry as "licenceExpiry", a.plan_at as "planAt", a.remark
    from arrangement a join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id join company o on o.id = a.outlet_id
    left join company k on k.id = coalesce(a.carrier_id, v.carrier_id) left join arrangement_cost m on m.arrangement_id = a.id
    cross join lateral (
      with recursive above as (
        select c.id, c.parent_id, 0 as depth from company c where c.id = a.outlet_id
        union all select c.id, c.parent_id, above.depth + 1 from company c join above on c.id = above.parent_id where above.depth < 20)
      select c.name, c.uscc, c.region_name, c.address, c.tel from above join company c on c.id = above.id
      order by c.uscc is null, case when c.uscc is null then -above.depth else above.depth end limit 1) s
    where a.id = any(${[...new Set(ids)]}::bigint[]) and a.kind = 'vehicle' and ${ofOwnArrangements(actor)}`.execute(tx)
  for (const trip of trips.rows) refuseFor(objectionTo(trip))
  const seen = trips.rows.map(({ id }) => id)
  const stops = await sql<Stop>`
    select s.arrangement_id as "tripId", s.seq, o.short_name as "outletName", s.name, coalesce(s.region_name, o.region_name) as region,
      coalesce(s.address, o.address) as address, s.plan_at as "planAt"
    from arrangement_stop s left join company o on o.id = s.outlet_id
    where s.arrangement_id = any(${seen}::bigint[]) order by s.arrangement_id, s.seq`.execute(tx)
  const lines = await sql<Line>`
    -- unscoped: the trips are in scope, and what they carry stands on their agreements
    select l.arrangement_id as "tripId", w.waybill_no as "waybillNo", w.goods_name as "goodsName", l.pieces, l.weight, l.volume, w.cod_amount as cod
    from arrangement_line l join waybill w on w.id = l.waybill_id
    where l.arrangement_id = any(${seen}::bigint[]) and l.pieces > 0 order by l.arrangement_id, l.load_stop nulls first, l.seq`.execute(
    tx,
  )
  const parts = await sql<Part>`
    select arrangement_id as "tripId", pay_part as part, sum(amount)::text as amount from cost_line
    where arrangement_id = any(${seen}::bigint[]) and pay_part is not null and kind = 'car' group by 1, 2`.execute(tx)
  const stopsOf = Map.groupBy(stops.rows, ({ tripId }) => tripId)
  const linesOf = Map.groupBy(lines.rows, ({ tripId }) => tripId)
  const partsOf = Map.groupBy(parts.rows, ({ tripId }) => tripId)
  const byId = new Map(trips.rows.map((trip) => [trip.id, trip]))
  return ({ id, reprint }, language) => {
    const trip = byId.get(id)
    if (trip === undefined) return undefined
    const way = stopsOf.get(id) ?? []
    return {
      no: trip.no,
      reprint,
      barcode: trip.no,
      qr: trip.no,
      fields: {
        ...sharedFields(actor, 'agreement', language, trip.companyName),
        ...Object.fromEntries(clauseFields.map((field) => [field, clauses[field][language]])),
        ...partiesOf(trip),
        ...vehicleOf(trip, language),
        ...cargoOf(linesOf.get(id) ?? [], language),
        ...moneyOf(trip, partsOf.get(id) ?? []),
        route: routeOf(way),
        planAt: moment(trip.planAt),
        outletName: trip.outletName,
        remark: trip.remark ?? '',
      },
      tables: { stops: stopTable(way, trip.planAt) },
    }
  }
}

/** Stands where there is nothing, so that nothing is written there afterwards. */
const none = '—'

/** We, and the carrier; where a driver goes for himself, he is the other party. */
const partiesOf = (trip: Trip): Paper['fields'] => ({
  partyA: trip.companyName,
  partyACode: trip.companyCode ?? '',
  partyAAddress: trip.companyAddress ?? '',
  partyAPhone: phone(trip.companyPhone ?? ''),
  partyB: trip.carrierName ?? trip.driverName,
  partyBCode: (trip.carrierName === null ? trip.idCard : trip.carrierCode) ?? '',
  partyBAddress: (trip.carrierName === null ? null : trip.carrierAddress) ?? '',
  partyBPhone: phone((trip.carrierName === null ? trip.driverPhone : trip.carrierPhone) ?? ''),
})

const vehicleOf = (trip: Trip, language: Language): Paper['fields'] => ({
  arrangementNo: trip.no,
  plateNo: trip.plateNo,
  trailerNo: trip.trailerNo ?? none,
  vehicleModel: wordFor('vehicleModel', trip.vehicleModel, language),
  driverName: trip.driverName,
  driverPhone: phone(trip.driverPhone),
  driverIdCard: trip.idCard ?? '',
  licenceClass: trip.licenceClass,
  licenceExpiry: trip.licenceExpiry ?? '',
})

const namedGoods = 4

function cargoOf(load: readonly Line[], language: Language): Paper['fields'] {
  const sums = sumsOf(load)
  const names = [...new Set(load.map(({ goodsName }) => goodsName))]
  const more = names.length - namedGoods
  return {
    waybills: String(new Set(load.map(({ waybillNo }) => waybillNo)).size),
    pieces: sums.pieces,
    weight: `${sums.weight} kg`,
    volume: `${sums.volume} m³`,
    goodsName: [
      ...names.slice(0, namedGoods),
      ...(more > 0 ? [printWords.more[language].replace('{n}', String(more))] : []),
    ].join(' / '),
  }
}

/** What was agreed, and its parts; what is taken off is said without its sign. */
function moneyOf({ agreed }: Trip, parts: readonly Part[]): Paper['fields'] {
  const total = agreed ?? '0'
  const said = (part: PayPart): string => {
    const sum = sumDecimals(
      parts.flatMap((one) => (one.part === part ? one.amount : [])),
      2,
    )
    return yuan(deductions.includes(part) ? new Exact(sum).negated().toFixed(2) : sum) || none
  }
  return {
    agreed: yuan(total),
    amountWords: amountInWords(total),
    ...Object.fromEntries(payParts.map((part) => [part, said(part)])),
  }
}

const regionOf = ({ region }: Stop): string => (region ?? '').replaceAll(' ', '')

/** Where it goes, each place once in a row. */
const routeOf = (stops: readonly Stop[]): string =>
  stops
    .map((stop) => stop.outletName ?? (regionOf(stop) || (stop.name ?? '')))
    .filter((place, at, all) => place !== '' && place !== all[at - 1])
    .join(' → ')

const stopTable = (stops: readonly Stop[], planAt: string): PaperTable => ({
  flows: true,
  rows: stops.map((stop, at) => ({
    seq: String(at + 1),
    place: stop.outletName ?? stop.name ?? '',
    region: regionOf(stop),
    address: stop.address ?? '',
    planAt: moment(stop.planAt ?? (at === 0 ? planAt : null)),
  })),
})
