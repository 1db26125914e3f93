import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { openKey, otherKey, type Profit, type ProfitRow } from '@xunyun/contract/profit/calls'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRight } from '../../shared/session/session.ts'
import { dotted, figure, money, weight } from '../../shared/ui/format.ts'
import { type Asked, pathOfLines } from './asked.ts'
import styles from './Profit.module.css'

type Figures = Profit['total']
type Props = { data: Profit; asked: Asked }

/** What opens the lines behind it, and what stands beside. */
const columns = [
  { key: 'count', word: 'profit:column.count', show: ({ count }: Figures) => figure(count) },
  { key: 'pieces', word: 'waybills:column.pieces', show: ({ pieces }: Figures) => figure(pieces) },
  { key: 'weight', word: 'waybills:column.weight', show: (row: Figures) => weight(row.weight) },
  { key: 'revenue', word: 'profit:column.revenue', show: ({ revenue }: Figures) => money(revenue) },
  { key: 'cost', word: 'profit:column.cost', show: ({ cost }: Figures) => money(cost) },
  { key: 'profit', word: 'enquiries:column.profit', show: ({ profit }: Figures) => money(profit) },
] as const
/** Of closed months, by business day (M60). */
const closed = ['kept', 'later'] as const
const extras = ['tripCost', 'lineCost', 'courierCost', 'claims', 'storage'] as const
type SortKey = (typeof columns)[number]['key'] | 'rate'

const isApart = ({ key }: ProfitRow) => key === otherKey || key === openKey

/** One row a customer, a line …; a click on a title sorts, a click on a figure opens what it is made of. */
export function ProfitTable({ data, asked }: Props) {
  const { more } = asked
  const { t } = useTranslation(['profit', 'enquiries', 'waybills'])
  const mayOpen = useRight('profitView').browse
  const [sort, setSort] = useState<{ key: SortKey; down: boolean }>({ key: 'profit', down: true })
  const value = (row: ProfitRow) => String(row[sort.key] ?? 0)
  // What is none of them stays below, before the sum.
  const rows = [
    ...data.rows
      .filter((row) => !isApart(row))
      .sort((a, b) => compareDecimal(value(a), value(b)) * (sort.down ? -1 : 1)),
    ...data.rows.filter(isApart),
  ]
  const cell = (text: string, key: string | null, part?: (typeof closed)[number]) =>
    mayOpen ? <Link to={pathOfLines(asked, key, part)}>{text}</Link> : text
  const isClosed = data.total.kept !== null
  const title = (key: SortKey, word: string) => (
    <th
      key={key}
      className={styles.right}
      aria-sort={sort.key === key ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => setSort({ key, down: sort.key !== key || !sort.down })}>
        {word}
        {sort.key === key && (sort.down ? ' ↓' : ' ↑')}
      </button>
    </th>
  )
  const partTitles =
    isClosed &&
    closed.map((part) => (
      <th key={part} className={styles.right} title={t(`hint.${part}`)}>
        {t(`column.${part}`)}
      </th>
    ))
  const parts = (row: Figures, key: string | null) =>
    isClosed &&
    closed.map((part) => (
      <td key={part} className={styles.right}>
        {cell(money(row[part]?.profit), key, part)}
      </td>
    ))
  const figures = (row: Figures, key: string | null) => (
    <>
      {columns.map((column) => (
        <Fragment key={column.key}>
          {column.key === 'profit' && parts(row, key)}
          <td
            className={`${styles.right} ${column.key === 'profit' && compareDecimal(row.profit, '0') < 0 ? styles.loss : ''}`}
          >
            {column.key === 'pieces' || column.key === 'weight' ? column.show(row) : cell(column.show(row), key)}
          </td>
        </Fragment>
      ))}
      <td className={styles.right}>{row.rate === null ? '—' : `${figure(row.rate, 1)} %`}</td>
      {asked.compare && (
        <td className={styles.right}>
          <Change now={row.profit} before={row.before} />
        </td>
      )}
      {more &&
        extras.map((extra) => (
          <td key={extra} className={styles.right}>
            {money(row[extra])}
          </td>
        ))}
      {more && <td className={styles.right}>{money(row.codAmount)}</td>}
    </>
  )
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th>{t(`dimension.${asked.dimension}`)}</th>
            {columns.map(({ key, word }) => (
              <Fragment key={key}>
                {key === 'profit' && partTitles}
                {title(key, key === 'profit' && isClosed ? dotted(t(word), t('now')) : t(word))}
              </Fragment>
            ))}
            {title('rate', t('enquiries:column.profitRate'))}
            {asked.compare && (
              <th className={styles.right} title={`${data.beforeFrom} – ${data.beforeTo}`}>
                {t('change')}
              </th>
            )}
            {more &&
              extras.map((extra) => (
                <th key={extra} className={styles.right}>
                  {t(`column.${extra}`)}
                </th>
              ))}
            {more && <th className={styles.right}>{t('waybills:column.codAmount')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={isApart(row) ? styles.apart : undefined}>
              <td>{row.label}</td>
              {figures(row, row.key)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('total')}</td>
            {figures(data.total, null)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Against as many months or days before; of a loss before it is no share. */
export function Change({ now, before }: { now: string; before: string | null }) {
  if (before === null) return <span className={styles.quiet}>—</span>
  const change = new Exact(now).minus(before)
  const was = new Exact(before)
  const share = was.gt(0) ? `${figure(change.div(was).times(100).toFixed(1), 1)} %` : money(change.toFixed(2))
  return (
    <span data-tone={change.lt(0) ? 'red' : 'green'} className={styles.change} title={money(before)}>
      {change.gt(0) ? '+' : ''}
      {share}
    </span>
  )
}
