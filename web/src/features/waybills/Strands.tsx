import { wordFor } from '@xunyun/contract/dictionary'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime } from '../../shared/ui/format.ts'
import styles from './Detail.module.css'
import { type Stop, type Strand, strandsOf, type WayFacts } from './strands.ts'

/** The way as strands of a track: how many pieces went which leg; dashed is not yet gone, and where pieces part the track forks. */
export function Strands({ detail }: { detail: WayFacts }) {
  return <Way stops={strandsOf(detail)} pieces={detail.pieces} />
}

function Way({ stops, pieces }: { stops: readonly Stop[]; pieces: number }) {
  const { t } = useTranslation('waybills')
  return (
    <ol className={styles.way}>
      {stops.flatMap((stop) => [
        <li key={stop.key} className={styles.stop} data-state={stop.state} data-open={isOpen(stop) || undefined}>
          <div className={styles.dot} aria-hidden="true" />
          <div className={styles.stopName}>{stop.name}</div>
          <div className={styles.stopText}>
            {[
              stop.pieces > 0 && t('track.pieces', { count: stop.pieces }),
              stop.refused > 0 && t('state.refused', { count: stop.refused }),
            ]
              .filter(Boolean)
              .join(' · ') || ' '}
          </div>
          <Legs strands={stop.strands} pieces={pieces} />
        </li>,
        ...(stop.branches.length > 0
          ? [
              <li key={`${stop.key} fork`} className={styles.fork} style={wide(stop)}>
                {stop.branches.map((branch) => (
                  <div key={branch.key} className={styles.branch}>
                    <div className={styles.branchLegs}>
                      <Legs strands={branch.strands} pieces={pieces} />
                    </div>
                    {branch.stops.length > 0 && <Way stops={branch.stops} pieces={pieces} />}
                  </div>
                ))}
              </li>,
            ]
          : []),
      ])}
    </ol>
  )
}

function Legs({ strands, pieces }: { strands: readonly Strand[]; pieces: number }) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  if (strands.length === 0) return null
  return (
    <ul className={styles.strands}>
      {strands.flatMap((strand) => [
        <li key={strand.key} data-state={strand.state} title={strand.hint}>
          <span className={styles.strand} style={{ height: thickness(strand.pieces, pieces) }} />
          <small>
            {strand.trip ? `${strand.trip} · ${strand.by} · ` : ''}
            {t('track.pieces', { count: strand.pieces })}
            {strand.refused > 0 && ` · ${t('state.refused', { count: strand.refused }).replace(' ', '\u00a0')}`}
            {strand.at && ` · ${dateTime(strand.at).replaceAll('-', '\u2011').replace(' ', '\u00a0')}`}
            {` · ${wordFor(strand.way.words, strand.way.code, language)}`}
            {strand.swappedFrom && (
              <span className={styles.via}>{t('track.swappedFrom', { trip: strand.swappedFrom })}</span>
            )}
            {strand.via.map(({ name, arrivedAt }) => (
              <span key={name} className={styles.via}>
                {t('track.via', { name })}
                {arrivedAt && ` ${dateTime(arrivedAt).replaceAll('-', '\u2011').replace(' ', '\u00a0')}`}
              </span>
            ))}
          </small>
        </li>,
        ...(strand.missing > 0
          ? [
              <li key={`${strand.key} missing`} data-state="missing">
                <span className={styles.strand} style={{ height: thickness(strand.missing, pieces) }} />
                <small>
                  {t('track.missing', { count: strand.missing })} · {strand.trip}
                </small>
              </li>,
            ]
          : []),
      ])}
    </ul>
  )
}

/** Stops side by side, with those of forks behind them. */
const across = (stops: readonly Stop[]): number => stops.reduce((sum, stop) => sum + 1 + forkAcross(stop), 0)
/** As wide as its longest way: the legs that begin it, and their stops. */
const forkAcross = ({ branches }: Stop): number => Math.max(0, ...branches.map(({ stops }) => 1 + across(stops)))
const wide = (stop: Stop) => ({ '--across': forkAcross(stop) }) as CSSProperties

/** Something of it is still to leave, or under way. */
const isOpen = (stop: Stop): boolean =>
  stop.pieces > 0 || [stop.strands, ...stop.branches.map(({ strands }) => strands)].flat().some(isUnderWay)
const isUnderWay = ({ state }: Strand): boolean => state !== 'done'

/** 2 … 6 px by the share of the pieces. */
const thickness = (part: number, pieces: number): number => 2 + Math.round((4 * part) / Math.max(pieces, 1))
