import { pieceOf, type TripScan, type TripScanInput } from '@xunyun/contract/dispatch/scan'
import { useTranslation } from 'react-i18next'
import { Chips } from '../../../shared/scan/GoodsCard.tsx'
import own from '../../../shared/scan/Kept.module.css'
import { useRight } from '../../../shared/session/session.ts'
import { dotted, figure } from '../../../shared/ui/format.ts'
import { closingOf } from './closing.ts'
import { isOfStop, type KeptTrip, type RefusedScan, straysOf } from './keptTrips.ts'

type Props = {
  readonly kept: KeptTrip
  readonly onJoin: (refused: RefusedScan) => void
  readonly onExtra: (act: TripScanInput) => void
  readonly onOverload: (act: TripScanInput) => void
  readonly onSeen: (refused: readonly RefusedScan[]) => void
}

/**
 * What does not count: told until it was seen, by the stop that it was scanned at. What is not on this trip joins it, or is a case; a load
 * that is too heavy goes by whoever may send it.
 */
export function RefusedScans({ kept, onSeen, ...on }: Props) {
  const { t } = useTranslation(['tripScan', 'scan', 'dispatch'])
  const strays = straysOf(kept)
  const { refused, trip } = kept
  const extra = (act: TripScanInput) => {
    const title = t('extra')
    return { key: 'extra', title, label: `${title} ${act.number}`, onTake: () => on.onExtra(act) }
  }
  const stops = Map.groupBy(refused, ({ act }) => `${act.seq} ${act.work}`)
  if (strays.length + refused.length === 0) return null
  return (
    <div className={own.refusals}>
      {strays.length > 0 && (
        <section className={own.refused} role="alert">
          {strays.map((act) => (
            <div key={act.actId}>
              {t('asked', { no: act.number })}
              <Chips chips={[extra(act)]} />
            </div>
          ))}
        </section>
      )}
      {[...stops].map(([key, all]) => {
        const [{ act }] = all as [RefusedScan]
        const stop = trip.stops[act.seq - 1]
        const place = dotted(t(`work.${act.work}`), stop?.name || t(`dispatch:stops.kind.${stop?.kind ?? 'outlet'}`))
        const isHere = isOfStop(act, trip.now)
        return (
          <section key={key} className={own.refused} role="alert" aria-label={place}>
            {!isHere && <b>{place}</b>}
            {all.map((one) => (
              <One key={one.act.actId} one={one} trip={trip} isHere={isHere} extra={extra} {...on} />
            ))}
            <button type="button" onClick={() => onSeen(all)}>
              {t('scan:seen')}
            </button>
          </section>
        )
      })}
    </div>
  )
}

type OneProps = Pick<Props, 'onJoin' | 'onOverload'> & {
  readonly one: RefusedScan
  readonly trip: TripScan
  readonly isHere: boolean
  readonly extra: (act: TripScanInput) => Chip
}
type Chip = Parameters<typeof Chips>[0]['chips'][number]

function One({ one, trip, isHere, extra, onJoin, onOverload }: OneProps) {
  const { t } = useTranslation('tripScan')
  const { t: tDispatch } = useTranslation('dispatch')
  const mayOverload = useRight('overload').edit
  const { act, msg, free, heavy = false, held } = one
  const closing = tDispatch(`act.${closingOf(act, trip)}`)
  const chips: Chip[] = []
  if (isHere && typeof free === 'number' && free > 0) {
    // A label is one piece; of a waybill's number so many may join.
    const isLabel = pieceOf(act.number ?? '')?.piece !== null
    const title = isLabel ? t('join') : t('join.most', { pieces: figure(free) })
    chips.push({ key: 'join', title, label: `${title} ${act.number}`, onTake: () => onJoin(one) })
  }
  // Also when its stop is closed by now: without the network it is told after that.
  if (free !== undefined) chips.push(extra(act))
  // Whoever may send an overloaded vehicle is asked by name; nobody does it unasked.
  if (isHere && heavy && mayOverload) {
    const title = act.act === 'close' ? tDispatch('overload.yes') : t('join.overload')
    chips.push({ key: 'overload', title, wrong: true, onTake: () => onOverload(act) })
  }
  return (
    <div>
      {held === undefined ? msg : t('held', { count: held, act: closing })}
      {chips.length > 0 && <Chips chips={chips} />}
    </div>
  )
}
