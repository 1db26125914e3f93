import type { Dashboard } from '@xunyun/contract/dashboard/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Route } from '../../shared/grid/column.tsx'
import { figure } from '../../shared/ui/format.ts'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import { TimeAgo } from '../../shared/ui/TimeAgo.tsx'
import styles from './Panels.module.css'

/** What is past its plan, worst first. */
export function Late({ late }: { late: Dashboard['late'] }) {
  const { t } = useTranslation('dashboard')
  const total = late.counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles.panel} aria-labelledby="desk-late">
      <header className={styles.panelHead}>
        <h2 id="desk-late">{t('late.title')}</h2>
        <span className={styles.quiet}>{figure(total)}</span>
      </header>
      <div className={styles.counts}>
        {late.counts.map(({ kind, count, link }) => (
          <Link key={kind} to={link}>
            {t(`late.kind.${kind}`)} {figure(count)}
          </Link>
        ))}
      </div>
      {late.rows.length === 0 && <p className={styles.nothing}>{t('late.none')}</p>}
      {late.rows.map(({ kind, no, from, to, person, since, link }) => (
        <Link key={`${kind}-${no}`} to={link} className={`${styles.row} ${styles.late}`}>
          <StateTag tone="red">{t(`late.kind.${kind}`)}</StateTag>
          <span className={styles.no}>{no}</span>
          <span className={styles.what}>{(from || to) && <Route from={from} to={to} />}</span>
          <span className={styles.person}>{person}</span>
          <span className={styles.oldest} data-tone="red">
            <TimeAgo at={since} lasts />
          </span>
        </Link>
      ))}
    </section>
  )
}
