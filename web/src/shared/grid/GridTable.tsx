import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n/useLanguage.ts'
import type { Preferences } from '../list/preferences.ts'
import { useAppearance } from '../ui/appearance.ts'
import { LoadError } from '../ui/Notice.tsx'
import { useChanged } from '../ui/useChanged.ts'
import { useStable } from '../ui/useStable.ts'
import { fittingWidth, useActionsWidth, useInnerWidth } from './fit.ts'
import styles from './Grid.module.css'
import { GridHead } from './GridHead.tsx'
import { cellId, GridRow } from './GridRow.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { GridTotals } from './GridTotals.tsx'
import { moveKey, orderKeys } from './layout.ts'
import type { GridProps } from './types.ts'
import { titleOf, useColumns } from './useColumns.ts'
import { useGridKeys } from './useGridKeys.ts'

const rowHeights = { mini: 32, small: 36, default: 40 } as const
const checkWidth = 40
const noRows: readonly never[] = []
const numberWidth = 32

export function GridTable<R>(props: GridProps<R>) {
  const { rows, idOf, selection, columns, actions, onOpen, hasTotals } = props
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const gridId = useId()
  const size = useAppearance((appearance) => appearance.size)
  const rowHeight = rowHeights[size]
  const scroller = useRef<HTMLTableElement>(null)
  const [own, setOwn] = useState<Preferences>({})
  const preferences = props.preferences ?? own
  const setPreferences = props.setPreferences ?? ((change) => setOwn((before) => ({ ...before, ...change })))
  const checkable = props.toggle !== undefined
  const lead =
    (checkable ? checkWidth : 0) + Math.max(numberWidth, 16 + 8 * String((props.firstNumber ?? 1) + rows.length).length)
  const inner = useInnerWidth(scroller, !props.auto)
  const actionsWidth = useActionsWidth(rows, actions, language, size)
  const available = inner === null ? null : inner - lead - (actions ? actionsWidth : 0)
  const summed = hasTotals ? rows : noRows
  const layout = useColumns(columns, preferences, setPreferences, props.totals, available, summed, rows)

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: hasTotals ? rowHeight : 0,
  })

  const keys = useGridKeys({
    rows,
    columns: layout.visible,
    language,
    pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2),
    selectedRows: props.selectedRows ?? [],
    select: props.select,
    toggle: props.toggle,
    clear: props.clear,
    onOpen,
    reveal: (at, key) => {
      virtual.scrollToIndex(at)
      if (key !== null) revealColumn(scroller.current, key)
    },
    headOf: titleOf,
  })
  const onPick = useStable((...args: Parameters<typeof keys.onPick>) => {
    keys.onPick(...args)
    scroller.current?.focus({ preventScroll: true })
  })
  const onToggle = useStable((row: R) => props.toggle?.(row))

  useChanged(props.shownKey, () => {
    scroller.current?.scrollTo({ top: 0 })
    keys.leave()
  })

  const selectedHere = selection ? rows.filter((row) => selection.has(idOf(row))).length : 0
  const checked = selectedHere === 0 ? 'none' : selectedHere === rows.length ? 'all' : 'some'
  const message =
    rows.length > 0 || props.loading ? null : props.error ? (
      <LoadError error={props.error} retry={props.retry ?? (() => {})} />
    ) : (
      props.empty
    )

  return (
    <div
      className={styles.frame}
      data-busy={(props.busy && !props.loading) || undefined}
      style={
        props.auto
          ? { flex: 'none', height: (Math.max(rows.length, 1) + (hasTotals ? 2 : 1)) * rowHeight + 1 }
          : undefined
      }
    >
      <table
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is walked through by arrows is a grid
        role="grid"
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-multiselectable={checkable || undefined}
        aria-busy={props.loading || undefined}
        aria-activedescendant={keys.current ? cellId(gridId) : undefined}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
        onCopy={keys.onCopy}
        style={
          {
            ...layout.style,
            '--lead': `${lead}px`,
            '--check': checkable ? `${checkWidth}px` : '0px',
            '--total': `${layout.total + lead}px`,
            '--actions': `${actionsWidth}px`,
          } as CSSProperties
        }
      >
        <thead className={styles.top}>
          <GridHead
            columns={layout.visible}
            checkable={checkable}
            checked={checked}
            onCheckAll={(on) => props.select?.(rows, on)}
            hasActions={actions !== undefined}
            sort={props.sort ?? null}
            onSort={props.onSort}
            resizer={layout.resizer}
            resizingKey={layout.resizingKey}
            onFit={(key) => layout.setWidth(key, fittingWidth(scroller.current, key))}
            onMove={(key, target, side) =>
              setPreferences({ order: moveKey(orderKeys(columns, preferences.order), key, target, side) })
            }
          />
        </thead>
        {props.loading ? (
          <GridSkeleton columns={layout.visible} />
        ) : (
          <tbody className={styles.body} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]
              if (row === undefined) return null
              const id = idOf(row)
              const current = keys.current?.at === index
              return (
                <GridRow
                  key={id}
                  row={row}
                  at={index}
                  number={(props.firstNumber ?? 1) + index}
                  gridId={gridId}
                  top={start}
                  columns={layout.visible}
                  checkable={checkable}
                  selected={selection?.has(id) ?? false}
                  current={current}
                  currentKey={current ? (keys.current?.key ?? null) : null}
                  isVoid={props.isVoid?.(row) ?? false}
                  language={language}
                  selectLabel={t('list.selectRow')}
                  actions={actions}
                  onOpen={onOpen}
                  onPick={onPick}
                  onToggle={onToggle}
                />
              )
            })}
          </tbody>
        )}
        {hasTotals && (
          <tfoot className={styles.bottom}>
            <GridTotals
              columns={layout.visible}
              selected={props.selectedRows ?? noRows}
              totals={props.totals}
              old={props.totalsOld ?? false}
              label={props.totalsLabel}
              rowIndex={(props.total ?? rows.length) + 2}
              hasActions={actions !== undefined}
            />
          </tfoot>
        )}
      </table>
      {message && <div className={styles.message}>{message}</div>}
    </div>
  )
}

/** Brings a column out from under the pinned ones. */
function revealColumn(grid: HTMLElement | null, key: string): void {
  const head = grid?.querySelector<HTMLElement>(`th[data-key="${CSS.escape(key)}"]`)
  if (!grid || !head || head.dataset.pinned !== undefined) return
  const pinned = grid.querySelector<HTMLElement>('th[data-edge]')
  const actions = grid.querySelector<HTMLElement>(`th.${CSS.escape(styles.actions ?? '')}`)
  const area = grid.getBoundingClientRect()
  const from = pinned?.getBoundingClientRect().right ?? area.left
  const to = actions?.getBoundingClientRect().left ?? area.right
  const { left, right } = head.getBoundingClientRect()
  if (left < from) grid.scrollLeft -= from - left
  else if (right > to) grid.scrollLeft += right - to
}
