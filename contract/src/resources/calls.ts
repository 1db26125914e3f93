import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { dictCode } from '../dictCode.ts'
import { codes } from '../dictionary.ts'
import { call, type Input, type Right } from '../kernel/call.ts'
import { plate } from '../kernel/checks.ts'
import { compareDecimal } from '../kernel/decimal.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { nullableText, version } from '../kernel/record.ts'
import { date, decimal, flag, id, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'

/** Vehicles with their papers (domain §1). Drivers: `drivers.ts`. */

export const vehicleTypes = codes('vehicleType')
export type VehicleType = (typeof vehicleTypes)[number]

const rights = (kind: typeof browse): [Right, ...Right[]] => [
  kind('vehicleAll'),
  kind('vehicleOwn'),
  kind('vehicleContract'),
  kind('vehicleHired'),
]
const looks = rights(browse)
const edits = rights(edit)
const decides = rights(approve)

const metres = decimal(2, '0', '99.99')
/** Degrees Celsius, one decimal. */
const celsius = decimal(1, '-60', '60')

const fields = {
  type: oneOf(vehicleTypes),
  plateNo: plate,
  plateColor: oneOf(codes('plateColor')),
  trailerNo: optional(plate),
  model: dictCode('vehicleModel'),
  /** Of the hold, m. */
  lengthM: optional(metres),
  widthM: optional(metres),
  heightM: optional(metres),
  /** Rated load, kg. */
  loadKg: decimal(3, '0', '200000').check(z.refine((value) => compareDecimal(value, '0') > 0, 'field.positive')),
  /** m³. */
  volumeM3: optional(decimal(4, '0', '999')),
  /** Who owns it, as on the licence. */
  owner: optional(text(120)),
  carrierId: optional(id),
  driverId: optional(id),
  licenceNo: optional(text(40)),
  licenceExpiry: optional(date),
  permitNo: optional(text(40)),
  permitExpiry: optional(date),
  inspectionExpiry: optional(date),
  insuranceExpiry: optional(date),
  cold: optional(flag),
  tempMin: optional(celsius),
  tempMax: optional(celsius),
  hazard: optional(flag),
  remark: optional(lines(500)),
}
export const vehicleInput = z.object(fields)
export type VehicleInput = z.output<typeof vehicleInput>

/** The four papers of a vehicle; their words are in the dictionary `paper`. */
export const vehiclePapers = ['licence', 'permit', 'inspection', 'insurance'] as const
export type VehiclePaper = (typeof vehiclePapers)[number]
/** valid · expiring: ends within 30 days · expired: ended before today · none: no date on record. */
export const paperStates = ['valid', 'expiring', 'expired', 'none'] as const
export type PaperState = (typeof paperStates)[number]

export const vehicleRow = z.strictObject({
  id: z.int(),
  type: z.enum(vehicleTypes),
  plateNo: z.string(),
  plateColor: z.string(),
  trailerNo: nullableText,
  model: z.string(),
  lengthM: nullableText,
  widthM: nullableText,
  heightM: nullableText,
  loadKg: z.string(),
  volumeM3: nullableText,
  owner: nullableText,
  carrierId: z.nullable(z.int()),
  carrierName: nullableText,
  driverId: z.nullable(z.int()),
  driverName: nullableText,
  driverPhone: nullableText,
  licenceNo: nullableText,
  licenceExpiry: nullableText,
  permitNo: nullableText,
  permitExpiry: nullableText,
  inspectionExpiry: nullableText,
  insuranceExpiry: nullableText,
  cold: z.boolean(),
  tempMin: nullableText,
  tempMax: nullableText,
  hazard: z.boolean(),
  enabled: z.boolean(),
  remark: nullableText,
  /** disabled, else on a departed trip, else idle. */
  state: z.enum(codes('vehicleState')),
  /** Number of its trip: the departed one, else the next planned; null when outside my scope or none. */
  arrangementNo: nullableText,
  /** The earliest expiry of its papers, and which paper it is. */
  nearestExpiry: nullableText,
  nearestPaper: z.nullable(z.enum(vehiclePapers)),
  paperState: z.enum(paperStates),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  mayEdit: z.boolean(),
  mayApprove: z.boolean(),
})
export type VehicleRow = z.output<typeof vehicleRow>

/** idle and onTask: enabled ones; expiring: a paper ends within 30 days; expired: one has ended. No tab = all. */
export const vehicleTabs = ['idle', 'onTask', 'expiring', 'expired', 'disabled'] as const
export type VehicleTab = (typeof vehicleTabs)[number]

const filters = {
  /** The page it is asked from: carManage/own and so on. Not given: all types that my pages cover. */
  type: optional(oneOf(vehicleTypes)),
  tab: optional(oneOf(vehicleTabs)),
  /** Contains: plate, trailer, driver, carrier, owner; Chinese, pinyin, initials. */
  q: optional(text(60)),
  model: optional(text(40)),
  carrierId: optional(id),
  driverId: optional(id),
  /** Rated load at least, kg. */
  loadFrom: optional(decimal(3, '0', '200000')),
  cold: optional(flag),
  hazard: optional(flag),
  plateColor: optional(oneOf(codes('plateColor'))),
  /** The paper that expires within 30 days or has expired. */
  paper: optional(oneOf(vehiclePapers)),
  enabled: optional(flag),
  ids: optional(many(id)),
}
export type VehicleFilter = Input<typeof getVehicleTotals>
export const vehicleSorts = ['plateNo', 'loadKg', 'volumeM3', 'nearestExpiry', 'createdAt'] as const

export const [getVehicles, getVehicleTotals, exportVehicles] = listCalls({
  rows: { path: '/api/Vehicles/GetVehicles', summary: 'Vehicles of the types that my pages cover, by plate' },
  totals: { path: '/api/Vehicles/GetVehicleTotals' },
  export: { path: '/api/Vehicles/ExportVehicles' },
  access: looks,
  row: vehicleRow,
  filters,
  sorts: vehicleSorts,
})
export const getVehicle = call({
  method: 'GET',
  path: '/api/Vehicles/GetVehicle',
  summary: 'One vehicle',
  access: looks,
  input: z.object({ id }),
  output: vehicleRow,
})
export const addVehicle = call({
  method: 'POST',
  path: '/api/Vehicles/AddVehicle',
  summary: 'Add a vehicle of a type whose page I may edit',
  access: edits,
  input: vehicleInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeVehicle = call({
  method: 'POST',
  path: '/api/Vehicles/ChangeVehicle',
  summary: 'Change a vehicle; a field that is not given is emptied',
  access: edits,
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const setVehicleDriver = call({
  method: 'POST',
  path: '/api/Vehicles/SetVehicleDriver',
  summary: 'Change the usual driver; none given = take him off. Trips already arranged keep theirs',
  access: edits,
  input: z.object({ id, version, driverId: optional(id) }),
  output: z.strictObject({ version: z.int() }),
})
const batch = { ids: many(id, 1000, 1) }
export const setVehiclesEnabled = call({
  method: 'POST',
  path: '/api/Vehicles/SetVehiclesEnabled',
  summary: 'Enable or disable vehicles; refused while a trip is planned or under way',
  access: decides,
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const renewVehicles = call({
  method: 'POST',
  path: '/api/Vehicles/RenewVehicles',
  summary: 'One paper of several vehicles now ends on this day; an earlier day than the one on record is refused',
  access: edits,
  input: z.object({ ...batch, paper: oneOf(vehiclePapers), expiry: date }),
  output: outcomes,
})
export const deleteVehicles = call({
  method: 'POST',
  path: '/api/Vehicles/DeleteVehicles',
  summary: 'Delete vehicles that never had a trip',
  access: decides,
  input: z.object(batch),
  output: outcomes,
})
export const getVehicleHistory = call({
  method: 'GET',
  path: '/api/Vehicles/GetVehicleHistory',
  summary: "A vehicle's timeline, latest first",
  access: looks,
  input: z.object({ id }),
  output: z.array(historyEntry),
})
