import type { Language } from '@xunyun/contract/pages'
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { type KeyGroup, useKeysListed } from '../keys/keys.ts'
import { toHtml, toTsv } from './copy.ts'
import { isControl } from './GridRow.tsx'
import type { Column } from './types.ts'

type Options<R> = {
  rows: readonly R[]
  columns: readonly Column<R>[]
  language: Language
  pageRows: number
  selectedRows: readonly R[]
  select: ((rows: readonly R[], on: boolean) => void) | undefined
  toggle: ((row: R) => void) | undefined
  clear: (() => void) | undefined
  onOpen: ((row: R) => void) | undefined
  reveal: (at: number, key: string | null) => void
  headOf: (column: Column<R>) => string
}

const gridKeys: KeyGroup = {
  title: 'ui:keys.list',
  shortcuts: [
    { keys: 'ArrowUp', label: 'ui:keys.up' },
    { keys: 'ArrowDown', label: 'ui:keys.down' },
    { keys: 'Enter', label: 'ui:keys.open' },
    { keys: ' ', label: 'ui:list.selectRow' },
    { keys: 'mod+a', label: 'ui:list.selectPage' },
    { keys: 'mod+c', label: 'ui:keys.copy' },
    { keys: 'Escape', label: 'ui:list.clearSelection' },
  ],
}

type Current = { readonly at: number; readonly key: string | null }

/** The current cell, and what the keyboard and the mouse do with it. */
export function useGridKeys<R>(options: Options<R>) {
  const { rows, columns, select, toggle } = options
  const [state, setCurrent] = useState<Current | null>(null)
  const current = state && state.at < rows.length ? state : null
  useKeysListed(gridKeys)

  const move = (at: number, key: string | null) => {
    const to = Math.min(rows.length - 1, Math.max(0, at))
    setCurrent({ at: to, key })
    options.reveal(to, key)
  }
  const aside = (step: number) => {
    const at = columns.findIndex(({ key }) => key === current?.key)
    const next = columns[Math.min(columns.length - 1, Math.max(0, at + step))]
    move(current?.at ?? 0, next?.key ?? null)
  }

  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: (event) => step(1, event.shiftKey),
    ArrowUp: (event) => step(-1, event.shiftKey),
    PageDown: () => step(options.pageRows, false),
    PageUp: () => step(-options.pageRows, false),
    Home: (event) => (event.ctrlKey ? move(0, keyNow()) : aside(-columns.length)),
    End: (event) => (event.ctrlKey ? move(rows.length - 1, keyNow()) : aside(columns.length)),
    ArrowRight: () => aside(1),
    ArrowLeft: () => aside(-1),
    ' ': () => withCurrent((row) => toggle?.(row)),
    Enter: () => withCurrent((row) => options.onOpen?.(row)),
    Escape: () => {
      options.clear?.()
      setCurrent(null)
    },
  }
  const keyNow = () => current?.key ?? columns[0]?.key ?? null
  const step = (by: number, extend: boolean) => {
    const from = current?.at ?? (by > 0 ? -1 : rows.length)
    const row = rows[Math.max(0, from)]
    const next = rows[from + by]
    if (extend && select && row && next) select([row, next], true)
    move(from + by, keyNow())
  }
  const withCurrent = (act: (row: R) => void) => {
    const row = current && rows[current.at]
    if (row) act(row)
  }

  return {
    current,
    leave: () => setCurrent(null),
    onKeyDown: (event: KeyboardEvent) => {
      // A key pressed in something inside a cell is meant for that.
      if (event.target !== event.currentTarget && event.key !== 'Escape') return
      if (event.key === 'a' && (event.ctrlKey || event.metaKey) && select) {
        event.preventDefault()
        select(rows, true)
        return
      }
      const act = keys[event.key]
      if (!act || event.altKey || rows.length === 0) return
      event.preventDefault()
      act(event)
    },
    onPick: (at: number, key: string | null, event: MouseEvent) => {
      if (isControl(event)) return
      const row = rows[at]
      if (row && event.shiftKey && current && select) {
        select(rows.slice(Math.min(at, current.at), Math.max(at, current.at) + 1), true)
        window.getSelection()?.removeAllRanges()
      } else if (row && (event.ctrlKey || event.metaKey)) toggle?.(row)
      setCurrent({ at, key: key ?? keyNow() })
    },
    /** Selected rows with their heads, else the current cell. Text that was marked by mouse goes as it is. */
    onCopy: (event: ClipboardEvent) => {
      if (window.getSelection()?.isCollapsed === false) return
      const { language, selectedRows } = options
      const cellsOf = (row: R, of: readonly Column<R>[]) => of.map((column) => column.text(row, language))
      const one = current && rows[current.at]
      const column = columns.find(({ key }) => key === current?.key)
      if (selectedRows.length === 0 && !(one && column)) return
      event.preventDefault()
      const table =
        selectedRows.length > 0
          ? [columns.map(options.headOf), ...selectedRows.map((row) => cellsOf(row, columns))]
          : [cellsOf(one as R, [column as Column<R>])]
      event.clipboardData.setData('text/plain', toTsv(table))
      if (selectedRows.length === 0) return
      const isFigure = (at: number, line: number) => line > 0 && columns[at]?.align === 'right'
      event.clipboardData.setData(
        'text/html',
        toHtml(table.map((line, y) => line.map((text, x) => ({ text, figure: isFigure(x, y) })))),
      )
    },
  }
}
