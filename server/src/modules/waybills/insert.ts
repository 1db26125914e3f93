import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Approvals } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { bytes, insertions, writeTogether } from '../../platform/rows.ts'
import { addedPriced, datedOpen } from '../charges/index.ts'
import { seenBy } from './destination.ts'
import { emptyChain, eventRows, type NewEvent, nextEvent } from './events.ts'
import { atOutlet, openingRows, openingTrack, shipper } from './pieces.ts'
import type { Priced } from './pricing/read.ts'
import { calculate, priceEvent, sendToReview, whileDraft } from './pricing/settle.ts'
import { pricedRows, type Settled, serviceKey, serviceRows } from './pricing/write.ts'
import { receiptRows } from './signedReceipt.ts'
import { columnsOf, goodsColumns, type NewWaybill } from './store.ts'

/** A waybill with all that follows from it, before the first row of it is written. */
type Made = { id: number; waybill: NewWaybill; columns: ReturnType<typeof columnsOf>; settled: Settled }

const chunkSize = 500
export type Deps = { readonly numbering: Numbering; readonly approvals: Approvals }

/**
 * Prices new waybills and writes them, each row once and in its last form: goods, charges and services, the events; and when
 * placed, pieces at the shipper, the track 开单, and the review of a price that is to be looked at. One statement for some
 * hundred of them, for one and for ten thousand alike. Answers them in the order given.
 */
export async function insertWaybills(
  tx: Tx,
  actor: Actor,
  { approvals, numbering }: Deps,
  waybills: readonly NewWaybill[],
  placed: boolean,
): Promise<Settled[]> {
  const drawn = waybills.map((waybill) => ({
    waybill,
    columns: columnsOf(waybill.waybillNo, waybill.input, waybill.customer),
  }))
  // Until they have an id they go by their place in the list.
  const calculated = await calculate(
    tx,
    drawn.map(({ waybill, columns }, at) => asPriced(at, waybill, columns, placed)),
    { typed: new Map(waybills.map(({ typed }, at) => [at, typed ?? {}])) },
  )
  const services = calculated.reduce((sum, one) => sum + one.services.length, 0)
  const ids = await drawIds(tx, waybills.filter(({ id }) => id === undefined).length, services)
  const made = drawn.map((one, at): Made => {
    const id = one.waybill.id ?? (ids.waybills.shift() as number)
    const priced = calculated[at] as Settled
    return { ...one, id, settled: whileDraft({ ...priced, waybill: { ...priced.waybill, id } }) }
  })
  const serviceIdOf = new Map(
    made
      .flatMap(({ id, settled }) => settled.services.map(({ type }) => serviceKey(id, type)))
      .map((key, at) => [key, ids.services[at] as number]),
  )
  for (let start = 0; start < made.length; start += chunkSize)
    await insertChunk(tx, actor, numbering, serviceIdOf, made.slice(start, start + chunkSize), placed)
  const settled = made.map((one) => one.settled)
  await sendToReview(tx, actor, approvals, settled)
  return settled
}

/** Ids of waybills and services: known before, all rows go in one statement. */
async function drawIds(
  tx: Tx,
  waybills: number,
  services: number,
): Promise<{ waybills: number[]; services: number[] }> {
  if (waybills + services === 0) return { waybills: [], services: [] }
  const of = (sequence: string, count: number) =>
    sql`(select coalesce(json_agg(nextval(${sql.lit(sequence)})), '[]') from generate_series(1, ${count}::int))`
  const found = await sql<{ waybills: number[]; services: number[] }>`
    select ${of('waybill_id_seq', waybills)} as waybills, ${of('waybill_service_id_seq', services)} as services`.execute(
    tx,
  )
  const drawn = found.rows[0]
  if (drawn === undefined) throw new Error('the sequences gave nothing')
  return drawn
}

/** What a price is made from, as `readPriced` would read it. */
function asPriced(
  id: number,
  { waybillNo, outletId, customer, input, onward }: NewWaybill,
  columns: ReturnType<typeof columnsOf>,
  placed: boolean,
): Priced {
  const types = new Set(input.goods.map(({ type }) => type ?? 'other'))
  return {
    id,
    waybillNo,
    state: placed ? 'placed' : 'draft',
    priceState: 'unpriced',
    version: 1,
    outletId,
    customerId: columns.customer_id,
    customerName: customer?.name ?? null,
    bizDate: columns.biz_date,
    fromRegion: columns.shipper_region,
    toRegion: columns.consignee_region,
    fromName: columns.shipper_region_name,
    toName: columns.consignee_region_name,
    transMode: columns.trans_mode,
    serviceType: columns.service_type,
    vehicleModel: columns.vehicle_model,
    km: columns.km,
    weight: columns.weight,
    volume: columns.volume,
    pieces: columns.pieces,
    declaredValue: columns.declared_value,
    codAmount: columns.cod_amount,
    isReturn: onward?.isReturn ?? false,
    payMethod: columns.pay_method,
    payments: columns.payments,
    receivable: '0.00',
    freight: '0.00',
    quoted: null,
    goodsType: types.size === 1 ? ([...types][0] as string) : null,
    adjustments: [],
    charges: [],
    services: [],
  }
}

/** The first event of a chain. It names the waybill, so a chain cannot be moved to another one. */
const firstEvent = ({ waybill, columns }: Made, placed: boolean): NewEvent => ({
  type: placed ? 'placed' : 'drafted',
  params: {
    waybillNo: waybill.waybillNo,
    source: waybill.source,
    customer: waybill.customer?.name ?? null,
    pieces: columns.pieces,
    weight: columns.weight,
    volume: columns.volume,
    declared_value: columns.declared_value,
    cod_amount: columns.cod_amount,
  },
  personal: {
    shipper: waybill.input.shipper.name,
    shipperPhone: waybill.input.shipper.phone,
    shipperAddress: waybill.input.shipper.address,
    consignee: waybill.input.consignee.name,
    consigneePhone: waybill.input.consignee.phone,
    consigneeAddress: waybill.input.consignee.address,
  },
})

/** Where its pieces enter the ledger. */
const placeOfOpening = ({ onward }: NewWaybill) => (onward === undefined ? shipper : atOutlet(onward.outletId))

async function insertChunk(
  tx: Tx,
  actor: Actor,
  numbering: Numbering,
  serviceIdOf: ReadonlyMap<string, number>,
  chunk: readonly Made[],
  placed: boolean,
): Promise<void> {
  const now = clock.iso()
  const told = chunk.map((made) => {
    const first = nextEvent(emptyChain, actor, firstEvent(made, placed), now)
    const price = priceEvent(made.settled)
    return { ...made, events: price === undefined ? [first] : [first, nextEvent(first, actor, price, now)] }
  })
  const settled = chunk.map((one) => one.settled)
  const { waybill_event, waybill_event_personal } = eventRows(
    told.flatMap(({ id, events }) => events.map((event) => ({ waybillId: id, event }))),
  )
  const entering = placed
    ? chunk.map(({ id, columns, waybill }) => ({ id, pieces: columns.pieces, at: placeOfOpening(waybill) }))
    : []
  const { piece_movement, piece_place, track } = openingRows(actor, entering, now)
  const signed_receipt = await receiptRows(
    actor,
    numbering,
    (placed ? chunk : []).map(({ id, columns }) => ({
      id,
      requirement: columns.receipt_requirement,
      copies: columns.receipt_copies,
    })),
    now,
  )
  const rows = insertions({
    waybill: told.map(({ id, waybill, columns, settled: price, events }) => {
      const head = events.at(-1) as (typeof events)[number]
      return {
        ...columns,
        id,
        waybill_no: waybill.waybillNo,
        outlet_id: waybill.outletId,
        dest_outlet_id: waybill.destOutletId,
        dest_typed: waybill.input.destOutletId !== undefined && waybill.destOutletId !== null,
        source: waybill.source,
        clerk_id: actor.userId,
        created_at: now,
        created_by: actor.userId,
        updated_at: now,
        updated_by: actor.userId,
        version: 1,
        is_deleted: false,
        import_id: waybill.importId ?? null,
        placed_at: placed ? now : null,
        state: placed ? (waybill.onward === undefined ? 'placed' : 'inStation') : 'draft',
        state_pieces: columns.pieces,
        unarranged: placed ? columns.pieces : 0,
        chain_seq: head.seq,
        chain_hash: bytes(head.hash),
        chain_at: head.at,
        price_state: price.priceState,
        receivable: price.receivable,
        freight: price.freight,
        quoted: price.quoted,
        charge_weight: price.chargeWeight,
        ...(placed ? openingTrack(actor, columns.pieces, now) : {}),
      }
    }),
    waybill_goods: chunk.flatMap(({ id, waybill }) =>
      waybill.input.goods.map((line, at) => ({ waybill_id: id, ...goodsColumns(line, at + 1) })),
    ),
    waybill_event,
    waybill_event_personal,
    waybill_outlet: told.flatMap(({ id, waybill: { outletId, destOutletId } }) =>
      seenBy({ id, outletId, destOutletId, createdAt: now }, placed, now),
    ),
    piece_movement,
    piece_place,
    track,
    signed_receipt,
    waybill_service: serviceRows(actor, settled).map((row) => ({
      ...row,
      id: serviceIdOf.get(serviceKey(row.waybill_id, row.type)) as number,
    })),
  })
  const charged = await datedOpen(tx, pricedRows(actor, settled, serviceIdOf))
  await writeTogether(tx, [...rows, ...addedPriced(charged)], sql`select 1`)
}
