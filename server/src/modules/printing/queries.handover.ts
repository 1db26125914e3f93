import { wordFor } from '@xunyun/contract/dictionary'
import type { SpecialEnds } from '@xunyun/contract/dispatch/special'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import { printWords } from '@xunyun/contract/printing/fields'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import { freightAtDoor } from '../waybills/index.ts'
import type { Paper, PaperTable } from './engine/paper.ts'
import { type Papers, sharedFields } from './queries.papers.ts'
import { someCities, sumsOf } from './queries.trips.ts'
import { address, moment, phone, trimmed, yuan } from './words.ts'

type Special = {
  id: number
  no: string
  companyName: string
  outletName: string
  outletPhone: string | null
  carrierName: string
  carrierPhone: string | null
  carrierNo: string | null
  fromName: string | null
  toName: string
  ends: SpecialEnds
  onNotice: boolean
  station: string | null
  expectAt: string | null
  handedAt: string | null
  receiptCopies: number | null
  remark: string | null
}
type Line = {
  specialId: number
  waybillNo: string
  fromCity: string
  toCity: string
  consigneeName: string
  consigneePhone: string
  consigneeRegion: string
  consigneeAddress: string
  goodsName: string
  pieces: number
  weight: string
  volume: string
  freightToCollect: string
  cod: string
  receiptCopies: number
}

/** Line shipments as handover sheets (外发单): two reads however many they are. */
export async function handoverPapers(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const specials = await sql<Special>`
    select a.id, a.arrangement_no as no, coalesce(h.name, o.name) as "companyName", o.short_name as "outletName", o.tel as "outletPhone",
      c.name as "carrierName", c.tel as "carrierPhone", a.carrier_no as "carrierNo", f.short_name as "fromName",
      coalesce(t.short_name, replace(a.to_region_name, ' ', '')) as "toName", a.ends, a.on_notice as "onNotice", a.station,
      a.expect_at as "expectAt", a.depart_at as "handedAt", a.receipt_copies as "receiptCopies", a.remark
    from arrangement a join company c on c.id = a.carrier_id join company o on o.id = coalesce(a.from_outlet_id, a.outlet_id)
    left join company h on h.id = o.parent_id left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id
    where a.id = any(${[...new Set(ids)]}::bigint[]) and a.kind = 'line' and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}`.execute(
    tx,
  )
  const lines = await sql<Line>`
    -- unscoped: the line shipments are in scope, and what they carry and collect stands on their sheets
    select l.arrangement_id as "specialId", w.waybill_no as "waybillNo", w.shipper_city as "fromCity", w.consignee_city as "toCity",
      w.consignee_name as "consigneeName", w.consignee_phone as "consigneePhone", w.consignee_region_name as "consigneeRegion",
      w.consignee_address as "consigneeAddress", w.goods_name as "goodsName", l.pieces, l.weight, l.volume, ${freightAtDoor} as "freightToCollect",
      w.cod_amount as cod, w.receipt_copies as "receiptCopies"
    from arrangement_line l join waybill w on w.id = l.waybill_id
    where l.arrangement_id = any(${specials.rows.map(({ id }) => id)}::bigint[]) order by l.arrangement_id, l.seq`.execute(
    tx,
  )
  const cargoOf = Map.groupBy(lines.rows, ({ specialId }) => specialId)
  const byId = new Map(specials.rows.map((special) => [special.id, special]))
  return ({ id, reprint }, language) => {
    const special = byId.get(id)
    if (special === undefined) return undefined
    const cargo = cargoOf.get(id) ?? []
    return {
      no: special.no,
      reprint,
      barcode: special.no,
      qr: special.no,
      fields: {
        ...sharedFields(actor, 'handover', language, special.companyName),
        ...fieldsOf(special, cargo, language),
      },
      tables: { cargo: cargoTable(cargo) },
    }
  }
}

function fieldsOf(special: Special, cargo: readonly Line[], language: Language): Paper['fields'] {
  const sums = allOf(cargo)
  const notice = special.onNotice ? printWords.onNotice[language] : ''
  return {
    specialNo: special.no,
    outletName: special.outletName,
    outletPhone: phone(special.outletPhone ?? ''),
    carrierName: special.carrierName,
    carrierPhone: phone(special.carrierPhone ?? ''),
    carrierNo: special.carrierNo ?? '',
    fromCity: special.fromName ?? someCities(cargo.map(({ fromCity }) => fromCity)),
    toCity: special.toName,
    ends: [wordFor('specialEnds', special.ends, language), notice].filter(Boolean).join(' · '),
    station: special.station ?? '',
    expectAt: moment(special.expectAt),
    handedAt: moment(special.handedAt),
    // What was said to go with the goods; otherwise what the waybills ask for.
    receiptCopies: String(special.receiptCopies ?? sums.receiptCopies),
    remark: special.remark ?? '',
    waybills: String(cargo.length),
    pieces: sums.pieces,
    weight: `${sums.weight} kg`,
    volume: `${sums.volume} m³`,
    freightToCollect: sums.freightToCollect,
    codAmount: sums.cod,
  }
}

const allOf = (cargo: readonly Line[]) => ({
  ...sumsOf(cargo),
  freightToCollect: yuan(
    sumDecimals(
      cargo.map(({ freightToCollect }) => freightToCollect),
      2,
    ),
  ),
  receiptCopies: String(cargo.reduce((all, { receiptCopies }) => all + receiptCopies, 0)),
})

const cargoTable = (cargo: readonly Line[]): PaperTable => ({
  flows: true,
  rows: cargo.map((line, at) => ({
    seq: String(at + 1),
    waybillNo: line.waybillNo,
    route: `${line.fromCity} → ${line.toCity}`,
    consignee: `${line.consigneeName} ${line.consigneePhone}`,
    address: address(line.consigneeRegion, line.consigneeAddress),
    goods: line.goodsName,
    pieces: String(line.pieces),
    weight: trimmed(line.weight),
    volume: trimmed(line.volume),
    freightToCollect: yuan(line.freightToCollect),
    cod: yuan(line.cod),
    receiptCopies: String(line.receiptCopies),
  })),
  total: allOf(cargo),
})
