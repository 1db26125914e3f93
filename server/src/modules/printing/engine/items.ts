import type { Language } from '@xunyun/contract/pages'
import { fieldOf, isProse, isTable, printWords } from '@xunyun/contract/printing/fields'
import type { LayoutItem } from '@xunyun/contract/printing/layout'
import { barsIn, qrIn } from './codes.ts'
import { emsOf, type Weight } from './fonts.ts'
import { type Area, inset, type Mark, mmOf } from './marks.ts'
import type { Paper } from './paper.ts'
import { drawTable, type TablePart } from './table.ts'
import { drawText, fitLines, setLines } from './text.ts'

/** What an item needs to know beside itself. */
export type Around = {
  readonly paper: Paper
  readonly language: Language
  /** Of the template, in points. */
  readonly size: number
  readonly table: TablePart | undefined
  readonly page: string
}

const labelSize = 0.82

/** One item in its area. */
export function drawItem(item: LayoutItem, area: Area, around: Around): Mark[] {
  const { paper } = around
  const size = item.size ?? around.size
  const { kind } = fieldOf(item.field)
  if (kind === 'barcode') return drawBarcode(paper, size, area)
  if (kind === 'qr') return paper.qr === '' ? [] : [{ kind: 'fill', boxes: qrIn(paper.qr, inset(area, 0.4)) }]
  if (kind === 'table' && isTable(item.field))
    return around.table === undefined ? [] : drawTable(around.table, size, area)
  if (kind === 'sign') return drawSign(item, size, area, around)
  return drawLabelled(item, size, area, around)
}

/** Bars of one dot are read by good scanners alone. */
const fineDots = 2

/** Bars over their text: whoever can't scan can read. */
function drawBarcode({ barcode: text, symbology, square }: Paper, size: number, area: Area): Mark[] {
  const em = mmOf(Math.min(size, 14))
  const words = area.height > em * 1.3 + 4
  const inside = inset(area, 0.8)
  const bars = { ...inside, height: Math.min(inside.height - (words ? em * 1.3 : 0), 25) }
  const boxes = text === '' ? null : barsIn(text, bars, { symbology, least: square ? fineDots : 0 })
  if (boxes === null && square && text !== '') return drawSquare(text, size, inside)
  const below = { ...inside, y: bars.y + bars.height + em * 0.1, height: em * 1.2 }
  return [
    ...(boxes === null ? [] : [{ kind: 'fill', boxes } as const]),
    ...(words || boxes === null
      ? drawText(
          text,
          { size: Math.min(size, 14), weight: 'bold', align: 'center', from: 'middle' },
          boxes === null ? inside : below,
        )
      : []),
  ]
}

/** A square code at the left, its text beside it. */
function drawSquare(text: string, size: number, area: Area): Mark[] {
  const side = Math.min(area.height, area.width / 2)
  const rest = { ...area, x: area.x + side + 1, width: area.width - side - 1 }
  return [
    { kind: 'fill', boxes: qrIn(text, { ...area, width: side, height: side }) },
    ...drawText(text, { size: Math.min(size, 14), weight: 'bold', align: 'left', from: 'middle' }, rest),
  ]
}

const labelOf = (item: LayoutItem, language: Language): string => item.label ?? fieldOf(item.field).titles[language]

function drawSign(item: LayoutItem, size: number, area: Area, { language }: Around): Mark[] {
  const inside = inset(area, 0.6, 0.8)
  const small = { size: size * labelSize, weight: 'regular', from: 'top' } as const
  const em = mmOf(small.size)
  const date = { ...inside, y: inside.y + inside.height - em * 1.1, height: em * 1.2 }
  return [
    ...drawText(labelOf(item, language), { ...small, align: 'left' }, { ...inside, height: em * 1.3 }),
    ...drawText(item.text || printWords.signDate[language], { ...small, align: 'right' }, date),
  ]
}

/** A label and its value; without a value the label stays, as on any form, and a hand can fill it in. */
function drawLabelled(item: LayoutItem, size: number, area: Area, around: Around): Mark[] {
  const { language, paper } = around
  const { kind } = fieldOf(item.field)
  const isOwn = kind === 'own'
  const value =
    item.field === 'page'
      ? around.page
      : isOwn
        ? item.text || paper.fields[item.field] || ''
        : (paper.fields[item.field] ?? '')
  const label = isOwn ? (item.label ?? '') : labelOf(item, language)
  const weight: Weight = item.bold ? 'bold' : 'regular'
  const align = item.align ?? 'left'
  const inside = inset(area, 0.3, 0.8)
  const small = size * labelSize
  const style = { size, weight, align, from: isProse(item.field) ? 'top' : 'middle' } as const
  if (label === '') return drawText(value, style, inside)
  if (item.labelAt === 'top') {
    const em = mmOf(small)
    const rest = { ...inside, y: inside.y + em * 1.15, height: inside.height - em * 1.15 }
    const top = { size: small, weight: 'regular', align: 'left', from: 'top' } as const
    return [...drawText(label, top, { ...inside, height: em * 1.3 }), ...drawText(value, style, rest)]
  }
  const em = mmOf(small)
  const width = Math.min(emsOf(label, 'regular') * em, inside.width * 0.6)
  const gap = em * 0.5
  const rest = { ...inside, x: inside.x + width + gap, width: inside.width - width - gap }
  const fitted = fitLines(value, style, rest)
  const placed = setLines(fitted.lines, fitted.size, { ...style, align: 'left' }, rest)
  const box = { ...inside, width }
  const said = fitLines(label, { size: small, weight: 'regular' }, box)
  const labels = setLines(said.lines, said.size, { weight: 'regular', align: 'left', from: 'middle' }, box)
  // On one line label and value stand on the same base line, and go to their side together.
  const [line] = placed
  if (placed.length !== 1 || line?.kind !== 'text') return [...labels, ...placed]
  const free = inside.width - width - gap - line.width
  const shift = align === 'left' ? 0 : align === 'right' ? free : free / 2
  const onLine = (mark: Mark): Mark =>
    mark.kind === 'text' ? { ...mark, x: mark.x + shift, y: said.lines.length === 1 ? line.y : mark.y } : mark
  return [...labels.map(onLine), { ...line, x: line.x + shift }]
}
