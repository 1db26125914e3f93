import { type DictionaryType, entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { Button, Input, Select } from 'antd'
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useWordsState } from '../../shared/session/words.ts'
import { figure, money, volume, weight } from '../../shared/ui/format.ts'
import { type Cell, cells, filled, type GoodsDraft, pasted, totals, typed, usual } from './goods.ts'
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
  const language = useLanguage()
  const table = useRef<HTMLTableElement>(null)
  const shown = [...value, {} as GoodsDraft]
  const sums = totals(value)
  const set = (row: number, line: GoodsDraft) => {
    const next = [...shown]
    next[row] = line
    // A line that was emptied stays while it is worked on; only the one below the last is never kept.
    onChange?.(row === value.length ? next : next.slice(0, -1))
  }
  const focus = (row: number, cell: Cell) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}-${cell}"] input`)?.focus()
  const onKeyDown = (row: number, cell: Cell) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    const next = cells[cells.indexOf(cell) + 1]
    if (next === undefined) requestAnimationFrame(() => focus(row + 1, 'name'))
    else focus(row, next)
  }
  const onPaste = (row: number, cell: Cell) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    onChange?.(filled(pasted(value, row, cell, text)))
  }
  const label = (cell: Cell): string => {
    const keys = {
      name: 'goodsName',
      type: 'goodsType',
      package: 'package',
      pieces: 'pieces',
      weight: 'weight',
      size: 'size',
      volume: 'volume',
      declaredValue: 'declared',
    } as const
    return t(`task.${keys[cell]}`)
  }
  useWordsState()
  // What is no longer offered stays where it stands.
  const choices = (type: DictionaryType, held: string | undefined) =>
    entriesOf(type)
      .filter(({ code, enabled }) => enabled || code === held)
      .map(({ code }) => ({ value: code, label: wordFor(type, code, language) }))

  return (
    <div className={styles.frame}>
      <table ref={table} className={styles.goods}>
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
            <tr key={row}>
              <td className={styles.quiet}>{row + 1}</td>
              {cells.map((cell) => {
                const wrong = errors.get(`${row}.${cell}`)
                const name = `${label(cell)} ${row + 1}`
                return (
                  <td key={cell} data-cell={`${row}-${cell}`} className={styles[cell]}>
                    {cell === 'type' || cell === 'package' ? (
                      <Select
                        variant="borderless"
                        aria-label={name}
                        value={line[cell] ?? (row < value.length ? usual(cell) : undefined)}
                        options={choices(cell === 'type' ? 'goodsType' : 'package', line[cell])}
                        onChange={(code: string) => set(row, { ...line, [cell]: code })}
                        onInputKeyDown={(event) => {
                          // Enter on a closed list goes on; on an open one it chooses.
                          if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') !== 'true')
                            onKeyDown(row, cell)(event)
                        }}
                      />
                    ) : (
                      <Input
                        variant="borderless"
                        aria-label={name}
                        aria-invalid={wrong !== undefined || undefined}
                        status={wrong ? 'error' : undefined}
                        className={right.has(cell) ? styles.figure : undefined}
                        inputMode={right.has(cell) ? 'decimal' : undefined}
                        placeholder={row === value.length && cell === 'name' ? t('task.goodsName') : undefined}
                        value={line[cell] ?? ''}
                        onChange={(event) => set(row, typed(line, cell, event.target.value))}
                        onKeyDown={onKeyDown(row, cell)}
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
