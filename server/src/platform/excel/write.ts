import { finished, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import {
  columnName,
  contentTypes,
  rootRelations,
  type Sheet,
  sheetEnd,
  sheetName,
  sheetStart,
  styleOf,
  styles,
  workbook,
  workbookRelations,
  xml,
} from './parts.ts'

/** How a column's values are written and shown. Money has 2 decimals, weight (kg) 3, volume (m³) 4, a quantity those it has. */
export type ColumnType = 'text' | 'integer' | 'quantity' | 'money' | 'weight' | 'volume' | 'date' | 'moment'
export type Column = {
  title: string
  /** In characters. */
  width?: number
  type: ColumnType
  /** A drop-down for the cells below the header; other values may still be typed. */
  choices?: readonly string[]
}
/** A cell with a coloured ground: text that somebody has to look at. */
export class Marked {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}
export type Workbook = {
  sheet: string
  columns: readonly Column[]
  /**
   * Batches of rows. Decimals and days (YYYY-MM-DD) are text, moments ISO text, as they come from the database;
   * null, undefined and '' leave the cell empty.
   */
  rows: AsyncIterable<readonly (readonly unknown[])[]> | Iterable<readonly (readonly unknown[])[]>
  /** More sheets of the same kind, without drop-downs. */
  also?: readonly Pick<Workbook, 'sheet' | 'columns' | 'rows'>[]
  /** A last sheet with lines of text: how to fill in. */
  notes?: { title: string; lines: readonly string[] }
}

const widths: Readonly<Record<ColumnType, number>> = {
  text: 16,
  integer: 10,
  quantity: 12,
  money: 14,
  weight: 14,
  volume: 12,
  date: 12,
  moment: 17,
}
/** Excel holds no longer text in a cell. */
const longest = 32_767
const epoch = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000
/** Moments are shown as the wall clock of China shows them. */
const chinaMs = 8 * 3_600_000

/**
 * An xlsx file as a stream, with frozen header and filter. Rows are asked for as fast as the reader takes them. Text is
 * always written as text: a value that begins with `=` never becomes a formula.
 */
export function writeExcel(book: Workbook): Readable {
  const lists = book.columns.flatMap(({ choices }) => (choices === undefined ? [] : [choices]))
  const tables = [book, ...(book.also ?? [])]
  const sheets: Sheet[] = tables.map(({ sheet }) => ({ name: sheetName(sheet) }))
  if (book.notes !== undefined) sheets.push({ name: sheetName(book.notes.title) })
  if (lists.length > 0) sheets.push({ name: 'lists', hidden: true })

  const zip = new ZipFile()
  const fixed = (name: string, content: string) => zip.addBuffer(Buffer.from(content), name)
  fixed('[Content_Types].xml', contentTypes(sheets))
  fixed('_rels/.rels', rootRelations)
  fixed('xl/workbook.xml', workbook(sheets))
  fixed('xl/_rels/workbook.xml.rels', workbookRelations(sheets))
  fixed('xl/styles.xml', styles)
  const streams = tables.map((table, at) => {
    const rows = Readable.from(sheetXml(table, at === 0), { objectMode: false, highWaterMark: 1 << 16 })
    zip.addReadStream(rows, `xl/worksheets/sheet${at + 1}.xml`, { compressionLevel: 4 })
    return rows
  })
  if (book.notes !== undefined) fixed(`xl/worksheets/sheet${tables.length + 1}.xml`, notesXml(book.notes.lines))
  if (lists.length > 0) fixed(`xl/worksheets/sheet${sheets.length}.xml`, listsXml(lists))
  zip.end()

  const out = zip.outputStream as Readable
  // Rows that fail break the download off, so that half a list never looks like a whole one.
  for (const rows of streams) rows.on('error', (error) => out.destroy(error))
  zip.on('error', (error: Error) => out.destroy(error))
  // Whoever downloads may go away: then no more rows are read from the database.
  finished(out, () => {
    for (const rows of streams) rows.destroy()
  })
  return out
}

/** Sends a workbook as a download; `name` is the file's name without extension, in any script. */
export function sendExcel(reply: FastifyReply, name: string, stream: Readable): FastifyReply {
  const fileName = encodeURIComponent(`${name}.xlsx`).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
    .send(stream)
}

async function* sheetXml({ columns, rows }: Workbook, active: boolean): AsyncGenerator<string> {
  yield sheetStart({
    widths: columns.map(({ width, type }) => width ?? widths[type]),
    frozen: true,
    active,
  })
  yield `<row r="1">${columns.map(({ title }, i) => textCell(`${columnName(i + 1)}1`, title, styleOf.header)).join('')}</row>`
  const names = columns.map((_, i) => columnName(i + 1))
  let at = 1
  for await (const batch of rows) {
    let part = ''
    for (const row of batch) {
      at += 1
      part += `<row r="${at}">`
      for (const [i, column] of columns.entries()) part += cell(`${names[i]}${at}`, row[i], column.type)
      part += '</row>'
    }
    if (part !== '') yield part
  }
  yield sheetEnd(`<autoFilter ref="A1:${names.at(-1) ?? 'A'}${at}"/>${validations(columns)}`)
}

function cell(ref: string, value: unknown, type: ColumnType): string {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Marked) return textCell(ref, String(value.value ?? ''), styleOf.marked)
  if (type === 'text') return textCell(ref, String(value), styleOf.text)
  const number = type === 'date' || type === 'moment' ? serial(String(value), type) : numeral(String(value))
  return number === undefined
    ? textCell(ref, String(value), styleOf.text)
    : `<c r="${ref}" s="${styleOf[type]}"><v>${number}</v></c>`
}

const textCell = (ref: string, value: string, style: number): string =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(value.slice(0, longest))}</t></is></c>`

/** The number as it is written; undefined for what is no number, or has more digits than Excel keeps. */
function numeral(value: string): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return undefined
  const digits = value.replace(/[-.]/g, '').replace(/^0+/, '')
  return digits.length > 15 && Number(digits.slice(15)) !== 0 ? undefined : value
}

/** Days since 1899-12-30, as Excel counts. */
function serial(value: string, type: 'date' | 'moment'): string | undefined {
  const ms =
    type === 'date'
      ? /^\d{4}-\d{2}-\d{2}$/.test(value)
        ? Date.parse(`${value}T00:00:00Z`)
        : Number.NaN
      : Date.parse(value) + chinaMs
  if (Number.isNaN(ms)) return undefined
  const days = (ms - epoch) / dayMs
  return type === 'date' ? String(days) : days.toFixed(9).replace(/\.?0+$/, '')
}

function validations(columns: readonly Column[]): string {
  let list = 0
  const found = columns.flatMap(({ choices }, i) => {
    if (choices === undefined) return []
    list += 1
    const [source, target] = [columnName(list), columnName(i + 1)]
    return [
      `<dataValidation type="list" allowBlank="1" sqref="${target}2:${target}1048576"><formula1>lists!$${source}$1:$${source}$${Math.max(1, choices.length)}</formula1></dataValidation>`,
    ]
  })
  return found.length === 0 ? '' : `<dataValidations count="${found.length}">${found.join('')}</dataValidations>`
}

/** The choices of the drop-downs, one column each: a list in the validation itself may have 255 characters only. */
function listsXml(lists: readonly (readonly string[])[]): string {
  const longestList = Math.max(...lists.map((list) => list.length))
  let content = sheetStart({ widths: lists.map(() => 20), frozen: false, active: false })
  for (let row = 0; row < longestList; row += 1) {
    const cells = lists.map((list, i) => cell(`${columnName(i + 1)}${row + 1}`, list[row], 'text')).join('')
    content += `<row r="${row + 1}">${cells}</row>`
  }
  return content + sheetEnd('')
}

const notesXml = (lines: readonly string[]): string =>
  sheetStart({ widths: [100], frozen: false, active: false }) +
  lines
    .map((line, i) => `<row r="${i + 1}">${line === '' ? '' : textCell(`A${i + 1}`, line, styleOf.note)}</row>`)
    .join('') +
  sheetEnd('')
