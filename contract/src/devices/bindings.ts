import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { wgs84Field } from '../kernel/position.ts'
import { nullableInt, nullableText } from '../kernel/record.ts'
import { date, flag, id, int, many, moment, oneOf, optional, text } from '../kernel/wire.ts'
import { battery, lossOutcomes, rightsTo } from './devices.ts'
import {
  bindingStates,
  deviceActions,
  deviceAlarms,
  deviceConditions,
  deviceStates,
  mostPhotos,
  objectKinds,
  returnWays,
} from './states.ts'

/** What devices are bound to (RT-16/GPSBindle, GPSList; RT-11/GPSRetrieve). */

/** What was scanned or typed: half-width, any case. */
const scanned = text(60)

export const bindableDevice = z.strictObject({
  id: z.int(),
  deviceNo: z.string(),
  state: z.enum(deviceStates),
  battery: nullableInt,
  place: nullableText,
  positionAt: nullableText,
  outletName: z.string(),
  /** Why it can't be bound, in the asker's language. */
  problem: nullableText,
})
export type BindableDevice = z.output<typeof bindableDevice>
export const getBindableDevice = call({
  method: 'GET',
  path: '/api/GPS/GetBindableDevice',
  summary: 'A device by its number or IMEI, and whether it can be bound',
  access: [edit('GPSBindle'), edit('GPSList')],
  input: z.object({ number: scanned }),
  output: bindableDevice,
})
export const bindObject = z.strictObject({
  kind: z.enum(objectKinds),
  id: z.int(),
  no: z.string(),
  /** What it is, beside its number: the customer, the plate and driver, the carrier. */
  what: nullableText,
  /** From where to where. */
  route: nullableText,
  state: z.string(),
  holder: nullableText,
  /** When it is expected to be over: what is proposed as the return. */
  expectedEnd: nullableText,
  /** Devices on it already. */
  devices: z.array(z.string()),
  problem: nullableText,
})
export type BindObject = z.output<typeof bindObject>
export const getBindObject = call({
  method: 'GET',
  path: '/api/GPS/GetBindObject',
  summary: 'A waybill, a trip or a vehicle by what was scanned: waybill number (a label’s, too), PC number, plate',
  access: [edit('GPSBindle')],
  input: z.object({ number: scanned }),
  output: bindObject,
})

export const bindDevice = call({
  method: 'POST',
  path: '/api/GPS/BindDevice',
  summary: 'Bind a device in stock to a waybill, a trip or a vehicle, one of them; 30 % of battery where it is known',
  access: rightsTo('bind'),
  input: z.object({
    deviceId: id,
    waybillId: optional(id),
    arrangementId: optional(id),
    vehicleId: optional(id),
    /** Needed but for a vehicle. */
    expectedReturn: optional(moment),
    returnWay: oneOf(returnWays),
    fileIds: optional(many(id, mostPhotos)),
  }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
const batch = { ids: many(id, 1000, 1) }
export const undoBindings = call({
  method: 'POST',
  path: '/api/GPS/UndoBindings',
  summary:
    'Take bindings back before what they are of has left, of a trip the same day while no position came in; others’ by who may decide',
  access: [...rightsTo('undoBind')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const swapDevice = call({
  method: 'POST',
  path: '/api/GPS/SwapDevice',
  summary: 'Another device goes on with a binding; the one before is in stock, or in repair',
  access: rightsTo('swap'),
  input: z.object({ id, deviceId: id, condition: oneOf(deviceConditions) }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const extendBindings = call({
  method: 'POST',
  path: '/api/GPS/ExtendBindings',
  summary: 'Another time of return, with the reason',
  access: [...rightsTo('extend')],
  input: z.object({ ...batch, expectedReturn: moment, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const remindBindings = call({
  method: 'POST',
  path: '/api/GPS/RemindBindings',
  summary:
    'Tell those who have devices in hand to bring them back, at most once an hour: the driver, the head or the people of the outlet',
  access: [...rightsTo('remind')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const takeBackBindings = call({
  method: 'POST',
  path: '/api/GPS/TakeBackBindings',
  summary: 'Devices are back: whole into stock, damaged into repair',
  access: rightsTo('takeBack'),
  input: z.object({ ...batch, condition: oneOf(deviceConditions) }),
  output: outcomes,
  idempotent: true,
})
export const mailBindings = call({
  method: 'POST',
  path: '/api/GPS/MailBindings',
  summary: 'Devices are on their way back by courier, under this number',
  access: rightsTo('mail'),
  input: z.object({ ...batch, expressNo: text(40) }),
  output: outcomes,
  idempotent: true,
})
export const loseBindings = call({
  method: 'POST',
  path: '/api/GPS/LoseBindings',
  summary: 'The devices of bindings are lost, as LoseDevices',
  access: [...rightsTo('lose')],
  input: z.object({ ...batch, reason: text(200) }),
  output: lossOutcomes,
  idempotent: true,
})
export const takeBackScan = call({
  method: 'POST',
  path: '/api/GPS/TakeBackScan',
  summary: 'One scan takes one device back',
  access: rightsTo('takeBack'),
  input: z.object({ number: scanned, condition: oneOf(deviceConditions) }),
  output: z.strictObject({
    id: z.int(),
    deviceNo: z.string(),
    objectNo: nullableText,
    holder: nullableText,
    overdueDays: z.int(),
  }),
  idempotent: true,
})
export const undoTakeBack = call({
  method: 'POST',
  path: '/api/GPS/UndoTakeBack',
  summary: 'A device that one took back oneself, and that nothing was done to since, is out again',
  access: rightsTo('takeBack'),
  input: z.object({ id }),
  output: z.strictObject({ deviceNo: z.string() }),
  idempotent: true,
})

export const bindingRow = z.strictObject({
  id: z.int(),
  deviceId: nullableInt,
  deviceNo: z.string(),
  state: z.enum(bindingStates),
  objectKind: z.enum(objectKinds),
  /** Null: it is not the reader's to see. */
  objectNo: nullableText,
  plateNo: nullableText,
  customerName: nullableText,
  holder: nullableText,
  holderPhone: nullableText,
  /** Null for a customer's account, which is told the city. */
  position: z.nullable(wgs84Field),
  place: nullableText,
  positionAt: nullableText,
  battery: nullableInt,
  deposit: nullableText,
  expectedReturn: nullableText,
  /** Whole days since, at least one; 0: not overdue. */
  overdueDays: z.int(),
  returnWay: z.enum(returnWays),
  expressNo: nullableText,
  outletName: nullableText,
  boundByName: nullableText,
  boundAt: z.string(),
  remindedAt: nullableText,
  remindedByName: nullableText,
  returnedAt: nullableText,
  condition: z.nullable(z.enum([...deviceConditions, 'lost'])),
  /** What is wrong with it, while it is out; nothing for a customer's account. */
  alarms: z.array(z.enum(deviceAlarms)),
  actions: abilities(deviceActions),
})
export type BindingRow = z.output<typeof bindingRow>

const common = {
  /** Contains: device number, what it is bound to, holder. */
  q: optional(text(60)),
  /** The outlet that bound it. */
  outletId: optional(id),
  ids: optional(many(id)),
}
export const bindingTabs = ['underway', 'bound', 'toReturn', 'mailing', 'returned'] as const
export type BindingTab = (typeof bindingTabs)[number]
const bindingFilters = {
  tab: optional(oneOf(bindingTabs)),
  ...common,
  kind: optional(oneOf(objectKinds)),
  boundFrom: optional(date),
  boundTo: optional(date),
  batteryBelow: optional(battery),
  /** Hours since the last position, more than. */
  silentHours: optional(int(1, 10_000)),
  /** Days at least. */
  overdueDays: optional(int(1, 10_000)),
  alarm: optional(oneOf(deviceAlarms)),
  /** Those that I bound. */
  byMe: optional(flag),
}
export type BindingFilter = Input<typeof getBindingTotals>
export const [getBindings, getBindingTotals, exportBindings] = listCalls({
  rows: {
    path: '/api/GPS/GetBindings',
    summary:
      'Bindings with the last position; a customer’s account those of its waybills, with the city while under way',
  },
  totals: { path: '/api/GPS/GetBindingTotals' },
  export: { path: '/api/GPS/ExportBindings' },
  access: [browse('GPSList'), edit('GPSBindle')],
  audience: 'everybody',
  row: bindingRow,
  filters: bindingFilters,
  sorts: ['positionAt', 'expectedReturn', 'boundAt', 'battery', 'deviceNo'],
})

export const returnTabs = ['toReturn', 'mailing', 'overdue', 'returned'] as const
export type ReturnTab = (typeof returnTabs)[number]
const returnFilters = {
  tab: optional(oneOf(returnTabs)),
  ...common,
  returnWay: optional(oneOf(returnWays)),
  dueFrom: optional(date),
  dueTo: optional(date),
  supplierId: optional(id),
  holder: optional(text(60)),
}
export type ReturnFilter = Input<typeof getReturnTotals>
export const [getReturns, getReturnTotals, exportReturns] = listCalls({
  rows: { path: '/api/GPS/GetReturns', summary: 'Devices that are to come back, the most overdue first' },
  totals: { path: '/api/GPS/GetReturnTotals' },
  export: { path: '/api/GPS/ExportReturns' },
  access: [browse('GPSRetrieve')],
  row: bindingRow,
  filters: returnFilters,
  sorts: ['expectedReturn', 'boundAt', 'deviceNo', 'returnedAt'],
})
export const getBinding = call({
  method: 'GET',
  path: '/api/GPS/GetBinding',
  summary: 'One binding',
  access: [browse('GPSList'), browse('GPSRetrieve')],
  input: z.object({ id }),
  output: bindingRow,
})

/** Rows of a way in one answer. */
export const trackPage = 100
export const getBindingTrack = call({
  method: 'GET',
  path: '/api/GPS/GetBindingTrack',
  summary:
    'Where a device was while it was bound, latest first; a customer’s account is told the cities of its own while they travel',
  access: [browse('GPSList')],
  audience: 'everybody',
  input: z.object({
    id,
    /** Those before it: the `next` of the page before. */
    before: optional(moment),
  }),
  output: z.strictObject({
    rows: z.array(
      z.strictObject({
        at: z.string(),
        /** Null for a customer's account. */
        position: z.nullable(wgs84Field),
        place: nullableText,
        /** km/h. */
        speed: nullableInt,
        battery: nullableInt,
        /** Somebody said it, and no platform. */
        byHand: z.boolean(),
      }),
    ),
    /** Null: there are no more. */
    next: nullableText,
  }),
})
