import { codes, wordFor } from '@xunyun/contract/dictionary'
import { getItemChoices, type ItemChoice } from '@xunyun/contract/warehouse/masters/items'
import { Button, Form, Input } from 'antd'
import { X } from 'lucide-react'
import type { ClipboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.ts'
import { Choice } from '../form/Choice.tsx'
import { enterInLines } from '../form/enter.ts'
import { useCellErrors } from '../form/FormFrame.tsx'
import { Lookup } from '../form/Lookup.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { figure } from '../ui/format.ts'
import { toast } from '../ui/toasts.ts'
import styles from './Goods.module.css'
import {
  baseQty,
  type Cell,
  cells,
  dayTyped,
  filled,
  itemOf,
  type LineDraft,
  pastedRows,
  totalQty,
  unitsOf,
} from './goodsLines.ts'

type Props = {
  readonly value?: readonly LineDraft[]
  readonly onChange?: (lines: readonly LineDraft[]) => void
  /** In their order, which is that of pasted columns too. */
  readonly columns?: readonly Cell[]
  /** What `expiry` means, where it is not the goods' own. */
  readonly expiryTitle?: string
  /** What is known of a line's quantity, below it. */
  readonly belowQty?: (row: number) => ReactNode
}

const titles = {
  item: 'field.itemNo',
  qty: 'field.quantity',
  unit: 'field.unit',
  batchNo: 'field.batchNo',
  production: 'field.production',
  expiry: 'field.expiry',
  quality: 'field.quality',
} as const satisfies Record<Cell, string>

/** The cell of a field that is named otherwise where it is sent. */
const cellOfField = { itemId: 'item', unitQty: 'qty', expiryAfter: 'expiry' } as const satisfies Record<string, Cell>

/** Goods line by line, by keyboard alone: Enter goes on and opens the next line; rows from Excel can be pasted. */
export function LinesGrid({ value = [], onChange, columns = cells, expiryTitle, belowQty }: Props) {
  const { t } = useTranslation('goods')
  const language = useLanguage()
  const ownerId = Form.useWatch<number | undefined>('ownerId')
  const rows = filled(value).map(({ row }) => row)
  const errors = useCellErrors('lines', { rows, cells: cellOfField })
  const titleOf = (cell: Cell) => (cell === 'expiry' && expiryTitle ? expiryTitle : t(titles[cell]))
  const shown = [...value, {} as LineDraft]
  const set = (row: number, line: LineDraft) => {
    const next = [...shown]
    next[row] = line
    // A line that was emptied stays while it is worked on; only the one below the last is never kept.
    onChange?.(row === value.length ? next : next.slice(0, -1))
  }
  const onPaste = (row: number) => async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    if (ownerId === undefined) {
      toast.warning(t('lines.ownerFirst'))
      return
    }
    const pasted = pastedRows(text, columns)
    const items = await api(getItemChoices, { ownerId, codes: pasted.map(({ code }) => code) })
    const found = pasted.map(({ code, draft }) => ({ code, draft, match: itemOf(items, code) }))
    const unknown = found.filter(({ match }) => match === undefined).map(({ code }) => code)
    if (unknown.length > 0) toast.warning(t('lines.unknown', { items: unknown.slice(0, 10).join(', ') }))
    const lines = found.flatMap(({ draft, match }) =>
      match === undefined ? [] : [{ ...draft, item: match.item, unit: draft.unit ?? match.unit }],
    )
    onChange?.(filled([...value.slice(0, row), ...lines, ...value.slice(row + 1)]).map(({ line }) => line))
  }
  const text = (line: LineDraft, row: number, cell: 'qty' | 'batchNo' | 'production' | 'expiry') => (
    <Input
      variant="borderless"
      aria-label={`${titleOf(cell)} ${row + 1}`}
      status={errors.has(`${row}.${cell}`) ? 'error' : undefined}
      className={cell === 'qty' ? styles.figure : undefined}
      inputMode={cell === 'qty' ? 'decimal' : undefined}
      maxLength={40}
      value={line[cell] ?? ''}
      onChange={(event) => set(row, { ...line, [cell]: event.target.value || undefined })}
      onBlur={
        cell === 'production' || cell === 'expiry'
          ? () => {
              const day = dayTyped(line[cell] ?? '')
              if (day !== line[cell]) set(row, { ...line, [cell]: day })
            }
          : undefined
      }
    />
  )
  const cellOf = (line: LineDraft, row: number, cell: Cell) => {
    switch (cell) {
      case 'item':
        return (
          <Lookup
            variant="borderless"
            call={getItemChoices}
            input={{ ownerId }}
            disabled={ownerId === undefined}
            allowClear={false}
            value={line.item?.id}
            known={line.item && [{ id: line.item.id, label: `${line.item.itemNo} ${line.item.name}`, hint: null }]}
            onChange={(_: never, [chosen]) =>
              chosen && set(row, { ...line, item: chosen as ItemChoice, unit: undefined })
            }
            placeholder={
              row === value.length ? t(ownerId === undefined ? 'lines.ownerFirst' : 'lines.item') : undefined
            }
            aria-label={`${titleOf(cell)} ${row + 1}`}
          />
        )
      case 'unit':
        return (
          <Choice
            variant="borderless"
            allowClear={false}
            placeholder={null}
            aria-label={`${titleOf(cell)} ${row + 1}`}
            value={line.unit ?? line.item?.baseUnit}
            options={unitsOf(line.item).map(({ unit }) => ({ value: unit, label: wordFor('unit', unit, language) }))}
            onChange={(unit: string) => set(row, { ...line, unit })}
          />
        )
      case 'quality':
        return (
          <Choice
            variant="borderless"
            allowClear={false}
            placeholder={null}
            aria-label={`${titleOf(cell)} ${row + 1}`}
            value={row < value.length ? (line.quality ?? 'good') : undefined}
            options={codes('quality').map((code) => ({ value: code, label: wordFor('quality', code, language) }))}
            onChange={(quality: string) => set(row, { ...line, quality })}
          />
        )
      default:
        return text(line, row, cell)
    }
  }
  return (
    <div className={styles.frame}>
      <table className={styles.grid} {...enterInLines} aria-label={t('lines.title')}>
        <thead>
          <tr>
            <th>#</th>
            {columns.map((cell) => (
              <th key={cell} className={cell === 'qty' ? styles.right : undefined}>
                {(cell === 'item' || cell === 'qty') && <span className={styles.star}>*</span>}
                {titleOf(cell)}
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {shown.map((line, row) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place; it has no name of its own
              key={row}
              data-blank={(row > 0 && row === value.length) || undefined}
              onPaste={(event) => void onPaste(row)(event).catch(() => undefined)}
            >
              <td className={styles.quiet}>{row + 1}</td>
              {columns.map((cell) => {
                const wrong = errors.get(`${row}.${cell}`)
                const base = cell === 'unit' && line.unit !== line.item?.baseUnit ? baseQty(line) : null
                return (
                  <td key={cell} data-cell={`${row}-${cell}`} className={styles[cell]}>
                    {cellOf(line, row, cell)}
                    {base !== null && line.unit !== undefined && (
                      <div className={styles.base}>
                        {t('lines.inBase', {
                          qty: figure(base),
                          unit: wordFor('unit', line.item?.baseUnit ?? '', language),
                        })}
                      </div>
                    )}
                    {cell === 'qty' && row < value.length && belowQty?.(row)}
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
                    aria-label={t('lines.remove', { row: row + 1 })}
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
            <td>{t('lines.total')}</td>
            <td className={styles.right}>{figure(totalQty(value))}</td>
            <td colSpan={columns.length - 1} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
