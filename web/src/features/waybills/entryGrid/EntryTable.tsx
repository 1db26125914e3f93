import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type MouseEvent, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useAppearance } from '../../../shared/ui/appearance.ts'
import { useChanged } from '../../../shared/ui/useChanged.ts'
import waybills from '../Waybills.module.css'
import { CellEditor, type Editing } from './CellEditor.tsx'
import { type Column, type EntryRow, headIn, isBlank, isCell, isFigure, isNeeded, shownIn } from './cells.ts'
import styles from './EntryGrid.module.css'
import { complaintAt, EntryLine } from './EntryLine.tsx'
import { areaOf, type Entry, type EntryStore, lockedIn, placeOf, type Spot, write } from './entry.ts'
import { GridFoot } from './GridFoot.tsx'
import { useEntryKeys } from './useEntryKeys.ts'
import type { Quoted } from './useFreights.ts'
import type { useValidation } from './useValidation.ts'

type Props = {
  readonly entry: EntryStore
  readonly state: Entry
  readonly columns: readonly Column[]
  readonly judging: ReturnType<typeof useValidation>
  readonly quoted: (row: EntryRow) => Quoted
  readonly hold: RefObject<Editing | null>
  readonly table: RefObject<HTMLTableElement | null>
  /** What Esc leaves the grid for. */
  readonly way: RefObject<HTMLButtonElement | null>
  readonly clear: RefObject<() => void>
}

const rowHeights = { mini: 32, small: 36, default: 40 } as const

/** The grid itself: its rows, the cell with the cursor, and what keys and mouse do with them. */
export function EntryTable({ entry, state, columns, judging, quoted, hold, table, way, clear }: Props) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const { judgedOf, complaintsOf } = judging
  const { at, sheet } = state
  const { rows } = sheet
  const locked = lockedIn(state)
  const area = areaOf(state, columns)

  const keys = useEntryKeys({
    entry,
    columns,
    way,
    textAt: (y, column) => {
      const row = rows[y]
      if (row === undefined) return ''
      if (isCell(column)) return shownIn(row, column, judgedOf(row).resolved, language).text
      const quote = quoted(row)
      return (column === 'receivable' ? quote?.amount : quote?.chargeWeight) ?? ''
    },
  })
  // Only rows in sight are drawn, and the one with the cursor: typing into it would end without its field.
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = rowHeights[useAppearance(({ size }) => size)]
  const here = placeOf(state, columns, at).y
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), here])].sort((a, b) => a - b),
  })
  useChanged(rowHeight, () => virtual.measure())
  useImperativeHandle(clear, () => keys.clearAll)
  useLayoutEffect(() => {
    table.current
      ?.querySelector(`tr[data-key="${CSS.escape(at.key)}"] td[data-column="${at.column}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at, table])

  const onMouseDown = (event: MouseEvent) => {
    const spot = spotOf(event)
    if (spot === null || event.button !== 0) return
    const isHere = spot.key === at.key && spot.column === at.column
    if (isHere && !event.shiftKey) return
    // The field in the new cell takes the focus; the old one brings what was typed to its end first.
    event.preventDefault()
    hold.current?.commit()
    entry.setState(event.shiftKey ? { head: spot } : { at: spot, head: spot })
    table.current?.querySelector<HTMLElement>('td[data-current] input')?.focus({ preventScroll: true })
  }
  const onMouseMove = (event: MouseEvent) => {
    const spot = event.buttons === 1 ? spotOf(event) : null
    if (spot !== null && (spot.key !== state.head.key || spot.column !== state.head.column))
      entry.setState({ head: spot })
  }

  const editorFor = (row: EntryRow, number: number, patient: boolean, doubtful: boolean) => {
    const { column } = at
    const { resolved } = judgedOf(row)
    const complaints = complaintsOf(row)
    return (
      <CellEditor
        key={`${row.key}-${column}`}
        column={column}
        label={`${headIn(column)} ${number}`}
        shown={
          isCell(column)
            ? shownIn(row, column, resolved, language)
            : { text: keys.textAt(number - 1, column), usual: false }
        }
        complaint={
          doubtful ? t('grid.doubtful') : (complaintAt(row, column, complaints, patient) ?? complaints.get('row'))
        }
        readOnly={!isCell(column) || locked(row)}
        whose={{
          customerId: typeof resolved.customer === 'object' ? resolved.customer.id : undefined,
          isWalkIn: resolved.isWalkIn,
        }}
        hold={hold}
        onWrite={(value) => isCell(column) && write(entry, row.key, column, value)}
        onGo={keys.onGo}
        onKey={keys.onKey}
        onTable={keys.onTable}
        onCopy={keys.onCopy}
      />
    )
  }
  const lineAt = (y: number) => {
    const row = rows[y]
    if (row === undefined) return null
    const isHere = row.key === at.key
    const isMarked = y >= area.top && y <= area.bottom
    const patient = isHere && !state.strict.has(row.key)
    const doubtful = state.doubts[row.key] !== undefined
    return (
      <EntryLine
        row={row}
        number={y + 1}
        columns={columns}
        judged={judgedOf(row)}
        complaints={complaintsOf(row)}
        patient={patient}
        quoted={quoted(row)}
        from={isMarked ? area.left : -1}
        to={isMarked ? area.right : -1}
        queued={state.queued.has(row.key)}
        doubtful={doubtful}
        current={isHere ? at.column : null}
        editor={isHere ? editorFor(row, y + 1, patient, doubtful) : null}
      />
    )
  }
  const begun = rows.filter((row) => !isBlank(row))
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is walked through by arrows is a grid
        role="grid"
        className={styles.grid}
        aria-label={t('task.grid')}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        onMouseDown={onMouseDown}
        onMouseMove={onMouseMove}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.number}>
              #
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                data-column={column}
                data-figure={isFigure(column) || undefined}
                title={headIn(column)}
              >
                {isNeeded(column) && <span className={waybills.star}>*</span>}
                {headIn(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {virtual.getVirtualItems().map(({ index, start }, at) => {
            const gap = start - (virtual.getVirtualItems()[at - 1]?.end ?? 0)
            return (
              <Fragment key={rows[index]?.key ?? index}>
                <Gap height={gap} span={columns.length + 1} />
                {lineAt(index)}
              </Fragment>
            )
          })}
          <Gap
            height={virtual.getTotalSize() - (virtual.getVirtualItems().at(-1)?.end ?? 0)}
            span={columns.length + 1}
          />
        </tbody>
        <GridFoot columns={columns} rows={begun} quotes={begun.map(quoted)} />
      </table>
    </div>
  )
}

/** In place of rows that are out of sight. */
const Gap = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row holds nothing that takes the focus
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={span} />
    </tr>
  )

function spotOf(event: MouseEvent): Spot | null {
  const cell = (event.target as Element).closest<HTMLElement>('td[data-column]')
  const key = cell?.closest<HTMLElement>('tr[data-key]')?.dataset.key
  return cell && key !== undefined ? { key, column: cell.dataset.column as Column } : null
}
