import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, Fragment, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { enterField, enterInLines, enterToNewLine } from './enter.ts'
import { useCellErrors, useMessages } from './FormFrame.tsx'
import { isTable } from './isTable.ts'
import styles from './LineGrid.module.css'
import { useRowDrag } from './useRowDrag.ts'

/** What a cell is drawn with. */
export type CellProps = {
  readonly variant: 'borderless'
  readonly 'aria-label': string
  readonly status: 'error' | undefined
  readonly className?: string
  readonly inputMode?: 'decimal'
}
export type LineColumn<L> = {
  /** As the contract calls it: its errors are shown here. */
  readonly key: string
  readonly title: string
  readonly required?: boolean
  readonly width?: number
  readonly className?: string
  /** Figures: at the right edge. */
  readonly right?: boolean
  /** Only shown. */
  readonly shown?: boolean
  /** Other fields whose errors are shown here. */
  readonly also?: readonly string[]
  readonly render: (line: L, change: (patch: Partial<L>) => void, props: CellProps, row: number) => ReactNode
}
type Props<L> = {
  readonly value?: readonly L[]
  readonly onChange?: (lines: readonly L[], row: number) => void
  /** The field of the form, as the server names it. */
  readonly name: string
  readonly label: string
  readonly columns: readonly LineColumn<L>[]
  readonly numbered?: boolean
  /** `0.qty` → what is wrong with it; `0.` of the whole line. Default: what the server said of the field. */
  readonly errors?: ReadonlyMap<string, string>
  /** What is wrong with a cell as it is typed, in the form of `errors`: said at once, and instead of what the server said of it. */
  readonly wrong?: ReadonlyMap<string, string>
  /** What is said where the server refuses the list itself; default: its words. */
  readonly empty?: string
  /** A new line. Without `add` one always stands below the others, and is kept when something is typed. */
  readonly blank?: (lines: readonly L[]) => L
  /** On the button that adds one. */
  readonly add?: string
  /** Enter behind the last cell leaves the grid, and adds no line. */
  readonly leaves?: boolean
  /** Lines that cannot be taken away. */
  readonly fixed?: boolean | ((line: L, row: number) => boolean)
  /** Rows may be dragged by their number. */
  readonly onMove?: (from: number, to: number) => void
  /** Grey: nothing is left to be done about it. */
  readonly isQuiet?: (line: L, row: number) => boolean
  /** Below a line, over all columns. */
  readonly below?: (line: L, change: (patch: Partial<L>) => void, row: number) => ReactNode
  /** Below the lines, over all columns. */
  readonly last?: ReactNode
  /** Totals, by column. */
  readonly foot?: Readonly<Record<string, ReactNode>>
  /** Of several cells, with the line they were pasted into. */
  readonly onPaste?: (text: string, row: number) => void
  /** Of what is sent, the row that shows it; default: the same. A refused cell is named by it. */
  readonly sent?: readonly number[]
  /** Where there are no lines. */
  readonly none?: string
  /** On a phone each line is a card, its cells below their names: nothing slides sideways. */
  readonly cards?: boolean
}

/** Lines of a document or a record, by keyboard alone: Enter goes on, and behind the last cell is the next line. */
export function LineGrid<L>(props: Props<L>) {
  const { value = [], onChange, name, label, columns, numbered, blank, add, fixed = false, below, last, foot } = props
  const { t } = useTranslation('ui')
  const body = useRef<HTMLTableSectionElement>(null)
  const drag = useRowDrag(props.onMove)
  const told = useCellErrors(name)
  const errors = new Map([...(props.errors ?? told), ...(props.wrong ?? [])])
  const ofAll = useMessages().find(({ name: [root, ...deeper] }) => root === name && deeper.length === 0)?.errors[0]
  const open = add === undefined ? blank : undefined
  const shown = open ? [...value, open(value)] : value
  const lastTyped = columns.findLast((column) => !column.shown)
  const span = columns.length + (numbered ? 1 : 0) + (fixed === true ? 0 : 1)
  const change = (row: number) => (patch: Partial<L>) => {
    const next = shown.map((line, at) => (at === row ? { ...line, ...patch } : line))
    // A line that was emptied stays while it is worked on; only the one below the last is never kept.
    onChange?.(open && row < value.length ? next.slice(0, -1) : next, row)
  }
  const append = () => {
    if (blank) onChange?.([...value, blank(value)], value.length)
    requestAnimationFrame(() =>
      enterField(body.current?.querySelector<HTMLInputElement>(':scope > tr:last-child input') ?? undefined),
    )
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!props.onPaste || !isTable(text)) return
    event.preventDefault()
    const line = (event.target as HTMLElement).closest<HTMLElement>('tr[data-line]')
    props.onPaste(text, Number(line?.dataset.line ?? value.length))
  }
  const isFixed = (line: L, row: number) => (typeof fixed === 'function' ? fixed(line, row) : fixed)
  const cell = (line: L, row: number, column: LineColumn<L>) => {
    const { key, title, right, also = [] } = column
    const ofLine = errors.get(`${row}.`)
    const wrong = [key, ...also].flatMap((field) => errors.get(`${row}.${field}`) ?? [])
    if (ofLine && column === lastTyped) wrong.push(ofLine)
    const classes = [column.className, right && styles.right].filter(Boolean).join(' ')
    return (
      <td
        key={key}
        data-cell={column.shown ? undefined : `${props.sent?.indexOf(row) ?? row}-${key}`}
        data-title={props.cards ? `${column.required ? '* ' : ''}${title}` : undefined}
        className={classes || undefined}
      >
        {column.render(
          line,
          change(row),
          {
            variant: 'borderless',
            'aria-label': `${title} ${row + 1}`,
            status: wrong.length > 0 || ofLine ? 'error' : undefined,
            ...(right ? { className: styles.right, inputMode: 'decimal' } : {}),
          },
          row,
        )}
        {wrong.map((text) => (
          <div key={text} className={styles.wrong} role="alert">
            {text}
          </div>
        ))}
      </td>
    )
  }
  return (
    <>
      <div className={styles.frame}>
        <table
          className={props.cards ? `${styles.lines} ${styles.cards}` : styles.lines}
          aria-label={label}
          {...(add === undefined || props.leaves ? enterInLines : enterToNewLine(append))}
          onPaste={onPaste}
        >
          <thead>
            <tr>
              {numbered && <th className={styles.no}>#</th>}
              {columns.map(({ key, title, required, width, right }) => (
                <th key={key} style={{ width }} className={right ? styles.right : undefined}>
                  {required && <span className={styles.star}>*</span>}
                  {title}
                </th>
              ))}
              {fixed !== true && <th className={styles.remove} />}
            </tr>
          </thead>
          <tbody ref={body}>
            {shown.map((line, row) => {
              const under = row < value.length && below?.(line, change(row), row)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place; it has no name of its own
                <Fragment key={row}>
                  <tr
                    data-line={row}
                    data-blank={(open && row > 0 && row === value.length) || undefined}
                    data-quiet={props.isQuiet?.(line, row) || undefined}
                    {...drag.row(row)}
                  >
                    {numbered && (
                      <td className={styles.quiet} {...drag.handle(row)}>
                        {row + 1}
                      </td>
                    )}
                    {columns.map((column) => cell(line, row, column))}
                    {fixed !== true && (
                      <td className={styles.remove}>
                        {row < value.length && !isFixed(line, row) && (
                          <Button
                            type="text"
                            size="small"
                            tabIndex={open && -1}
                            aria-label={t('lines.remove', { row: row + 1 })}
                            icon={<X size={14} strokeWidth={1.75} />}
                            onClick={() =>
                              onChange?.(
                                value.filter((_, at) => at !== row),
                                row,
                              )
                            }
                          />
                        )}
                      </td>
                    )}
                  </tr>
                  {under && (
                    <tr>
                      {numbered && <td />}
                      <td colSpan={span - (numbered ? 1 : 0)}>{under}</td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
            {last && (
              <tr>
                {numbered && <td className={styles.quiet}>{value.length + 1}</td>}
                <td data-cell colSpan={span - (numbered ? 1 : 0)}>
                  {last}
                </td>
              </tr>
            )}
            {props.none !== undefined && value.length === 0 && (
              <tr>
                <td colSpan={span} className={styles.none}>
                  {props.none}
                </td>
              </tr>
            )}
          </tbody>
          {foot && (
            <tfoot>
              <tr>
                {numbered && <td />}
                {columns.map(({ key, right }) => (
                  <td key={key} className={right ? styles.right : undefined}>
                    {foot[key]}
                  </td>
                ))}
                {fixed !== true && <td />}
              </tr>
            </tfoot>
          )}
        </table>
        {add !== undefined && (
          <Button
            type="text"
            size="small"
            className={styles.add}
            icon={<Plus size={14} strokeWidth={2} />}
            onClick={append}
          >
            {add}
          </Button>
        )}
      </div>
      {ofAll && (
        <div className={styles.wrong} role="alert">
          {props.empty ?? ofAll}
        </div>
      )}
    </>
  )
}
