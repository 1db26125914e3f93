import type { ScanWork, TripScan, TripScanAnswer, TripScanInput } from '@xunyun/contract/dispatch/scan'
import { pieceOf } from '@xunyun/contract/dispatch/scan'
import { keptStore } from '../../../shared/offline/keptStore.ts'

export type RefusedScan = {
  readonly act: TripScanInput
  readonly msg: string
  /** What is not on this trip: how many may join; null where it is a case only. Undefined: refused for something else. */
  readonly free?: number | null | undefined
}
/** What a stop came to when it was closed. */
export type Ended = {
  readonly actId: string
  readonly seq: number
  readonly stops: number
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

type Counting = { labels: Set<number>; loose: number; joined: number }

/** What acts make of what was counted, in their order; acts of another stop change nothing here. */
function countsOf({ trip }: KeptTrip, acts: readonly TripScanInput[]): Map<string, Counting> {
  const counts = new Map<string, Counting>()
  // A waybill may have two lines; what was counted of it stands in each.
  for (const { waybillNo, counted, labels } of trip.lines)
    counts.set(waybillNo, { labels: new Set(labels), loose: counted, joined: 0 })
  for (const { seq, work, act, number, pieces = 1 } of acts) {
    const label = pieceOf(number ?? '')
    if (label === null || seq !== trip.now?.seq || work !== trip.now.work) continue
    if (act === 'join' && !counts.has(label.waybillNo))
      counts.set(label.waybillNo, { labels: new Set(), loose: 0, joined: 0 })
    const of = counts.get(label.waybillNo)
    if (of === undefined || act === 'extra' || act === 'close') continue
    const { piece } = label
    if (act === 'join') of.joined += piece === null ? pieces : 1
    if (piece === null) of.loose += act === 'take' ? -pieces : pieces
    else if (act === 'take') of.labels.delete(piece)
    else of.labels.add(piece)
  }
  return counts
}

/** What is not complete first, as it stands on the trip. */
export function waybillsNow(kept: KeptTrip): WaybillNow[] {
  const rows = new Map<string, WaybillNow>()
  for (const [waybillNo, { labels, loose, joined }] of countsOf(kept, kept.acts)) {
    const own = kept.trip.lines.filter((line) => line.waybillNo === waybillNo)
    rows.set(waybillNo, {
      waybillNo,
      customerName: own[0]?.customerName ?? null,
      pieces: own.reduce((sum, { pieces }) => sum + pieces, joined),
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
/** After an answer: what was taken counts, what was refused is told. */
export function afterAnswers(
  kept: KeptTrip,
  taken: readonly TripScanInput[],
  refused: readonly { readonly act: TripScanInput; readonly msg: string; readonly answer: TripScanAnswer }[],
): KeptTrip {
  const told = refused.map(({ act, msg, answer }): RefusedScan => {
    const isStray = notHere.includes(answer.reason ?? '') && act.act !== 'extra'
    return isStray ? { act, msg, free: answer.free } : { act, msg }
  })
  const isOpenAgain = refused.some(({ act }) => act.actId === kept.ended?.actId)
  return {
    ...kept,
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
