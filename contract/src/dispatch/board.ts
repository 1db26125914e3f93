import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { call, type Output } from '../kernel/call.ts'
import { date, id, many, optional } from '../kernel/wire.ts'
import { arrangementRow, vehicleChoice } from './calls.ts'
import { stopKinds, tripLegs } from './stops.ts'

/** The dispatch board (carArrange, 车辆安排): the trips of a day and the vehicles that may go; what waits comes from `getWaiting`. */

const boardLine = z.strictObject({
  lineId: z.int(),
  waybillId: z.int(),
  waybillNo: z.string(),
  customerName: z.nullable(z.string()),
  consigneeCity: z.string(),
  fromPlace: z.enum(['shipper', 'outlet']),
  fromId: z.int(),
  /** Where it is unloaded, if at an outlet. */
  unloadOutletId: z.nullable(z.int()),
  leg: z.enum(tripLegs),
  load: z.int(),
  unload: z.int(),
  pieces: z.int(),
  weight: z.string(),
  volume: z.string(),
  serviceType: z.string(),
})
export type BoardLine = z.output<typeof boardLine>

const boardTrip = z.strictObject({
  ...arrangementRow.shape,
  /** Why its vehicle takes nothing more, in the asker's language. */
  blocked: z.nullable(z.string()),
  lines: z.array(boardLine),
  stops: z.array(
    z.strictObject({
      seq: z.int(),
      kind: z.enum(stopKinds),
      outletId: z.nullable(z.int()),
      region: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  ),
})
export type BoardTrip = z.output<typeof boardTrip>

const boardVehicle = z.strictObject({
  ...vehicleChoice.shape,
  driverPhone: z.nullable(z.string()),
  /** Null when its driver may drive; else why not, in the asker's language. */
  driverBlocked: z.nullable(z.string()),
})
export type BoardVehicle = z.output<typeof boardVehicle>

/** Rows of what waits on a board: more than anybody looks through, the rest is found by the filters. */
export const mostWaiting = 5_100

export const getBoard = call({
  method: 'GET',
  path: '/api/Dispatch/GetBoard',
  summary: 'Trips of a day inside my scope with their loads, the vehicles, and a mark of what waits',
  access: [browse('carArrange')],
  input: z.object({
    /** Default: today, with what should have left before. */
    date: optional(date),
    /** What waits, and the trips that are made, loaded or unloaded, at this outlet. */
    outletId: optional(id),
    /** Of what waits. */
    customerId: optional(id),
  }),
  output: z.strictObject({
    trips: z.array(boardTrip),
    vehicles: z.array(boardVehicle),
    /** Another one whenever a row of what waits has changed, of as many as the board shows. */
    waiting: z.string(),
  }),
})
export type Board = Output<typeof getBoard>

/** What was chosen of what waits, and waits no more. */
export const getTaken = call({
  method: 'GET',
  path: '/api/Dispatch/GetTaken',
  summary: 'Of waybills that wait no more: who has arranged them, and onto what',
  access: [browse('carArrange')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: z.array(
    z.strictObject({
      id: z.int(),
      no: z.string(),
      reason: z.string(),
      /** In the asker's language. */
      msg: z.string(),
    }),
  ),
})
