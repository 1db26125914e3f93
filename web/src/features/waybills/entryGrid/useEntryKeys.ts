import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { toTsv } from '../../../shared/grid/copy.ts'
import { type KeyGroup, useKeysListed } from '../../../shared/keys/keys.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import type { Way } from './CellEditor.tsx'
import { type Column, isCell } from './cells.ts'
import { begun, blockOf, cleared, filledDown, mostRows, pasted, without } from './edits.ts'
import { areaOf, type EntryStore, edit, giveUp, moveTo, placeOf, redo, undo } from './entry.ts'

/** The words of a cell as they are copied. */
export type TextAt = (y: number, column: Column) => string

type Options = {
  readonly entry: EntryStore
  readonly columns: readonly Column[]
  readonly textAt: TextAt
  /** What Esc leaves the grid for. */
  readonly way: RefObject<HTMLButtonElement | null>
}

export const entryKeys = [
  { keys: 'Enter', label: 'grid.keyOn' },
  { keys: 'F2', label: 'grid.keyEdit' },
  { keys: 'Alt+ArrowDown', label: 'grid.keyList' },
  { keys: 'mod+D', label: 'grid.keyFill' },
  { keys: 'mod+Delete', label: 'grid.keyDelete' },
  { keys: 'mod+Z', label: 'grid.keyUndo' },
  { keys: 'mod+C', label: 'grid.keyCopy' },
  { keys: 'mod+V', label: 'grid.keyPaste' },
] as const

const listed: KeyGroup = {
  title: 'waybills:task.grid',
  shortcuts: entryKeys.map(({ keys, label }) => ({ keys, label: `waybills:${label}` as const })),
}

/** What the keyboard does with the grid while nothing is typed into a cell. */
export function useEntryKeys({ entry, columns, textAt, way }: Options) {
  const { t } = useTranslation('waybills')
  useKeysListed(listed)
  const area = () => areaOf(entry.getState(), columns)
  const lastTyped = columns.findLastIndex(isCell)

  const by = (dy: number, dx: number, extend = false) => {
    const state = entry.getState()
    const { y, x } = placeOf(state, columns, extend ? state.head : state.at)
    moveTo(entry, columns, y + dy, x + dx, extend)
  }
  /** To the next cell that is typed into, over the ends of rows; false at the very end. */
  const go = (back: boolean): boolean => {
    const state = entry.getState()
    const { y, x } = placeOf(state, columns, state.at)
    const next = Math.min(x, lastTyped + (back ? 1 : 0)) + (back ? -1 : 1)
    const over = next < 0 || next > lastTyped
    const row = y + (over ? (back ? -1 : 1) : 0)
    if (row < 0 || row >= state.sheet.rows.length) return false
    moveTo(entry, columns, row, over ? (back ? lastTyped : 0) : next)
    return true
  }
  const onGo = (to: Way) => {
    if (to === 'on' || to === 'back') go(to === 'back')
    else if (to !== 'stay') by(to === 'down' ? 1 : -1, 0)
  }

  /** Rows are taken out; of one that may be placed already a person says so. */
  const remove = async (top: number, bottom: number) => {
    const { sheet, queued, doubts } = entry.getState()
    const rows = sheet.rows.slice(top, bottom + 1)
    if (rows.some(({ key }) => queued.has(key))) return
    const doubtful = rows.filter(({ key }) => doubts[key] !== undefined).map(({ key }) => key)
    const asked = { title: t('grid.dropDoubtful'), text: t('grid.doubtful'), yes: t('grid.drop'), danger: true }
    if (doubtful.length > 0 && !(await confirm(asked))) return
    giveUp(entry, doubtful)
    edit(entry, (now) => without(now, top, bottom))
  }
  const clear = () => edit(entry, (rows, locked) => cleared(rows, columns, area(), locked))

  const plain: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: (event) => by(1, 0, event.shiftKey),
    ArrowUp: (event) => by(-1, 0, event.shiftKey),
    ArrowRight: (event) => by(0, 1, event.shiftKey),
    ArrowLeft: (event) => by(0, -1, event.shiftKey),
    PageDown: (event) => by(10, 0, event.shiftKey),
    PageUp: (event) => by(-10, 0, event.shiftKey),
    Home: (event) => by(0, -columns.length, event.shiftKey),
    End: (event) => by(0, columns.length, event.shiftKey),
    Enter: (event) => void go(event.shiftKey),
    Delete: clear,
    Backspace: clear,
    Escape: () => {
      const { at, head } = entry.getState()
      if (at === head) way.current?.focus()
      else entry.setState({ head: at })
    },
  }
  const withMod: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    d: () => edit(entry, (rows, locked) => filledDown(rows, columns, area(), locked)),
    delete: () => void remove(area().top, area().bottom),
    z: (event) => (event.shiftKey ? redo(entry) : undo(entry)),
    y: () => redo(entry),
    home: () => moveTo(entry, columns, 0, 0),
    end: () => moveTo(entry, columns, begun(entry.getState().sheet.rows).length - 1, lastTyped),
    a: () => {
      const last = Math.max(0, begun(entry.getState().sheet.rows).length - 1)
      moveTo(entry, columns, 0, 0)
      moveTo(entry, columns, last, columns.length - 1, true)
    },
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey) return
    // At the very ends Tab leaves the grid, as everywhere.
    if (event.key === 'Tab') {
      if (go(event.shiftKey)) event.preventDefault()
      return
    }
    const act = event.ctrlKey || event.metaKey ? withMod[event.key.toLowerCase()] : plain[event.key]
    if (act === undefined) return
    event.preventDefault()
    act(event)
  }

  const onTable = (text: string) => {
    const { column } = entry.getState().at
    const block = blockOf(text, column)
    const from = area()
    let left = 0
    let corner = { y: from.bottom, x: from.right }
    edit(entry, (rows, locked) => {
      const after = pasted(rows, columns, from, block, locked)
      left = after.left
      corner = { y: after.bottom, x: after.right }
      return after.rows
    })
    moveTo(entry, columns, from.top, from.left)
    moveTo(entry, columns, corner.y, corner.x, true)
    if (left > 0) toast.warning(t('grid.noRoom', { count: left, most: mostRows }))
  }
  const onCopy = (event: ClipboardEvent, cut: boolean) => {
    event.preventDefault()
    const { top, bottom, left, right } = area()
    const rows = Array.from({ length: bottom - top + 1 }, (_, at) =>
      columns.slice(left, right + 1).map((column) => textAt(top + at, column)),
    )
    event.clipboardData.setData('text/plain', toTsv(rows))
    if (cut) clear()
  }
  const clearAll = () => void remove(0, entry.getState().sheet.rows.length - 1)
  return { onKey, onGo, onTable, onCopy, clearAll, textAt }
}
