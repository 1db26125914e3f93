import type { ScanWork, TripScan, TripScanAnswer, TripScanInput } from '@xunyun/contract/dispatch/scan'
import { keepsOpen, pieceOf } from '@xunyun/contract/dispatch/scan'
import { keptStore } from '../../../shared/offline/keptStore.ts'
import type { Closing } from './closing.ts'

export type RefusedScan = {
  readonly act: TripScanInput
  readonly msg: string
  /** What is not on this trip: how many may join; null where it is a case only. Undefined: refused for something else. */
  readonly free?: number | null | undefined
  /** More than the vehicle may carry: it goes by whoever may send it. */
  readonly heavy?: boolean
  /** Of a closing act: so many scans before it were refused, so that it was not sent. */
  readonly held?: number
}
/** What a stop came to when it was closed. */
export type Ended = {
  readonly actId: string
  readonly seq: number
  readonly closing: Closing
  readonly work: ScanWork
  readonly name: string
  readonly done: number
  readonly of: number
}
/** A trip on the device: as it was fetched last, what was scanned and not yet answered for, and what came back. */
export type KeptTrip = {
  readonly trip: TripScan
  readonly acts: readonly TripScanInput[]
  readonly refused: readonly RefusedScan[]
  /** Until it was seen. */
  readonly ended?: Ended | null
}

export const hasNews = ({ acts, refused }: KeptTrip): boolean => acts.length + refused.length > 0
export const keptTrips = keptStore<KeptTrip>('trips', {
  no: ({ trip }) => trip.arrangementNo,
  isOver: (kept) => kept.trip.now === null && !hasNews(kept),
})

/** A waybill as it stands at this stop: what was scanned here counts, whether the server has heard of it or not. */
export type WaybillNow = {
  readonly waybillNo: string
  readonly customerName: string | null
  /** To be loaded, or to come off. */
  readonly pieces: number
  readonly totalPieces: number
  readonly labels: ReadonlySet<number>
  readonly loose: number
  readonly done: number
}

type Counting = { labels: Set<number>; loose: number; joined: number; joinedLabels: Set<number> }
const counting = (labels: readonly number[] = [], loose = 0): Counting => ({
  labels: new Set(labels),
  loose,
  joined: 0,
  joinedLabels: new Set(),
})

/** What acts make of what was counted, in their order; acts of another stop change nothing here. */
function countsOf({ trip }: KeptTrip, acts: readonly TripScanInput[]): Map<string, Counting> {
  const counts = new Map<string, Counting>()
  // A waybill may have two lines; what was counted of it stands in each.
  for (const { waybillNo, counted, labels } of trip.lines) counts.set(waybillNo, counting(labels, counted))
  for (const { seq, work, act, number, pieces = 1 } of acts) {
    const label = pieceOf(number ?? '')
    if (label === null || seq !== trip.now?.seq || work !== trip.now.work) continue
    if (act === 'join' && !counts.has(label.waybillNo)) counts.set(label.waybillNo, counting())
    const of = counts.get(label.waybillNo)
    if (of === undefined || act === 'extra' || act === 'close') continue
    const { piece } = label
    if (act === 'join') {
      if (piece === null) of.joined += pieces
      else of.joinedLabels.add(piece)
    } else if (act === 'take') {
      if (piece === null) of.joined = Math.max(of.joined - pieces, 0)
      else of.joinedLabels.delete(piece)
    }
    if (piece === null) of.loose += act === 'take' ? -pieces : pieces
    else if (act === 'take') of.labels.delete(piece)
    else of.labels.add(piece)
  }
  return counts
}

/** What is not complete first, as it stands on the trip. */
export function waybillsNow(kept: KeptTrip): WaybillNow[] {
  const rows = new Map<string, WaybillNow>()
  for (const [waybillNo, { labels, loose, joined, joinedLabels }] of countsOf(kept, kept.acts)) {
    const own = kept.trip.lines.filter((line) => line.waybillNo === waybillNo)
    // Joined, and taken back before the server heard of it.
    if (own.length === 0 && joined + joinedLabels.size === 0) continue
    rows.set(waybillNo, {
      waybillNo,
      customerName: own[0]?.customerName ?? null,
      pieces: own.reduce((sum, { pieces }) => sum + pieces, joined + joinedLabels.size),
      totalPieces: own[0]?.totalPieces ?? Number.MAX_SAFE_INTEGER,
      labels,
      loose,
      done: labels.size + loose,
    })
  }
  const all = [...rows.values()]
  return [...all.filter((one) => !isWhole(one)), ...all.filter(isWhole)]
}
export const isWhole = ({ done, pieces }: WaybillNow): boolean => done >= pieces

export const totalOf = (rows: readonly WaybillNow[]): { readonly done: number; readonly of: number } => ({
  done: rows.reduce((sum, { done }) => sum + done, 0),
  of: rows.reduce((sum, { pieces }) => sum + pieces, 0),
})

/** Acts that the server has taken count as fetched, until the trip is asked for again. */
export function withTaken(kept: KeptTrip, taken: readonly TripScanInput[]): TripScan {
  const counts = countsOf(kept, taken)
  return {
    ...kept.trip,
    lines: kept.trip.lines.map((line) => {
      const of = counts.get(line.waybillNo)
      return of === undefined
        ? line
        : { ...line, counted: of.loose, labels: [...of.labels].sort((one, other) => one - other) }
    }),
  }
}

const notHere = ['dispatch.notOnTrip', 'dispatch.notAnyOfOurs']
const tooHeavy = ['dispatch.overweight', 'dispatch.overvolume']
type Refused = { readonly act: TripScanInput; readonly msg: string; readonly answer: TripScanAnswer }

const toldOf = ({ act, msg, answer }: Refused): RefusedScan => {
  const reason = answer.reason ?? ''
  if (tooHeavy.includes(reason)) return { act, msg, heavy: true }
  return notHere.includes(reason) && act.act !== 'extra' ? { act, msg, free: answer.free } : { act, msg }
}

export const isOfStop = ({ seq, work }: TripScanInput, stop: { seq: number; work: ScanWork } | null): boolean =>
  seq === stop?.seq && work === stop.work

/**
 * After an answer: what was taken counts, what was refused is told. A closing act that waits behind a refused scan of its stop is not
 * sent: its piece would be left behind or missing unseen. The stop is open again.
 */
export function afterAnswers(kept: KeptTrip, taken: readonly TripScanInput[], refused: readonly Refused[]): KeptTrip {
  const open = refused.filter(({ act, answer }) => keepsOpen(act.act, answer.reason))
  const held = kept.acts.flatMap((act): RefusedScan[] => {
    const before = act.act === 'close' ? open.filter((one) => isOfStop(one.act, act)).length : 0
    return before > 0 ? [{ act, msg: '', held: before }] : []
  })
  const told = [...refused.map(toldOf), ...held]
  const isOpenAgain = told.some(({ act }) => act.actId === kept.ended?.actId)
  return {
    ...kept,
    acts: kept.acts.filter((act) => held.every((one) => one.act !== act)),
    trip: withTaken(kept, taken),
    refused: [...kept.refused, ...told],
    ended: isOpenAgain ? null : (kept.ended ?? null),
  }
}

/** Scanned, not on this trip, and not yet answered for. */
export const straysOf = ({ trip, acts }: KeptTrip): TripScanInput[] => {
  const joined = new Set(
    acts.flatMap(({ act, number = '' }) => (act === 'join' ? (pieceOf(number)?.waybillNo ?? []) : [])),
  )
  return acts.filter(({ act, number = '' }) => {
    const waybillNo = pieceOf(number)?.waybillNo ?? ''
    return act === 'count' && !joined.has(waybillNo) && trip.lines.every((line) => line.waybillNo !== waybillNo)
  })
}
