import { Button, Input } from 'antd'
import { X } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../shared/form/Choice.tsx'
import { enterInLines } from '../../shared/form/enter.ts'
import { figure, money, volume, weight } from '../../shared/ui/format.ts'
import { type Cell, cells, filled, type GoodsDraft, pasted, totals, typed, usual, withUnit } from './goods.ts'
import styles from './Waybills.module.css'

type Props = {
  value?: readonly GoodsDraft[]
  onChange?: (lines: readonly GoodsDraft[]) => void
  /** `0.pieces` → what is wrong with it. */
  errors: ReadonlyMap<string, string>
}

const right: ReadonlySet<Cell> = new Set(['pieces', 'weight', 'volume', 'declaredValue'])

/** Goods line by line, by keyboard alone: Enter goes on and opens the next line; rows from Excel can be pasted. */
export function GoodsGrid({ value = [], onChange, errors }: Props) {
  const { t } = useTranslation('waybills')
  const shown = [...value, {} as GoodsDraft]
  const sums = totals(value)
  const set = (row: number, line: GoodsDraft) => {
    const next = [...shown]
    next[row] = line
    // A line that was emptied stays while it is worked on; only the one below the last is never kept.
    onChange?.(row === value.length ? next : next.slice(0, -1))
  }
  const onPaste = (row: number, cell: Cell) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    onChange?.(filled(pasted(value, row, cell, text)))
  }
  const label = (cell: Cell): string => {
    const keys = {
      name: 'column.goodsName',
      type: 'task.goodsType',
      package: 'column.package',
      pieces: 'column.pieces',
      weight: 'column.weight',
      size: 'task.size',
      volume: 'column.volume',
      declaredValue: 'column.declaredValue',
    } as const
    return withUnit(cell, t(keys[cell]))
  }
  return (
    <div className={styles.frame}>
      <table className={styles.goods} {...enterInLines}>
        <thead>
          <tr>
            <th>#</th>
            {cells.map((cell) => (
              <th key={cell} className={right.has(cell) ? styles.right : undefined}>
                {(cell === 'name' || cell === 'pieces') && <span className={styles.star}>*</span>}
                {label(cell)}
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {shown.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place; it has no name of its own
            <tr key={row} data-blank={(row > 0 && row === value.length) || undefined}>
              <td className={styles.quiet}>{row + 1}</td>
              {cells.map((cell) => {
                const wrong = errors.get(`${row}.${cell}`)
                const name = `${label(cell)} ${row + 1}`
                return (
                  <td key={cell} data-cell={`${row}-${cell}`} className={styles[cell]}>
                    {cell === 'type' || cell === 'package' ? (
                      <Choice
                        variant="borderless"
                        type={cell === 'type' ? 'goodsType' : 'package'}
                        allowClear={false}
                        placeholder={null}
                        aria-label={name}
                        value={line[cell] ?? (row < value.length ? usual(cell) : undefined)}
                        onChange={(code: string) => set(row, { ...line, [cell]: code })}
                      />
                    ) : (
                      <Input
                        variant="borderless"
                        aria-label={name}
                        aria-invalid={wrong !== undefined || undefined}
                        status={wrong ? 'error' : undefined}
                        className={right.has(cell) ? styles.figure : undefined}
                        inputMode={right.has(cell) ? 'decimal' : undefined}
                        placeholder={row === value.length && cell === 'name' ? t('column.goodsName') : undefined}
                        value={line[cell] ?? ''}
                        onChange={(event) => set(row, typed(line, cell, event.target.value))}
                        onPaste={onPaste(row, cell)}
                      />
                    )}
                    {wrong && (
                      <div className={styles.wrong} role="alert">
                        {wrong}
                      </div>
                    )}
                  </td>
                )
              })}
              <td>
                {row < value.length && (
                  <Button
                    type="text"
                    size="small"
                    tabIndex={-1}
                    aria-label={t('task.removeLine', { row: row + 1 })}
                    icon={<X size={14} strokeWidth={1.75} />}
                    onClick={() => onChange?.(value.filter((_, at) => at !== row))}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td colSpan={3}>{t('task.total')}</td>
            <td className={styles.right}>{figure(sums.pieces)}</td>
            <td className={styles.right}>{weight(sums.weight)}</td>
            <td />
            <td className={styles.right}>{volume(sums.volume)}</td>
            <td className={styles.right}>{money(sums.declaredValue)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
