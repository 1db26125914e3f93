import { getTripScan, syncTripScans, type TripScan, type TripScanInput } from '@xunyun/contract/dispatch/scan'
import { api } from '../../../shared/api/api.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { actIdOf } from '../../../shared/offline/actId.ts'
import { useKeptWork } from '../../../shared/offline/useKeptWork.ts'
import { serverNow } from '../../../shared/session/session.ts'
import { afterAnswers, type Ended, type KeptTrip, keptTrips, totalOf, waybillsNow } from './keptTrips.ts'

/** So many scans are taken within the time that anybody waits for an answer. */
const most = 100

/** A stop that is open again, as after its departure was taken back, has not ended. */
function foundTrip(now: KeptTrip | null, trip: TripScan): KeptTrip {
  const { acts, refused, ended = null } = now ?? { acts: [], refused: [] }
  const isSent = acts.every(({ actId }) => actId !== ended?.actId)
  const isOpen = isSent && trip.now?.seq === ended?.seq && trip.now?.work === ended?.work
  return { trip, acts, refused, ended: isOpen ? null : ended }
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
  const actOf = (now: KeptTrip, act: TripScanInput['act'], number?: string, pieces?: number): TripScanInput | null =>
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
          at: serverNow().toISOString(),
        }
  /** Kept first, then sent. `instead`: of a scan that was refused, or waits for its answer. */
  const add = (act: TripScanInput['act'], number: string, pieces?: number, instead?: string) => {
    change((now) => {
      const made = actOf(now, act, number, pieces)
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
  const close = () => {
    change((now) => {
      const made = actOf(now, 'close')
      if (made === null || now.trip.now === null) return now
      const stop = { ...now.trip.now, stops: now.trip.stops.length }
      const ended: Ended = { ...stop, ...totalOf(waybillsNow(now)), actId: made.actId }
      return { ...now, acts: [...now.acts, made], ended }
    })
    void send()
  }
  /** More than is planned, and nobody has to be asked: told until it was seen. */
  const tell = (number: string, msg: string, free: number | null) =>
    change((now) => {
      const act = actOf(now, 'count', number, 1)
      return act === null ? now : { ...now, refused: [...now.refused, { act, msg, free }] }
    })
  const dismiss = () => change((now) => ({ ...now, refused: [] }))
  const goOn = () => {
    change((now) => ({ ...now, ended: null }))
    void load()
  }
  return { kept, error, online, add, close, tell, dismiss, goOn }
}
