import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import { amountInWords } from '@xunyun/contract/printing/amounts'
import { printTexts, printWords } from '@xunyun/contract/printing/fields'
import type { PrintType } from '@xunyun/contract/printing/papers'
import { sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
/** What a sheet shows: a record, of labels a piece of it, and the mark of a reprint. */
import { freightAtDoor, readPayments, toCollect } from '../waybills/index.ts'
import type { Paper, PaperTable } from './engine/paper.ts'
import { pickupFields } from './queries.pickup.ts'
import { address, moment, phone, pieceNo, trimmed, yuan } from './words.ts'

/** A paper's record, as far as a batch needs to know it. */
export type Printable = {
  id: number
  no: string
  state: string
  pieces: number
  customerId: number | null
  count: number
  /** Why there is nothing to print. */
  objection?: Objection | undefined
}

export type Wanted = { readonly id: number; readonly piece: number; readonly reprint: number }
/** Answers a record's paper in a language; undefined for one that may not be seen any more. */
export type Papers = (wanted: Wanted, language: Language) => Paper | undefined

type Head = {
  id: number
  no: string
  hash: string
  bizDate: string
  customerNo: string | null
  customerName: string | null
  companyName: string
  outletName: string
  outletPhone: string | null
  clerkName: string | null
  goodsName: string
  pieces: number
  weight: string
  volume: string
  declared: string
  cod: string
  receivable: string
  freightToCollect: string
  payMethod: string
  payments: string | null
  transMode: string
  serviceType: string
  carriage: string
  pickupWay: string
  deliveryWay: string
  planArrive: string | null
  receipt: string
  receiptCopies: number
  remark: string | null
  remarkInternal: string | null
  shipperCity: string
  shipperCompany: string | null
  shipperName: string
  shipperPhone: string
  shipperRegion: string
  shipperAddress: string
  consigneeCity: string
  consigneeCompany: string | null
  consigneeName: string
  consigneePhone: string
  consigneeRegion: string
  consigneeAddress: string
}
type Goods = {
  waybillId: number
  name: string
  package: string
  pieces: number
  weight: string
  volume: string
  length: string | null
  width: string | null
  height: string | null
  declared: string
}

/**
 * Waybills as papers: two reads however many they are. `origin` is where people reach us: the code on a waybill leads
 * there and says which chain of events it was printed from.
 */
export async function waybillPapers(
  tx: Tx,
  actor: Actor,
  type: PrintType,
  ids: readonly number[],
  origin: string,
): Promise<Papers> {
  const heads = await sql<Head>`
    select w.id, w.waybill_no as no, left(encode(w.chain_hash, 'hex'), 8) as hash, w.biz_date as "bizDate", w.customer_no as "customerNo",
      c.name as "customerName", coalesce(h.name, o.name) as "companyName", o.short_name as "outletName", o.tel as "outletPhone",
      k.name as "clerkName", w.goods_name as "goodsName", w.pieces, w.weight, w.volume, w.declared_value as declared, w.cod_amount as cod, w.receivable, ${freightAtDoor} as "freightToCollect",
      w.pay_method as "payMethod", w.payments, w.trans_mode as "transMode", w.service_type as "serviceType", w.carriage, w.pickup_way as "pickupWay",
      w.delivery_way as "deliveryWay", w.plan_arrive as "planArrive", w.receipt_requirement as receipt, w.receipt_copies as "receiptCopies",
      w.remark_customer as remark, w.remark_internal as "remarkInternal", w.shipper_city as "shipperCity",
      w.shipper_company as "shipperCompany", w.shipper_name as "shipperName", w.shipper_phone as "shipperPhone",
      w.shipper_region_name as "shipperRegion", w.shipper_address as "shipperAddress", w.consignee_city as "consigneeCity",
      w.consignee_company as "consigneeCompany", w.consignee_name as "consigneeName", w.consignee_phone as "consigneePhone",
      w.consignee_region_name as "consigneeRegion", w.consignee_address as "consigneeAddress"
    from waybill w left join company c on c.id = w.customer_id join company o on o.id = w.outlet_id left join company h on h.id = o.parent_id
    left join app_user k on k.id = w.clerk_id
    where w.id = any(${[...new Set(ids)]}::bigint[]) and not w.is_deleted and ${inScope(actor, 'waybill', 'w')}`.execute(
    tx,
  )
  const goods = await sql<Goods>`
    select g.waybill_id as "waybillId", g.name, g.package, g.pieces, g.weight, g.volume, g.length_cm as length, g.width_cm as width,
      g.height_cm as height, g.declared_value as declared
    from waybill_goods g where g.waybill_id = any(${heads.rows.map(({ id }) => id)}::bigint[]) order by g.waybill_id, g.seq`.execute(
    tx,
  )
  const goodsOf = new Map<number, Goods[]>()
  for (const line of goods.rows) goodsOf.set(line.waybillId, [...(goodsOf.get(line.waybillId) ?? []), line])
  const pickup = type === 'pickupNotice' ? await pickupFields(tx, actor, ids) : undefined
  const byId = new Map(heads.rows.map((head) => [head.id, head]))
  return ({ id, piece, reprint }, language) => {
    const head = byId.get(id)
    if (head === undefined) return undefined
    const lines = goodsOf.get(id) ?? []
    const no = type === 'label' ? pieceNo(head.no, piece) : head.no
    return {
      no,
      reprint,
      barcode: no,
      qr: type === 'label' ? no : `${origin}/verify/${encodeURIComponent(head.no)}/${head.hash}`,
      fields: {
        ...fieldsOf(head, lines, actor, type, language),
        piece: `${piece} / ${head.pieces}`,
        ...pickup?.get(id),
      },
      tables: { goods: goodsTable(head, lines, language) },
    }
  }
}

function fieldsOf(
  head: Head,
  lines: readonly Goods[],
  actor: Actor,
  type: PrintType,
  language: Language,
): Paper['fields'] {
  const word = (dictionary: DictionaryType, code: string) => wordFor(dictionary, code, language)
  const isOurs = !isCustomer(actor)
  const collect = toCollect({ ...head, codAmount: head.cod })
  const copies = head.receipt === 'none' || head.receiptCopies === 0 ? '' : printWords.copies[language]
  return {
    ...sharedFields(actor, type, language, head.companyName),
    waybillNo: head.no,
    bizDate: head.bizDate,
    customerNo: head.customerNo ?? '',
    customerName: head.customerName ?? '',
    outletName: head.outletName,
    outletPhone: head.outletPhone ?? '',
    fromCity: head.shipperCity,
    toCity: head.consigneeCity,
    shipperCompany: head.shipperCompany ?? '',
    shipperName: head.shipperName,
    shipperPhone: phone(head.shipperPhone),
    shipperAddress: address(head.shipperRegion, head.shipperAddress),
    consigneeCompany: head.consigneeCompany ?? '',
    consigneeName: head.consigneeName,
    consigneePhone: phone(head.consigneePhone),
    consigneeAddress: address(head.consigneeRegion, head.consigneeAddress),
    goodsName: head.goodsName,
    package: [...new Set(lines.map((line) => word('package', line.package)))].join(' / '),
    pieces: String(head.pieces),
    weight: `${trimmed(head.weight)} kg`,
    volume: `${trimmed(head.volume)} m³`,
    declaredValue: yuan(head.declared),
    transMode: word('transMode', head.transMode),
    serviceType: word('serviceType', head.serviceType),
    carriage: word('carriage', head.carriage),
    pickupWay: word('pickupWay', head.pickupWay),
    deliveryWay: word('deliveryWay', head.deliveryWay),
    planArrive: moment(head.planArrive),
    receipt: [word('receiptRequirement', head.receipt), copies.replace('{n}', String(head.receiptCopies))]
      .filter(Boolean)
      .join(' '),
    // Who pays, not how much: the consignee reads it; what is to be collected stands by itself.
    payMethod: (readPayments(head.payments) ?? [{ method: head.payMethod }])
      .map(({ method }) => word('payMethod', method))
      .join(' / '),
    codAmount: yuan(head.cod),
    freight: yuan(collect),
    amountWords: yuan(collect) === '' ? '' : amountInWords(collect),
    remark: head.remark ?? '',
    // Internal things never reach a customer's account, by any path (domain §0.9).
    remarkInternal: isOurs ? (head.remarkInternal ?? '') : '',
    clerkName: isOurs ? (head.clerkName ?? '') : '',
  }
}

/** What stands on every paper. */
export const sharedFields = (actor: Actor, type: PrintType, language: Language, company: string): Paper['fields'] => ({
  company,
  title: printTexts[type][language],
  terms: printTexts.terms[language],
  note: type === 'receipt' ? printTexts.note[language] : type === 'pickupNotice' ? printTexts.pickupNote[language] : '',
  printedAt: moment(clock.iso()),
  printedBy: actor.name,
})

const goodsTable = (head: Head, lines: readonly Goods[], language: Language): PaperTable => ({
  flows: false,
  rows: lines.map((line) => ({
    name: line.name,
    package: wordFor('package', line.package, language),
    pieces: String(line.pieces),
    weight: trimmed(line.weight),
    volume: trimmed(line.volume),
    size:
      line.length === null ? '' : [line.length, line.width, line.height].map((side) => trimmed(side ?? '')).join('×'),
    declaredValue: yuan(line.declared),
  })),
  total: {
    pieces: String(head.pieces),
    weight: trimmed(head.weight),
    volume: trimmed(head.volume),
    declaredValue: yuan(head.declared),
  },
})
