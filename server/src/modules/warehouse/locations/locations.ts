import type { Outcomes } from '@xunyun/contract/kernel/list'
import type * as calls from '@xunyun/contract/warehouse/locations/calls'
import {
  codesOf,
  type GenerateInput,
  type LocationInput,
  mostGenerated,
  rangeOf,
} from '@xunyun/contract/warehouse/locations/calls'
import { sql } from 'kysely'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { type Setting, setMasters } from '../../../platform/masters.ts'
import { inUse, refusalOfUse } from '../../../platform/references.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { goodsBy, lockWarehouses, zonesOf } from '../masters/index.ts'
import { type LockedLocation, locationUses, lockLocations } from './store.ts'

const limitsOf = (input: Omit<LocationInput, 'warehouseId' | 'zoneId' | 'code'> | GenerateInput) => ({
  length_cm: input.lengthCm ?? null,
  width_cm: input.widthCm ?? null,
  height_cm: input.heightCm ?? null,
  max_weight: input.maxWeight ?? null,
  max_volume: input.maxVolume ?? null,
  max_pallets: input.maxPallets ?? null,
  mix_item: input.mixItem,
  mix_batch: input.mixBatch,
  abc: (input.abc ?? null) as string | null,
})
const valuesOf = (input: LocationInput, lastSeq: number) => ({
  zone_id: input.zoneId,
  code: input.code.toUpperCase(),
  aisle: input.aisle ?? null,
  rack: input.rack ?? null,
  level: input.level ?? null,
  slot: input.slot ?? null,
  ...limitsOf(input),
  pick_seq: input.pickSeq ?? lastSeq,
  put_seq: input.putSeq ?? lastSeq,
  remark: input.remark ?? null,
})
type Values = ReturnType<typeof valuesOf>

const historyValues = (values: Values, zoneCode: string) => ({
  zoneCode,
  code: values.code,
  aisle: values.aisle,
  rack: values.rack,
  level: values.level,
  slot: values.slot,
  lengthCm: values.length_cm,
  widthCm: values.width_cm,
  heightCm: values.height_cm,
  maxWeight: values.max_weight,
  maxVolume: values.max_volume,
  maxPallets: values.max_pallets,
  mixItem: values.mix_item,
  mixBatch: values.mix_batch,
  abc: values.abc,
  pickSeq: values.pick_seq,
  putSeq: values.put_seq,
  remark: values.remark,
})

/** The warehouse is inside the scope and the zone is one of its own. */
async function zoneIn(tx: Tx, actor: Actor, warehouseId: number, zoneId: number) {
  const warehouse = (await lockWarehouses(tx, actor, [warehouseId])).get(warehouseId)
  if (warehouse === undefined || !warehouse.enabled) throw badField('warehouseId', 'field.choice')
  const zone = (await zonesOf(tx, warehouseId)).find(({ id }) => id === zoneId)
  if (zone === undefined) throw badField('zoneId', 'field.choice')
  return zone
}

/** Whoever says nothing is walked by last. */
async function nextSeq(tx: Tx, warehouseId: number): Promise<number> {
  // unscoped: the warehouse was found inside the scope
  const row = await owned(tx)
    .selectFrom('location')
    .select(({ fn }) => fn.max('pick_seq').as('last'))
    .where('warehouse_id', '=', warehouseId)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export const addLocation: Act<typeof calls.addLocation> = async ({ tx, actor }, input) => {
  const zone = await zoneIn(tx, actor, input.warehouseId, input.zoneId)
  const values = valuesOf(input, await nextSeq(tx, input.warehouseId))
  const { id } = await owned(tx)
    .insertInto('location')
    .values({ ...values, warehouse_id: input.warehouseId, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'location', id, 'created', differences({}, historyValues(values, zone.code)))
  return { id }
}

export const changeLocation: Act<typeof calls.changeLocation> = async ({ tx, actor }, input) => {
  const before = (await lockLocations(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  if (input.warehouseId !== before.warehouse_id) throw badField('warehouseId', 'field.choice')
  const zones = await zonesOf(tx, before.warehouse_id)
  const zone = zones.find(({ id }) => id === input.zoneId)
  if (zone === undefined) throw badField('zoneId', 'field.choice')
  // What is sellable follows from the zone: goods do not become so by a change of their place's settings.
  if (before.zone_id !== zone.id && (await holdsGoods(tx, actor, before.id)))
    throw badField('zoneId', 'warehouse.hasStock', { name: before.code })
  const values = valuesOf(input, before.pick_seq)
  await owned(tx)
    .updateTable('location')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  const zoneBefore = zones.find(({ id }) => id === before.zone_id)?.code ?? ''
  await recordHistory(
    tx,
    actor,
    'location',
    before.id,
    'changed',
    differences(historyValues(before, zoneBefore), historyValues(values, zone.code)),
  )
  return { version: before.version + 1 }
}

/** How many a pattern makes, without making them. */
function countOf({ aisle, rack, level, slot }: GenerateInput): number {
  return [aisle, rack, level, ...(slot === undefined ? [] : [slot])]
    .map(({ from, to }) => rangeOf(from, to).length)
    .reduce((product, count) => product * count, 1)
}

async function patternOf(tx: Tx, actor: Actor, input: GenerateInput) {
  const zone = await zoneIn(tx, actor, input.warehouseId, input.zoneId)
  const count = countOf(input)
  if (count > mostGenerated) throw badField('level', 'warehouse.tooMany', { count, most: mostGenerated })
  const made = codesOf(zone.code, input)
  const tooLong = made.find(({ code }) => code.length > 30)
  if (tooLong !== undefined) throw badField('slot', 'field.tooLong', { max: 30 })
  const found = await sql<{ code: string }>`
    -- unscoped: the warehouse was found inside the scope
    select lower(code) as code from location where warehouse_id = ${input.warehouseId} and not is_deleted
      and lower(code) = any(${made.map(({ code }) => code.toLowerCase())})`.execute(tx)
  const existing = new Set(found.rows.map(({ code }) => code))
  return { made, missing: made.filter(({ code }) => !existing.has(code.toLowerCase())) }
}

export const previewLocations: Act<typeof calls.previewLocations> = async ({ tx, actor }, input) => {
  const { made, missing } = await patternOf(tx, actor, input)
  const codes = made.map(({ code }) => code)
  return {
    count: made.length,
    existing: made.length - missing.length,
    codes: codes.length <= 12 ? codes : [...codes.slice(0, 8), '…', ...codes.slice(-3)],
  }
}

/** Makes what is missing of a pattern, in walking order after what is there. */
export const generateLocations: Act<typeof calls.generateLocations> = async ({ tx, actor }, input) => {
  const { made, missing } = await patternOf(tx, actor, input)
  const first = await nextSeq(tx, input.warehouseId)
  const limits = limitsOf(input)
  const now = clock.now()
  for (let from = 0; from < missing.length; from += 1000) {
    const rows = missing.slice(from, from + 1000).map(({ code, aisle, rack, level, slot }, index) => ({
      warehouse_id: input.warehouseId,
      zone_id: input.zoneId,
      code: code.toUpperCase(),
      aisle,
      rack,
      level,
      slot: slot ?? null,
      ...limits,
      pick_seq: first + from + index,
      put_seq: first + from + index,
      created_at: now,
      created_by: actor.userId,
      updated_at: now,
      updated_by: actor.userId,
    }))
    await owned(tx).insertInto('location').values(rows).execute()
  }
  if (missing.length > 0)
    await recordHistory(tx, actor, 'warehouse', input.warehouseId, 'changed', [
      { field: 'locations', from: null, to: `${missing[0]?.code} … ${missing.at(-1)?.code} (${missing.length})` },
    ])
  return { made: missing.length, existing: made.length - missing.length }
}

const locations: Records<LockedLocation> = { lock: lockLocations, no: (location) => location.code }

/** Changes what is given of several locations. */
export const setLocations: Act<typeof calls.setLocations> = (asked, input) => {
  const { tx, actor } = asked
  const set = {
    ...(input.maxWeight === undefined ? {} : { max_weight: input.maxWeight }),
    ...(input.maxVolume === undefined ? {} : { max_volume: input.maxVolume }),
    ...(input.maxPallets === undefined ? {} : { max_pallets: input.maxPallets }),
    ...(input.mixItem === undefined ? {} : { mix_item: input.mixItem }),
    ...(input.mixBatch === undefined ? {} : { mix_batch: input.mixBatch }),
    ...(input.abc === undefined ? {} : { abc: input.abc }),
  }
  if (Object.keys(set).length === 0) throw badField('maxWeight', 'field.required')
  return eachRecord(asked, input.ids, locations, async (location) => {
    await owned(tx)
      .updateTable('location')
      .set({ ...set, ...changed(actor.userId, location.version) })
      .where('id', '=', location.id)
      .execute()
    const after = { ...location, ...set }
    await recordHistory(
      tx,
      actor,
      'location',
      location.id,
      'changed',
      differences(historyValues(location, ''), historyValues(after, '')),
    )
  })
}

const holdsGoods = async (tx: Tx, actor: Actor, id: number): Promise<boolean> =>
  (await inUse(tx, actor, goodsBy('location_id'), id)) !== undefined

async function objection(
  tx: Tx,
  actor: Actor,
  { id, code: name }: LockedLocation,
  set: Setting,
): Promise<Refusal | undefined> {
  if (set.is_deleted === true) return await refusalOfUse(tx, actor, locationUses, { id, name })
  if (set.enabled === false && (await holdsGoods(tx, actor, id))) return new Refusal('warehouse.hasStock', { name })
  return undefined
}

/** Disabled when empty, deleted when they never held goods. */
const setEnabledOrDeleted = (asked: Asked, ids: readonly number[], set: Setting): Promise<Outcomes> =>
  setMasters(asked, ids, set, {
    ...locations,
    entity: 'location',
    objection: (location) => objection(asked.tx, asked.actor, location, set),
    write: ({ id }, values) => owned(asked.tx).updateTable('location').set(values).where('id', '=', id).execute(),
  })
export const setLocationsEnabled: Act<typeof calls.setLocationsEnabled> = (asked, { ids, enabled }) =>
  setEnabledOrDeleted(asked, ids, { enabled })
export const deleteLocations: Act<typeof calls.deleteLocations> = (asked, { ids }) =>
  setEnabledOrDeleted(asked, ids, { is_deleted: true })
