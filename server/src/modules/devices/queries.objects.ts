import type { BindObject } from '@xunyun/contract/devices/bindings'
import { endedWaybills, type ObjectKind } from '@xunyun/contract/devices/states'
import { pieceOf } from '@xunyun/contract/dispatch/scan'
import { normalizePlate } from '@xunyun/contract/kernel/checks'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Objection, wordsOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import type { OpenBinding } from './store.ts'

/** What devices travel on: waybills, trips and vehicles, as whoever binds may see them. */

export type BoundTo = {
  readonly kind: ObjectKind
  readonly id: number
  readonly no: string
  readonly what: string | null
  readonly route: string | null
  readonly state: string
  readonly holder: string | null
  readonly holderPhone: string | null
  readonly expectedEnd: string | null
  /** Words that find its bindings, beside number and holder. */
  readonly words: readonly (string | null)[]
}
type Which = { readonly id: number } | { readonly no: string }

const named = (which: Which, id: string, no: string): RawBuilder<SqlBool> =>
  'id' in which ? sql<SqlBool>`${sql.ref(id)} = ${which.id}` : sql<SqlBool>`${sql.ref(no)} = ${which.no}`

/** Goods are handed to the consignee with the device among them. */
const waybillOf = (actor: Actor, which: Which) => sql<BoundTo>`
  select 'waybill' as kind, w.id, w.waybill_no as no, c.name as what, concat(w.shipper_city, ' → ', w.consignee_city) as route, w.state,
    coalesce(w.consignee_company, w.consignee_name) as holder, w.consignee_phone as "holderPhone", w.plan_arrive as "expectedEnd",
    json_build_array(c.name, w.consignee_name, w.customer_no) as words
  from waybill w left join company c on c.id = w.customer_id
  where ${named(which, 'w.id', 'w.waybill_no')} and not w.is_deleted and ${inScope(actor, 'waybill', 'w')}`
const tripOf = (actor: Actor, which: Which) => sql<BoundTo>`
  select 'arrangement' as kind, a.id, a.arrangement_no as no, concat_ws(' · ', v.plate_no, d.name) as what,
    concat_ws(' → ', f.short_name, t.short_name) as route, a.state, concat_ws(' ', d.name, c.short_name) as holder, d.mobile as "holderPhone",
    null::timestamptz as "expectedEnd", json_build_array(v.plate_no, d.name, c.name) as words
  from arrangement a join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id left join company c on c.id = a.carrier_id
  left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id
  where ${named(which, 'a.id', 'a.arrangement_no')} and a.kind = 'vehicle' and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}`
const vehicleOf = (which: Which) => sql<BoundTo>`
  select 'vehicle' as kind, v.id, v.plate_no as no, d.name as what, null as route, case when v.enabled then 'enabled' else 'disabled' end as state,
    concat_ws(' ', d.name, c.short_name) as holder, d.mobile as "holderPhone", null::timestamptz as "expectedEnd",
    json_build_array(d.name, c.name) as words
  from vehicle v left join driver d on d.id = v.driver_id left join company c on c.id = v.carrier_id
  where ${named(which, 'v.id', 'v.plate_no')} and not v.is_deleted`

export async function boundTo(tx: Tx, actor: Actor, kind: ObjectKind, which: Which): Promise<BoundTo | undefined> {
  const query =
    kind === 'waybill' ? waybillOf(actor, which) : kind === 'arrangement' ? tripOf(actor, which) : vehicleOf(which)
  return (await query.execute(tx)).rows[0]
}

/** What was scanned: a number says by its two letters what it is of, a label names its waybill, all else is a plate. */
async function scanned(tx: Tx, actor: Actor, number: string): Promise<BoundTo | undefined> {
  const typed = toHalfWidth(number).trim().toUpperCase()
  const doc = pieceOf(typed)?.waybillNo
  if (doc?.startsWith('PC')) return boundTo(tx, actor, 'arrangement', { no: doc })
  if (doc !== undefined) return boundTo(tx, actor, 'waybill', { no: doc })
  return boundTo(tx, actor, 'vehicle', { no: normalizePlate(typed) })
}

/** Why nothing is bound to it. */
export function overOf({ kind, no, state }: BoundTo): Objection | undefined {
  if (kind === 'vehicle') return state === 'enabled' ? undefined : { reason: 'devices.vehicleDisabled', params: { no } }
  if (kind === 'waybill' && state === 'draft') return { reason: 'devices.objectNotPlaced', params: { no } }
  const over: readonly string[] = kind === 'waybill' ? endedWaybills : ['done', 'cancelled']
  return over.includes(state) ? { reason: 'devices.objectOver', params: { no } } : undefined
}

const columnOf = { waybill: 'b.waybill_id', arrangement: 'b.arrangement_id', vehicle: 'b.vehicle_id' } as const

export async function bindObject(tx: Tx, actor: Actor, number: string): Promise<BindObject> {
  const found = await scanned(tx, actor, number)
  if (found === undefined) throw new Refusal('devices.unknownObject', { no: number })
  const { rows } = await sql<{ no: string }>`
    select d.device_no as no from gps_binding b join gps_device d on d.id = b.device_id
    where ${sql.ref(columnOf[found.kind])} = ${found.id} and b.returned_at is null and b.undone_at is null order by 1`.execute(
    tx,
  )
  const no = overOf(found)
  const { words: _, holderPhone: __, expectedEnd, ...object } = found
  return {
    ...object,
    route: object.route || null,
    holder: object.holder || null,
    expectedEnd,
    devices: rows.map((row) => row.no),
    problem: no === undefined ? null : wordsOf(actor, no),
  }
}

/** The company that had the device: the customer of the waybill, the carrier of trip or vehicle; null: a walk-in, or we ourselves. */
export async function debtorOf(
  tx: Tx,
  { waybillId, arrangementId, vehicleId }: Pick<OpenBinding, 'waybillId' | 'arrangementId' | 'vehicleId'>,
): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, c.name from company c where not c.is_deleted and not c.roles @> '{own}' and c.id = coalesce(
      (select w.customer_id from waybill w where w.id = ${waybillId}),
      (select coalesce(a.carrier_id, v.carrier_id) from arrangement a join vehicle v on v.id = a.vehicle_id where a.id = ${arrangementId}),
      (select v.carrier_id from vehicle v where v.id = ${vehicleId}))`.execute(tx)
  return rows[0] ?? null
}

/**
 * Who is told to bring a device back, never whoever asks for it: the driver who has it on his vehicle, and the head of the outlet that the
 * trip or the goods go to, or its people where it has none. Where those have no account, who bound it and who answers for what it is on.
 */
export async function remindedOf(tx: Tx, { userId }: Actor, binding: OpenBinding): Promise<number[]> {
  const { waybillId, arrangementId, vehicleId, boundBy } = binding
  const { rows } = await sql<{ id: number; holds: boolean }>`
    with outlet as (
      select c.id, c.head_id from company c where c.id = coalesce((select w.dest_outlet_id from waybill w where w.id = ${waybillId}),
        (select a.to_outlet_id from arrangement a where a.id = ${arrangementId}))
    ), holder as (
      select d.user_id as id from arrangement a join driver d on d.id = a.driver_id where a.id = ${arrangementId}
      union select d.user_id from vehicle v join driver d on d.id = v.driver_id where v.id = ${vehicleId}
      union select o.head_id from outlet o
      union select p.id from outlet o join app_user p on p.outlet_id = o.id where o.head_id is null
    )
    select u.id, u.id in (select h.id from holder h where h.id is not null) as holds from app_user u
    where u.status = 0 and not u.is_deleted and u.scope <> 'customer' and u.id <> ${userId} and (u.id in (select h.id from holder h) or u.id in (
      ${boundBy}::bigint,
      (select coalesce(w.clerk_id, w.created_by) from waybill w where w.id = ${waybillId}),
      (select a.created_by from arrangement a where a.id = ${arrangementId})))`.execute(tx)
  const holders = rows.filter(({ holds }) => holds)
  return (holders.length > 0 ? holders : rows).map(({ id }) => id)
}

/** Of how many lost devices, or bindings of such, the deposit is asked for. */
export async function depositsAskedFor(tx: Tx, by: 'id' | 'device_id', ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct d.id) as count from gps_device d left join gps_binding b on b.device_id = d.id
    where ${by === 'id' ? sql`b.id` : sql`d.id`} = any(${[...ids]}::bigint[]) and d.state = 'lost' and d.lost_application_id is not null`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
