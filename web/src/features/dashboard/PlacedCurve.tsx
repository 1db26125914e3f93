import type { Dashboard } from '@xunyun/contract/dashboard/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { figure } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import styles from './Panels.module.css'

const CurveChart = late(() => import('./CurveChart.tsx').then((file) => file.CurveChart))

/** Waybills placed today, cumulated by hour, against yesterday. */
export function PlacedCurve({ curve }: { curve: NonNullable<Dashboard['curve']> }) {
  const { t } = useTranslation('dashboard')
  return (
    <section className={styles.panel} aria-labelledby="desk-curve">
      <header className={styles.panelHead}>
        <h2 id="desk-curve">{t('curve.title')}</h2>
        <span className={styles.quiet}>{t('curve.unit')}</span>
        <span className={styles.legend}>
          <i data-kind="today" /> {t('curve.today')} <Link to={curve.todayLink}>{figure(curve.today.at(-1) ?? 0)}</Link>
          <i data-kind="yesterday" /> {t('curve.yesterday')}{' '}
          <Link to={curve.yesterdayLink}>{figure(curve.yesterday.at(-1) ?? 0)}</Link>
        </span>
      </header>
      <div className={styles.chart}>
        <CurveChart curve={curve} />
      </div>
    </section>
  )
}
