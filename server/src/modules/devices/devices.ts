import type * as calls from '@xunyun/contract/devices/devices'
import type { Reason } from '@xunyun/contract/errors'
import type { Input } from '@xunyun/contract/kernel/call'
import { fromMicro, microOf } from '@xunyun/contract/kernel/position'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { isDocumentNo } from '../../platform/numbering.ts'
import { badField, notFound, refuseFields } from '../../platform/refusal.ts'
import { isOwnOutlet } from '../../platform/scope.ts'
import { created, refuseStale } from '../../platform/version.ts'
import { addPosition, placeTimeFits } from './positions.ts'
import {
  companyName,
  isEnabledCompany,
  isKeeperOf,
  type LockedDevice,
  lockDevices,
  moveDevice,
  refusalOf,
  rowOf,
  searchOf,
  userName,
} from './store.ts'

type Fields = Pick<
  Input<typeof calls.addDevice>,
  'deviceNo' | 'imei' | 'simNo' | 'model' | 'supplierId' | 'deposit' | 'battery' | 'receivedOn' | 'remark'
>

const valuesOf = (input: Fields) => ({
  device_no: input.deviceNo,
  imei: input.imei ?? null,
  sim_no: input.simNo ?? null,
  model: input.model ?? null,
  supplier_id: input.supplierId ?? null,
  deposit: input.deposit ?? null,
  battery: input.battery ?? null,
  received_on: input.receivedOn ?? null,
  remark: input.remark ?? null,
})
type Values = ReturnType<typeof valuesOf>

/** As the page names the fields, with names instead of ids. */
const historyValues = async (tx: Tx, values: Values) => ({
  deviceNo: values.device_no,
  imei: values.imei,
  simNo: values.sim_no,
  model: values.model,
  supplierName: await companyName(tx, values.supplier_id),
  deposit: values.deposit,
  battery: values.battery,
  receivedOn: values.received_on,
  remark: values.remark,
})
const found = async (tx: Tx, { deviceNo, imei, simNo, model, supplierId }: Fields, keeper: string | null) =>
  searchOf([deviceNo, imei, simNo, model, await companyName(tx, supplierId), keeper])

/** A label of ours that was scanned instead of the device; a number that it has already stays. */
function refuseDocumentNo(no: string, before?: string): void {
  if (no !== before && isDocumentNo(no)) throw badField('deviceNo', 'devices.isDocumentNo', { no })
}

/** A supplier that was right when it was chosen stays, until somebody chooses anew. */
const checkSupplier = async (tx: Tx, id: number | undefined, before: number | null): Promise<void> => {
  if (id !== undefined && id !== before && !(await isEnabledCompany(tx, id)))
    throw badField('supplierId', 'devices.unknownSupplier')
}

/** Who keeps a device from now on: an open outlet, and somebody who works there. */
export async function checkKeeper(tx: Tx, outletId: number, keeperId: number | undefined): Promise<void> {
  const wrong: { path: string; reason: Reason }[] = []
  if (!(await isEnabledCompany(tx, outletId, 'own'))) wrong.push({ path: 'outletId', reason: 'devices.unknownOutlet' })
  if (keeperId !== undefined && !(await isKeeperOf(tx, keeperId, outletId)))
    wrong.push({ path: 'keeperId', reason: 'devices.unknownKeeper' })
  refuseFields(wrong)
}

/** 入库: into the stock of one's own outlet. */
export const addDevice: Act<typeof calls.addDevice> = async ({ tx, actor }, input) => {
  refuseDocumentNo(input.deviceNo)
  const outletId = input.outletId ?? actor.outletId
  if (outletId === null) throw badField('outletId', 'devices.outletNeeded')
  if (!isOwnOutlet(actor, outletId)) throw badField('outletId', 'devices.unknownOutlet')
  await checkKeeper(tx, outletId, input.keeperId)
  await checkSupplier(tx, input.supplierId, null)
  const values = valuesOf({ ...input, receivedOn: input.receivedOn ?? clock.today() })
  const keeper = await userName(tx, input.keeperId)
  const { id } = await owned(tx)
    .insertInto('gps_device')
    .values({
      ...values,
      outlet_id: outletId,
      keeper_id: input.keeperId ?? null,
      search: await found(tx, input, keeper),
      ...created(actor.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = { ...(await historyValues(tx, values)), outletName: await companyName(tx, outletId), keeperName: keeper }
  await recordHistory(tx, actor, 'gpsDevice', id, 'created', differences({}, told))
  return { id }
}

/** One device in scope that this may be done to. */
export async function lockDevice(
  tx: Tx,
  actor: Actor,
  id: number,
  action: Parameters<typeof refusalOf>[1],
): Promise<LockedDevice> {
  const device = (await lockDevices(tx, actor, [id])).get(id)
  if (device === undefined) throw notFound()
  const refusal = refusalOf(actor, action, device)
  if (refusal !== undefined) throw refusal
  return device
}

export const changeDevice: Act<typeof calls.changeDevice> = async ({ tx, actor }, input) => {
  const device = await lockDevice(tx, actor, input.id, 'edit')
  await refuseStale(tx, device, input.version)
  const before = await rowOf(tx, device.id)
  refuseDocumentNo(input.deviceNo, device.deviceNo)
  await checkSupplier(tx, input.supplierId, before.supplier_id)
  const values = valuesOf(input)
  const search = await found(tx, input, await userName(tx, device.keeperId))
  await moveDevice(tx, actor, device, { ...values, search })
  const changes = differences(await historyValues(tx, before), await historyValues(tx, values))
  await recordHistory(tx, actor, 'gpsDevice', device.id, 'changed', changes)
  return { version: device.version + 1 }
}

/** 登记位置: somebody rang and said where it is. */
export const setDevicePlace: Act<typeof calls.setDevicePlace> = async ({ tx, actor }, { id, place, position, at }) => {
  const device = await lockDevice(tx, actor, id, 'setPlace')
  const when = at ?? clock.iso()
  if (!placeTimeFits(when, clock.ms())) throw badField('at', 'devices.timeOutside')
  if (position !== undefined && position.lng === 0 && position.lat === 0) throw badField('position', 'devices.noPlace')
  if (device.lastAt !== null && device.lastAt > when) throw badField('at', 'devices.olderPlace', { at: device.lastAt })
  const [lng, lat] = position === undefined ? [null, null] : microOf(position)
  await moveDevice(tx, actor, device, { last_lng: lng, last_lat: lat, last_at: when, last_place: place })
  if (lng !== null && lat !== null) await addPosition(tx, { device_id: device.id, at: when, lng, lat, place })
  const told = fromMicro(lng, lat)
  await recordHistory(tx, actor, 'gpsDevice', device.id, 'placeSet', [
    { field: 'place', from: null, to: told === null ? place : `${place} (${told.lng}, ${told.lat})` },
    { field: 'at', from: null, to: when },
  ])
  return { version: device.version + 1 }
}
