import type { Language } from '@xunyun/contract/pages'
import { columnTitles, type PrintTable, printWords } from '@xunyun/contract/printing/fields'
import type { LayoutItem } from '@xunyun/contract/printing/layout'
import type { Weight } from './fonts.ts'
import { type Area, type Mark, mmOf } from './marks.ts'
import type { PaperTable } from './paper.ts'
import { drawText, heightOf } from './text.ts'

type Cells = Readonly<Record<string, string>>
export type Line = { readonly cells: Cells; readonly weight: Weight; readonly height: number }
/** A column as it is drawn, with its share of the width. */
export type TableColumn = {
  readonly key: string
  readonly title: string
  readonly align: 'left' | 'center' | 'right'
  readonly flex: number
}
/** What one page shows of a table. */
export type TablePart = { readonly lines: readonly Line[]; readonly columns: readonly TableColumn[] }

export const pad = 0.8
const thin = 0.15

/** The columns that a template shows of a table. */
export const columnsOf = (table: PrintTable, item: LayoutItem, language: Language): TableColumn[] =>
  (item.columns ?? [])
    .filter(({ on }) => on)
    .map(({ key, flex }) => {
      const { titles, align = 'left' } = columnTitles(table, key)
      return { key, title: titles[language], align, flex }
    })

function widthsOf(columns: readonly TableColumn[], width: number): number[] {
  const all = columns.reduce((sum, { flex }) => sum + flex, 0)
  return columns.map(({ flex }) => (width * flex) / all)
}

/** Rows of a table so wide, as high as their words need. */
export function lineMaker(columns: readonly TableColumn[], width: number, size: number) {
  const widths = widthsOf(columns, width)
  return (cells: Cells, weight: Weight = 'regular'): Line => {
    const tallest = columns.map(({ key }, at) =>
      // Two lines at the most: a long name is set smaller, or cut.
      Math.min(heightOf(cells[key] ?? '', size, weight, (widths[at] ?? 0) - 2 * pad), mmOf(size) * 2.24),
    )
    return { cells, weight, height: Math.max(mmOf(size) * 1.15, ...tallest) + 2 * 0.7 }
  }
}
export const headOf = (columns: readonly TableColumn[]): Cells =>
  Object.fromEntries(columns.map(({ key, title }) => [key, title]))

/**
 * A table cut into what each page has room for. One that does not flow stays on its page: what does not fit is counted in
 * one line above the total.
 */
export function partsOf(
  columns: readonly TableColumn[],
  data: PaperTable,
  size: number,
  area: Pick<Area, 'width' | 'height'>,
  language: Language,
): TablePart[] {
  if (columns.length === 0) return [{ lines: [], columns }]
  const line = lineMaker(columns, area.width, size)
  // Words stand where words do, not in the narrow column of a number.
  const first = (columns.find(({ align }) => align === 'left') ?? columns[0])?.key ?? ''
  const head = line(headOf(columns), 'bold')
  const total = data.total === undefined ? [] : [line({ [first]: printWords.total[language], ...data.total }, 'bold')]
  const totalHeight = total.reduce((sum, { height }) => sum + height, 0)
  const lines = data.rows.map((row) => line(row))
  const heightFor = (some: readonly Line[]) => some.reduce((sum, { height }) => sum + height, 0)

  if (!data.flows) {
    const room = area.height - head.height - totalHeight
    if (heightFor(lines) <= room + 0.01) return [{ lines: [head, ...lines, ...total], columns }]
    const kept: Line[] = []
    const more = (left: number) => line({ [first]: printWords.more[language].replace('{n}', String(left)) })
    for (const one of lines) {
      if (heightFor([...kept, one, more(1)]) > room) break
      kept.push(one)
    }
    return [{ lines: [head, ...kept, more(lines.length - kept.length), ...total], columns }]
  }
  const pages: TablePart[] = []
  let page: Line[] = [head]
  const close = () => {
    pages.push({ lines: page, columns })
    page = [head]
  }
  lines.forEach((one, at) => {
    const withTotal = at === lines.length - 1 ? totalHeight : 0
    if (page.length > 1 && heightFor(page) + one.height + withTotal > area.height) close()
    page.push(one)
  })
  page.push(...total)
  close()
  return pages
}

export function drawTable({ lines, columns }: TablePart, size: number, area: Area): Mark[] {
  const widths = widthsOf(columns, area.width)
  const marks: Mark[] = []
  let y = area.y
  for (const line of lines) {
    const height = Math.min(line.height, area.y + area.height - y)
    if (height <= 0.5) break
    let x = area.x
    columns.forEach(({ key, align }, at) => {
      const width = widths[at] ?? 0
      const text = line.cells[key] ?? ''
      const inside = { x: x + pad, y: y + 0.3, width: width - 2 * pad, height: height - 0.6 }
      marks.push(...drawText(text, { size, weight: line.weight, align, from: 'middle' }, inside))
      x += width
    })
    y += height
    marks.push({ kind: 'line', x1: area.x, y1: y, x2: area.x + area.width, y2: y, width: thin })
  }
  let x = area.x
  for (const width of widths.slice(0, -1)) {
    x += width
    marks.push({ kind: 'line', x1: x, y1: area.y, x2: x, y2: y, width: thin })
  }
  return marks
}
