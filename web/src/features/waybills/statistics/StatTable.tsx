import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { shippedStates } from '@xunyun/contract/waybills/states'
import type { ShippingStatistics, StatRow } from '@xunyun/contract/waybills/statistics'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useRight } from '../../../shared/session/session.ts'
import { figure, money, volume, weight } from '../../../shared/ui/format.ts'
import type { Asked, Measure } from './asked.ts'
import styles from './Statistics.module.css'

type Props = { data: ShippingStatistics; asked: Asked; measure: Measure }
type Column = 'count' | 'pieces' | 'weight' | 'volume' | 'chargeWeight' | 'receivable'

const columns: readonly { key: Column; show: (value: never) => string }[] = [
  { key: 'count', show: (value: number) => figure(value) },
  { key: 'pieces', show: (value: number) => figure(value) },
  { key: 'weight', show: (value: string) => weight(value) },
  { key: 'volume', show: (value: string) => volume(value) },
  { key: 'chargeWeight', show: (value: string) => weight(value) },
  { key: 'receivable', show: (value: string) => money(value) },
]

/** The waybills behind a row, as the list's address. What a list can't filter by has no link. */
function drill(asked: Asked, row: StatRow | null): string | null {
  const query = new URLSearchParams({ bizFrom: asked.bizFrom, bizTo: asked.bizTo, states: shippedStates.join() })
  if (asked.customerId) query.set('customerId', String(asked.customerId))
  if (asked.outletId) query.set('outletId', String(asked.outletId))
  if (asked.to) query.set('to', asked.to)
  if (asked.transModes) query.set('transModes', asked.transModes.join(','))
  if (row) {
    if (asked.group === 'salesman') return null
    if (asked.group === 'customer' && row.key === '') query.set('walkIn', '1')
    else
      query.set(
        { customer: 'customerId', destination: 'to', mode: 'transModes', outlet: 'outletId' }[asked.group],
        row.key,
      )
  }
  return `${pathTo('allWayBill')}?${query}`
}

/** One row a customer, a city …; a click on a title sorts, a click on a figure opens the waybills. */
export function StatTable({ data, asked, measure }: Props) {
  const { t } = useTranslation('waybills')
  const mayOpen = useRight('allWayBill').browse
  const [sort, setSort] = useState<{ key: Column; down: boolean }>({
    key: measure === 'count' ? 'count' : 'receivable',
    down: true,
  })
  const rows = [...data.rows].sort((a, b) => (Number(a[sort.key]) - Number(b[sort.key])) * (sort.down ? -1 : 1))
  const cell = (text: string, row: StatRow | null) => {
    const to = mayOpen ? drill(asked, row) : null
    return to === null ? text : <Link to={to}>{text}</Link>
  }
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('stat.caption')}</caption>
        <thead>
          <tr>
            <th>{t(`stat.group.${asked.group}`)}</th>
            {columns.map(({ key }) => (
              <th
                key={key}
                className={styles.right}
                aria-sort={sort.key === key ? (sort.down ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" onClick={() => setSort({ key, down: sort.key !== key || !sort.down })}>
                  {t(`stat.column.${key}`)}
                  {sort.key === key && (sort.down ? ' ↓' : ' ↑')}
                </button>
              </th>
            ))}
            <th className={styles.right}>{t('stat.share')}</th>
            <th className={styles.right} title={`${data.beforeFrom} – ${data.beforeTo}`}>
              {t('stat.change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>{row.key === '' ? t(asked.group === 'customer' ? 'filter.walkIn' : 'stat.nobody') : row.label}</td>
              {columns.map(({ key, show }) => (
                <td key={key} className={styles.right}>
                  {key === 'count' || key === 'receivable'
                    ? cell(show(row[key] as never), row)
                    : show(row[key] as never)}
                </td>
              ))}
              <td className={styles.right}>
                <span className={styles.share}>
                  <i style={{ width: `${Math.min(100, Number(row.share))}%` }} />
                </span>
                <span className={styles.percent}>{figure(row.share, 1)} %</span>
              </td>
              <td className={styles.right}>
                <Change now={row.receivable} before={row.before} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('stat.total')}</td>
            {columns.map(({ key, show }) => (
              <td key={key} className={styles.right}>
                {key === 'count' ? cell(show(data.total[key] as never), null) : show(data.total[key] as never)}
              </td>
            ))}
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Against as many days before. */
function Change({ now, before }: { now: string; before: string | null }) {
  if (before === null || compareDecimal(String(before), '0') === 0) return <span className={styles.quiet}>—</span>
  const change = new Exact(now).minus(before).div(before).times(100).toNumber()
  return (
    <span data-tone={change < 0 ? 'red' : 'green'} className={styles.change} title={money(before)}>
      {change > 0 ? '+' : ''}
      {figure(change.toFixed(1), 1)} %
    </span>
  )
}
