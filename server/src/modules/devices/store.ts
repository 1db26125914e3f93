import type { DeviceAction, DeviceState } from '@xunyun/contract/devices/states'
import { deviceLifecycle } from '@xunyun/contract/devices/states'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import { type Actor, mayAny } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockingSeen, type SeenId, scoped } from '../../platform/scope.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { changed } from '../../platform/version.ts'
import { objectionsTo } from './abilities.ts'
import { deviceState, hasMoved, isOpen, objectKind, objectNo, withOpen } from './queries.shown.ts'

/** Rows of devices and of their bindings: locked, read as they are shown, moved on. */

export type OpenBinding = {
  readonly id: number
  readonly waybillId: number | null
  readonly arrangementId: number | null
  readonly vehicleId: number | null
  readonly kind: string
  /** For whoever acts: as he may see it, else its kind alone. */
  readonly no: string | null
  readonly boundBy: number | null
  readonly boundByName: string | null
  readonly boundAt: string
  readonly hasMoved: boolean
  readonly remindedAt: string | null
  readonly expectedReturn: string | null
  readonly returnWay: string
  readonly outletId: number
  readonly holder: string | null
  readonly holderPhone: string | null
  readonly search: string
}
export type LockedDevice = {
  readonly id: SeenId
  readonly deviceNo: string
  readonly outletId: number
  readonly outletName: string
  readonly keeperId: number | null
  readonly deposit: string | null
  readonly battery: number | null
  readonly lastAt: string | null
  readonly lostAt: string | null
  readonly lostApplicationId: number | null
  readonly version: number
  readonly updated_at: string
  readonly updated_by: number | null
  /** As it is shown. */
  readonly state: DeviceState
  readonly binding: OpenBinding | null
}

const locking = lockingSeen('gps_device')

/** Devices in scope, locked in the order of their ids; what they are bound to is read once they are. */
export async function lockDevices(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, LockedDevice>> {
  const rows = await locking(tx, actor, ids)
  const now = await sql<{ id: number; state: DeviceState; outletName: string; binding: OpenBinding | null }>`
    select d.id, ${deviceState} as state, o.short_name as "outletName", case when b.id is null then null else json_build_object('id', b.id,
      'waybillId', b.waybill_id, 'arrangementId', b.arrangement_id, 'vehicleId', b.vehicle_id, 'kind', ${objectKind}, 'no', ${objectNo(actor)},
      'boundBy', b.bound_by, 'boundByName', u.name, 'boundAt', b.bound_at, 'hasMoved', ${hasMoved}, 'remindedAt', b.reminded_at,
      'expectedReturn', b.expected_return, 'returnWay', b.return_way, 'outletId', b.outlet_id,
      'holder', b.holder, 'holderPhone', b.holder_phone, 'search', b.search) end as binding
    from gps_device d ${withOpen} join company o on o.id = d.outlet_id left join app_user u on u.id = b.bound_by
    where d.id = any(${[...rows.keys()]}::bigint[])`.execute(tx)
  const shown = new Map(now.rows.map((row) => [row.id, row]))
  return new Map(
    [...rows].flatMap(([id, row]) => {
      const beside = shown.get(id)
      if (beside === undefined) return []
      const device: LockedDevice = {
        id: row.id,
        deviceNo: row.device_no,
        outletId: row.outlet_id,
        outletName: beside.outletName,
        keeperId: row.keeper_id,
        deposit: row.deposit,
        battery: row.battery,
        lastAt: row.last_at,
        lostAt: row.lost_at,
        lostApplicationId: row.lost_application_id,
        version: row.version,
        updated_at: row.updated_at,
        updated_by: row.updated_by,
        state: beside.state,
        binding: beside.binding,
      }
      return [[id, device] as const]
    }),
  )
}

/** The devices of bindings that hold and are in scope, locked; by the id of the binding. */
export async function lockBound(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, LockedDevice>> {
  const { rows } = await sql<{ id: number; deviceId: number }>`
    select b.id, b.device_id as "deviceId" from gps_binding b where b.id = any(${[...ids]}::bigint[]) and ${isOpen}`.execute(
    tx,
  )
  const devices = await lockDevices(
    tx,
    actor,
    rows.map(({ deviceId }) => deviceId),
  )
  return new Map(
    rows.flatMap(({ id, deviceId }) => {
      const device = devices.get(deviceId)
      return device?.binding?.id === id ? [[id, device] as const] : []
    }),
  )
}

/** Why an act is not done to a device: the right first, then the state, then what stands beside it. */
export function refusalOf(actor: Actor, action: DeviceAction, device: LockedDevice): Refusal | undefined {
  const { right } = deviceLifecycle[action]
  const [first] = right
  if (!mayAny(actor, right) && first !== undefined)
    return new Refusal('kernel.forbidden', { page: first.page, kind: first.kind })
  const no: Objection | undefined = canStart(deviceLifecycle, action, device.state)
    ? objectionsTo(actor, device)[action] || undefined
    : { reason: 'devices.wrongState', params: { deviceState: device.state } }
  return no === undefined ? undefined : new Refusal(no.reason, no.params ?? {})
}

type Columns = Readonly<Record<string, string | number | null>>

export async function moveDevice(tx: Tx, actor: Actor, device: LockedDevice, columns: Columns): Promise<void> {
  await owned(tx)
    .updateTable('gps_device')
    .set({ ...columns, ...changed(actor.userId, device.version) })
    .where('id', '=', device.id)
    .execute()
}
export async function moveBinding(tx: Tx, { id }: Pick<OpenBinding, 'id'>, columns: Columns): Promise<void> {
  await owned(tx).updateTable('gps_binding').set(columns).where('id', '=', id).execute()
}

/** How a binding ends: the device is back, or lost. */
export const ended = (actor: Actor, condition: 'intact' | 'damaged' | 'lost') => ({
  returned_at: clock.iso(),
  returned_by: actor.userId,
  condition,
})

export const searchOf = (words: readonly (string | null | undefined)[]): string =>
  searchText(words.flatMap((word) => (word ? [word, pinyinOf(word)] : [])))

/** Names for a timeline, which shows no ids. */
export async function companyName(tx: Tx, id: number | null | undefined): Promise<string | null> {
  if (id == null) return null
  const row = await owned(tx).selectFrom('company').select('short_name').where('id', '=', id).executeTakeFirst()
  return row?.short_name ?? null
}
export async function userName(tx: Tx, id: number | null | undefined): Promise<string | null> {
  if (id == null) return null
  const row = await tx.selectFrom('app_user').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}

export async function isEnabledCompany(tx: Tx, id: number, role?: 'own'): Promise<boolean> {
  const row = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .$if(role !== undefined, (query) => query.where(sql<boolean>`roles @> array[${role ?? ''}]`))
    .executeTakeFirst()
  return row !== undefined
}
/** Somebody in office who works at that outlet, or nowhere in particular. */
export async function isKeeperOf(tx: Tx, userId: number, outletId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .where('status', '=', 0)
    .where('scope', '<>', 'customer')
    .where((eb) => eb.or([eb('outlet_id', '=', outletId), eb('outlet_id', 'is', null)]))
    .executeTakeFirst()
  return row !== undefined
}
/** In scope. */
export async function isSeenDevice(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const row = await scoped(tx, actor, 'gps_device')
    .select('gps_device.id')
    .where('gps_device.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
export async function wasEverBound(tx: Tx, id: SeenId): Promise<boolean> {
  const row = await owned(tx).selectFrom('gps_binding').select('id').where('device_id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Of a device that was locked. */
export const rowOf = (tx: Tx, id: SeenId) =>
  owned(tx).selectFrom('gps_device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const bindingById = (tx: Tx, id: number) =>
  owned(tx).selectFrom('gps_binding').selectAll().where('id', '=', id).executeTakeFirst()
/** Bound again since, whatever became of that. */
export async function wasBoundAfter(tx: Tx, id: SeenId, bindingId: number): Promise<boolean> {
  const row = await owned(tx)
    .selectFrom('gps_binding')
    .select('id')
    .where('device_id', '=', id)
    .where('id', '>', bindingId)
    .executeTakeFirst()
  return row !== undefined
}
