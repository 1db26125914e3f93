import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { codes } from '../dictionary.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { version } from '../kernel/record.ts'
import { date, decimal, flag, id, int, lines, many, moment, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { places } from '../waybills/states.ts'
import { cargoLine, carriedLine, counts, found, saved } from './cargo.ts'
import { arrangementActions, arrangementKinds, arrangementLifecycle, arrangementStates } from './states.ts'
import { mostStops, stopInput, stopKinds, stopOut, tripLegs, tripLines } from './stops.ts'

/** Vehicle arrangements: pieces of waybills onto a vehicle, departure, arrival (domain §3). */

const anyDispatch = arrangementLifecycle.assign.right as readonly [(typeof arrangementLifecycle.assign.right)[number]]
const anyUnloading = arrangementLifecycle.bringIn.right as typeof anyDispatch
const anyDecide = arrangementLifecycle.cancel.right as readonly [(typeof arrangementLifecycle.cancel.right)[number]]

const arrangementInput = {
  /**
   * A trip of one type says no stops: they are proposed, lines at one address sharing one (T14). With stops it follows from the legs,
   * and says of lines between outlets only whether they are 干线 or 短驳.
   */
  type: optional(oneOf(codes('arrangementType'))),
  stops: optional(z.array(stopInput).check(z.maxLength(mostStops))),
  vehicleId: id,
  driverId: id,
  carrierId: optional(id),
  /** Without stops: where a trunk or shuttle trip starts; a pickup starts at shippers', a delivery where its pieces lie. */
  fromOutletId: optional(id),
  /** Without stops: where pickup, trunk and shuttle trips end. */
  toOutletId: optional(id),
  planAt: moment,
  sealNo: optional(text(40)),
  km: optional(decimal(1, '0', '99999.9')),
  remark: optional(lines(500)),
  lines: tripLines,
}

export const createArrangement = call({
  method: 'POST',
  path: '/api/Dispatch/CreateArrangement',
  summary: 'Arrange pieces of waybills onto a vehicle; assign = true sends it to the driver at once',
  access: anyDispatch,
  input: z.object({ ...arrangementInput, assign: optional(flag) }),
  output: saved,
  idempotent: true,
})
export const changeArrangement = call({
  method: 'POST',
  path: '/api/Dispatch/ChangeArrangement',
  summary: 'Change a trip that has not departed; lines not sent are taken off and their pieces given back',
  access: anyDispatch,
  input: z.object({ ...arrangementInput, id, version }),
  output: saved,
})

export const arrangeOnto = call({
  method: 'POST',
  path: '/api/Dispatch/ArrangeOnto',
  summary:
    'Arrange waiting pieces, or lines of other trips (改派), onto a trip that has not departed, or onto a vehicle under a new one; what somebody else took meanwhile is refused with his name, the rest stands',
  access: anyDispatch,
  input: z.object({
    /** The trip; else vehicle, driver and plan time of a new one. */
    id: optional(id),
    vehicleId: optional(id),
    driverId: optional(id),
    carrierId: optional(id),
    planAt: optional(moment),
    lines: z.array(z.object({ ...cargoLine, unloadOutletId: optional(id) })).check(z.maxLength(500)),
    /** Lines of trips that have not departed, taken off these first. A trip that is empty then is cancelled. */
    moved: optional(many(id, 500)),
  }),
  output: z.strictObject({
    /** Null where nothing could be taken and no trip was made. */
    trip: z.nullable(saved),
    /** The lines that were added. */
    lineIds: z.array(z.int()),
    ...outcomes.shape,
  }),
  idempotent: true,
})

const batch = { ids: many(id, 1000, 1) }
const timed = { ...batch, at: optional(moment) }
export const assignArrangements = call({
  method: 'POST',
  path: '/api/Dispatch/AssignArrangements',
  summary: 'Send new trips to their drivers (派车)',
  access: anyDispatch,
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const departArrangements = call({
  method: 'POST',
  path: '/api/Dispatch/DepartArrangements',
  summary: 'Depart: papers valid, not overloaded without the right; pieces go onto the vehicle (发车)',
  access: anyDispatch,
  input: z.object({ ...timed, overload: optional(flag), loaded: counts }),
  output: outcomes,
  idempotent: true,
})
export const arriveArrangements = call({
  method: 'POST',
  path: '/api/Dispatch/ArriveArrangements',
  summary: 'Arrive: pieces go to the outlet; from a delivery trip the unsigned ones come back (到达)',
  access: anyDispatch,
  input: z.object({ ...timed, unloaded: counts }),
  output: outcomes,
  idempotent: true,
})
const atStop = { id, seq: int(1, mostStops), at: optional(moment) }
export const reachStop = call({
  method: 'POST',
  path: '/api/Dispatch/ReachStop',
  summary: 'At a stop between: an outlet unloads its lines, at a consignee nothing moves until it is signed (到站)',
  access: anyDispatch,
  input: z.object({ ...atStop, unloaded: counts }),
  output: saved,
  idempotent: true,
})
export const leaveStop = call({
  method: 'POST',
  path: '/api/Dispatch/LeaveStop',
  summary: 'Leave a stop between: its lines are loaded (离站)',
  access: anyDispatch,
  input: z.object({ ...atStop, loaded: counts }),
  output: saved,
  idempotent: true,
})
export const swapVehicle = call({
  method: 'POST',
  path: '/api/Dispatch/SwapVehicle',
  summary: 'A vehicle broke down: all that is aboard, and the stops ahead, go to another one under a new trip (换车)',
  access: anyDispatch,
  input: z.object({
    id,
    vehicleId: id,
    driverId: id,
    carrierId: optional(id),
    at: optional(moment),
    reason: text(200),
    overload: optional(flag),
  }),
  /** Of the new trip. */
  output: saved,
  idempotent: true,
})
export const bringIn = call({
  method: 'POST',
  path: '/api/Dispatch/BringIn',
  summary: 'Pieces that were missing at arrival are at an outlet (补到)',
  access: anyUnloading,
  input: z.object({ ...found, at: optional(moment) }),
  output: saved,
  idempotent: true,
})
export const finishArrangements = call({
  method: 'POST',
  path: '/api/Dispatch/FinishArrangements',
  summary: 'Finish an arrived trip (完成)',
  access: anyDispatch,
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const cancelArrangements = call({
  method: 'POST',
  path: '/api/Dispatch/CancelArrangements',
  summary: 'Cancel before departure; the pieces are given back',
  access: anyDecide,
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const undoArrangement = call({
  method: 'POST',
  path: '/api/Dispatch/UndoArrangement',
  summary: 'Take back the last event of a trip, while the pieces it moved lie where it put them (撤销)',
  access: anyDecide,
  input: z.object({ id, reason: text(200) }),
  output: saved,
  idempotent: true,
})

const row = {
  id: z.int(),
  arrangementNo: z.string(),
  type: z.string(),
  state: z.enum(arrangementStates),
  vehicleId: z.int(),
  plateNo: z.string(),
  plateColor: z.string(),
  vehicleModel: z.string(),
  driverId: z.int(),
  driverName: z.string(),
  driverPhone: z.string(),
  carrierId: z.nullable(z.int()),
  carrierName: z.nullable(z.string()),
  fromOutletId: z.nullable(z.int()),
  fromName: z.nullable(z.string()),
  toOutletId: z.nullable(z.int()),
  toName: z.nullable(z.string()),
  /** Stops, and how many of them are behind it. */
  stopCount: z.int(),
  stopsDone: z.int(),
  /** While it is on its way: what is reported next, and where. */
  nextStop: z.nullable(
    z.strictObject({
      seq: z.int(),
      kind: z.enum(stopKinds),
      act: z.enum(['reach', 'leave', 'arrive']),
      name: z.string(),
    }),
  ),
  waybills: z.int(),
  pieces: z.int(),
  weight: z.string(),
  volume: z.string(),
  loadKg: z.string(),
  volumeM3: z.nullable(z.string()),
  /** The greatest of the stretches between stops (T15): weight or volume against the vehicle's, in percent, one decimal. */
  loadRate: z.string(),
  planAt: z.string(),
  /** Pieces missing at stops that are behind it, refused ones included once it has arrived. */
  missing: z.int(),
  /** The trip that took over what was aboard (换车). */
  swappedTo: z.nullable(z.strictObject({ id: z.int(), no: z.string() })),
  /** The trip that it took over from. */
  swappedFrom: z.nullable(z.strictObject({ id: z.int(), no: z.string() })),
  departAt: z.nullable(z.string()),
  arriveAt: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
  sealNo: z.nullable(z.string()),
  km: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  outletName: z.string(),
  createdByName: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.int(),
  actions: abilities(arrangementActions),
}
export const arrangementRow = z.strictObject(row)
export type ArrangementRow = z.output<typeof arrangementRow>

const filters = {
  state: optional(oneOf(arrangementStates)),
  /** Under way to an outlet of mine (到我网点). */
  toMine: optional(flag),
  /** Should have left, and has not (该发未发). */
  late: optional(flag),
  /** Those that I made. */
  mine: optional(flag),
  q: optional(text(60)),
  type: optional(oneOf(codes('arrangementType'))),
  planFrom: optional(date),
  planTo: optional(date),
  departFrom: optional(date),
  departTo: optional(date),
  outletId: optional(id),
  toOutletId: optional(id),
  carrierId: optional(id),
  vehicleType: optional(oneOf(codes('vehicleType'))),
  ids: optional(many(id)),
}
export type ArrangementFilter = Input<typeof getArrangementTotals>
const sorts = ['planAt', 'arrangementNo', 'createdAt'] as const
const readers = [browse('arrangeList'), browse('arrangeOperate'), browse('carArrange'), browse('haveArranged')] as const
export const [getArrangements, getArrangementTotals, exportArrangements] = listCalls({
  rows: { path: '/api/Dispatch/GetArrangements', summary: 'Trips inside my scope' },
  totals: {
    path: '/api/Dispatch/GetArrangementTotals',
    summary: 'Totals of a filter and counts by state',
    output: totalsOutput({ waybills: z.int(), pieces: z.int(), weight: z.string(), volume: z.string() }),
  },
  export: { path: '/api/Dispatch/ExportArrangements', summary: 'The whole filter as an Excel file' },
  access: readers,
  row: arrangementRow,
  filters,
  sorts,
})
/** Where a line of a trip is loaded and unloaded. */
const placed = {
  leg: z.enum(tripLegs),
  load: z.int(),
  unload: z.int(),
  goods: z.nullable(z.array(z.strictObject({ seq: z.int(), pieces: z.int() }))),
  /** What a consignee has signed and refused of it on this trip; what is neither is unsigned. */
  delivered: z.strictObject({ signed: z.int(), refused: z.int() }),
}
export const arrangementDetail = z.strictObject({
  ...row,
  /** A transport agreement can be printed of it, by who may see costs. */
  agreement: z.boolean(),
  stops: z.array(stopOut),
  lines: z.array(z.strictObject({ ...carriedLine.shape, ...placed })),
})
export type ArrangementDetail = z.output<typeof arrangementDetail>
export const getArrangement = call({
  method: 'GET',
  path: '/api/Dispatch/GetArrangement',
  summary: 'One trip with its lines',
  access: readers,
  input: z.object({ id }),
  output: arrangementDetail,
})
export const getArrangementHistory = call({
  method: 'GET',
  path: '/api/Dispatch/GetArrangementHistory',
  summary: "A trip's timeline",
  access: readers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/**
 * One row a waybill and place: pieces that wait there for their next leg (arrangedOrder, 待安排运单), of the places that are
 * mine to arrange. `checkIn`: the shipper brings them, no trip fetches them.
 */
export const nextLegs = ['checkIn', 'pickup', 'trunk', 'shuttle', 'delivery', 'selfPickup'] as const
export const waitingRow = z.strictObject({
  /** Of the waybill. */
  id: z.int(),
  waybillNo: z.string(),
  state: z.string(),
  fromPlace: z.enum(['shipper', 'outlet']),
  fromId: z.int(),
  fromName: z.string(),
  nextLeg: z.enum(nextLegs),
  /** Pieces that wait here. */
  free: z.int(),
  pieces: z.int(),
  /** Of the waiting pieces, by their share of the waybill. */
  weight: z.string(),
  volume: z.string(),
  totalWeight: z.string(),
  totalVolume: z.string(),
  urgent: z.boolean(),
  hold: z.boolean(),
  exceptions: z.int(),
  customerName: z.nullable(z.string()),
  shipperName: z.string(),
  /** GB/T 2260, and its name as it is written: 浙江省 杭州市 余杭区. */
  shipperRegion: z.string(),
  shipperRegionName: z.string(),
  shipperCity: z.string(),
  shipperAddress: z.string(),
  consigneeCity: z.string(),
  consigneeName: z.string(),
  consigneePhone: z.string(),
  consigneeRegion: z.string(),
  consigneeRegionName: z.string(),
  consigneeAddress: z.string(),
  serviceType: z.string(),
  deliveryWay: z.string(),
  /** COD of the waybill, yuan: whoever gives it out has it collected. */
  codAmount: z.string(),
  pickupWay: z.string(),
  planAt: z.nullable(z.string()),
  waitingSince: z.string(),
  /** The waybill's own outlet. */
  outletId: z.int(),
  outletName: z.string(),
  /** Where it goes (到达网点), if somebody serves the consignee's region. */
  destOutletId: z.nullable(z.int()),
  destName: z.nullable(z.string()),
  late: z.boolean(),
})
export type WaitingRow = z.output<typeof waitingRow>
/** A row of what waits by waybill and place, `12:outlet:3`: one waybill may wait at several places. */
const waitingKey = text(60).check(z.regex(/^\d+:(shipper|outlet):\d+$/, 'field.invalid'))
const waitingFilters = {
  tab: optional(oneOf([...nextLegs, 'late'])),
  /** What a vehicle takes on: not what is brought in or fetched. */
  byVehicle: optional(flag),
  q: optional(text(60)),
  customerId: optional(id),
  outletId: optional(id),
  destOutletId: optional(id),
  /** Pieces that are at this outlet. */
  atOutletId: optional(id),
  /** Pieces that this outlet arranges: those that lie there, and of its own waybills those at the shipper's. */
  byOutletId: optional(id),
  to: optional(text(12)),
  bizFrom: optional(date),
  bizTo: optional(date),
  urgent: optional(flag),
  ids: optional(many(id)),
}
export type WaitingFilter = Input<typeof getWaitingTotals>
const arrangers = [
  browse('arrangedOrder'),
  browse('carArrange'),
  browse('arrangeOperate'),
  browse('specialDelivery'),
  browse('courierDelivery'),
] as const
export const [getWaiting, getWaitingTotals, exportWaiting] = listCalls({
  rows: {
    path: '/api/Dispatch/GetWaiting',
    summary: 'Pieces that wait for their next leg, urgent first, then by plan',
  },
  totals: {
    path: '/api/Dispatch/GetWaitingTotals',
    summary: 'Totals of what waits, and counts of the tabs',
    output: totalsOutput({ free: z.int(), weight: z.string(), volume: z.string() }),
  },
  export: {
    path: '/api/Dispatch/ExportWaiting',
    summary: 'What waits, the whole filter or chosen rows, as an Excel file',
    filters: { ids: optional(many(waitingKey)) },
  },
  access: arrangers,
  row: waitingRow,
  filters: waitingFilters,
  sorts: ['planAt', 'free', 'waybillNo'],
})

/** Where the pieces of a waybill are, for who looks for some that do not wait where he is. */
export const getWhereabouts = call({
  method: 'GET',
  path: '/api/Dispatch/GetWhereabouts',
  summary: 'Where the pieces of a waybill lie, and on what; null where there is none of this number in my scope',
  access: arrangers,
  input: z.object({ no: text(60) }),
  output: z.nullable(
    z.strictObject({
      no: z.string(),
      places: z.array(
        z.strictObject({
          place: z.enum(places),
          /** Of the outlet; empty elsewhere. */
          name: z.string(),
          pieces: z.int(),
          /** What they are planned for, or aboard of. */
          on: z.nullable(z.string()),
        }),
      ),
    }),
  ),
})

/** The goods of a waybill, for who arranges some of them. */
export const getCargoGoods = call({
  method: 'GET',
  path: '/api/Dispatch/GetCargoGoods',
  summary: 'The goods lines of a waybill that can be arranged by goods',
  access: arrangers,
  input: z.object({ waybillId: id }),
  output: z.array(
    z.strictObject({
      seq: z.int(),
      name: z.string(),
      package: z.string(),
      pieces: z.int(),
      weight: z.string(),
      volume: z.string(),
    }),
  ),
})

/** One row a waybill and arrangement, of every kind (haveArranged, 已安排运单). */
export const arrangedRow = z.strictObject({
  /** Of the line. */
  id: z.int(),
  waybillId: z.int(),
  waybillNo: z.string(),
  waybillState: z.string(),
  refused: z.int(),
  urgent: z.boolean(),
  hold: z.boolean(),
  exceptions: z.int(),
  arrangementId: z.int(),
  arrangementNo: z.string(),
  kind: z.enum(arrangementKinds),
  /** Of a trip, as are plate, driver and phone. */
  type: z.nullable(z.string()),
  /** One of its kind's. */
  state: z.string(),
  plateNo: z.nullable(z.string()),
  driverName: z.nullable(z.string()),
  driverPhone: z.nullable(z.string()),
  carrierName: z.nullable(z.string()),
  /** The number at the line carrier or courier. */
  carrierNo: z.nullable(z.string()),
  fromName: z.string(),
  toName: z.string(),
  pieces: z.int(),
  weight: z.string(),
  volume: z.string(),
  planAt: z.string(),
  departAt: z.nullable(z.string()),
  arriveAt: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  /** May be taken off its trip now. */
  removable: z.boolean(),
})
export type ArrangedRow = z.output<typeof arrangedRow>
const arrangedFilters = {
  tab: optional(oneOf(['waiting', 'departed', 'arrived', 'done'])),
  q: optional(text(60)),
  customerId: optional(id),
  kind: optional(oneOf(arrangementKinds)),
  type: optional(oneOf(codes('arrangementType'))),
  planFrom: optional(date),
  planTo: optional(date),
  outletId: optional(id),
  ids: optional(many(id)),
}
export type ArrangedFilter = Input<typeof getArrangedTotals>
export const [getArranged, getArrangedTotals, exportArranged] = listCalls({
  rows: {
    path: '/api/Dispatch/GetArranged',
    summary: 'Arranged waybills, one row a waybill and arrangement of any kind',
  },
  totals: {
    path: '/api/Dispatch/GetArrangedTotals',
    summary: 'Totals of arranged pieces, and counts of the tabs',
    output: totalsOutput({ pieces: z.int(), weight: z.string(), volume: z.string() }),
  },
  export: {
    path: '/api/Dispatch/ExportArranged',
    summary: 'Arranged waybills, the whole filter or chosen rows, as an Excel file',
  },
  access: [browse('haveArranged')],
  row: arrangedRow,
  filters: arrangedFilters,
  sorts: ['planAt'],
})
export const removeLines = call({
  method: 'POST',
  path: '/api/Dispatch/RemoveLines',
  summary: 'Take waybills off trips that have not departed (移出); the pieces wait again',
  access: [
    { page: 'haveArranged', kind: 'edit' },
    { page: 'carArrange', kind: 'edit' },
    { page: 'arrangeOperate', kind: 'edit' },
  ],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})

/** Vehicles for the form: what fits, and why one may not go. */
export const vehicleChoice = z.strictObject({
  id: z.int(),
  plateNo: z.string(),
  plateColor: z.string(),
  model: z.string(),
  type: z.string(),
  loadKg: z.string(),
  volumeM3: z.nullable(z.string()),
  cold: z.boolean(),
  hazard: z.boolean(),
  driverId: z.nullable(z.int()),
  driverName: z.nullable(z.string()),
  carrierId: z.nullable(z.int()),
  carrierName: z.nullable(z.string()),
  /** The trip it has been assigned to and has not left for; empty where that is of another outlet. */
  planned: z.nullable(z.string()),
  /** What its driver collected and has not handed in, yuan; null: no more than he may have in hand (M49). */
  holds: z.nullable(z.string()),
  /** Null when it may go; else why not, in the asker's language. */
  blocked: z.nullable(z.string()),
})
export type VehicleChoice = z.output<typeof vehicleChoice>
export const getDispatchVehicles = call({
  method: 'GET',
  path: '/api/Dispatch/GetDispatchVehicles',
  summary: 'Vehicles to choose from, those that may go first',
  access: [browse('arrangeOperate'), browse('arrangeList')],
  input: z.object({ q: optional(text(60)), id: optional(id) }),
  output: z.array(vehicleChoice),
})
export const driverChoice = z.strictObject({
  id: z.int(),
  name: z.string(),
  mobile: z.string(),
  carrierName: z.nullable(z.string()),
  blocked: z.nullable(z.string()),
})
export const getDispatchDrivers = call({
  method: 'GET',
  path: '/api/Dispatch/GetDispatchDrivers',
  summary: 'Drivers to choose from, those that may drive first',
  access: [browse('arrangeOperate'), browse('arrangeList')],
  input: z.object({ q: optional(text(60)), id: optional(id) }),
  output: z.array(driverChoice),
})
