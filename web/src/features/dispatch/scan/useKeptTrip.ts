import { getTripScan, syncTripScans, type TripScan, type TripScanInput } from '@xunyun/contract/dispatch/scan'
import { api } from '../../../shared/api/api.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { actIdOf } from '../../../shared/offline/actId.ts'
import { useKeptWork } from '../../../shared/offline/useKeptWork.ts'
import { serverNow } from '../../../shared/session/session.ts'
import { closingOf } from './closing.ts'
import {
  afterAnswers,
  type Ended,
  type KeptTrip,
  keptTrips,
  type RefusedScan,
  totalOf,
  waybillsNow,
} from './keptTrips.ts'

/** So many scans are taken within the time that anybody waits for an answer. */
const most = 100

/** A stop that is open again, as after its departure was taken back, has not ended. */
function foundTrip(now: KeptTrip | null, trip: TripScan): KeptTrip {
  const { acts, refused, ended = null } = now ?? { acts: [], refused: [] }
  const isSent = acts.every(({ actId }) => actId !== ended?.actId)
  const isOpen = isSent && trip.now?.seq === ended?.seq && trip.now?.work === ended?.work
  return { trip, acts, refused, ended: isOpen ? null : ended }
}

type Said = {
  readonly number?: string
  readonly pieces?: number | undefined
  readonly overload?: boolean | undefined
}

/** One trip on this device, and what was scanned of it. */
export function useKeptTrip(no: string, onRefused: (msg: string) => void) {
  const { kept, error, online, current, keep, load, send } = useKeptWork({
    store: keptTrips,
    no,
    most,
    ask: (how) => api(getTripScan, { no }, how),
    found: foundTrip,
    send: (acts: TripScanInput[], how) => api(syncTripScans, { acts }, how),
    settled: afterAnswers,
    onAnswer: () => undefined,
    onFailed: onRefused,
    refresh: ['/api/Dispatch/', '/api/Waybills/'],
  })

  const change = (next: (now: KeptTrip) => KeptTrip) => {
    const now = current()
    if (now !== null) keep(next(now))
  }
  const actOf = (
    now: KeptTrip,
    act: TripScanInput['act'],
    { number, pieces, overload }: Said = {},
  ): TripScanInput | null =>
    now.trip.now === null
      ? null
      : {
          actId: actIdOf(newKey()),
          id: now.trip.id,
          seq: now.trip.now.seq,
          work: now.trip.now.work,
          act,
          number,
          pieces,
          overload,
          at: serverNow().toISOString(),
        }
  /** Kept first, then sent. `instead`: of a scan that was refused, or waits for its answer. */
  const add = (act: TripScanInput['act'], said: Said & { number: string }, instead?: string) => {
    change((now) => {
      const made = actOf(now, act, said)
      if (made === null) return now
      const acts = now.acts.filter(({ actId }) => actId !== instead)
      return {
        ...now,
        acts: [...acts, made],
        refused: now.refused.filter((one) => one.act.actId !== instead),
      }
    })
    void send()
  }
  /** 多货: of a scan that was refused or waits for its answer; at the stop of that scan, which may be closed by now. */
  const addExtra = (of: TripScanInput) => {
    change((now) => ({
      ...now,
      acts: [...now.acts.filter(({ actId }) => actId !== of.actId), { ...of, actId: actIdOf(newKey()), act: 'extra' }],
      refused: now.refused.filter(({ act }) => act.actId !== of.actId),
    }))
    void send()
  }
  /** What was said of an earlier try to close this stop has been seen by whoever closes it again. */
  const close = (overload?: boolean) => {
    change((now) => {
      const made = actOf(now, 'close', { overload })
      if (made === null || now.trip.now === null) return now
      const stop = { ...now.trip.now, closing: closingOf(now.trip.now, now.trip) }
      const ended: Ended = { ...stop, ...totalOf(waybillsNow(now)), actId: made.actId }
      const refused = now.refused.filter(({ act }) => act.act !== 'close')
      return { ...now, acts: [...now.acts, made], refused, ended }
    })
    void send()
  }
  /** More than is planned, and nobody has to be asked: told until it was seen. */
  const tell = (number: string, msg: string, free: number | null) =>
    change((now) => {
      const act = actOf(now, 'count', { number, pieces: 1 })
      return act === null ? now : { ...now, refused: [...now.refused, { act, msg, free }] }
    })
  const dismiss = (seen: readonly RefusedScan[]) =>
    change((now) => ({
      ...now,
      refused: now.refused.filter(({ act }) => seen.every((one) => one.act.actId !== act.actId)),
    }))
  const goOn = () => {
    change((now) => ({ ...now, ended: null }))
    void load()
  }
  return { kept, error, online, add, addExtra, close, tell, dismiss, goOn }
}
