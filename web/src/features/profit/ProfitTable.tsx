import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import {
  openKey,
  otherKey,
  type Profit,
  type ProfitRow,
  type ProfitSort,
  profitParts,
} from '@xunyun/contract/profit/calls'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRight } from '../../shared/session/session.ts'
import { dotted, figure, money, weight } from '../../shared/ui/format.ts'
import { type Asked, type Figure, pathOfLines, type Sorted } from './asked.ts'
import styles from './Profit.module.css'

type Figures = Profit['total']
type Props = {
  data: Profit
  asked: Asked
  sort: Sorted
  onSort: (sort: Sorted) => void
  onExplain: (row: ProfitRow | null) => void
}

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

const isApart = ({ key }: ProfitRow) => key === otherKey || key === openKey

/** One row a customer, a line …; a click on a title sorts, on a figure opens the lines that it is the sum of, on a name says how its profit comes about. */
export function ProfitTable({ data, asked, sort, onSort, onExplain }: Props) {
  const { more } = asked
  const { t } = useTranslation(['profit', 'enquiries', 'waybills'])
  const mayOpen = useRight('profitView').browse
  // Of some rows alone there are no lines that come to their sum.
  const opens = (key: string | null) => mayOpen && (key !== null || asked.rateBelow === undefined)
  const cell = (text: string, key: string | null, figure?: Figure) =>
    opens(key) ? <Link to={pathOfLines(asked, key, figure)}>{text}</Link> : text
  const name = (text: string, row: ProfitRow | null) =>
    opens(row?.key ?? null) ? (
      <button type="button" className={styles.name} title={t('explain')} onClick={() => onExplain(row)}>
        {text}
      </button>
    ) : (
      text
    )
  const isClosed = data.total.kept !== null
  const title = (key: ProfitSort, word: string) => (
    <th
      key={key}
      className={styles.right}
      aria-sort={sort.key === key ? (sort.dir === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        onClick={() => onSort({ key, dir: sort.key === key && sort.dir === 'desc' ? 'asc' : 'desc' })}
      >
        {word}
        {sort.key === key && (sort.dir === 'desc' ? ' ↓' : ' ↑')}
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
            {cell(column.show(row), key)}
          </td>
        </Fragment>
      ))}
      <td className={styles.right}>{row.rate === null ? '—' : cell(`${figure(row.rate, 1)} %`, key)}</td>
      {asked.compare && (
        <td className={styles.right}>
          <Change now={row.profit} before={row.before} />
        </td>
      )}
      {more &&
        profitParts.map((part) => (
          <td key={part} className={styles.right}>
            {cell(money(row[part]), key, part)}
          </td>
        ))}
      {more && <td className={styles.right}>{cell(money(row.codAmount), key)}</td>}
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
              profitParts.map((part) => (
                <th key={part} className={styles.right}>
                  {t(`column.${part}`)}
                </th>
              ))}
            {more && <th className={styles.right}>{t('waybills:column.codAmount')}</th>}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.key} className={isApart(row) ? styles.apart : undefined}>
              <td>{name(row.label, row)}</td>
              {figures(row, row.key)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{name(t('total'), null)}</td>
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
