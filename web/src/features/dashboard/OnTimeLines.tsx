import type { Dashboard } from '@xunyun/contract/dashboard/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Route } from '../../shared/grid/column.tsx'
import { figure } from '../../shared/ui/format.ts'
import styles from './Panels.module.css'

/** Per cent that a line should keep, and below which it is red. */
const target = 95
const poor = 90

/** Lines by how often they were signed in time, of the last seven days; each leads to what was signed on it. */
export function OnTimeLines({ lines }: { lines: Dashboard['lines'] }) {
  const { t } = useTranslation('dashboard')
  return (
    <section className={styles.panel} aria-labelledby="desk-lines">
      <header className={styles.panelHead}>
        <h2 id="desk-lines">{t('lines.title')}</h2>
        <span className={styles.quiet}>{t('lines.days')}</span>
        <span className={styles.end}>{t('lines.target', { target })}</span>
      </header>
      <table className={styles.lines}>
        <tbody>
          {lines.map(({ from, to, count, onTime, link }) => {
            const rate = (onTime / count) * 100
            return (
              <tr key={link}>
                <th scope="row">
                  <Link to={link}>
                    <Route from={from} to={to} />
                  </Link>
                </th>
                <td className={styles.quiet}>{t('lines.count', { count, number: figure(count) })}</td>
                <td className={styles.bar}>
                  <i
                    style={{ width: `${rate}%` }}
                    data-tone={rate >= target ? 'blue' : rate >= poor ? 'orange' : 'red'}
                  />
                  <u style={{ left: `${target}%` }} />
                </td>
                <td className={styles.rate}>{rate.toFixed(1)}%</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
