import {
  blankRow,
  type Cell,
  type Column,
  type EntryRow,
  isBlank,
  isCell,
  isParty,
  tidied,
  type Value,
} from './cells.ts'

/** What is done to the rows: pure, so that each step can be taken back. */

export const mostRows = 200
const fewestRows = 20
const keptSteps = 100

export type Rows = readonly EntryRow[]
/** Rows and columns by their place, both ends included. */
export type Area = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
/** Rows that nothing may touch: they are under way, or nobody knows yet what became of them. */
export type Locked = (row: EntryRow) => boolean

/** Blank rows below the last one, so that there is always somewhere to go on. */
export function padded(rows: Rows): Rows {
  const last = rows.findLastIndex((row) => !isBlank(row))
  const wanted = Math.min(mostRows, Math.max(fewestRows, last + 6))
  const missing = Math.max(0, wanted - rows.length)
  return missing === 0 ? rows : [...rows, ...Array.from({ length: missing }, blankRow)]
}

/** What is worth keeping: up to the last row with something in it. */
export const begun = (rows: Rows): Rows => rows.slice(0, rows.findLastIndex((row) => !isBlank(row)) + 1)

function withValue(row: EntryRow, cell: Cell, value: Value | undefined): EntryRow {
  const { [cell]: _, ...rest } = row.cells
  return { ...row, cells: value === undefined || value.text === '' ? rest : { ...rest, [cell]: value } }
}

export const withText = (rows: Rows, key: string, cell: Cell, value: Value): Rows =>
  rows.map((row) => (row.key === key ? withValue(row, cell, value) : row))

const within = (at: number, from: number, to: number) => at >= from && at <= to

/** Each cell of an area becomes what `value` says of it. */
function changed(
  rows: Rows,
  columns: readonly Column[],
  { top, bottom, left, right }: Area,
  locked: Locked,
  value: (cell: Cell, y: number, x: number) => Value | undefined,
): Rows {
  return rows.map((row, y) =>
    within(y, top, bottom) && !locked(row)
      ? columns.reduce(
          (next, column, x) =>
            within(x, left, right) && isCell(column) ? withValue(next, column, value(column, y, x)) : next,
          row,
        )
      : row,
  )
}

export const cleared = (rows: Rows, columns: readonly Column[], area: Area, locked: Locked): Rows =>
  changed(rows, columns, area, locked, () => undefined)

/** Ctrl+D: the first row of an area goes into those below; of one row, the row above goes into it. */
export function filledDown(rows: Rows, columns: readonly Column[], area: Area, locked: Locked): Rows {
  const source = area.top === area.bottom ? area.top - 1 : area.top
  const from = rows[source]
  if (from === undefined) return rows
  return changed(rows, columns, { ...area, top: source + 1 }, locked, (cell) => from.cells[cell])
}

/** Rows are taken out; the place stays full. */
export const without = (rows: Rows, top: number, bottom: number): Rows =>
  padded(rows.filter((_, at) => !within(at, top, bottom)))

/** What Excel puts on the clipboard: tabs and line ends, quotes around a cell that holds one of them. */
export function tableOf(text: string): string[][] {
  const table: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  const whole = text.replace(/(\r\n|\n|\r)$/, '')
  for (let at = 0; at <= whole.length; ) {
    cell.lastIndex = at
    // A quote inside a cell that does not begin with one, or is never closed, is an ordinary sign.
    const found = cell.exec(whole) ?? /([^\t\r\n]*)()(\t|\r\n|\n|\r|$)/.exec(whole.slice(at))
    if (found === null) break
    const [all = '', quoted, plain = '', end = ''] = found
    table.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += all.length
    if (end === '') break
    if (end !== '\t') table.push([])
  }
  return table
}

const phoneLike = /1[3-9]\d(?:[-\s]?\d{4}){2}|0\d{2,3}[-\s]?[2-9]\d{6,7}|[48]00-?\d{3}-?\d{4}/g

/** Several lines that are one address, as a chat has it: name, phone and street under each other. */
export const isOneParty = (text: string): boolean => !text.includes('\t') && (text.match(phoneLike) ?? []).length === 1

/** What is pasted into a cell: a table, or one party over several lines. */
export const blockOf = (text: string, into: Column): string[][] =>
  isParty(into) && isOneParty(text) ? [[text]] : tableOf(text)

export type Pasted = {
  readonly rows: Rows
  readonly bottom: number
  readonly right: number
  /** Rows for which there was no room, or that may not be touched. */
  readonly left: number
}

/** A block is laid over the rows from the top left of an area; one cell alone fills all of it. */
export function pasted(
  rows: Rows,
  columns: readonly Column[],
  area: Area,
  block: readonly (readonly string[])[],
  locked: Locked,
): Pasted {
  const [only] = block
  const single = block.length === 1 && only?.length === 1
  const height = single ? area.bottom - area.top + 1 : block.length
  const width = single ? area.right - area.left + 1 : Math.max(...block.map((line) => line.length))
  const bottom = Math.min(mostRows, area.top + height) - 1
  const missing = Math.max(0, bottom + 1 - rows.length)
  const room: Rows = [...rows, ...Array.from({ length: missing }, blankRow)]
  const target = { top: area.top, bottom, left: area.left, right: area.left + width - 1 }
  const next = changed(room, columns, target, locked, (cell, y, x) => {
    const text = single ? only?.[0] : block[y - area.top]?.[x - area.left]
    // A shorter line of the block leaves alone what it does not reach.
    return text === undefined ? room[y]?.cells[cell] : { text: tidied(cell, text) }
  })
  const shut = room.slice(area.top, bottom + 1).filter(locked).length
  return {
    rows: padded(next),
    bottom,
    right: Math.min(columns.length - 1, target.right),
    left: area.top + height - (bottom + 1) + shut,
  }
}

/** The rows with what they were before and what was taken back. */
export type Sheet = { readonly rows: Rows; readonly past: readonly Rows[]; readonly future: readonly Rows[] }

export const sheetOf = (rows: Rows): Sheet => ({ rows: padded(rows), past: [], future: [] })

export const did = (sheet: Sheet, rows: Rows): Sheet =>
  rows === sheet.rows ? sheet : { rows: padded(rows), past: [...sheet.past, sheet.rows].slice(-keptSteps), future: [] }

export function undone({ rows, past, future }: Sheet): Sheet {
  const before = past.at(-1)
  return before ? { rows: before, past: past.slice(0, -1), future: [rows, ...future] } : { rows, past, future }
}

export function redone({ rows, past, future }: Sheet): Sheet {
  const [after, ...later] = future
  return after ? { rows: after, past: [...past, rows], future: later } : { rows, past, future }
}

/** A row that was placed is gone for good: taking a step back does not bring it back. */
export function forgotten(sheet: Sheet, key: string): Sheet {
  const rest = (rows: Rows) => rows.filter((row) => row.key !== key)
  return { rows: padded(rest(sheet.rows)), past: sheet.past.map(rest), future: sheet.future.map(rest) }
}
