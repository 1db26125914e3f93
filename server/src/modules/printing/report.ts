import { setImmediate } from 'node:timers/promises'
import { printWords } from '@xunyun/contract/printing/fields'
import type { DrawReport, Report, ReportColumn, ReportTable } from '../../platform/report.ts'
import { qrIn } from './engine/codes.ts'
import { emsOf } from './engine/fonts.ts'
import { type Area, type Mark, mmOf, type Page } from './engine/marks.ts'
import { toPdf } from './engine/pdf.ts'
import { drawTable, headOf, type Line, lineMaker, pad, type TableColumn } from './engine/table.ts'
import { drawText } from './engine/text.ts'
import { widestPart } from './engine/wrap.ts'
import { drawPictures, type PictureRow, pictureRowHeight, pictureRows } from './pictures.ts'

/**
 * Tables whose columns come with what they say (a statement has one for each fee), on as many pages as they need. Columns
 * get the room of their widest value; where a page is too narrow for them the type is smaller, then the paper larger.
 */

const papers = [
  { width: 297, height: 210, sizes: [8, 7, 6] },
  { width: 420, height: 297, sizes: [8, 7, 6, 5] },
]
const upright = [{ width: 210, height: 297, sizes: [8, 7, 6, 5] }]
const margin = { x: 12, top: 12, bottom: 14 }
/** Rows that are measured before others get their turn. */
const atOnce = 200

/** A text may be broken, but not into parts narrower than this (ems), or than a number in it. */
const narrowest = 6
const widestNumber = 12
const widestText = 24

type Room = { readonly least: number; readonly most: number }
/** In ems. */
function roomOf({ title, whole }: ReportColumn, said: readonly string[]): Room {
  const values = [...new Set(said)]
  const head = Math.min(emsOf(title, 'bold'), Math.max(widestPart(title, 'bold'), emsOf(title, 'bold') / 2 + 1))
  const widest = values.reduce((most, value) => Math.max(most, emsOf(value, 'bold')), 0)
  if (whole) return { least: Math.max(head, widest), most: Math.max(head, widest) }
  const number = values.reduce((most, value) => Math.max(most, widestPart(value, 'regular')), 0)
  const most = Math.max(head, Math.min(widest, widestText))
  return { least: Math.max(head, Math.min(most, Math.max(narrowest, Math.min(number, widestNumber)))), most }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
/** Millimetres that a table needs at the least. */
const needed = (rooms: readonly Room[], size: number): number =>
  sum(rooms.map(({ least }) => least)) * mmOf(size) + 2 * pad * rooms.length + 0.1

/** Widths in a table so wide: what all need, then what texts would like, then the same for each. */
function sharedOut(rooms: readonly Room[], size: number, width: number): number[] {
  const em = mmOf(size)
  const free = Math.max(0, width - needed(rooms, size))
  const wished = sum(rooms.map(({ least, most }) => most - least)) * em
  const given = wished === 0 ? 0 : Math.min(1, free / wished)
  const over = Math.max(0, free - wished) / rooms.length
  return rooms.map(({ least, most }) => (least + (most - least) * given) * em + 2 * pad + over)
}

type Sized = { readonly width: number; readonly height: number; readonly size: number }
function sizeFor(tables: readonly (readonly Room[])[], sheets: typeof papers): Sized {
  const all = sheets.flatMap(({ sizes, ...paper }) => sizes.map((size) => ({ ...paper, size })))
  const fits = ({ width, size }: Sized) => tables.every((rooms) => needed(rooms, size) <= width - 2 * margin.x)
  return all.find(fits) ?? (all.at(-1) as Sized)
}

/** A table's part on a page, with its title where it begins. */
type Part = {
  readonly title: string | undefined
  readonly lines: Line[]
  readonly columns: readonly TableColumn[]
  readonly y: number
}
/** Photos beside each other, and where they begin. */
type PlacedPictures = { readonly row: PictureRow; readonly y: number }
type Sheet = { readonly parts: Part[]; readonly pictures: PlacedPictures[] }

const titleSize = 16
const factSize = 9
const tableTitle = 10
const gap = 5
/** What stands above the tables: on the first page the title and the facts, on others one line. */
const factRows = ({ facts }: Report) => Math.ceil(facts.length / 4)
/** The side of the square code at the head's right. */
const codeSide = 26
const headHeight = (report: Report, page: number): number => {
  if (page > 0) return mmOf(factSize) * 2
  const said = mmOf(titleSize) * 1.6 + factRows(report) * mmOf(factSize) * 2.7 + 2
  return report.qr === undefined ? said : Math.max(said, codeSide)
}

async function* pagesOf(report: Report): AsyncGenerator<Page> {
  const tables = report.tables.filter(({ rows }) => rows.length > 0)
  const rooms: Room[][] = []
  for (const { columns, rows, total } of tables) {
    const own: Room[] = []
    for (const [at, column] of columns.entries()) {
      await setImmediate()
      own.push(roomOf(column, [...rows.map((row) => row[at] ?? ''), total?.[at] ?? '']))
    }
    rooms.push(own)
  }
  const sized = sizeFor(rooms, report.upright ? upright : papers)
  const width = sized.width - 2 * margin.x
  const end = sized.height - margin.bottom
  const pages: Sheet[] = [{ parts: [], pictures: [] }]
  let y = margin.top + headHeight(report, 0)
  const turn = () => {
    pages.push({ parts: [], pictures: [] })
    y = margin.top + headHeight(report, pages.length - 1)
  }
  for (const [at, table] of tables.entries()) {
    const columns = columnsOf(table, sharedOut(rooms[at] ?? [], sized.size, width))
    const line = lineMaker(columns, width, sized.size)
    const head = line(headOf(columns), 'bold')
    let part: Part | undefined
    const begin = () => {
      const title = part === undefined ? table.title : undefined
      if (title !== undefined) y += mmOf(tableTitle) * 1.7
      part = { title, lines: [head], columns, y }
      pages.at(-1)?.parts.push(part)
      y += head.height
    }
    const add = (cells: readonly string[], weight: 'regular' | 'bold', after = 0) => {
      const one = line(keyed(cells), weight)
      const above = part === undefined ? mmOf(tableTitle) * 1.7 + head.height : 0
      if (y + above + one.height + after > end) {
        turn()
        begin()
      } else if (part === undefined) begin()
      part?.lines.push(one)
      y += one.height
    }
    // The total stands under a row, never alone on a page.
    const total = table.total === undefined ? 0 : line(keyed(table.total), 'bold').height
    for (const [seq, row] of table.rows.entries()) {
      if (seq % atOnce === 0) await setImmediate()
      add(row, 'regular', seq === table.rows.length - 1 ? total : 0)
    }
    if (table.total !== undefined) add(table.total, 'bold')
    y += gap
  }
  for (const row of pictureRows(report.pictures ?? [])) {
    if (y + pictureRowHeight > end) turn()
    pages.at(-1)?.pictures.push({ row, y })
    y += pictureRowHeight
  }
  for (const [at, { parts, pictures }] of pages.entries()) {
    await setImmediate()
    const said = printWords.page[report.language]
      .replace('{page}', String(at + 1))
      .replace('{pages}', String(pages.length))
    const photos: Mark[] = []
    // Read one page after the other: a report may have more photos than the memory has room for.
    for (const { row, y } of pictures) photos.push(...(await drawPictures(row, { x: margin.x, y, width })))
    const foot: Area = { x: margin.x, y: sized.height - 10, width, height: 5 }
    yield {
      width: sized.width,
      height: sized.height,
      marks: [
        ...(at === 0 ? firstHead(report, width) : laterHead(report, width)),
        ...parts.flatMap((part) => drawPart(part, sized, width)),
        ...photos,
        ...drawText(said, { size: factSize, weight: 'regular', align: 'right', from: 'middle' }, foot),
      ],
    }
  }
}

const keyed = (cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(cells.map((cell, at) => [String(at), cell]))
const columnsOf = ({ columns }: ReportTable, widths: readonly number[]): TableColumn[] =>
  columns.map(({ title, align }, at) => ({ key: String(at), title, align, flex: widths[at] ?? 0 }))

function drawPart({ title, lines, columns, y }: Part, { size, height }: Sized, width: number): Mark[] {
  const area: Area = { x: margin.x, y, width, height: height - margin.bottom - y + 0.1 }
  const above: Area = { ...area, y: y - mmOf(tableTitle) * 1.5, height: mmOf(tableTitle) * 1.4 }
  const top: Mark = { kind: 'line', x1: margin.x, y1: y, x2: margin.x + width, y2: y, width: 0.15 }
  return [
    ...(title === undefined
      ? []
      : drawText(title, { size: tableTitle, weight: 'bold', align: 'left', from: 'middle' }, above)),
    top,
    ...drawTable({ lines, columns }, size, area),
  ]
}

function firstHead(report: Report, all: number): Mark[] {
  const { qr } = report
  const width = qr === undefined ? all : all - codeSide - 2
  const code: Area = { x: margin.x + all - codeSide, y: margin.top - 2, width: codeSide, height: codeSide }
  const area: Area = { x: margin.x, y: margin.top, width, height: mmOf(titleSize) * 1.3 }
  const em = mmOf(factSize)
  const top = margin.top + mmOf(titleSize) * 1.6
  const column = width / 4
  return [
    ...(qr === undefined ? [] : [{ kind: 'fill', boxes: qrIn(qr, code) } as const]),
    ...drawText(report.title, { size: titleSize, weight: 'bold', align: 'left', from: 'middle' }, area),
    ...drawText(report.subtitle, { size: factSize + 1, weight: 'regular', align: 'right', from: 'middle' }, area),
    ...report.facts.flatMap(([label, value], at) => {
      const x = margin.x + (at % 4) * column
      const y = top + Math.floor(at / 4) * em * 2.7
      const inside: Area = { x, y, width: column - 2, height: em * 1.2 }
      return [
        ...drawText(label, { size: factSize - 2, weight: 'regular', align: 'left', from: 'top' }, inside),
        ...drawText(
          value,
          { size: factSize, weight: 'bold', align: 'left', from: 'top' },
          { ...inside, y: y + em * 1.05 },
        ),
      ]
    }),
  ]
}

function laterHead({ title, subtitle }: Report, width: number): Mark[] {
  const area: Area = { x: margin.x, y: margin.top - 2, width, height: mmOf(factSize) * 1.3 }
  const style = { size: factSize, weight: 'regular', align: 'left', from: 'middle' } as const
  return drawText(`${title} ${subtitle}`, style, area)
}

export const drawReport: DrawReport = (report) => toPdf(`${report.title} ${report.subtitle}`, pagesOf(report))
