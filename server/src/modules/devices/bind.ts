import type * as calls from '@xunyun/contract/devices/bindings'
import type { ObjectKind } from '@xunyun/contract/devices/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { wordsOf } from '../../platform/abilities.ts'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { boundFor, told } from './batches.ts'
import { lockDevice } from './devices.ts'
import { type BoundTo, boundTo, overOf } from './queries.objects.ts'
import { deviceNumbered } from './queries.ts'
import {
  bindingById,
  ended,
  type LockedDevice,
  lockBound,
  lockDevices,
  moveBinding,
  moveDevice,
  refusalOf,
  searchOf,
} from './store.ts'

type Wanted = Input<typeof calls.bindDevice>

/** Which of the three it is; none or several is a wrong field. */
function objectOf({ waybillId, arrangementId, vehicleId }: Wanted): { kind: ObjectKind; id: number; path: string } {
  const named = [
    { kind: 'waybill', id: waybillId, path: 'waybillId' },
    { kind: 'arrangement', id: arrangementId, path: 'arrangementId' },
    { kind: 'vehicle', id: vehicleId, path: 'vehicleId' },
  ] as const
  const [one, another] = named.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ ...rest, id }]))
  if (one === undefined || another !== undefined) throw badField(another?.path ?? 'waybillId', 'devices.oneObject')
  return one
}

const columnOf = { waybill: 'waybill_id', arrangement: 'arrangement_id', vehicle: 'vehicle_id' } as const

async function insertBinding(
  tx: Tx,
  actor: Actor,
  device: LockedDevice,
  object: BoundTo,
  { expectedReturn, returnWay }: { expectedReturn: string | null; returnWay: string },
): Promise<number> {
  const { id } = await owned(tx)
    .insertInto('gps_binding')
    .values({
      device_id: device.id,
      [columnOf[object.kind]]: object.id,
      outlet_id: actor.outletId ?? device.outletId,
      bound_at: clock.iso(),
      bound_by: actor.userId,
      expected_return: expectedReturn,
      return_way: returnWay,
      holder: object.holder || null,
      holder_phone: object.holderPhone,
      search: searchOf([device.deviceNo, object.no, object.holder, object.holderPhone, ...object.words]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** 绑定: of many at once the lock of the device lets one through, and the index keeps the rest out for good. */
export const bindDevice =
  (files: Files): Act<typeof calls.bindDevice> =>
  async (asked, input) => {
    const bound = await bindTo(asked, objectOf(input), input)
    await files.link(asked.tx, asked.actor, 'gpsBinding', bound.id, input.fileIds ?? [], true)
    return bound
  }

/** The same, to what is named already; `path`: the field that a refusal of the object belongs to. */
export async function bindTo(
  asked: Asked,
  { kind, id: objectId, path }: { readonly kind: ObjectKind; readonly id: number; readonly path: string },
  input: Pick<Wanted, 'deviceId' | 'expectedReturn' | 'returnWay'>,
): Promise<{ id: number }> {
  const { tx, actor } = asked
  if (input.expectedReturn === undefined && kind !== 'vehicle') throw badField('expectedReturn', 'devices.returnNeeded')
  if (input.expectedReturn !== undefined && input.expectedReturn <= clock.iso())
    throw badField('expectedReturn', 'devices.returnPast')
  const device = await lockDevice(tx, actor, input.deviceId, 'bind')
  const object = await boundTo(tx, actor, kind, { id: objectId })
  if (object === undefined) throw badField(path, 'field.id')
  const over = overOf(object)
  if (over !== undefined) throw badField(path, over.reason, over.params)
  const expectedReturn = input.expectedReturn ?? null
  const id = await insertBinding(tx, actor, device, object, { expectedReturn, returnWay: input.returnWay })
  await moveDevice(tx, actor, device, { state: 'bound' })
  await told(asked, device, 'bound', [
    { field: 'objectNo', from: null, to: object.no },
    ...(expectedReturn === null ? [] : [{ field: 'expectedReturn', from: null, to: expectedReturn }]),
    { field: 'returnWay', from: null, to: input.returnWay },
  ])
  return { id }
}

/** 撤销绑定: before it has left it is as if nothing had been bound. */
export const undoBindings: Act<typeof calls.undoBindings> = (asked, { ids }) =>
  eachRecord(asked, ids, boundFor(asked.actor, 'undoBind'), async (device) => {
    if (device.binding === null) throw notFound()
    await moveBinding(asked.tx, device.binding, { undone_at: clock.iso() })
    await moveDevice(asked.tx, asked.actor, device, { state: 'inStock' })
    await told(asked, device, 'bindingUndone', [{ field: 'objectNo', from: device.binding.no, to: null }])
  })

/** 换设备: the one before comes back here and now, another goes on with what it was bound to. */
export const swapDevice: Act<typeof calls.swapDevice> = async (asked, { id, deviceId, condition }) => {
  const { tx, actor } = asked
  // Both in the order of their ids, as everywhere.
  const found = (await lockBound(tx, actor, [id])).get(id)
  if (found === undefined) throw notFound()
  const both = await lockDevices(tx, actor, [found.id, deviceId])
  const [before, next] = [both.get(found.id), both.get(deviceId)]
  if (before?.binding == null) throw notFound()
  const no = refusalOf(actor, 'swap', before)
  if (no !== undefined) throw no
  if (next === undefined) throw badField('deviceId', 'devices.unknownDevice')
  const wrong = bindable(actor, next)
  if (wrong !== undefined) throw badField('deviceId', wrong.reason, wrong.params)
  const { binding } = before
  const { rows } = await copied(tx, actor, binding.id, next)
  const [made] = rows
  if (made === undefined) throw notFound()
  await moveBinding(tx, binding, ended(actor, condition))
  await moveDevice(tx, actor, before, backTo(actor, before, condition))
  await moveDevice(tx, actor, next, { state: 'bound' })
  await told(asked, before, 'swappedOut', [
    { field: 'objectNo', from: binding.no, to: null },
    { field: 'condition', from: null, to: condition },
    { field: 'deviceNo', from: before.deviceNo, to: next.deviceNo },
  ])
  await told(asked, next, 'swappedIn', [
    { field: 'objectNo', from: null, to: binding.no },
    { field: 'deviceNo', from: before.deviceNo, to: next.deviceNo },
  ])
  return { id: made.id }
}

/** The same binding of another device: bound now, by whoever swaps. */
async function copied(tx: Tx, actor: Actor, id: number, next: LockedDevice): Promise<{ rows: { id: number }[] }> {
  const before = await bindingById(tx, id)
  if (before === undefined) throw notFound()
  const rows = await owned(tx)
    .insertInto('gps_binding')
    .values({
      device_id: next.id,
      waybill_id: before.waybill_id,
      arrangement_id: before.arrangement_id,
      vehicle_id: before.vehicle_id,
      outlet_id: before.outlet_id,
      bound_at: clock.iso(),
      bound_by: actor.userId,
      expected_return: before.expected_return,
      return_way: before.return_way,
      holder: before.holder,
      holder_phone: before.holder_phone,
      search: `${before.search} ${searchOf([next.deviceNo])}`,
    })
    .returning('id')
    .execute()
  return { rows }
}

/** Where a device is once it is back: with whoever took it, whole in stock, damaged in repair. */
export const backTo = (actor: Actor, device: LockedDevice, condition: 'intact' | 'damaged') => ({
  state: condition === 'intact' ? 'inStock' : 'repair',
  ...(actor.outletId === null || actor.outletId === device.outletId
    ? {}
    : { outlet_id: actor.outletId, keeper_id: actor.userId }),
})

/** Why a device cannot be bound; the right to bind is asked for by the call. */
function bindable(actor: Actor, device: LockedDevice): Refusal | undefined {
  const refusal = refusalOf(actor, 'bind', device)
  return refusal?.reason === 'kernel.forbidden' ? undefined : refusal
}

/** A device by its number or IMEI, as it was scanned, and what keeps it from being bound. */
export async function bindableDevice(
  tx: Tx,
  actor: Actor,
  number: string,
): Promise<Output<typeof calls.getBindableDevice>> {
  const found = await deviceNumbered(tx, actor, toHalfWidth(number).trim().toUpperCase())
  const device = found === undefined ? undefined : (await lockDevices(tx, actor, [found.id])).get(found.id)
  if (found === undefined || device === undefined) throw new Refusal('devices.unknownDevice')
  const no = bindable(actor, device)
  const { id, deviceNo, state, battery, outletName } = device
  const { place, positionAt } = found
  return {
    id,
    deviceNo,
    state,
    battery,
    place,
    positionAt,
    outletName,
    problem: no === undefined ? null : wordsOf(actor, no),
  }
}
