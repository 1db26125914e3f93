import { wordFor } from '@xunyun/contract/dictionary'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime } from '../../shared/ui/format.ts'
import styles from './Detail.module.css'
import { type Stop, type Strand, strandsOf, type WayFacts } from './strands.ts'

/** The way as strands of a track: how many pieces went which leg; dashed is not yet gone. */
export function Strands({ detail }: { detail: WayFacts }) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const steps = strandsOf(detail)
  return (
    <ol className={styles.way}>
      {steps.map((step) => (
        <li key={step.key} className={styles.stop} data-state={step.state} data-open={isOpen(step) || undefined}>
          <div className={styles.dot} aria-hidden="true" />
          <div className={styles.stopName}>{step.name}</div>
          <div className={styles.stopText}>
            {[
              step.pieces > 0 && t('track.pieces', { count: step.pieces }),
              step.refused > 0 && t('state.refused', { count: step.refused }),
            ]
              .filter(Boolean)
              .join(' · ') || ' '}
          </div>
          {step.strands.length > 0 && (
            <ul className={styles.strands}>
              {step.strands.map((strand) => (
                <li key={strand.key} data-state={strand.state} title={strand.hint}>
                  <span className={styles.strand} style={{ height: thickness(strand, detail.pieces) }} />
                  <small>
                    {strand.trip ? `${strand.trip} · ${strand.by} · ` : ''}
                    {t('track.pieces', { count: strand.pieces })}
                    {strand.refused > 0 && ` · ${t('state.refused', { count: strand.refused }).replace(' ', '\u00a0')}`}
                    {strand.at && ` · ${dateTime(strand.at).replaceAll('-', '\u2011').replace(' ', '\u00a0')}`}
                    {` · ${wordFor(strand.way.words, strand.way.code, language)}`}
                  </small>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Something of it is still to leave, or under way. */
const isOpen = (stop: Stop): boolean => stop.pieces > 0 || stop.strands.some(({ state }) => state !== 'done')

/** 2 … 6 px by the share of the pieces. */
const thickness = (strand: Strand, pieces: number): number => 2 + Math.round((4 * strand.pieces) / Math.max(pieces, 1))
