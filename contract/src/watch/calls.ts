import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { choice, listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { id, many, moment, oneOf, optional, text } from '../kernel/wire.ts'
import { waybillFilters } from '../waybills/calls.ts'
import { livePlaces } from '../waybills/states.ts'
import { mostTracked, trackedRow } from '../waybills/tracks.ts'
import { watchLists } from './lists.ts'

/** The four lists of what is late, silent or must not go wrong (T27): a rule that is read live, with a clock beside it. */

export const watchTabs = ['mine', 'outlet', 'overdue', 'escalated'] as const
export type WatchTab = (typeof watchTabs)[number]
export const keyTabs = ['byHand', 'byRule'] as const

export const watchActions = ['claim', 'assign', 'changeDue', 'unsetKey'] as const
export type WatchAction = (typeof watchActions)[number]

/** Why it is a key one. */
export const keyReasons = ['marked', 'urgent', 'hazard', 'cold', 'declared', 'cod', 'vip'] as const

export const watchRow = z.extend(trackedRow, {
  /** Since when it is on the list: of unTrack the last track. */
  since: z.string(),
  dueAt: z.string(),
  ownerId: z.nullable(z.int()),
  ownerName: z.nullable(z.string()),
  /** How often it was escalated. */
  level: z.int(),
  /** Pieces that are under way still. */
  live: z.int(),
  /** Where these are, most of them first: the outlet or trip by its name, empty at the shipper's. */
  where: z.array(z.strictObject({ place: z.enum(livePlaces), name: z.string(), pieces: z.int() })),
  keyReasons: z.array(z.enum(keyReasons)),
  watchActions: abilities(watchActions),
})
export type WatchRow = z.output<typeof watchRow>

const { tab: _, priceTab: __, signedFrom: ___, signedTo: ____, ...filters } = waybillFilters
const list = oneOf(watchLists)
const browsing = [
  browse('unshippedList'),
  browse('noSignList'),
  browse('unTrackList'),
  browse('keyPiecesList'),
] as const
const editing = [edit('unshippedList'), edit('noSignList'), edit('unTrackList'), edit('keyPiecesList')] as const

export const [getWatched, getWatchedTotals, exportWatched] = listCalls({
  rows: { path: '/api/Watch/GetWatched', summary: 'Waybills on a watch list, the first due first' },
  totals: { path: '/api/Watch/GetWatchedTotals', output: totalsOutput({ pieces: z.int() }) },
  export: { path: '/api/Watch/ExportWatched' },
  access: browsing,
  row: watchRow,
  filters: { ...filters, list, ownerId: optional(id), tab: optional(oneOf([...watchTabs, ...keyTabs])) },
  sorts: ['dueAt', 'since', 'waybillNo', 'pieces'],
})

const batch = { list, ids: many(id, 500, 1) }
export const claimWatched = call({
  method: 'POST',
  path: '/api/Watch/ClaimWatched',
  summary: 'What is on a watch list is mine to follow',
  access: editing,
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const assignWatched = call({
  method: 'POST',
  path: '/api/Watch/AssignWatched',
  summary: 'Somebody else follows it, with the reason',
  access: editing,
  input: z.object({ ...batch, ownerId: id, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const changeWatchedDue = call({
  method: 'POST',
  path: '/api/Watch/ChangeWatchedDue',
  summary: 'It is due at another time, with the reason',
  access: editing,
  input: z.object({ ...batch, dueAt: moment, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})

/** Marked by hand; what a rule says stays. */
export const setKeyWaybills = call({
  method: 'POST',
  path: '/api/Watch/SetKeyWaybills',
  summary: 'Mark waybills as key ones',
  access: [edit('keyPiecesList'), edit('allWayBill'), edit('trackList')],
  input: z.object({
    ids: optional(many(id, 500)),
    /** Numbers of waybills or of their pieces, or of trips, line shipments and parcels: then of all that they carry. */
    numbers: optional(many(text(40), mostTracked)),
    reason: text(200),
  }),
  output: outcomes,
  idempotent: true,
})
export const unsetKeyWaybills = call({
  method: 'POST',
  path: '/api/Watch/UnsetKeyWaybills',
  summary: 'Take the mark off again',
  access: [edit('keyPiecesList')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
  idempotent: true,
})

export const getWatchers = call({
  method: 'GET',
  path: '/api/Watch/GetWatchers',
  summary: 'People who may follow, and roles that may be told',
  access: [...browsing, browse('abnormalList'), browse('complaintList')],
  input: z.object({ q: optional(text(40)) }),
  output: z.strictObject({ users: z.array(choice), roles: z.array(choice) }),
})

/** The clocks of all lists now, as the job does every five minutes. */
export const runWatch = call({
  method: 'POST',
  path: '/api/Watch/RunWatch',
  summary: 'Begin, escalate and end the clocks of all lists now',
  access: editing,
  input: z.object({}),
  output: z.strictObject({ begun: z.int(), ended: z.int(), escalated: z.int() }),
})
