import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call, type Input } from '../kernel/call.ts'
import { idCard, mobile } from '../kernel/checks.ts'
import { choice, listCalls, outcomes } from '../kernel/list.ts'
import { nullableText, version } from '../kernel/record.ts'
import { date, flag, id, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { paperStates } from './calls.ts'

/** Drivers (domain §1). Identity and bank numbers go in and never come out again but masked. */

/** A number that the server keeps to itself: not given = as it was, '' = cleared. */
const kept = <T extends z.ZodMiniType>(schema: T) => z.optional(z.union([z.literal(''), schema]))

const fields = {
  name: text(60),
  mobile,
  /** GB 11643. Not given: as it was; '': cleared. Never a masked one. */
  idCard: kept(idCard),
  licenceNo: optional(text(40)),
  licenceClass: oneOf(codes('licenceClass')),
  licenceExpiry: optional(date),
  qualificationNo: optional(text(40)),
  qualificationExpiry: optional(date),
  bankName: optional(text(120)),
  /** 8 to 30 digits. Not given: as it was; '': cleared. */
  bankAccount: kept(
    z.pipe(
      z.pipe(
        text(40),
        z.transform((value: string) => value.replace(/\s/g, '')),
      ),
      z.string().check(z.regex(/^\d{8,30}$/, 'field.invalid')),
    ),
  ),
  carrierId: optional(id),
  /** His account: he sees and hands in what he collected. */
  userId: optional(id),
  remark: optional(lines(500)),
}
export const driverInput = z.object(fields)
export type DriverInput = z.output<typeof driverInput>

export const driverPapers = ['driverLicence', 'qualification'] as const
export type DriverPaper = (typeof driverPapers)[number]

export const driverRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  mobile: z.string(),
  /** 110105********002X. */
  idCardMasked: nullableText,
  licenceNo: nullableText,
  licenceClass: z.string(),
  licenceExpiry: nullableText,
  qualificationNo: nullableText,
  qualificationExpiry: nullableText,
  bankName: nullableText,
  /** **** 0123: the last four digits. */
  bankAccountMasked: nullableText,
  carrierId: z.nullable(z.int()),
  carrierName: nullableText,
  userId: z.nullable(z.int()),
  userName: nullableText,
  /** Plates of the vehicles whose usual driver this is. */
  plates: z.array(z.string()),
  enabled: z.boolean(),
  /** On a departed trip. */
  onTask: z.boolean(),
  nearestExpiry: nullableText,
  nearestPaper: z.nullable(z.enum(driverPapers)),
  paperState: z.enum(paperStates),
  remark: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type DriverRow = z.output<typeof driverRow>

/** available 可派: enabled, papers valid (also if they expire soon) · expiring within 30 days · expired · disabled. */
export const driverTabs = ['available', 'expiring', 'expired', 'disabled'] as const
export type DriverTab = (typeof driverTabs)[number]

const filters = {
  tab: optional(oneOf(driverTabs)),
  /** Contains: name, pinyin, initials, mobile, licence number, carrier, usual plate. */
  q: optional(text(60)),
  carrierId: optional(id),
  licenceClass: optional(oneOf(codes('licenceClass'))),
  enabled: optional(flag),
  ids: optional(many(id)),
}
export type DriverFilter = Input<typeof getDriverTotals>
export const driverSorts = ['name', 'licenceExpiry', 'nearestExpiry', 'createdAt'] as const

export const [getDrivers, getDriverTotals, exportDrivers] = listCalls({
  rows: { path: '/api/Drivers/GetDrivers', summary: 'Drivers, by name; identity and bank numbers masked' },
  totals: { path: '/api/Drivers/GetDriverTotals' },
  export: {
    path: '/api/Drivers/ExportDrivers',
    summary: 'The whole filter as an Excel file, with the columns asked for; numbers masked as on the page',
  },
  access: [browse('driver')],
  row: driverRow,
  filters,
  sorts: driverSorts,
})
export const getDriver = call({
  method: 'GET',
  path: '/api/Drivers/GetDriver',
  summary: 'One driver; identity and bank numbers masked',
  access: [browse('driver')],
  input: z.object({ id }),
  output: driverRow,
})
export const addDriver = call({
  method: 'POST',
  path: '/api/Drivers/AddDriver',
  summary: 'Add a driver',
  access: [edit('driver')],
  input: driverInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeDriver = call({
  method: 'POST',
  path: '/api/Drivers/ChangeDriver',
  summary: 'Change a driver; a field not given is emptied, but identity and bank numbers stay as they were',
  access: [edit('driver')],
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
const batch = { ids: many(id, 1000, 1) }
export const setDriversEnabled = call({
  method: 'POST',
  path: '/api/Drivers/SetDriversEnabled',
  summary: 'Enable or disable drivers; refused while a trip is planned or under way',
  access: [approve('driver')],
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const deleteDrivers = call({
  method: 'POST',
  path: '/api/Drivers/DeleteDrivers',
  summary: 'Delete drivers that never had a trip and no vehicle',
  access: [approve('driver')],
  input: z.object(batch),
  output: outcomes,
})
export const getDriverHistory = call({
  method: 'GET',
  path: '/api/Drivers/GetDriverHistory',
  summary: "A driver's timeline, latest first",
  access: [browse('driver')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
/** For whoever gives a vehicle its driver. */
export const getDriverChoices = call({
  method: 'GET',
  path: '/api/Drivers/GetDriverChoices',
  summary: 'At most 50 enabled drivers to choose from: name, with mobile and carrier; with ids: just those',
  access: [
    browse('driver'),
    browse('vehicleAll'),
    browse('vehicleOwn'),
    browse('vehicleContract'),
    browse('vehicleHired'),
    browse('arrangeOperate'),
    browse('arrangeList'),
  ],
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(choice),
})
