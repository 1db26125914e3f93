import { emsOf, type Weight, writable } from './fonts.ts'
import { type Area, type Mark, mmOf } from './marks.ts'
import { cut, widestPart, wrap } from './wrap.ts'

export type TextStyle = {
  /** Points, where there is room for it. */
  readonly size: number
  readonly weight: Weight
  readonly align: 'left' | 'center' | 'right'
  readonly from: 'top' | 'middle'
}
const leading = 1.24
/** Of a line's height, above the base line: Chinese characters stand from −0.12 to 0.88 em. */
const above = 0.88
const smallest = 5

/** Lines of a text in an area: smaller until they fitLines, then cut. */
export function fitLines(
  text: string,
  style: Pick<TextStyle, 'size' | 'weight'>,
  area: Area,
): { size: number; lines: string[] } {
  const said = writable(text.replace(/\t/g, ' ').trim())
  if (said === '' || area.width <= 0 || area.height <= 0) return { size: style.size, lines: [] }
  let { size } = style
  const widest = widestPart(said, style.weight)
  for (;;) {
    const em = mmOf(size)
    const lines = wrap(said, style.weight, area.width / em)
    const most = Math.max(1, Math.floor((area.height + em * (leading - 1)) / (em * leading) + 1e-6))
    if (lines.length <= most && widest * em <= area.width + 0.01 && em <= area.height * 1.05) return { size, lines }
    if (size - 0.5 < Math.min(smallest, style.size)) {
      const kept = lines.slice(0, most)
      if (lines.length > most) {
        const last = (kept.at(-1) ?? '') + (lines[most] ?? '')
        kept[kept.length - 1] = cut(last, style.weight, area.width / em)
      }
      return { size, lines: kept.map((line) => cut(line, style.weight, area.width / em)) }
    }
    size -= 0.5
  }
}

/** Marks of lines that were fitted into the area. */
export function setLines(lines: readonly string[], size: number, style: Omit<TextStyle, 'size'>, area: Area): Mark[] {
  const em = mmOf(size)
  const height = em * (1 + leading * (lines.length - 1))
  const top = style.from === 'top' ? area.y : area.y + Math.max(0, (area.height - height) / 2)
  return lines.flatMap((text, at): Mark[] => {
    if (text === '') return []
    const width = emsOf(text, style.weight) * em
    const free = area.width - width
    const x = area.x + (style.align === 'left' ? 0 : style.align === 'right' ? free : free / 2)
    return [{ kind: 'text', x, y: top + em * (above + leading * at), size: em, weight: style.weight, text, width }]
  })
}

export function drawText(text: string, style: TextStyle, area: Area): Mark[] {
  const { size, lines } = fitLines(text, style, area)
  return setLines(lines, size, style, area)
}

/** Height that a text takes at its own size in a column so wide. */
export const heightOf = (text: string, size: number, weight: Weight, width: number): number => {
  const em = mmOf(size)
  const lines = text === '' ? 1 : wrap(writable(text), weight, width / em).length
  return em * (1 + leading * (lines - 1))
}
