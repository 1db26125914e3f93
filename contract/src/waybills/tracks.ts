import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { abilities } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { date, flag, id, int, many, moment, oneOf, optional, text } from '../kernel/wire.ts'
import { storedFile } from '../system/files.ts'
import { waybillFilters, waybillRow } from './calls.ts'

/** Tracks: what is said of a waybill on its way, by people and by the system (T24). */

export const trackActions = ['correct', 'hide', 'show'] as const
export type TrackAction = (typeof trackActions)[number]

export const trackOut = z.strictObject({
  id: z.int(),
  node: z.string(),
  at: z.string(),
  place: z.nullable(z.string()),
  text: z.string(),
  source: z.string(),
  visible: z.boolean(),
  byName: z.string(),
  /** Another track stands in its place, or the act that wrote it was taken back: never told to a customer. */
  struck: z.nullable(z.enum(['corrected', 'undone'])),
  files: z.array(storedFile),
  actions: abilities(trackActions),
})
export type TrackOut = z.output<typeof trackOut>

/** Waybills and trips at once. */
export const mostTracked = 500
export const mostTrackFiles = 5
const trackFields = {
  node: oneOf(codes('trackNode')),
  at: moment,
  place: optional(text(100)),
  text: optional(text(300)),
  /** Whether the customer may see it; not given: yes. */
  visible: optional(flag),
  files: optional(many(id, mostTrackFiles)),
  /** 1: saved although the server asks first (code 300). */
  confirm: optional(int(0, 1)),
}
const mayTrack = [edit('allWayBill'), edit('track'), edit('trackList')] as const

export const addTrack = call({
  method: 'POST',
  path: '/api/W_Track/AddTrack',
  summary:
    'Add a track to one or several waybills; code 300 asks first where it is out of order, in the future or after signing',
  access: mayTrack,
  input: z.object({
    ids: optional(many(id, 10_000)),
    /** Numbers of waybills, or of trips, line shipments and parcels: then of all that they carry. */
    numbers: optional(many(text(40), mostTracked)),
    ...trackFields,
  }),
  output: z.strictObject({ added: z.int() }),
  body: 'form',
  idempotent: true,
})

export const correctTrack = call({
  method: 'POST',
  path: '/api/W_Track/CorrectTrack',
  summary: 'Put a track in the place of one of my own; the old one stays, struck, and no customer sees it',
  access: mayTrack,
  input: z.object({ id, ...trackFields }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})

export const showTrack = call({
  method: 'POST',
  path: '/api/W_Track/ShowTrack',
  summary: 'Show a track to the customer, or hide it from him',
  access: [edit('trackList')],
  input: z.object({ id, visible: flag }),
  output: z.strictObject({ id: z.int() }),
})

export const getTracks = call({
  method: 'GET',
  path: '/api/W_Track/GetTracks',
  summary: 'The tracks of a waybill, latest first',
  audience: 'everybody',
  access: [browse('allWayBill'), browse('trackList'), browse('transport')],
  input: z.object({ waybillId: id }),
  output: z.strictObject({ tracks: z.array(trackOut) }),
})

const lastTrack = z.strictObject({
  node: z.string(),
  at: z.string(),
  place: z.nullable(z.string()),
  text: z.string(),
  source: z.string(),
  /** Empty for a customer's account. */
  by: z.string(),
})

/** A waybill with its last track, and the trip, line shipment or parcel that has it or had it last. */
export const trackedRow = z.extend(waybillRow, {
  lastTrack: z.nullable(lastTrack),
  arrangementNo: z.nullable(z.string()),
  plateNo: z.nullable(z.string()),
  driverName: z.nullable(z.string()),
  driverPhone: z.nullable(z.string()),
  carrierName: z.nullable(z.string()),
  /** The trip that it is under way with, for whoever may say that this arrived. */
  arrivesWith: z.nullable(z.int()),
})
export type TrackedRow = z.output<typeof trackedRow>

export const trackTabs = [
  'pickingUp',
  'inTransit',
  'arrived',
  'delivering',
  'awaitingPickup',
  'partSigned',
  'signed',
] as const
export type TrackTab = (typeof trackTabs)[number]

const { tab: _, priceTab: __, ...filters } = waybillFilters
export const [getTracked, getTrackedTotals, exportTracked] = listCalls({
  rows: { path: '/api/W_Track/GetTracked', summary: 'Waybills by their last track, latest first' },
  totals: {
    path: '/api/W_Track/GetTrackedTotals',
    output: totalsOutput({ pieces: z.int() }),
  },
  export: { path: '/api/W_Track/ExportTracked' },
  access: [browse('trackList')],
  audience: 'everybody',
  row: trackedRow,
  filters: {
    ...filters,
    tab: optional(oneOf(trackTabs)),
    /** Any part of the plate of the vehicle that has it, or had it last. */
    plateNo: optional(text(20)),
    /** Of the last track: its node, who said it, and its day. */
    node: optional(oneOf(codes('trackNode'))),
    trackSource: optional(oneOf(codes('trackSource'))),
    trackedFrom: optional(date),
    trackedTo: optional(date),
    /** Hours without a track, more than. */
    silentHours: optional(int(1, 10_000)),
  },
  sorts: ['trackedAt', 'waybillNo', 'bizDate', 'planArrive', 'pieces'],
})

export const findTracked = call({
  method: 'GET',
  path: '/api/W_Track/FindTracked',
  summary:
    'Waybills by numbers, their own or those of trips, line shipments and parcels, for the queue of the tracking desk',
  access: [browse('track')],
  input: z.object({ numbers: many(text(40), mostTracked, 1) }),
  output: z.strictObject({
    waybills: z.array(trackedRow),
    /** Those that no track is written to: drafts and cancelled ones. */
    refused: z.array(z.strictObject({ waybillNo: z.string(), state: z.string() })),
    /** What is no number of ours, or of others. */
    unknown: z.array(z.string()),
  }),
})
