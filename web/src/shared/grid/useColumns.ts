import {
  type ColumnSizingState,
  columnPinningFeature,
  columnResizingFeature,
  type columnResizingState,
  columnSizingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import type { Language } from '@xunyun/contract/pages'
import { type CSSProperties, useMemo, useRef, useState } from 'react'
import { sayNow, type TextKey } from '../i18n/textKey.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import type { Preferences } from '../list/preferences.ts'
import { useAppearance } from '../ui/appearance.ts'
import { arrange, wholeFigures } from './layout.ts'
import { textWidth } from './measure.ts'
import type { Column } from './types.ts'

const features = tableFeatures({
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
})
// Rows are drawn by the grid itself: the table only lays out the columns.
const noRows: never[] = []
const minWidth = 44

const settle = <T>(updater: Updater<T>, before: T): T =>
  typeof updater === 'function' ? (updater as (old: T) => T)(before) : updater

const idle: columnResizingState = {
  columnSizingStart: [],
  deltaOffset: null,
  deltaPercentage: null,
  isResizingColumn: false,
  startOffset: null,
  startSize: null,
}

/**
 * Columns in their order with their widths, px; `available` is what stands between the row's number and its actions, null
 * while that is not known; `rows` are those that will have sums, `drawn` all that are shown. Widths also as CSS variables, so
 * that a drag does not draw the rows anew. */
export function useColumns<R>(
  columns: readonly Column<R>[],
  preferences: Preferences,
  setPreferences: (change: Partial<Preferences>) => void,
  totals: Readonly<Record<string, unknown>> | undefined,
  available: number | null,
  rows: readonly R[],
  drawn: readonly R[],
) {
  const { order, shown, widths } = preferences
  const visible = useMemo(() => arrange(columns, { order, shown }), [columns, order, shown])
  const language = useLanguage()
  // Widths are given for the usual text; the largest size has larger.
  const isLarge = useAppearance(({ size }) => size === 'default')
  // Drawn at once with its rows, but without their sums, which take long where they are large: with room for them.
  const [room] = useState(() =>
    rows.length > 0 && totals === undefined
      ? new Map(visible.map((column) => [column.key, column.total && column.mostTotal ? column.mostTotal(rows) : '']))
      : null,
  )
  // Compared as one text, all digits being as wide: other rows with figures as long lay nothing out anew.
  const longest = useMemo(
    () => visible.map((column) => column.longest?.(drawn).replaceAll(/\d/g, '0') ?? '').join('\n'),
    [visible, drawn],
  )
  const definitions = useMemo(() => {
    const figures = longest.split('\n')
    const scaled = (width: number) => Math.ceil(width * (isLarge ? largeText : 1))
    const alone = visible.map((column, at) => ({
      id: column.key,
      size: scaled(widthOf(column, language)),
      minSize: Math.max(
        minWidth,
        scaled(totalWidth(column, totals)),
        scaled(sumWidth(room?.get(column.key) ?? '')),
        scaled(sumWidth(figures[at] ?? '')),
      ),
      maxSize: 800,
    }))
    if (available === null) return alone
    const fitted = wholeFigures(
      visible.map((column, at) => {
        const { size = 0, minSize = 0 } = alone[at] ?? {}
        const chosen = widths?.[column.key]
        const stands = Math.max(chosen ?? size, minSize)
        return {
          key: column.key,
          size: stands,
          figure: column.align === 'right',
          least:
            chosen === undefined && column.gives && column.width >= longName
              ? Math.max(scaled(headWidth(column)), stands * 0.8)
              : stands,
          grows: chosen === undefined && column.pin === undefined,
        }
      }),
      available,
    )
    return alone.map((one) => ({ ...one, size: Math.floor(fitted[one.id] ?? one.size) }))
  }, [visible, language, isLarge, totals, widths, available, room, longest])
  const [dragged, setDragged] = useState<ColumnSizingState | null>(null)
  const [resizing, setResizing] = useState<columnResizingState>(idle)
  const latest = useRef({ sizes: {} as ColumnSizingState, resizing: idle })
  const sizes = dragged ?? (widths as ColumnSizingState | undefined) ?? noSizes
  latest.current.sizes = sizes

  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    columnResizeMode: 'onChange',
    state: {
      columnSizing: sizes,
      columnResizing: resizing,
      columnPinning: { start: visible.filter(({ pin }) => pin === 'left').map(({ key }) => key), end: [] },
    },
    onColumnSizingChange: (updater) => {
      latest.current.sizes = settle(updater, latest.current.sizes)
      setDragged(latest.current.sizes)
    },
    onColumnResizingChange: (updater) => {
      const before = latest.current.resizing
      const next = settle(updater, before)
      latest.current.resizing = next
      setResizing(next)
      // Let go: now it is remembered.
      if (before.isResizingColumn !== false && next.isResizingColumn === false) {
        setPreferences({ widths: latest.current.sizes })
        setDragged(null)
      }
    },
  })

  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const style: Record<string, string> = {}
  for (const column of table.getAllLeafColumns()) {
    style[widthVariable(column.id)] = `${column.getSize()}px`
    if (column.getIsPinned()) style[startVariable(column.id)] = `${column.getStart('start')}px`
  }

  return {
    visible,
    total: table.getTotalSize(),
    style: style as CSSProperties,
    resizer: (key: string) => headers.find((header) => header.column.id === key)?.getResizeHandler(),
    resizingKey: resizing.isResizingColumn,
    setWidth: (key: string, width: number) =>
      setPreferences({ widths: { ...widths, [key]: Math.min(800, Math.max(minWidth, Math.ceil(width))) } }),
  }
}

const noSizes: ColumnSizingState = {}
const padding = 17
const largeText = 14 / 13
const sortArrow = 20
/** A column this wide holds names; a narrower one may hold a telephone number, which is no use when cut. */
const longName = 140

/** Neither the title nor a known word is cut off. */
function widthOf<R>(column: Column<R>, language: Language): number {
  const head = headWidth(column)
  const beside = column.beside ?? 0
  const size = column.beside === undefined ? 13 : 12
  const cells = (column.words?.(language) ?? []).map((word) => textWidth(word, size) + beside + padding)
  return Math.ceil(Math.max(column.width, head, ...cells))
}

const headWidth = <R>(column: Column<R>): number =>
  textWidth(titleOf(column), 12, 500) + padding + (column.sortKey === undefined ? 0 : sortArrow)

/** A sum is never cut off, nor runs into its neighbour's: half a figure would be a wrong one. */
export function totalWidth<R>(column: Column<R>, totals: Readonly<Record<string, unknown>> | undefined): number {
  const sum = totals && column.total?.(totals)
  return typeof sum === 'string' ? sumWidth(sum) : 0
}

/** A figure of a row is no wider than it would be as a sum. */
const sumWidth = (sum: string): number => (sum === '' ? 0 : textWidth(sum, 13, 600) + padding)

/** As the header says it: 重量 kg. */
export function titleOf<R>({ title, unit }: Pick<Column<R>, 'title' | 'unit'>): string {
  if (unit === undefined) return sayNow(title)
  return `${sayNow(title)} ${unit.includes(':') ? sayNow(unit as TextKey) : unit}`
}
const widthVariable = (key: string): string => `--w-${key.replace(/\W/g, '_')}`
const startVariable = (key: string): string => `--s-${key.replace(/\W/g, '_')}`

/** Width, and the place of a pinned column, of every cell of a column. */
export const cellStyle = ({ key, pin }: Pick<Column<never>, 'key' | 'pin'>): CSSProperties => ({
  width: `var(${widthVariable(key)})`,
  ...(pin === 'left' ? { left: `calc(var(--lead) + var(${startVariable(key)}))` } : {}),
})
