import * as z from 'zod/mini'
import { edit } from '../access.ts'
import { call, type Output } from '../kernel/call.ts'
import { flag, id, int, many, moment, oneOf, optional, text, uuid } from '../kernel/wire.ts'
import { arrangementStates } from './states.ts'
import { mostStops, stopOut, tripLegs } from './stops.ts'

/** Loading and unloading a trip by scan (T17), also while there is no network. */

/** What is being scanned at a stop. */
export const scanWorks = ['load', 'unload'] as const
export type ScanWork = (typeof scanWorks)[number]
/**
 * `count`: a piece, or so many of a waybill. `take`: one that was counted by mistake; one that joined is on this trip no more. `join`: what
 * is not on this trip goes with it.
 * `extra`: it may not, and is a case (多货). `close`: the vehicle leaves, or has been unloaded, with what was scanned.
 */
export const scanActs = ['count', 'take', 'join', 'extra', 'close'] as const
export type ScanAct = (typeof scanActs)[number]

/** Of the label of a piece its waybill and its number, `YD26112600001-003`; of a waybill's number the waybill alone. */
export function pieceOf(scanned: string): { waybillNo: string; piece: number | null } | null {
  const found = /^([A-Z]{2}\d{11})(?:-(\d{1,6}))?$/.exec(scanned.trim().toUpperCase())
  if (found?.[1] === undefined) return null
  return { waybillNo: found[1], piece: found[2] === undefined ? null : Number(found[2]) }
}

const scanRight = [edit('arrangeScan')] as const

export const tripScan = z.strictObject({
  id: z.int(),
  arrangementNo: z.string(),
  state: z.enum(arrangementStates),
  plateNo: z.string(),
  driverName: z.string(),
  stops: z.array(stopOut),
  /** What can be scanned here now; null where nothing is to be loaded or unloaded next. */
  now: z.nullable(z.strictObject({ seq: z.int(), work: z.enum(scanWorks), name: z.string() })),
  /** Pieces that did not come off, which this person may bring in (补到). */
  missing: z.int(),
  /** Why it is not this person's to scan. */
  blocked: z.nullable(z.string()),
  /** What is on the trip for other stops: it is not to be scanned here. */
  others: z.array(z.strictObject({ waybillNo: z.string(), stop: z.string() })),
  /** What is to be loaded or unloaded there. */
  lines: z.array(
    z.strictObject({
      lineId: z.int(),
      waybillId: z.int(),
      waybillNo: z.string(),
      customerName: z.nullable(z.string()),
      leg: z.enum(tripLegs),
      pieces: z.int(),
      /** Of the waybill: the numbers of its labels go from 1 to it. */
      totalPieces: z.int(),
      /** Pieces counted without a label, and the numbers of those with one. */
      counted: z.int(),
      labels: z.array(z.int()),
    }),
  ),
})
export type TripScan = z.output<typeof tripScan>
export const getTripScan = call({
  method: 'GET',
  path: '/api/Dispatch/GetTripScan',
  summary: 'A trip as it is loaded or unloaded by scan',
  access: scanRight,
  input: z.object({ no: text(20) }),
  output: tripScan,
})
export const getScanTrips = call({
  method: 'GET',
  path: '/api/Dispatch/GetScanTrips',
  summary: 'Trips that may be loaded or unloaded by scan here',
  access: scanRight,
  input: z.object({}),
  output: z.array(
    z.strictObject({
      arrangementNo: z.string(),
      plateNo: z.string(),
      driverName: z.string(),
      work: z.enum(scanWorks),
      stop: z.string(),
      pieces: z.int(),
    }),
  ),
})

export const tripScanInput = z.object({
  /** Made by the device: sent again, or from a second device, it has one effect. */
  actId: uuid,
  id,
  seq: int(1, mostStops),
  work: oneOf(scanWorks),
  act: oneOf(scanActs),
  /** As it was scanned; of all acts but `close`. */
  number: optional(text(60)),
  /** Of a waybill's number: how many. */
  pieces: optional(int(1, 999_999)),
  /** Of `close` and `join`, asked for by name: the vehicle goes although it is overloaded. */
  overload: optional(flag),
  at: moment,
})
export type TripScanInput = z.output<typeof tripScanInput>
export const syncTripScans = call({
  method: 'POST',
  path: '/api/Dispatch/SyncTripScans',
  summary:
    'Scans that a device made, in their order, also while it was offline; each is taken once. What has no answer is to be sent again',
  access: scanRight,
  input: z.object({ acts: many(tripScanInput, 500, 1) }),
  output: z.array(
    z.strictObject({
      actId: z.string(),
      /** `again`: it had been taken before. */
      outcome: z.enum(['done', 'again', 'refused']),
      reason: z.nullable(z.string()),
      msg: z.nullable(z.string()),
      /** Of what is not on this trip: how many of it are free here, and may join. */
      free: z.nullable(z.int()),
    }),
  ),
})
export type TripScanAnswer = Output<typeof syncTripScans>[number]

/** Refused as counted already, or never: of what is on the vehicle nothing is missing for it. Any other refusal keeps the stop open. */
const harmless = ['dispatch.scannedBefore', 'dispatch.notScanned']
export const keepsOpen = (act: ScanAct, reason: string | null): boolean =>
  act !== 'close' && !harmless.includes(reason ?? '')
