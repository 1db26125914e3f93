import type { Reason } from '@xunyun/contract/errors'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type * as calls from '@xunyun/contract/warehouse/masters/warehouses'
import { sellableZones, type WarehouseInput } from '@xunyun/contract/warehouse/masters/warehouses'
import { sql } from 'kysely'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { type Setting, setMasters } from '../../../platform/masters.ts'
import { inUse, refusalOfUse } from '../../../platform/references.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { regionByCode } from '../../../platform/regions.ts'
import { pinyinOf, searchText } from '../../../platform/search.ts'
import { tellSessionsChanged } from '../../../platform/session.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { nameOfCompany, nameOfUser } from '../../companies/index.ts'
import { isColleague } from '../../system/index.ts'
import { goodsBy, type LockedWarehouse, lockWarehouses, openNotice, warehouseUses, zonesOf } from './store.ts'

const valuesOf = (input: WarehouseInput, before?: LockedWarehouse) => ({
  code: input.code.toUpperCase(),
  name: input.name,
  outlet_id: input.outletId,
  region_code: input.regionCode ?? null,
  region_name: regionByCode(input.regionCode ?? '')?.name ?? null,
  address: input.address ?? null,
  manager_id: input.managerId ?? null,
  area_m2: input.areaM2 ?? null,
  second_check: input.secondCheck,
  blind_count: input.blindCount,
  weight_tolerance: input.weightTolerance,
  near_expiry_days: input.nearExpiryDays,
  hand_entry: input.handEntry ?? before?.hand_entry ?? ('marked' as const),
  receive_back_days: input.receiveBackDays ?? before?.receive_back_days ?? 3,
  remark: input.remark ?? null,
  search: searchText([input.code, input.name, pinyinOf(input.name), input.address]),
})
type Values = ReturnType<typeof valuesOf>
type Zone = WarehouseInput['zones'][number]

/** As the page names the fields, with names instead of ids. */
const historyValues = async (tx: Tx, values: Omit<Values, 'search'>, zones: readonly Omit<Zone, 'id'>[]) => ({
  code: values.code,
  name: values.name,
  outletName: await nameOfCompany(tx, values.outlet_id),
  regionName: values.region_name,
  address: values.address,
  managerName: await nameOfUser(tx, values.manager_id),
  areaM2: values.area_m2,
  secondCheck: values.second_check,
  blindCount: values.blind_count,
  weightTolerance: values.weight_tolerance,
  nearExpiryDays: values.near_expiry_days,
  handEntry: values.hand_entry,
  receiveBackDays: values.receive_back_days,
  remark: values.remark,
  zones: zones.map(({ code, name, enabled }) => `${code} ${name}${enabled ? '' : ' ✕'}`),
})

/** The outlet is one of ours and inside the scope; the zones make a warehouse that goods can go through. */
async function check(tx: Tx, actor: Actor, input: WarehouseInput, before: LockedWarehouse | undefined): Promise<void> {
  // unscoped: whether it is inside the scope is asked below, so that the reason is the same
  const outlet = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where('id', '=', input.outletId)
    // One that was disabled since keeps its warehouse.
    .where((eb) => eb.or([eb('enabled', '=', true), eb('id', '=', before?.outlet_id ?? 0)]))
    .where('is_deleted', '=', false)
    .where(sql<boolean>`roles @> '{own}'::text[]`)
    .executeTakeFirst()
  const inScope = actor.scope.kind === 'all' || actor.scope.ids.includes(input.outletId)
  if (outlet === undefined || !inScope) throw badField('outletId', 'field.choice')
  if (input.regionCode !== undefined && regionByCode(input.regionCode) === undefined)
    throw badField('regionCode', 'field.choice')
  if (
    input.managerId !== undefined &&
    input.managerId !== before?.manager_id &&
    !(await isColleague(tx, input.managerId))
  )
    throw badField('managerId', 'field.choice')
  const seen = new Set<string>()
  refuseFields(
    input.zones.flatMap((zone, index): { path: string; reason: Reason }[] => {
      const code = zone.code.toUpperCase()
      const twice = seen.has(code)
      seen.add(code)
      if (twice) return [{ path: `zones.${index}.code`, reason: 'warehouse.codeTaken' }]
      if (zone.sellable && !sellableZones.includes(zone.type))
        return [{ path: `zones.${index}.sellable`, reason: 'warehouse.notSellable' }]
      return []
    }),
  )
  const live = input.zones.filter(({ enabled }) => enabled)
  if (!live.some(({ type }) => type === 'receive') || !live.some(({ sellable }) => sellable))
    throw badField('zones', 'warehouse.needsZone')
}

/** Hands the locations of one zone to another; the locations know how. */
export type MoveLocations = (tx: Tx, from: number, to: number) => Promise<void>

/** Zones that are left out are deleted, unless they have locations. */
async function dropZones(
  tx: Tx,
  warehouseId: number,
  zones: readonly Zone[],
  moveLocations: MoveLocations,
): Promise<void> {
  const before = await zonesOf(tx, warehouseId)
  const kept = new Set(zones.map(({ id }) => id))
  for (const zone of zones)
    if (zone.id !== undefined && !before.some(({ id }) => id === zone.id)) throw badField('zones', 'field.choice')
  const [heir] = before.filter(({ id }) => kept.has(id))
  for (const zone of before.filter(({ id }) => !kept.has(id))) {
    // unscoped: of a warehouse that was found inside the scope
    const { live, dead } = await owned(tx)
      .selectFrom('location')
      .select([
        sql<number>`count(*) filter (where not is_deleted)`.as('live'),
        sql<number>`count(*) filter (where is_deleted)`.as('dead'),
      ])
      .where('zone_id', '=', zone.id)
      .executeTakeFirstOrThrow()
    if (live > 0 || (dead > 0 && heir === undefined))
      throw new Refusal('warehouse.zoneUsed', { zone: zone.code, count: live + dead })
    // Deleted locations are shown nowhere any more, but they have to be of some zone.
    if (heir !== undefined) await moveLocations(tx, zone.id, heir.id)
    await tx.deleteFrom('warehouse_zone').where('id', '=', zone.id).execute()
  }
}

/** The zones as given, in their order. */
async function writeZones(tx: Tx, warehouseId: number, zones: readonly Zone[]): Promise<void> {
  // Two zones may change their codes with each other: no code is taken while they are written.
  await tx
    .updateTable('warehouse_zone')
    .set({ code: sql`code || ' ' || id` })
    .where('warehouse_id', '=', warehouseId)
    .execute()
  for (const [index, zone] of zones.entries()) {
    const values = {
      seq: index + 1,
      code: zone.code.toUpperCase(),
      name: zone.name,
      type: zone.type,
      sellable: zone.sellable,
      temp_class: zone.tempClass,
      enabled: zone.enabled,
    }
    if (zone.id === undefined)
      await tx
        .insertInto('warehouse_zone')
        .values({ ...values, warehouse_id: warehouseId })
        .execute()
    else await tx.updateTable('warehouse_zone').set(values).where('id', '=', zone.id).execute()
  }
}

export const addWarehouse: Act<typeof calls.addWarehouse> = async ({ tx, actor }, input) => {
  await check(tx, actor, input, undefined)
  const values = valuesOf(input)
  const { id } = await owned(tx)
    .insertInto('warehouse')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeZones(
    tx,
    id,
    input.zones.map(({ id: _, ...zone }) => zone),
  )
  await recordHistory(
    tx,
    actor,
    'warehouse',
    id,
    'created',
    differences({}, await historyValues(tx, values, input.zones)),
  )
  // Who works in all warehouses of his outlets works in this one from his next call on.
  await tellSessionsChanged(tx)
  return { id }
}

export const changeWarehouse =
  (moveLocations: MoveLocations): Act<typeof calls.changeWarehouse> =>
  async ({ tx, actor }, input) => {
    const before = (await lockWarehouses(tx, actor, [input.id])).get(input.id)
    if (before === undefined) throw notFound()
    await refuseStale(tx, before, input.version)
    await check(tx, actor, input, before)
    const values = valuesOf(input, before)
    const zonesBefore = (await zonesOf(tx, before.id)).map(
      ({ code, name, enabled }) => ({ code, name, enabled }) as Zone,
    )
    await owned(tx)
      .updateTable('warehouse')
      .set({ ...values, ...changed(actor.userId, before.version) })
      .where('id', '=', before.id)
      .execute()
    await dropZones(tx, before.id, input.zones, moveLocations)
    await writeZones(tx, before.id, input.zones)
    await recordHistory(
      tx,
      actor,
      'warehouse',
      before.id,
      'changed',
      differences(await historyValues(tx, before, zonesBefore), await historyValues(tx, values, input.zones)),
    )
    await tellSessionsChanged(tx)
    return { version: before.version + 1 }
  }

/** Disabled when empty and idle, deleted when never used. */
async function setWarehouses(asked: Asked, ids: readonly number[], set: Setting): Promise<Outcomes> {
  const { tx, actor } = asked
  const outcomes = await setMasters(asked, ids, set, {
    entity: 'warehouse',
    lock: lockWarehouses,
    no: ({ name }) => name,
    objection: (warehouse) => objection(tx, actor, warehouse, set),
    write: ({ id }, values) => owned(tx).updateTable('warehouse').set(values).where('id', '=', id).execute(),
  })
  await tellSessionsChanged(tx)
  return outcomes
}
export const setWarehousesEnabled: Act<typeof calls.setWarehousesEnabled> = (asked, { ids, enabled }) =>
  setWarehouses(asked, ids, { enabled })
export const deleteWarehouses: Act<typeof calls.deleteWarehouses> = (asked, { ids }) =>
  setWarehouses(asked, ids, { is_deleted: true })

async function objection(
  tx: Tx,
  actor: Actor,
  { id, name }: { id: number; name: string },
  set: Setting,
): Promise<Refusal | undefined> {
  if (set.is_deleted === true) return await refusalOfUse(tx, actor, warehouseUses, { id, name })
  if (set.enabled !== false) return undefined
  if ((await inUse(tx, actor, goodsBy('warehouse_id'), id)) !== undefined)
    return new Refusal('warehouse.hasStock', { name })
  const no = await openNotice(tx, 'warehouse', id)
  return no === undefined ? undefined : new Refusal('warehouse.hasTasks', { name, no })
}
