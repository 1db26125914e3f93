import { ArrowDown, ArrowUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sort } from '../list/address.ts'
import styles from './Grid.module.css'
import type { Column } from './types.ts'
import { cellStyle, titleOf } from './useColumns.ts'

type Props<R> = {
  columns: readonly Column<R>[]
  checkable: boolean
  checked: 'all' | 'some' | 'none'
  onCheckAll: (on: boolean) => void
  hasActions: boolean
  sort: Sort | null
  onSort: ((sort: Sort | null) => void) | undefined
  resizer: (key: string) => ((event: unknown) => void) | undefined
  resizingKey: string | false
  onFit: (key: string) => void
  onMove: (key: string, target: string, side: 'before' | 'after') => void
}

/** First upwards, then downwards, then as the list comes. */
const nextSort = (key: string, now: Sort | null): Sort | null => {
  if (now?.key !== key) return { key, dir: 'asc' }
  return now.dir === 'asc' ? { key, dir: 'desc' } : null
}

export function GridHead<R>(props: Props<R>) {
  const { columns, sort } = props
  const { t } = useTranslation('ui')
  const moving = useRef<string | null>(null)
  const [drop, setDrop] = useState<{ key: string; side: 'before' | 'after' } | null>(null)

  const dragProps = (column: Column<R>) =>
    column.pin
      ? {}
      : {
          draggable: props.resizingKey === false,
          onDragStart: (event: DragEvent) => {
            moving.current = column.key
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', titleOf(column))
          },
          onDragOver: (event: DragEvent) => {
            if (moving.current === null) return
            event.preventDefault()
            const { left, width } = event.currentTarget.getBoundingClientRect()
            const side = event.clientX < left + width / 2 ? 'before' : 'after'
            if (drop?.key !== column.key || drop.side !== side) setDrop({ key: column.key, side })
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            if (moving.current !== null && drop) props.onMove(moving.current, drop.key, drop.side)
          },
          onDragEnd: () => {
            moving.current = null
            setDrop(null)
          },
        }

  return (
    <tr aria-rowindex={1} className={styles.head}>
      {props.checkable && (
        <th className={styles.check} data-pinned="">
          <input
            type="checkbox"
            className={styles.box}
            aria-label={t('list.selectPage')}
            checked={props.checked === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = props.checked === 'some'
            }}
            onChange={(event) => props.onCheckAll(event.target.checked)}
          />
        </th>
      )}
      <th className={styles.number} data-pinned="" aria-label={t('list.number')}>
        #
      </th>
      {columns.map((column, index) => {
        const { key, sortKey } = column
        const dir = sortKey !== undefined && sort?.key === sortKey ? sort.dir : undefined
        const Arrow = dir === 'asc' ? ArrowUp : ArrowDown
        const title = titleOf(column)
        return (
          <th
            key={key}
            className={styles.headCell}
            data-key={key}
            data-align={column.align}
            data-pinned={column.pin === 'left' ? '' : undefined}
            data-edge={column.pin === 'left' && columns[index + 1]?.pin !== 'left' ? '' : undefined}
            data-drop={drop?.key === key ? drop.side : undefined}
            aria-sort={dir && (dir === 'asc' ? 'ascending' : 'descending')}
            style={cellStyle(column)}
            {...dragProps(column)}
          >
            {sortKey !== undefined && props.onSort ? (
              <button type="button" className={styles.sort} onClick={() => props.onSort?.(nextSort(sortKey, sort))}>
                <span>{title}</span>
                {dir && <Arrow size={14} strokeWidth={1.75} aria-hidden="true" />}
              </button>
            ) : (
              <span className={styles.headTitle}>{title}</span>
            )}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: columns are wide enough by themselves; this is comfort */}
            <span
              className={styles.resize}
              data-active={props.resizingKey === key || undefined}
              onMouseDown={props.resizer(key)}
              onTouchStart={props.resizer(key)}
              onDoubleClick={() => props.onFit(key)}
              onDragStart={(event) => event.preventDefault()}
              draggable
            />
          </th>
        )
      })}
      {props.hasActions && <th className={styles.actions}>{t('list.actions')}</th>}
    </tr>
  )
}
