import { isOfferedCode } from '@xunyun/contract/dictionary'
import type { Reason } from '@xunyun/contract/errors'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/resources/calls'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { badField, notFound, refuseFields } from '../../platform/refusal.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { coveredTypes, requireVehicle } from './access.ts'
import { carrierName, driverName, isCarrier, isEnabledDriver, type LockedVehicle, lockVehicles } from './store.ts'

const valuesOf = (input: calls.VehicleInput) => ({
  type: input.type,
  plate_no: input.plateNo,
  plate_color: input.plateColor as string,
  trailer_no: input.trailerNo ?? null,
  model: input.model as string,
  length_m: input.lengthM ?? null,
  width_m: input.widthM ?? null,
  height_m: input.heightM ?? null,
  load_kg: input.loadKg,
  volume_m3: input.volumeM3 ?? null,
  owner: input.owner ?? null,
  carrier_id: input.carrierId ?? null,
  driver_id: input.driverId ?? null,
  licence_no: input.licenceNo ?? null,
  licence_expiry: input.licenceExpiry ?? null,
  permit_no: input.permitNo ?? null,
  permit_expiry: input.permitExpiry ?? null,
  inspection_expiry: input.inspectionExpiry ?? null,
  insurance_expiry: input.insuranceExpiry ?? null,
  cold: input.cold ?? false,
  temp_min: input.tempMin ?? null,
  temp_max: input.tempMax ?? null,
  hazard: input.hazard ?? false,
  remark: input.remark ?? null,
  search: searchText([
    input.plateNo,
    input.trailerNo,
    input.owner,
    input.owner === undefined ? '' : pinyinOf(input.owner),
  ]),
})
type Values = ReturnType<typeof valuesOf>

/** As the page names the fields, with names instead of ids. */
async function historyValues(tx: Tx, values: Omit<Values, 'search'>) {
  return {
    type: values.type,
    plateNo: values.plate_no,
    plateColor: values.plate_color,
    trailerNo: values.trailer_no,
    model: values.model,
    lengthM: values.length_m,
    widthM: values.width_m,
    heightM: values.height_m,
    loadKg: values.load_kg,
    volumeM3: values.volume_m3,
    owner: values.owner,
    carrierName: await carrierName(tx, values.carrier_id),
    driverName: await driverName(tx, values.driver_id),
    licenceNo: values.licence_no,
    licenceExpiry: values.licence_expiry,
    permitNo: values.permit_no,
    permitExpiry: values.permit_expiry,
    inspectionExpiry: values.inspection_expiry,
    insuranceExpiry: values.insurance_expiry,
    cold: values.cold,
    tempMin: values.temp_min,
    tempMax: values.temp_max,
    hazard: values.hazard,
    remark: values.remark,
  }
}

/** Eight characters are a new-energy plate, which is green; the two-coloured greens are on no other. */
export function colorFits(plateNo: string, color: string): boolean {
  const isLong = plateNo.length === 8
  if (color === 'green') return true
  return isLong === (color === 'yellowGreen' || color === 'gradientGreen')
}

async function check(tx: Tx, values: Values, before: LockedVehicle | undefined): Promise<void> {
  const wrong: { path: string; reason: Reason }[] = []
  if (!colorFits(values.plate_no, values.plate_color))
    wrong.push({ path: 'plateColor', reason: 'resources.plateColor' })
  if (values.temp_min !== null && values.temp_max !== null && compareDecimal(values.temp_min, values.temp_max) > 0)
    wrong.push({ path: 'tempMax', reason: 'field.range' })
  // One that was right when it was chosen stays, until somebody chooses anew.
  if (
    values.carrier_id !== null &&
    values.carrier_id !== before?.carrier_id &&
    !(await isCarrier(tx, values.carrier_id))
  )
    wrong.push({ path: 'carrierId', reason: 'resources.carrierRole' })
  if (
    values.driver_id !== null &&
    values.driver_id !== before?.driver_id &&
    !(await isEnabledDriver(tx, values.driver_id))
  )
    wrong.push({ path: 'driverId', reason: 'resources.driverDisabled' })
  if (!isOfferedCode('vehicleModel', values.model) && values.model !== before?.model)
    wrong.push({ path: 'model', reason: 'settings.wordDisabled' })
  refuseFields(wrong)
}

export const addVehicle: Act<typeof calls.addVehicle> = async ({ tx, actor }, input) => {
  requireVehicle(actor, 'edit', input.type)
  const values = valuesOf(input)
  await check(tx, values, undefined)
  const { id } = await tx
    .insertInto('vehicle')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'vehicle', id, 'created', differences({}, await historyValues(tx, values)))
  return { id }
}

/** One vehicle that this actor may look at and change; of a type that he may not browse it is "no such record". */
async function lockVehicle(tx: Tx, actor: Actor, id: number): Promise<LockedVehicle> {
  const vehicle = (await lockVehicles(tx, actor, [id])).get(id)
  if (vehicle === undefined || !coveredTypes(actor, 'browse').includes(vehicle.type)) throw notFound()
  requireVehicle(actor, 'edit', vehicle.type)
  return vehicle
}

export const changeVehicle: Act<typeof calls.changeVehicle> = async ({ tx, actor }, input) => {
  const before = await lockVehicle(tx, actor, input.id)
  await refuseStale(tx, before, input.version)
  requireVehicle(actor, 'edit', input.type)
  const values = valuesOf(input)
  await check(tx, values, before)
  await tx
    .updateTable('vehicle')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(
    tx,
    actor,
    'vehicle',
    before.id,
    'changed',
    differences(await historyValues(tx, before), await historyValues(tx, values)),
  )
  return { version: before.version + 1 }
}

export const setVehicleDriver: Act<typeof calls.setVehicleDriver> = async ({ tx, actor }, input) => {
  const before = await lockVehicle(tx, actor, input.id)
  await refuseStale(tx, before, input.version)
  const driverId = input.driverId ?? null
  if (driverId === before.driver_id) return { version: before.version }
  if (driverId !== null && !(await isEnabledDriver(tx, driverId)))
    throw badField('driverId', 'resources.driverDisabled')
  await tx
    .updateTable('vehicle')
    .set({ driver_id: driverId, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(tx, actor, 'vehicle', before.id, 'changed', [
    { field: 'driverName', from: await driverName(tx, before.driver_id), to: await driverName(tx, driverId) },
  ])
  return { version: before.version + 1 }
}
