import type { Output } from '@xunyun/contract/kernel/call'
import type { getWaybillEvents, WaybillDetail } from '@xunyun/contract/waybills/calls'
import { waybillActions, waybillLifecycle } from '@xunyun/contract/waybills/states'
import { type SqlBool, sql } from 'kysely'
import { ability, wordsOf } from '../../platform/abilities.ts'
import { type Actor, isCustomer, mayAny } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope, markSeen, ofOwnOutlet, type SeenId, scoped } from '../../platform/scope.ts'
import { checkChains } from './chains/verify.ts'
import { freightAtDoor } from './door/atDoor.ts'
import { noEpod, proofCount } from './epod.ts'
import type { EventRow } from './events.ts'
import { waybillFacts } from './facts.ts'
import { customerType, forCustomer, isTold } from './internalEvents.ts'
import { codeFor } from './pickup.ts'
import { heldPrices, isOfficeOnly, presentRow, type RawRow, rowColumns, rowJoins } from './queries.ts'
import { objection, signableStrands, toCollect } from './rules.ts'
import { standing } from './standing.ts'
import { stands } from './tracks/last.ts'
import { isOwnStep, undoesRefusal, undoneBy } from './undo.ts'

type Leg = WaybillDetail['legs'][number]
/** The trips of a waybill; dispatch hands the function over, because it comes later (app.ts). */
export type LegsOf = (tx: Tx, waybillId: SeenId, forCustomer: boolean) => Promise<Leg[]>

type HeadRow = RawRow & {
  freightToCollect: string
  freightAtDoor: string
  outletId: number
  destOutletId: number | null
  destTyped: boolean
  salesmanId: number | null
  vehicleModel: string | null
  km: string | null
  receiptCopies: number
  proofs: number
  cancelReason: string | null
  shipperCompany: string | null
  shipperRegion: string
  shipperRegionName: string
  shipperAddress: string
  consigneeRegion: string
  consigneeRegionName: string
  /** Yuan of 到付 that is settled beyond what it is, since the door collected it or more was paid before; null: neither. */
  collectedMore: string | null
}

/** One waybill, whole. Outside the scope it does not exist. */
export async function waybillDetail(
  tx: Tx,
  actor: Actor,
  deps: { files: Files; legsOf: LegsOf },
  key: { id?: number | undefined; no?: string | undefined },
): Promise<WaybillDetail> {
  if (key.id === undefined && key.no === undefined) throw notFound()
  const which =
    key.id === undefined ? sql<SqlBool>`w.waybill_no = ${key.no?.toUpperCase()}` : sql<SqlBool>`w.id = ${key.id}`
  const found = await sql<HeadRow>`
    select ${rowColumns(actor)}, w.outlet_id as "outletId", w.dest_outlet_id as "destOutletId", w.dest_typed as "destTyped", w.salesman_id as "salesmanId", w.receipt_copies as "receiptCopies", ${proofCount} as proofs,
      w.vehicle_model as "vehicleModel", w.km, greatest(w.collect_open, 0.00)::text as "freightToCollect", ${freightAtDoor} as "freightAtDoor",
      case when w.collect_open < 0 or exists (select from signing g where g.waybill_id = w.id and not g.undone and g.freight > 0) then (
        select coalesce(sum(h.settled - h.amount), 0)::numeric(14,2)::text from charge h
        where h.waybill_id = w.id and h.direction = 'receivable' and h.pay_method = 'collect' and h.state = 'owed') end as "collectedMore",
      w.cancel_reason as "cancelReason", w.shipper_company as "shipperCompany", w.shipper_region as "shipperRegion",
      w.shipper_region_name as "shipperRegionName", w.shipper_address as "shipperAddress", w.consignee_region as "consigneeRegion",
      w.consignee_region_name as "consigneeRegionName"
    from waybill w ${rowJoins} where ${which} and not w.is_deleted and ${inScope(actor, 'waybill', 'w')}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const { id } = markSeen(row)
  const {
    shipperCompany,
    shipperRegion,
    shipperRegionName,
    shipperAddress,
    consigneeRegion,
    consigneeRegionName,
    freightToCollect,
    freightAtDoor: atDoor,
    collectedMore,
    proofs: shown,
    ...head
  } = row
  const party = (
    company: string | null,
    name: string,
    phone: string,
    region: string,
    regionName: string,
    address: string,
  ) => ({ company, name, phone, region, regionName, address })
  const [goods, way, related, abnormals, signings, files, able, pendingChange] = await Promise.all([
    goodsOf(tx, row.id),
    wayOf(tx, actor, deps.legsOf, id),
    relatedOf(tx, row.id),
    abnormalsOf(tx, row.id),
    signingsOf(tx, row.id),
    deps.files.of(tx, 'waybill', row.id),
    actionsOf(tx, actor, row.id),
    changeOf(tx, row.id),
  ])
  const wasSigned = signings.some(({ signed }) => signed > 0)
  const no = noEpod({ waybillNo: row.waybillNo, waybillState: row.state, wasSigned, proofs: shown })
  const presented = presentRow(actor, head, await heldPrices(tx, actor, [row]))
  return {
    ...presented,
    outletId: row.outletId,
    destOutletId: row.destOutletId,
    destTyped: row.destTyped,
    salesmanId: isCustomer(actor) ? null : row.salesmanId,
    vehicleModel: row.vehicleModel,
    km: row.km,
    pendingChange: isCustomer(actor) ? null : pendingChange,
    toCollect: toCollect({ freightToCollect: atDoor, codAmount: row.codAmount }),
    freightToCollect,
    doorDifference: presented.receivable === null ? null : collectedMore,
    wasSigned,
    noEpod: no === undefined ? null : wordsOf(actor, no),
    receiptCopies: row.receiptCopies,
    cancelReason: row.cancelReason,
    shipper: party(shipperCompany, row.shipperName, row.shipperPhone, shipperRegion, shipperRegionName, shipperAddress),
    consignee: party(
      row.consigneeCompany,
      row.consigneeName,
      row.consigneePhone,
      consigneeRegion,
      consigneeRegionName,
      row.consigneeAddress,
    ),
    goods,
    ...way,
    related,
    // What went wrong inside is told by people, not by the system.
    abnormals: isCustomer(actor) ? [] : abnormals,
    signings,
    files,
    ...able,
  }
}

/** Where the pieces are, and what carried them, as far as this actor may know. */
export async function wayOf(
  tx: Tx,
  actor: Actor,
  legsOf: LegsOf,
  id: SeenId,
): Promise<Pick<WaybillDetail, 'places' | 'legs'>> {
  const forCustomer = isCustomer(actor)
  const [places, legs] = await Promise.all([placesOf(tx, id, actor), legsOf(tx, id, forCustomer)])
  return { places, legs: forCustomer ? legs.map(toldToCustomer) : legs }
}

/** A customer learns of a line that it is a 干线, and nothing of whose; of a courier the express number (T3). */
const toldToCustomer = (leg: Leg): Leg => ({
  ...leg,
  arrangementId: 0,
  driverPhone: null,
  ...(leg.kind === 'vehicle' ? {} : { arrangementNo: '' }),
  ...(leg.kind === 'line' ? { ...trunk, state: onTheRoad(leg), ends: leg.ends === 'station' ? 'station' : null } : {}),
})
export const trunk = { kind: 'vehicle', type: 'trunk', carrierName: null, carrierNo: null } as const
/** How far a line is, as the state of a trip. */
export const onTheRoad = ({ departAt, arriveAt }: Pick<Leg, 'departAt' | 'arriveAt'>): string =>
  departAt === null ? 'assigned' : arriveAt === null ? 'departed' : 'arrived'

/** A change that waits for its review. */
const changeOf = async (tx: Tx, id: number): Promise<WaybillDetail['pendingChange']> =>
  (await tx
    .selectFrom('waybill_change as c')
    .innerJoin('app_user as u', 'u.id', 'c.created_by')
    .select(['c.reason', 'u.name as byName', 'c.created_at as at'])
    .where('c.waybill_id', '=', id)
    .where('c.state', '=', 'pending')
    .executeTakeFirst()) ?? null

const goodsOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('waybill_goods')
    .select([
      'seq',
      'name',
      'type',
      'package',
      'pieces',
      'weight',
      'length_cm as lengthCm',
      'width_cm as widthCm',
      'height_cm as heightCm',
      'volume',
      'declared_value as declaredValue',
    ])
    .where('waybill_id', '=', id)
    .orderBy('seq')
    .execute()

/** Pieces by place; of an arrangement together, whatever their lines. A customer's account gets no vehicle's number. */
async function placesOf(tx: Tx, id: SeenId, actor: Actor): Promise<WaybillDetail['places']> {
  const found = await sql<WaybillDetail['places'][number]>`
    select p.place, p.place_id as "placeId", coalesce(o.short_name, ${isCustomer(actor) ? sql`case a.kind when 'vehicle' then a.arrangement_no when 'courier' then a.carrier_no end` : sql`a.arrangement_no`}, '') as name,
      sum(p.pieces)::int as pieces, sum(p.planned)::int as planned
    -- unscoped: the waybill is in scope; outlets and trips lend their names
    from piece_place p left join company o on p.place in ('outlet', 'pickup', 'refused') and o.id = p.place_id
    left join arrangement a on p.place in ('arrangement', 'refusedOut') and a.id = p.place_id
    where p.waybill_id = ${id} and p.pieces > 0 group by 1, 2, 3 order by 1, 2`.execute(tx)
  return found.rows.map((row) => ({ ...row, placeId: isCustomer(actor) ? 0 : row.placeId }))
}

/** A waybill's events in their order. */
const eventsOf = async (tx: Tx, id: number) =>
  (await tx.selectFrom('waybill_event').selectAll().where('waybill_id', '=', id).orderBy('seq').execute()).map(
    (row) => {
      const payload = row.payload as EventRow['payload']
      return { ...row, payload, params: payload.params }
    },
  )

/** Waybills that its pieces went on as, and the one that it came from: the same customer's. */
async function relatedOf(tx: Tx, id: number): Promise<WaybillDetail['related']> {
  const { rows } = await sql<WaybillDetail['related'][number]>`
    -- unscoped: made of a waybill in scope, or the one that it was made of
    select w.waybill_no as "waybillNo", o.relation, o.pieces, o.waybill_id = ${id} as "isParent", w.state
    from onward o join waybill w on w.id = case when o.waybill_id = ${id} then o.parent_id else o.waybill_id end
    where o.waybill_id = ${id} or o.parent_id = ${id} order by w.id`.execute(tx)
  return rows
}

const abnormalsOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('abnormal')
    .select(['id', 'abnormal_no as abnormalNo', 'type', 'state', 'node', 'pieces', 'text', 'happened_at as happenedAt'])
    .where('waybill_id', '=', id)
    .where('is_deleted', '=', false)
    .orderBy('id', 'desc')
    .execute()

const signingsOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('signing')
    .select([
      'signer',
      'signed_at as signedAt',
      'signed',
      'refused',
      'short',
      'refuse_reason as refuseReason',
      'no_code_reason as noCodeReason',
      'damaged',
      'collected',
      'freight',
      'freight_channel as freightChannel',
      'cod',
      'cod_channel as codChannel',
      'waived',
    ])
    .where('waybill_id', '=', id)
    .where('undone', '=', false)
    .orderBy('id')
    .execute()

/** Every action the actor has a right to, with the first objection in words; the page draws its buttons from this. */
async function actionsOf(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<Pick<WaybillDetail, 'actions' | 'strands' | 'undoesRefusal' | 'undoes' | 'pickupCode'>> {
  const facts = (await waybillFacts(tx, actor, [id], false)).get(id)
  if (facts === undefined) return { actions: [], strands: [], undoesRefusal: false, undoes: null, pickupCode: null }
  const mine = waybillActions.filter(
    (action) =>
      (mayAny(actor, waybillLifecycle[action].right) || (action === 'undo' && isOwnStep(actor, facts))) &&
      !isOfficeOnly(actor, action, facts.state),
  )
  return {
    actions: mine.map((action) => ability(actor, action, objection(action, facts))),
    // Who carries it is not for everybody who sees the waybill.
    strands: (mine.includes('sign') || mine.includes('refuse') ? signableStrands(facts) : []).map(
      ({ from, name, pieces }) => ({ from, name, pieces }),
    ),
    undoesRefusal: undoesRefusal(actor, facts),
    undoes: mine.includes('undo') && objection('undo', facts) === undefined ? undoneBy(actor, facts) : null,
    pickupCode: codeFor(facts),
  }
}

/** The timeline, with the whole chain verified at each reading (domain §4.3). */
export async function waybillEvents(tx: Tx, actor: Actor, id: number): Promise<Output<typeof getWaybillEvents>> {
  const head = await scoped(tx, actor, 'waybill')
    .select(['id', 'chain_hash', ofOwnOutlet(actor).as('mine')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (head === undefined) throw notFound()
  const events = await eventsOf(tx, id)
  const personal = await tx
    .selectFrom('waybill_event_personal')
    .select(['seq', 'salt', 'fields'])
    .where('waybill_id', '=', id)
    .execute()
  const plain = new Map(personal.map((one) => [one.seq, one]))
  const [checked] = await checkChains(tx, [markSeen(head).id])
  const brokenAt = checked?.brokenAt ?? null
  const hidden = isCustomer(actor)
  const kept = hidden ? await tracksKept(tx, id) : undefined
  return {
    events: (kept === undefined ? events : standing(events).stands.filter((event) => isKept(kept, event)))
      .filter(({ type, params }) => isTold({ isCustomer: hidden, mine: Boolean(head.mine) }, type, params))
      .reverse()
      .map((event) => ({
        seq: event.seq,
        type: hidden ? customerType(event.type) : event.type,
        at: event.at,
        // Who of us did it is internal.
        byName: hidden ? '' : event.by_name,
        params: (hidden ? forCustomer(event.params) : event.params) as Record<string, string>,
        changes: event.payload.changes
          .filter(({ field }) => Boolean(head.mine) || field !== 'payments')
          .map((change) => withPlain(change, plain.get(event.seq)?.fields)),
        hash: event.hash.toString('hex'),
      })),
    chain: {
      ok: brokenAt === null,
      count: events.length,
      head: head.chain_hash.toString('hex'),
      brokenAt,
      verifiedAt: clock.iso(),
    },
  }
}

/** What a customer may still read of the tracks that people wrote: by id, and by node and time where the event tells no id. */
async function tracksKept(tx: Tx, id: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: number; node: string; at: string }>`
    select t.id, t.node, t.at from track t where t.waybill_id = ${id} and t.source = 'manual' and t.visible and ${stands}`.execute(
    tx,
  )
  return new Set(rows.flatMap(({ id, node, at }) => [String(id), `${node} ${Date.parse(at)}`]))
}
const isKept = (
  kept: ReadonlySet<string>,
  { type, params }: Pick<EventRow, 'type'> & { params: EventRow['payload']['params'] },
) =>
  (type !== 'tracked' && type !== 'trackCorrected') ||
  kept.has(params.trackId === undefined ? `${params.node} ${Date.parse(String(params.at))}` : String(params.trackId))

const withPlain = (
  change: EventRow['payload']['changes'][number],
  fields: Record<string, string | null> | undefined,
) => ({
  field: change.field,
  from: fields?.[`${change.field}.from`] ?? change.from,
  to: fields?.[`${change.field}.to`] ?? change.to,
})
