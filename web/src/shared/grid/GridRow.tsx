import type { Language } from '@xunyun/contract/pages'
import { type MouseEvent, memo, type ReactNode } from 'react'
import styles from './Grid.module.css'
import { RowActions } from './RowActions.tsx'
import type { Column, RowAction } from './types.ts'
import { cellStyle } from './useColumns.ts'

export type RowProps<R> = {
  row: R
  /** Place in the page, from 0. */
  at: number
  number: number
  gridId: string
  top: number
  columns: readonly Column<R>[]
  checkable: boolean
  selected: boolean
  current: boolean
  currentKey: string | null
  isVoid: boolean
  language: Language
  selectLabel: string
  actions: ((row: R) => readonly RowAction[]) | undefined
  onOpen: ((row: R) => void) | undefined
  onPick: (at: number, key: string | null, event: MouseEvent) => void
  onToggle: (row: R) => void
}

/** One row. Drawn anew only when something of its own changes: moving and resizing leave it alone. */
export const GridRow = memo(function GridRow<R>(props: RowProps<R>) {
  const { row, at, gridId, columns, selected, current, currentKey, language, onOpen, actions } = props
  const context = { language, current, card: false, open: onOpen ? () => onOpen(row) : undefined }
  return (
    <tr
      className={styles.row}
      aria-rowindex={at + 2}
      aria-selected={props.checkable ? selected : undefined}
      data-current={current || undefined}
      data-void={props.isVoid || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={(event) => props.onPick(at, keyOfCell(event), event)}
      onDoubleClick={(event) => {
        if (onOpen && !isControl(event)) onOpen(row)
      }}
    >
      {props.checkable && (
        <td className={styles.check} data-pinned="">
          <input
            type="checkbox"
            className={styles.box}
            checked={selected}
            tabIndex={current ? 0 : -1}
            aria-label={props.selectLabel}
            onChange={() => props.onToggle(row)}
          />
        </td>
      )}
      <td className={styles.number} data-pinned="">
        {props.number}
      </td>
      {columns.map((column, index) => (
        <td
          key={column.key}
          id={current && currentKey === column.key ? cellId(gridId) : undefined}
          className={styles.cell}
          data-key={column.key}
          data-align={column.align}
          data-pinned={column.pin === 'left' ? '' : undefined}
          data-edge={column.pin === 'left' && columns[index + 1]?.pin !== 'left' ? '' : undefined}
          data-current={(current && currentKey === column.key) || undefined}
          style={cellStyle(column)}
        >
          {column.render(row, context)}
        </td>
      ))}
      {actions && (
        <td className={styles.actions}>
          <RowActions actions={actions(row)} reachable={current} />
        </td>
      )}
    </tr>
  )
}) as <R>(props: RowProps<R>) => ReactNode

export const cellId = (gridId: string): string => `${gridId}-current`

const keyOfCell = (event: MouseEvent): string | null =>
  (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key ?? null

/** Did the click mean something inside the row, and not the row? */
export const isControl = (event: MouseEvent): boolean =>
  (event.target as HTMLElement).closest('a, button, input, [role="menu"]') !== null
