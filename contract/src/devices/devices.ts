import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { isImei } from '../kernel/checks.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { wgs84Field } from '../kernel/position.ts'
import { nullableInt, nullableText, version } from '../kernel/record.ts'
import { date, flag, id, int, json, lines, many, moment, money, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { deviceActions, deviceLifecycle, deviceStates, objectKinds } from './states.ts'

/** GPS devices (RT-11/GPSStock): which are free, who keeps them, what is wrong with the others. */

type Rights = readonly [ReturnType<typeof browse>, ...ReturnType<typeof browse>[]]
/** Of an act: the rights of the state table. */
export const rightsTo = (action: keyof typeof deviceLifecycle): Rights => deviceLifecycle[action].right as Rights

export const deviceNo = text(40).check(
  z.overwrite((value: string) => value.toUpperCase()),
  z.regex(/^[0-9A-Z][0-9A-Z._-]*$/, 'devices.badNo'),
)
const imei = text(20).check(
  z.overwrite((value: string) => value.replace(/[\s-]/g, '')),
  z.refine(isImei, 'devices.badImei'),
)
const simNo = text(20).check(z.regex(/^\d{5,20}$/, 'devices.badSim'))
/** Percent. */
export const battery = int(0, 100)

const fields = {
  imei: optional(imei),
  simNo: optional(simNo),
  model: optional(text(60)),
  supplierId: optional(id),
  /** Yuan, that its holder owes when it is lost. */
  deposit: optional(money),
  battery: optional(battery),
  receivedOn: optional(date),
  remark: optional(lines(500)),
}
const newFields = {
  deviceNo,
  ...fields,
  /** The outlet that keeps it, and the person there; not given: one's own outlet, nobody in particular. */
  outletId: optional(id),
  keeperId: optional(id),
}
export const deviceInput = z.object(newFields)
export type DeviceInput = z.output<typeof deviceInput>

/** Where it was last: degrees, or the place in words, or both. */
const lastPosition = {
  position: z.nullable(wgs84Field),
  place: nullableText,
  positionAt: nullableText,
}

export const deviceRow = z.strictObject({
  id: z.int(),
  deviceNo: z.string(),
  imei: nullableText,
  simNo: nullableText,
  model: nullableText,
  supplierId: nullableInt,
  supplierName: nullableText,
  outletId: z.int(),
  outletName: z.string(),
  keeperId: nullableInt,
  keeperName: nullableText,
  deposit: nullableText,
  battery: nullableInt,
  receivedOn: nullableText,
  remark: nullableText,
  state: z.enum(deviceStates),
  objectKind: z.nullable(z.enum(objectKinds)),
  /** Null: it is not the reader's to see. */
  objectNo: nullableText,
  ...lastPosition,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(deviceActions),
})
export type DeviceRow = z.output<typeof deviceRow>

const filters = {
  tab: optional(oneOf(deviceStates)),
  /** Contains: device number, IMEI, SIM, model, supplier, keeper. */
  q: optional(text(60)),
  outletId: optional(id),
  supplierId: optional(id),
  /** Percent at least. */
  batteryFrom: optional(battery),
  hasDeposit: optional(flag),
  ids: optional(many(id)),
}
export type DeviceFilter = Input<typeof getDeviceTotals>
const looks = [browse('GPSStock')] as const
export const [getDevices, getDeviceTotals, exportDevices] = listCalls({
  rows: {
    path: '/api/GPS/GetDevices',
    summary: 'GPS devices that my outlets keep or bound, by state, fullest battery first',
  },
  totals: { path: '/api/GPS/GetDeviceTotals' },
  export: { path: '/api/GPS/ExportDevices' },
  access: looks,
  row: deviceRow,
  filters,
  sorts: ['battery', 'deviceNo', 'positionAt', 'deposit', 'createdAt'],
})
export const getDevice = call({
  method: 'GET',
  path: '/api/GPS/GetDevice',
  summary: 'One device',
  access: looks,
  input: z.object({ id }),
  output: deviceRow,
})
export const getDeviceHistory = call({
  method: 'GET',
  path: '/api/GPS/GetDeviceHistory',
  summary: "A device's timeline, latest first",
  access: [browse('GPSStock'), browse('GPSList'), browse('GPSRetrieve')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const addDevice = call({
  method: 'POST',
  path: '/api/GPS/AddDevice',
  summary: 'Take a device into stock',
  access: rightsTo('edit'),
  input: deviceInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeDevice = call({
  method: 'POST',
  path: '/api/GPS/ChangeDevice',
  summary: 'Change a device; a field that is not given is emptied. Who keeps it changes by a transfer',
  access: rightsTo('edit'),
  input: z.object({ id, version, deviceNo, ...fields }),
  output: z.strictObject({ version: z.int() }),
})
const batch = { ids: many(id, 1000, 1) }
const why = text(200)
export const transferDevices = call({
  method: 'POST',
  path: '/api/GPS/TransferDevices',
  summary: 'Devices in stock or in repair are kept by another outlet, or by another person',
  access: rightsTo('transfer'),
  input: z.object({ ...batch, outletId: id, keeperId: optional(id) }),
  output: outcomes,
  idempotent: true,
})
export const sendToRepair = call({
  method: 'POST',
  path: '/api/GPS/SendToRepair',
  summary: 'Devices in stock go to repair',
  access: rightsTo('sendToRepair'),
  input: z.object({ ...batch, reason: why }),
  output: outcomes,
  idempotent: true,
})
export const setRepaired = call({
  method: 'POST',
  path: '/api/GPS/SetRepaired',
  summary: 'Devices come back from repair, with their battery where it is known',
  access: rightsTo('repaired'),
  input: z.object({ ...batch, battery: optional(battery) }),
  output: outcomes,
  idempotent: true,
})
/** `owed`: of how many the deposit was asked for; the other losses are noted alone. */
export const lossOutcomes = z.strictObject({ ...outcomes.shape, owed: z.int() })
export const loseDevices = call({
  method: 'POST',
  path: '/api/GPS/LoseDevices',
  summary: 'Devices are lost: the deposit is applied for as a receivable of the company that held it',
  access: [...rightsTo('lose')],
  input: z.object({ ...batch, reason: why }),
  output: lossOutcomes,
  idempotent: true,
})
export const findDevices = call({
  method: 'POST',
  path: '/api/GPS/FindDevices',
  summary: 'Lost devices are found: within 30 days the deposit goes back',
  access: rightsTo('find'),
  input: z.object({ ...batch, reason: why }),
  output: outcomes,
  idempotent: true,
})
export const scrapDevices = call({
  method: 'POST',
  path: '/api/GPS/ScrapDevices',
  summary: 'Devices are scrapped, for good',
  access: rightsTo('scrap'),
  input: z.object({ ...batch, reason: why }),
  output: outcomes,
  idempotent: true,
})
export const deleteDevices = call({
  method: 'POST',
  path: '/api/GPS/DeleteDevices',
  summary: 'Delete devices that were never bound',
  access: rightsTo('delete'),
  input: z.object(batch),
  output: outcomes,
})
export const setDevicePlace = call({
  method: 'POST',
  path: '/api/GPS/SetDevicePlace',
  summary:
    'Say by hand where a device is, in words and, if known, in degrees; what is older than the last one is refused',
  access: rightsTo('setPlace'),
  input: z.object({ id, place: text(120), position: optional(json(wgs84Field)), at: optional(moment) }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
