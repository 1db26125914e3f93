import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { figure, money, volume, weight } from '../../../shared/ui/format.ts'
import { totals } from '../goods.ts'
import { type Column, type EntryRow, textOf } from './cells.ts'
import styles from './EntryGrid.module.css'
import type { Quoted } from './useFreights.ts'

type Props = {
  readonly columns: readonly Column[]
  /** The rows that were begun. */
  readonly rows: readonly EntryRow[]
  readonly quotes: readonly Quoted[]
}

/** Sums over all rows that were begun; of the price, over those that have one. */
export function GridFoot({ columns, rows, quotes }: Props) {
  const { t } = useTranslation('waybills')
  const sums = totals(
    rows.map((row) => ({
      name: 'x',
      pieces: textOf(row, 'pieces'),
      weight: textOf(row, 'weight'),
      volume: textOf(row, 'volume'),
      declaredValue: textOf(row, 'declaredValue'),
    })),
  )
  const priced = quotes.flatMap((quote) => quote ?? [])
  const open = rows.length - priced.length
  const words: Partial<Record<Column, string>> = {
    pieces: figure(sums.pieces),
    weight: weight(sums.weight),
    volume: volume(sums.volume),
    receivable: money(
      sumDecimals(
        priced.map(({ amount }) => amount),
        2,
      ),
    ),
  }
  const label = `${t('grid.count', { count: rows.length })}${open > 0 && rows.length > 0 ? ` · ${t('grid.unpriced', { count: open })}` : ''}`
  return (
    <tfoot>
      <tr>
        <td className={styles.number} />
        {columns.map((column, x) => (
          <td
            key={column}
            className={x === 0 ? styles.count : undefined}
            data-column={column}
            data-figure={words[column] !== undefined || undefined}
          >
            {x === 0 ? label : words[column]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
