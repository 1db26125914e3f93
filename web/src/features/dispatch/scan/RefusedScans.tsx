import { pieceOf, type TripScanInput } from '@xunyun/contract/dispatch/scan'
import { useTranslation } from 'react-i18next'
import { Chips } from '../../../shared/scan/GoodsCard.tsx'
import own from '../../../shared/scan/Kept.module.css'
import { figure } from '../../../shared/ui/format.ts'
import { type KeptTrip, type RefusedScan, straysOf } from './keptTrips.ts'

type Props = {
  readonly kept: KeptTrip
  readonly onJoin: (refused: RefusedScan) => void
  readonly onExtra: (act: TripScanInput) => void
  readonly onSeen: () => void
}

/** What does not count: told until it was seen. What is not on this trip joins it, or is a case. */
export function RefusedScans({ kept, onJoin, onExtra, onSeen }: Props) {
  const { t } = useTranslation(['tripScan', 'scan'])
  const strays = straysOf(kept)
  const { refused, trip } = kept
  if (refused.length + strays.length === 0) return null
  const isLabel = ({ number = '' }: TripScanInput) => pieceOf(number)?.piece !== null
  const isAtStop = ({ seq, work }: TripScanInput) => seq === trip.now?.seq && work === trip.now.work
  const extra = (act: TripScanInput) => ({
    key: 'extra',
    title: t('extra'),
    label: `${t('extra')} ${act.number}`,
    onTake: () => onExtra(act),
  })
  return (
    <section className={own.refused} role="alert">
      {strays.map((act) => (
        <div key={act.actId}>
          {t('asked', { no: act.number })}
          <Chips chips={[extra(act)]} />
        </div>
      ))}
      {refused.map((one) => {
        const { act, msg, free } = one
        const canJoin = free !== null && free !== undefined && free > 0
        // A label is one piece; of a waybill's number so many may join.
        const word = isLabel(act) ? t('join') : t('join.most', { pieces: figure(free) })
        const join = {
          key: 'join',
          title: word,
          label: `${word} ${act.number}`,
          onTake: () => onJoin(one),
        }
        return (
          <div key={act.actId}>
            {msg}
            {free !== undefined && isAtStop(act) && <Chips chips={[...(canJoin ? [join] : []), extra(act)]} />}
          </div>
        )
      })}
      {refused.length > 0 && (
        <button type="button" onClick={onSeen}>
          {t('scan:seen')}
        </button>
      )}
    </section>
  )
}
