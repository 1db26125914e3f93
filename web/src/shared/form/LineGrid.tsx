import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { enterField, enterToNewLine } from './enter.ts'
import { useMessages } from './FormFrame.tsx'
import styles from './LineGrid.module.css'

/** What a cell is drawn with. */
export type CellProps = {
  readonly 'aria-label': string
  readonly status: 'error' | undefined
}
export type LineColumn<L> = {
  /** As the contract calls it: its errors are shown here. */
  readonly key: keyof L & string
  readonly title: string
  readonly required?: boolean
  readonly width?: number
  readonly render: (line: L, change: (patch: Partial<L>) => void, props: CellProps) => ReactNode
}
type Props<L> = {
  readonly value?: readonly L[]
  readonly onChange?: (lines: readonly L[]) => void
  /** The field of the form, as the server names it. */
  readonly name: string
  readonly label: string
  readonly columns: readonly LineColumn<L>[]
  readonly blank: (lines: readonly L[]) => L
  readonly add: string
  readonly remove: string
  /** Where there are no lines. */
  readonly none: string
}

/** Lines of a master record, by keyboard alone: Enter goes on, and behind the last cell begins a new line. */
export function LineGrid<L>(props: Props<L>) {
  const { value = [], onChange, name, label, columns, blank, add, remove, none } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const change = (at: number, patch: Partial<L>) =>
    onChange?.(value.map((line, index) => (index === at ? { ...line, ...patch } : line)))
  const append = () => {
    onChange?.([...value, blank(value)])
    requestAnimationFrame(() =>
      enterField(body.current?.querySelector<HTMLInputElement>('tr:last-child input') ?? undefined),
    )
  }
  const mine = useMessages().filter((message) => message.name[0] === name)
  const errorOf = (at: number, key: string): string | undefined =>
    mine.find(({ name: [, line, field] }) => line === at && (field === key || field === undefined))?.errors[0]
  const ofAll = mine.find((message) => message.name.length === 1)?.errors[0]
  return (
    <div className={styles.frame}>
      <div className={styles.scroll}>
        <table className={styles.lines} aria-label={label} {...enterToNewLine(append)}>
          <thead>
            <tr>
              {columns.map(({ key, title, required, width }) => (
                <th key={key} style={{ width }}>
                  {required && <span className={styles.star}>*</span>}
                  {title}
                </th>
              ))}
              <th aria-label={remove} />
            </tr>
          </thead>
          <tbody ref={body}>
            {value.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
              <tr key={at}>
                {columns.map(({ key, title, render }) => {
                  const wrong = errorOf(at, key)
                  return (
                    <td key={key}>
                      {render(line, (patch) => change(at, patch), {
                        'aria-label': `${title} ${at + 1}`,
                        status: wrong ? 'error' : undefined,
                      })}
                      {wrong && (
                        <div className={styles.wrong} role="alert">
                          {wrong}
                        </div>
                      )}
                    </td>
                  )
                })}
                <td>
                  <Button
                    type="text"
                    size="small"
                    aria-label={`${remove} ${at + 1}`}
                    icon={<X size={14} strokeWidth={1.75} />}
                    onClick={() => onChange?.(value.filter((_, index) => index !== at))}
                  />
                </td>
              </tr>
            ))}
            {value.length === 0 && (
              <tr>
                <td colSpan={columns.length + 1} className={styles.none}>
                  {none}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {ofAll && (
        <div className={styles.wrong} role="alert">
          {ofAll}
        </div>
      )}
      <Button
        type="text"
        size="small"
        className={styles.add}
        icon={<Plus size={14} strokeWidth={2} />}
        onClick={append}
      >
        {add}
      </Button>
    </div>
  )
}
