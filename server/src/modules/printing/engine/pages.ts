import { fieldOf, isTable, printWords } from '@xunyun/contract/printing/fields'
import { type Layout, type LayoutColumn, type LayoutRow, mapItems } from '@xunyun/contract/printing/layout'
import { emsOf } from './fonts.ts'
import { type Around, drawItem } from './items.ts'
import { type Area, type Mark, mmOf, type Page } from './marks.ts'
import type { Paper } from './paper.ts'
import { columnsOf, partsOf, type TablePart } from './table.ts'

/** Rows and columns that have something switched on, with their places on the paper. */
type PlacedRow = {
  readonly row: LayoutRow
  readonly area: Area
  readonly columns: readonly { column: LayoutColumn; area: Area }[]
}

const border = 0.25

/**
 * A document on its pages. Places, breaks and sizes are calculated here once; SVG and PDF only draw them (ADR 011).
 */
export function pagesOf(template: Layout, paper: Paper): Page[] {
  const layout = paper.filledOnly ? withValues(template, paper) : template
  const rows = placeRows(layout)
  const found = rows.flatMap(({ columns }) => columns.flatMap(({ column, area }) => tableIn(column, area)))[0]
  const data = found === undefined ? undefined : paper.tables[found.table]
  const parts: (TablePart | undefined)[] =
    found === undefined || data === undefined
      ? [undefined]
      : partsOf(
          columnsOf(found.table, found.item, layout.language),
          data,
          found.item.size ?? layout.size,
          found.area,
          layout.language,
        )
  return parts.map((table, at) => {
    const page = printWords.page[layout.language]
      .replace('{page}', String(at + 1))
      .replace('{pages}', String(parts.length))
    const around: Around = { paper, language: layout.language, size: layout.size, table, page }
    const marks = [...rows.flatMap((row) => drawRow(row, around)), ...reprintMark(layout, paper)]
    const { x, y } = layout.offset
    return { ...layout.paper, marks: x === 0 && y === 0 ? marks : marks.map((mark) => moved(mark, x, y)) }
  })
}

const withValues = (layout: Layout, { fields }: Paper): Layout =>
  mapItems(layout, (item) =>
    fieldOf(item.field).kind === 'text' && !fields[item.field] ? { ...item, on: false } : item,
  )

function tableIn(column: LayoutColumn, area: Area) {
  return placeItems(column, area).flatMap(({ item, area }) =>
    isTable(item.field) ? [{ table: item.field, item, area }] : [],
  )
}

/** Rows share the paper: each its height, what grows the rest; too much is made smaller in proportion. */
function placeRows(layout: Layout): PlacedRow[] {
  const { margin, paper } = layout
  const inner: Area = {
    x: margin.left,
    y: margin.top,
    width: paper.width - margin.left - margin.right,
    height: paper.height - margin.top - margin.bottom,
  }
  const used = layout.rows.flatMap((row) => {
    const columns = row.columns.filter(({ items }) => items.some(({ on }) => on))
    return columns.length === 0 ? [] : [{ ...row, columns }]
  })
  const asked = used.reduce((sum, { height }) => sum + height, 0)
  const growing = used.filter(({ grow }) => grow).length
  const free = inner.height - asked
  const scale = free < 0 ? inner.height / asked : 1
  let y = inner.y
  return used.map((row) => {
    const height = row.height * scale + (row.grow && free > 0 ? free / growing : 0)
    const area = { ...inner, y, height }
    y += height
    const all = row.columns.reduce((sum, { flex }) => sum + flex, 0)
    let { x } = inner
    const columns = row.columns.map((column) => {
      const width = (inner.width * column.flex) / all
      const place = { ...area, x, width }
      x += width
      return { column, area: place }
    })
    return { row, area, columns }
  })
}

/** Items of a column, one below the other. */
function placeItems(column: LayoutColumn, area: Area) {
  const items = column.items.filter(({ on }) => on)
  const all = items.reduce((sum, { flex }) => sum + flex, 0)
  let { y } = area
  return items.map((item) => {
    const height = (area.height * item.flex) / all
    const place = { ...area, y, height }
    y += height
    return { item, area: place }
  })
}

function drawRow({ row, area, columns }: PlacedRow, around: Around): Mark[] {
  const items = columns.flatMap(({ column, area }) =>
    placeItems(column, area).flatMap(({ item, area }) => drawItem(item, area, around)),
  )
  return row.frame ? [...frame(area, columns.map(({ area }) => area.x).slice(1)), ...items] : items
}

function frame({ x, y, width, height }: Area, between: readonly number[]): Mark[] {
  const line = (x1: number, y1: number, x2: number, y2: number): Mark => ({
    kind: 'line',
    x1,
    y1,
    x2,
    y2,
    width: border,
  })
  return [
    line(x, y, x + width, y),
    line(x, y + height, x + width, y + height),
    line(x, y, x, y + height),
    line(x + width, y, x + width, y + height),
    ...between.map((at) => line(at, y, at, y + height)),
  ]
}

/** 补打 n, above everything at the right: no template can switch it off. */
function reprintMark({ margin, paper: sheet, language }: Layout, { reprint }: Paper): Mark[] {
  if (reprint === 0) return []
  const text = printWords.reprint[language].replace('{n}', String(reprint))
  const size = Math.min(mmOf(8), Math.max(mmOf(5), margin.top - 1))
  const width = emsOf(text, 'bold') * size
  const right = sheet.width - Math.max(margin.right, 1)
  const y = Math.max(size * 0.95, margin.top - size * 0.35)
  return [{ kind: 'text', x: right - width, y, size, weight: 'bold', text, width }]
}

function moved(mark: Mark, x: number, y: number): Mark {
  if (mark.kind === 'text' || mark.kind === 'picture') return { ...mark, x: mark.x + x, y: mark.y + y }
  if (mark.kind === 'fill') return { ...mark, boxes: mark.boxes.map(([a, b, w, h]) => [a + x, b + y, w, h] as const) }
  return { ...mark, x1: mark.x1 + x, x2: mark.x2 + x, y1: mark.y1 + y, y2: mark.y2 + y }
}

/** Whether margins leave room for anything. */
export const hasRoom = ({ paper, margin }: Layout): boolean =>
  paper.width - margin.left - margin.right >= 10 && paper.height - margin.top - margin.bottom >= 10
