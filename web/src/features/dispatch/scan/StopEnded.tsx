import type { TripScan } from '@xunyun/contract/dispatch/scan'
import { useTranslation } from 'react-i18next'
import styles from '../../../shared/scan/ScanFrame.module.css'
import { dotted, figure } from '../../../shared/ui/format.ts'
import type { Ended } from './keptTrips.ts'

/** What a stop came to: how many went or came, and what became of the rest. */
export function StopEnded({ ended, sent }: { ended: Ended; sent: boolean }) {
  const { t } = useTranslation('tripScan')
  const { work, done, of } = ended
  const figures = { done: figure(done), of: figure(of), missing: figure(of - done) }
  return (
    <section className={styles.card}>
      <span className={styles.quiet}>{dotted(t(`work.${work}`), ended.name)}</span>
      <div className={styles.big}>{t(`ended.${ended.closing}`)}</div>
      <div className={styles.what}>{t(of > done ? `ended.${work}.short` : `ended.${work}`, figures)}</div>
      {!sent && <span className={styles.quiet}>{t('ended.kept')}</span>}
    </section>
  )
}

/** Why nothing is scanned here, and what comes next. */
export function NothingToScan({ trip }: { trip: TripScan }) {
  const { t } = useTranslation('tripScan')
  const { state, now, blocked, missing } = trip
  return (
    <section className={styles.card}>
      <span className={styles.quiet}>{now ? dotted(t(`work.${now.work}`), now.name) : trip.arrangementNo}</span>
      <div className={styles.what}>
        {missing > 0 ? t('none.missing', { pieces: figure(missing) }) : (blocked ?? t(`none.${state}` as 'none.new'))}
      </div>
    </section>
  )
}
