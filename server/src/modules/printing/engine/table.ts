import type { Language } from '@xunyun/contract/pages'
import { columnTitles, type PrintTable, printWords } from '@xunyun/contract/printing/fields'
import type { LayoutItem } from '@xunyun/contract/printing/layout'
import type { Weight } from './fonts.ts'
import { type Area, type Mark, mmOf } from './marks.ts'
import type { PaperTable } from './paper.ts'
import { drawText, heightOf } from './text.ts'

type Cells = Readonly<Record<string, string>>
type Line = { readonly cells: Cells; readonly weight: Weight; readonly height: number }
/** What one page shows of a table. */
export type TablePart = { readonly lines: readonly Line[]; readonly widths: readonly number[] }

const pad = 0.8
const thin = 0.15

const shownColumns = (item: LayoutItem) => (item.columns ?? []).filter(({ on }) => on)

function widthsOf(item: LayoutItem, width: number): number[] {
  const columns = shownColumns(item)
  const all = columns.reduce((sum, { flex }) => sum + flex, 0)
  return columns.map(({ flex }) => (width * flex) / all)
}

function lineOf(item: LayoutItem, widths: readonly number[], size: number, cells: Cells, weight: Weight): Line {
  const tallest = shownColumns(item).map(({ key }, at) =>
    // Two lines at the most: a long name is set smaller, or cut.
    Math.min(heightOf(cells[key] ?? '', size, weight, (widths[at] ?? 0) - 2 * pad), mmOf(size) * 2.24),
  )
  return { cells, weight, height: Math.max(mmOf(size) * 1.15, ...tallest) + 2 * 0.7 }
}

/**
 * A table cut into what each page has room for. One that does not flow stays on its page: what does not fit is counted in
 * one line above the total.
 */
export function partsOf(
  table: PrintTable,
  data: PaperTable,
  item: LayoutItem,
  size: number,
  area: Pick<Area, 'width' | 'height'>,
  language: Language,
): TablePart[] {
  const widths = widthsOf(item, area.width)
  if (widths.length === 0) return [{ lines: [], widths }]
  const line = (cells: Cells, weight: Weight = 'regular') => lineOf(item, widths, size, cells, weight)
  // Words stand where words do, not in the narrow column of a number.
  const first =
    (shownColumns(item).find(({ key }) => columnTitles(table, key).align === undefined) ?? shownColumns(item)[0])
      ?.key ?? ''
  const titles = Object.fromEntries(
    shownColumns(item).map(({ key }) => [key, columnTitles(table, key).titles[language]]),
  )
  const head = line(titles, 'bold')
  const total = data.total === undefined ? [] : [line({ [first]: printWords.total[language], ...data.total }, 'bold')]
  const totalHeight = total.reduce((sum, { height }) => sum + height, 0)
  const lines = data.rows.map((row) => line(row))
  const heightFor = (some: readonly Line[]) => some.reduce((sum, { height }) => sum + height, 0)

  if (!data.flows) {
    const room = area.height - head.height - totalHeight
    if (heightFor(lines) <= room + 0.01) return [{ lines: [head, ...lines, ...total], widths }]
    const kept: Line[] = []
    const more = (left: number) => line({ [first]: printWords.more[language].replace('{n}', String(left)) })
    for (const one of lines) {
      if (heightFor([...kept, one, more(1)]) > room) break
      kept.push(one)
    }
    return [{ lines: [head, ...kept, more(lines.length - kept.length), ...total], widths }]
  }
  const pages: TablePart[] = []
  let page: Line[] = [head]
  const close = () => {
    pages.push({ lines: page, widths })
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

export function drawTable(table: PrintTable, part: TablePart, item: LayoutItem, size: number, area: Area): Mark[] {
  const marks: Mark[] = []
  let y = area.y
  for (const line of part.lines) {
    const height = Math.min(line.height, area.y + area.height - y)
    if (height <= 0.5) break
    let x = area.x
    shownColumns(item).forEach(({ key }, at) => {
      const width = part.widths[at] ?? 0
      const text = line.cells[key] ?? ''
      const align = columnTitles(table, key).align ?? 'left'
      const inside = { x: x + pad, y: y + 0.3, width: width - 2 * pad, height: height - 0.6 }
      marks.push(...drawText(text, { size, weight: line.weight, align, from: 'middle' }, inside))
      x += width
    })
    y += height
    marks.push({ kind: 'line', x1: area.x, y1: y, x2: area.x + area.width, y2: y, width: thin })
  }
  let x = area.x
  for (const width of part.widths.slice(0, -1)) {
    x += width
    marks.push({ kind: 'line', x1: x, y1: area.y, x2: x, y2: y, width: thin })
  }
  return marks
}
