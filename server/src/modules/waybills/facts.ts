import type { WaybillAction, WaybillState } from '@xunyun/contract/waybills/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { markSeen, ofOwnOutlet, type SeenId, scoped } from '../../platform/scope.ts'
import { heldBy } from '../charges/index.ts'
import { isDestination } from './destination.ts'
import { isHere } from './here.ts'
import { ownTotal } from './payments.ts'
import { objection, type Step, type WaybillFacts } from './rules.ts'
import { stands } from './stands.ts'

export type LockedWaybill = WaybillFacts & {
  id: SeenId
  waybillNo: string
  version: number
  outletId: number
  codAmount: string
  weight: string
  volume: string
  serviceType: string
  destOutletId: number | null
  /** As issued last; whether it holds, its pieces tell (`codeInForce`). */
  pickupCode: string | null
  wantsReceipt: boolean
  createdAt: string
  updatedAt: string
  updatedBy: number | null
}

/** What no trip has planned for. */
export const free = (places: LockedWaybill['places']) =>
  places.filter(({ pieces, planned }) => pieces > planned).map((one) => ({ ...one, pieces: one.pieces - one.planned }))

/**
 * The waybills inside the actor's scope, with what the rules look at. `lock` holds them for a command, in id order; what undo
 * would take back is then read for undo alone.
 */
export async function waybillFacts(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  lock: boolean,
  withSteps = !lock,
): Promise<Map<number, LockedWaybill>> {
  let query = scoped(tx, actor, 'waybill')
    .modifyFront(kept)
    .select([
      'id',
      'waybill_no',
      'state',
      'hold',
      'delivery_way',
      'pieces',
      'version',
      'outlet_id',
      'customer_id',
      'cod_amount',
      'pay_method',
      'payments',
      'receivable',
      ownTotal('waybill').as('own'),
      sql<string>`greatest(collect_open, 0.00)`.as('collects'),
      heldBy(sql`waybill`).as('held_by'),
      'weight',
      'volume',
      'service_type',
      'dest_outlet_id',
      'pickup_code',
      'receipt_requirement',
      sql<boolean>`exists (select from onward o where o.waybill_id = waybill.id)`.as('is_onward'),
      'created_at',
      'updated_at',
      'updated_by',
      ofOwnOutlet(actor).as('mine'),
    ])
    .select(({ selectFrom }) =>
      // unscoped: the name of the outlet of a waybill in scope
      selectFrom('company as o').select('o.short_name').whereRef('o.id', '=', 'waybill.outlet_id').as('outlet_name'),
    )
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
  if (lock) query = query.forUpdate()
  const rows = await query.execute()
  const found = rows.map((row) => row.id)
  if (found.length === 0) return new Map()
  const places = Map.groupBy(await placesOf(tx, actor, found), ({ waybillId }) => waybillId)
  const steps = withSteps ? await lastSteps(tx, actor, found) : undefined
  const givenOut = withSteps ? await givenOutOf(tx, found) : undefined
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: markSeen(row).id,
        waybillNo: row.waybill_no,
        state: row.state as WaybillState,
        hold: row.hold,
        deliveryWay: row.delivery_way,
        pieces: row.pieces,
        version: row.version,
        outletId: row.outlet_id,
        customerId: row.customer_id,
        codAmount: row.cod_amount,
        payMethod: row.pay_method,
        payments: row.payments,
        receivable: row.receivable,
        own: row.own,
        freightToCollect: row.collects,
        heldBy: row.held_by,
        weight: row.weight,
        volume: row.volume,
        serviceType: row.service_type,
        destOutletId: row.dest_outlet_id,
        pickupCode: row.pickup_code,
        isOnward: row.is_onward,
        wantsReceipt: row.receipt_requirement !== 'none',
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        updatedBy: row.updated_by,
        mine: Boolean(row.mine),
        outletName: row.outlet_name ?? '',
        places: (places.get(row.id) ?? []).map(({ waybillId: _, ...place }) => ({
          ...place,
          here: place.here ?? Boolean(row.mine),
        })),
        lastStep: steps === undefined ? 'notRead' : steps.get(row.id),
        givenOut: givenOut === undefined ? 'notRead' : givenOut.has(row.id),
      },
    ]),
  )
}

async function placesOf(tx: Tx, actor: Actor, ids: readonly number[]) {
  const found = await sql<
    Omit<WaybillFacts['places'][number], 'here'> & { waybillId: number; here: boolean | null }
  >`${kept}
    select p.waybill_id as "waybillId", p.place, p.place_id as "placeId", p.line_id as "lineId", p.leg, p.pieces, p.planned, coalesce(o.short_name, a.arrangement_no, '') as name, a.kind,
      ${isDestination} as "isDestination", ${isHere(actor, sql`p.place`, sql`p.place_id`)} as here
    -- unscoped: the waybills are in scope; outlets lend their names
    from piece_place p join waybill w on w.id = p.waybill_id
    left join company o on p.place in ('outlet', 'pickup') and o.id = p.place_id
    -- unscoped: as above; by its key, wherever statistics say that places are
    left join lateral (select arrangement_no, kind from arrangement where p.place = 'arrangement' and id = p.place_id limit 1) a on true
    where p.waybill_id = any(${[...ids]}::bigint[]) and p.pieces > 0 order by p.waybill_id, p.place, p.place_id, p.line_id`.execute(
    tx,
  )
  return found.rows
}

/** One waybill locked for a command, or "no such record" for whoever may not see it. */
export async function lockWaybill(tx: Tx, actor: Actor, id: number, withSteps = false): Promise<LockedWaybill> {
  const facts = (await waybillFacts(tx, actor, [id], true, withSteps)).get(id)
  if (facts === undefined) throw notFound()
  return facts
}

/** Refuses the action with its first objection. */
export function check(action: WaybillAction, facts: WaybillFacts): void {
  const no = objection(action, facts)
  if (no !== undefined) throw new Refusal(no.reason, no.params ?? {})
}

/**
 * The act of each waybill that undo would take back: its last own one whose pieces lie, unplanned, where it put them, else
 * the last of all. Pieces part, so what happened to the others since does not matter (T8). An act belongs to a trip if any of
 * its movements enters or leaves a vehicle other than by signing or refusing; placing cannot be undone, only cancelled. What
 * was collected is collected once, so of signings only the last one of them may go, and of a trip that is done none.
 */
async function lastSteps(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Step>> {
  const found = await sql<Omit<Step, 'kind'> & { waybill_id: number; trip: boolean }>`
    with standing as (
      select m.*, (m.to_place = 'arrangement' or m.from_place = 'refusedOut'
        or (m.from_place = 'arrangement' and m.to_place not in ('consignee', 'refusedOut'))) as trip
      from piece_movement m
      where m.waybill_id = any(${[...ids]}::bigint[]) and ${stands('m')} and m.from_place <> 'none' and m.to_place <> 'none'
    ), acts as (
      select s.waybill_id, s.act_id as act, bool_or(s.trip) as trip,
        coalesce(array_agg(s.to_id) filter (where s.to_place = 'outlet'), '{}') as outlets,
        max(s.to_id) filter (where s.to_place in ('returned', 'forwarded')) as "onwardId",
        coalesce(bool_and(${isHere(actor, sql`s.from_place`, sql`s.from_id`)}), true)
          and coalesce(bool_and(${isHere(actor, sql`s.to_place`, sql`s.to_id`)}), true) as here,
        min(s.by_id) filter (where s.to_place in ('refused', 'refusedOut')) as "refusedBy",
        bool_and(s.to_place in ('refused', 'refusedOut')) as "isRefusal",
        bool_and(s.from_place = 'pickup' and s.to_place = 'outlet') as "isDeliverInstead",
        min(s.from_place) as "fromPlace", min(s.to_place) as "toPlace", max(s.from_id) filter (where s.from_place = 'arrangement') as "arrangementId",
        (coalesce(sum(s.pieces) filter (where s.to_place not in ('refused', 'refusedOut')), 0))::int as moved,
        (coalesce(sum(s.pieces) filter (where s.to_place in ('refused', 'refusedOut')), 0))::int as refused
      from standing s group by 1, 2
    ), judged as (
      select a.*, ${lies(sql`a.waybill_id`, sql`a.act`)}
        -- unscoped: trips of waybills in scope
        and not exists (select from standing s join arrangement t on s.from_place = 'arrangement' and t.id = s.from_id
          where s.waybill_id = a.waybill_id and s.act_id = a.act and not s.trip and t.state in ('done', 'settled'))
        and not exists (select from signing g join signing l on l.waybill_id = g.waybill_id and l.id > g.id and l.signed > 0 and not l.undone
          where g.waybill_id = a.waybill_id and g.act_id = a.act and not g.undone and (g.collected > 0 or g.waived))
        and not exists (select from readdress r where r.waybill_id = a.waybill_id and r.act_id = a.act) as lies
      from acts a
    )
    select distinct on (waybill_id) waybill_id, act, trip, outlets, here, lies, "refusedBy", "isRefusal", "isDeliverInstead", "fromPlace", "toPlace", moved, refused,
      -- unscoped: of a waybill in scope
      (select t.arrangement_no from arrangement t where t.id = "arrangementId") as "arrangementNo",
      -- unscoped: made of a waybill in scope
      (select n.waybill_no from waybill n where n.id = "onwardId") as "onwardNo" from judged
    order by waybill_id, (not trip and lies) desc, act desc`.execute(tx)
  const steps = new Map<number, Step>(
    found.rows.map(({ waybill_id, trip, ...step }) => [
      waybill_id,
      { ...step, readdress: null, readdressedBy: null, kind: trip ? 'trip' : 'own' },
    ]),
  )
  for (const { waybillId, ...step } of await readdressed(tx, ids)) steps.set(waybillId, { ...notAboard, ...step })
  return steps
}

const notAboard = {
  kind: 'own',
  // Whose outlet it is takes it back, wherever the pieces are.
  here: false,
  refusedBy: null,
  isRefusal: false,
  onwardNo: null,
  isDeliverInstead: false,
  fromPlace: 'refused',
  toPlace: 'outlet',
  refused: 0,
  arrangementNo: null,
} as const

/** Of each waybill the last 改址, where no piece of it moved since. */
async function readdressed(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<
    Pick<Step, 'act' | 'outlets' | 'lies' | 'moved' | 'readdressedBy'> & { waybillId: number; readdress: number }
  >`
    select l.waybill_id as "waybillId", l.id as readdress, l.created_by as "readdressedBy", coalesce(l.act_id, 0) as act, m.outlets, m.moved, ${lies(sql`l.waybill_id`, sql`l.act_id`)} as lies
    from (select distinct on (waybill_id) * from readdress where waybill_id = ${anyId(ids)} and undone_at is null order by waybill_id, id desc) l
    cross join lateral (select coalesce(array_agg(to_id) filter (where to_place = 'outlet'), '{}') as outlets, coalesce(sum(pieces), 0)::int as moved
      from piece_movement where waybill_id = l.waybill_id and act_id = l.act_id) m
    where not exists (select from piece_movement m where m.waybill_id = l.waybill_id and m.id > l.moved_until and ${stands('m')})`.execute(
    tx,
  )
  return rows
}

/** Whether what an act moved of a waybill lies, unplanned, where it put it. */
export const lies = (
  waybill: RawBuilder<unknown>,
  act: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql<SqlBool>`not exists (
  select from (select m.to_place, m.to_id, m.to_line, sum(m.pieces) as pieces from piece_movement m
    where m.waybill_id = ${waybill} and m.act_id = ${act} and ${stands('m')} group by 1, 2, 3) x
  left join piece_place p on p.waybill_id = ${waybill} and p.place = x.to_place and p.place_id = x.to_id and p.line_id = x.to_line
  where coalesce(p.pieces - p.planned, 0) < x.pieces)`

/** Of these waybills those of which pieces have left their destination for the consignee, or wait there for him. */
async function givenOutOf(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const found = await sql<{ id: number }>`
    -- unscoped: the waybills are in scope
    select w.id from waybill w where w.id = any(${[...ids]}::bigint[]) and exists (
      select from piece_movement m left join arrangement a on m.to_place = 'arrangement' and a.id = m.to_id
      where m.waybill_id = w.id and m.from_place = 'outlet' and m.from_id = w.dest_outlet_id and ${stands('m')}
        and (m.to_place = 'pickup' or a.type = 'delivery' or a.kind = 'courier' or a.ends <> 'outlet'))`.execute(tx)
  return new Set(found.rows.map(({ id }) => id))
}
