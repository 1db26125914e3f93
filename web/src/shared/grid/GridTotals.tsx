import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Grid.module.css'
import type { Column } from './types.ts'
import { cellStyle } from './useColumns.ts'

type Props<R> = {
  columns: readonly Column<R>[]
  totals: Readonly<Record<string, unknown>> | undefined
  old: boolean
  label: ReactNode
  rowIndex: number
  hasActions: boolean
}

/** Sums of the whole filter, over the foot. Its place is kept before they come, and while those that stand are of an earlier filter. */
export function GridTotals<R>({ columns, totals, old, label, rowIndex, hasActions }: Props<R>) {
  const { t } = useTranslation('ui')
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
          {totals && (at === 0 ? label : !old && column.total?.(totals))}
        </td>
      ))}
      {hasActions && <td className={styles.actions} />}
    </tr>
  )
}
