import type { PrintField } from './fields.ts'
import type { Layout, LayoutColumn, LayoutItem, LayoutRow } from './layout.ts'
import { type PaperName, papers } from './papers.ts'

/** What the product's templates are put together from. */

export type Over = Partial<Omit<LayoutItem, 'field'>>
export const item = (field: PrintField, over: Over = {}): LayoutItem => ({ field, on: true, flex: 1, ...over })
export const off = (field: PrintField, over: Over = {}): LayoutItem => item(field, { ...over, on: false })
export const col = (flex: number, ...items: LayoutItem[]): LayoutColumn => ({ flex, items })
export const framed = (height: number, ...columns: LayoutColumn[]): LayoutRow => ({ height, frame: true, columns })
export const open = (height: number, ...columns: LayoutColumn[]): LayoutRow => ({ height, columns })
export const growing = (row: LayoutRow): LayoutRow => ({ ...row, grow: true })
/** Several columns of one item each. */
export const cells = (...items: (readonly [number, LayoutItem])[]) => items.map(([flex, one]) => col(flex, one))

/** The strips with the holes of continuous paper are half an inch wide, and torn off. */
const side = (paper: PaperName, margin: number): number => (paper.startsWith('241') ? 14 : margin)

export const base = (paper: PaperName, margin: number, size: number, rows: LayoutRow[]): Layout => ({
  language: 'zh',
  paper: { ...papers[paper] },
  // Printers can't reach the edge, and the mark of a reprint stands above; continuous paper has its holes at both sides.
  margin: { top: margin + 1, right: side(paper, margin), bottom: margin, left: side(paper, margin) },
  offset: { x: 0, y: 0 },
  size,
  rows,
})

export const big = (size: number, over: Over = {}): Over => ({ size, bold: true, ...over })
