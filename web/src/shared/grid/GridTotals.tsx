import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Grid.module.css'
import type { Column } from './types.ts'
import { cellStyle } from './useColumns.ts'

type Props<R> = {
  columns: readonly Column<R>[]
  /** On every page: where there are some, the sums are theirs. */
  selected: readonly R[]
  totals: Readonly<Record<string, unknown>> | undefined
  old: boolean
  label: ReactNode
  rowIndex: number
  hasActions: boolean
}

/**
 * Sums of the whole filter, or of what is selected, over the foot. Its place is kept before they come, and while those that stand are of
 * an earlier filter.
 */
export function GridTotals<R>({ columns, selected, totals, old, label, rowIndex, hasActions }: Props<R>) {
  const { t } = useTranslation('ui')
  const said = (column: Column<R>, at: number) =>
    selected.length > 0
      ? at === 0
        ? t('list.selected', { number: selected.length })
        : column.sum?.(selected)
      : totals && (at === 0 ? label : !old && column.total?.(totals))
  return (
    <tr className={styles.totals} aria-rowindex={rowIndex}>
      <td className={styles.totalsLead} data-pinned="" aria-label={t('list.totals')} />
      {columns.map((column, at) => (
        <td
          key={column.key}
          className={styles.cell}
          data-align={column.align}
          data-pinned={column.pin === 'left' ? '' : undefined}
          data-edge={column.pin === 'left' && columns[at + 1]?.pin !== 'left' ? '' : undefined}
          style={cellStyle(column)}
        >
          {said(column, at)}
        </td>
      ))}
      {hasActions && <td className={styles.actions} />}
    </tr>
  )
}
