import type { Readable } from 'node:stream'
import type { Sheet } from './parse.ts'
import { Marked, writeExcel } from './write.ts'

/** `row` as the sheet was read; `column` is a title of the header. */
export type RowError = { row: number; column?: string; msg: string }

/**
 * The user's own sheet again, with what is wrong beside each row in a last column called `title`, and the cells it is
 * about coloured. With `onlyRows` just the refused rows, ready to be corrected and sent again. Every cell is text, as
 * it was read, in the order of the file.
 */
export function markErrors(
  { sheetName, rows }: Sheet,
  errors: readonly RowError[],
  onlyRows: boolean,
  title: string,
): Readable {
  const [header, ...body] = rows
  const titles = header?.cells ?? []
  // A file that came back from us before has the column already.
  const kept = titles.flatMap((name, i) => (name.trim() === title ? [] : [i]))
  const byRow = Map.groupBy(errors, ({ row }) => row)
  const shown = onlyRows ? body.filter(({ row }) => byRow.has(row)) : body

  function* batches(): Generator<unknown[][]> {
    for (let at = 0; at < shown.length; at += 500)
      yield shown.slice(at, at + 500).map(({ row, cells }) => {
        const wrong = byRow.get(row) ?? []
        const columns = new Set(wrong.map(({ column }) => column))
        const text = wrong.map(({ column, msg }) => (column === undefined ? msg : `${column}: ${msg}`)).join('; ')
        return [
          ...kept.map((i) => (columns.has(titles[i]) ? new Marked(cells[i] ?? '') : (cells[i] ?? ''))),
          text === '' ? '' : new Marked(text),
        ]
      })
  }
  return writeExcel({
    sheet: sheetName,
    columns: [
      ...kept.map((i) => ({ title: titles[i] ?? '', type: 'text' as const })),
      { title, type: 'text', width: 50 },
    ],
    rows: batches(),
  })
}
