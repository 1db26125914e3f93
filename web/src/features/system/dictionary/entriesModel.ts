import { languages } from '@xunyun/contract/pages'
import type { EntryRow } from '@xunyun/contract/system/dictionary'

/** Entries of a type while they are edited: what was typed over the stored rows, and what was added. */

export const cells = ['code', ...languages] as const
export type Cell = (typeof cells)[number]
type Cells = Readonly<Partial<Record<Cell, string>>>
type Edit = Cells & { readonly version: number; readonly was: Cells }

type Now = {
  /** By id: the cells that were typed, and the entry they were typed over. */
  readonly edits: Readonly<Record<number, Edit>>
  readonly added: readonly (Cells & { readonly key: string })[]
}
export type Model = Now & { readonly past: readonly Now[]; readonly count: number }
export const untouched: Model = { edits: {}, added: [], past: [], count: 0 }

export type Line = Readonly<Record<Cell, string>> & {
  readonly key: string
  /** Null: not stored yet. */
  readonly row: EntryRow | null
  readonly changed: boolean
}

const blank = { code: '', zh: '', en: '', es: '', ja: '' }
const keyOf = (row: EntryRow) => String(row.id)

export function linesOf(rows: readonly EntryRow[], model: Now): Line[] {
  const stored = rows.map((row): Line => {
    const { version: _, was: __, ...typed } = model.edits[row.id] ?? { version: 0, was: {} }
    const line = { code: row.code, zh: row.zh, en: row.en, es: row.es, ja: row.ja, ...typed }
    return { ...line, key: keyOf(row), row, changed: cells.some((cell) => line[cell] !== row[cell]) }
  })
  return [...stored, ...model.added.map((line): Line => ({ ...blank, ...line, row: null, changed: !isBlank(line) }))]
}

const isBlank = (line: Cells) => cells.every((cell) => (line[cell] ?? '').trim() === '')

const step = (model: Model, next: Partial<Now & { count: number }>): Model => ({
  ...model,
  ...next,
  past: [...model.past.slice(-99), { edits: model.edits, added: model.added }],
})

function put(model: Model, rows: readonly EntryRow[], key: string, typed: Cells): Model {
  const row = rows.find((one) => keyOf(one) === key)
  if (row === undefined)
    return { ...model, added: model.added.map((line) => (line.key === key ? { ...line, ...typed } : line)) }
  // A stored code stands in records.
  const { code: _, ...words } = typed
  const { zh, en, es, ja } = row
  const before = model.edits[row.id] ?? { version: row.version, was: { zh, en, es, ja } }
  return { ...model, edits: { ...model.edits, [row.id]: { ...before, ...words } } }
}

export const typed = (model: Model, rows: readonly EntryRow[], key: string, cell: Cell, text: string): Model =>
  put(step(model, {}), rows, key, { [cell]: text })

const withLine = (model: Model, line: Cells): Model => ({
  ...model,
  count: model.count + 1,
  added: [...model.added, { ...line, key: `new-${model.count + 1}` }],
})

export const addedLine = (model: Model): Model => withLine(step(model, {}), {})
export const withoutLine = (model: Model, key: string): Model =>
  step(model, { added: model.added.filter((line) => line.key !== key) })

/** Back by one step; a step is what was typed into one cell, a paste, a line. */
export function undone(model: Model): Model {
  const last = model.past.at(-1)
  return last === undefined ? model : { ...model, ...last, past: model.past.slice(0, -1) }
}

/**
 * Cells as Excel copies them, from one cell on. A block that begins with codes changes the entries of those codes and
 * adds the others; one that begins with words goes down the lines. Below the last line only an open type takes more.
 */
export function pasted(
  model: Model,
  rows: readonly EntryRow[],
  at: { readonly key: string; readonly cell: Cell },
  text: string,
  isOpen: boolean,
): Model {
  const block = text.replace(/\r/g, '').replace(/\n$/, '').split('\n')
  const first = cells.indexOf(at.cell)
  const lines = linesOf(rows, model)
  const start = lines.findIndex((line) => line.key === at.key)
  let next = step(model, {})
  for (const [down, source] of block.entries()) {
    const values = source.split('\t')
    const cellsOf = Object.fromEntries(
      cells.slice(first, first + values.length).map((cell, index) => [cell, (values[index] ?? '').trim()]),
    ) as Cells
    const line =
      at.cell === 'code'
        ? (lines.find(({ code }) => code.toLowerCase() === cellsOf.code?.toLowerCase()) ??
          (down === 0 && lines[start]?.row === null ? lines[start] : undefined))
        : lines[start + down]
    if (line !== undefined) next = put(next, rows, line.key, cellsOf)
    else if (isOpen && !isBlank(cellsOf)) next = withLine(next, cellsOf)
  }
  return next
}

/** What is to be saved, with the keys of its lines in the same order. */
export function toSave(rows: readonly EntryRow[], model: Model) {
  const lines = linesOf(rows, model).filter(({ changed }) => changed)
  const given = (text: string) => (text.trim() === '' ? undefined : text)
  return {
    keys: lines.map(({ key }) => key),
    rows: lines.map(({ row, code, zh, en, es, ja }) => ({
      ...(row === null ? { code } : { id: row.id, version: model.edits[row.id]?.version ?? row.version }),
      zh,
      en: given(en),
      es: given(es),
      ja: given(ja),
    })),
  }
}

/** After a conflict: what was typed is kept, over the entries as they are by now. */
export const rebased = (rows: readonly EntryRow[], model: Model): Model => ({
  ...model,
  past: [],
  edits: Object.fromEntries(
    Object.entries(model.edits).flatMap(([id, edit]) => {
      const row = rows.find((one) => one.id === Number(id))
      return row === undefined ? [] : [[id, { ...edit, version: row.version }]]
    }),
  ),
})

/** By line and cell: what somebody else wrote meanwhile where something else was typed here. */
export const clashesOf = (
  rows: readonly EntryRow[],
  model: Now,
): Readonly<Record<string, Readonly<Partial<Record<Cell, string>>>>> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const edit = model.edits[row.id]
      if (edit === undefined) return []
      const theirs = languages.filter(
        (cell) => edit[cell] !== undefined && row[cell] !== edit[cell] && row[cell] !== (edit.was?.[cell] ?? row[cell]),
      )
      return theirs.length === 0 ? [] : [[keyOf(row), Object.fromEntries(theirs.map((cell) => [cell, row[cell]]))]]
    }),
  )
