import bwip from 'bwip-js/node'
import QRCode from 'qrcode'
import type { Area, Box } from './marks.ts'

/** EAN is asked for: a number of as many digits may be anybody's. */
export type Symbology = 'ean13' | 'ean8'

/**
 * Widths of bars and gaps by turns, in modules, beginning with a bar. What begins with an identifier in brackets, as
 * `(00)` of a carton, is GS1-128: scanners read its fields.
 */
export const code128 = (text: string): number[] => widthsOf(isGs1(text) ? 'gs1-128' : 'code128', text)
const isGs1 = (text: string): boolean => /^\(\d{2,4}\)/.test(text)

function widthsOf(bcid: string, text: string): number[] {
  const [found] = bwip.raw({ bcid, text }) as unknown as [{ sbs: number[] } | undefined]
  if (found === undefined) throw new Error(`no ${bcid} for ${text}`)
  return found.sbs
}

/** White beside a Code 128, in modules (ISO/IEC 15417). */
const quiet = 10
/** A dot of a label printer of 203 dpi. Bars of whole dots stay sharp. */
const dot = 0.125

/**
 * Bars in the middle of an area; null when it is too narrow to be read by any scanner, or narrower than `least` dots of a
 * label printer.
 */
export function barsIn(
  text: string,
  area: Area,
  { symbology, least = 0 }: { symbology?: Symbology | undefined; least?: number } = {},
): Box[] | null {
  const bars = symbology === undefined ? code128(text) : widthsOf(symbology, text)
  const modules = bars.reduce((sum, width) => sum + width, 0)
  const room = area.width / (modules + 2 * quiet)
  // Narrow ones may lose some of the white beside them, which the paper around has as well.
  const module = room >= dot ? Math.min(Math.floor(room / dot) * dot, 0.5) : area.width / (modules + 4)
  if (module < 0.1 || module < least * dot) return null
  let x = area.x + (area.width - modules * module) / 2
  return bars.flatMap((width, at): Box[] => {
    const from = x
    x += width * module
    return at % 2 === 0 ? [[from, area.y, width * module, area.height]] : []
  })
}

/**
 * Modules of a QR code, row by row; only ASCII, because readers disagree about everything else. What begins with an
 * identifier in brackets is GS1, as it is in bars.
 */
export function qrModules(text: string): boolean[][] {
  if (isGs1(text)) {
    const [found] = bwip.raw({ bcid: 'gs1qrcode', text, eclevel: 'M' } as never) as unknown as [
      { pixs: number[]; pixx: number } | undefined,
    ]
    if (found === undefined) throw new Error(`no QR code for ${text}`)
    const { pixs, pixx } = found
    return Array.from({ length: pixs.length / pixx }, (_, row) =>
      Array.from({ length: pixx }, (_, at) => pixs[row * pixx + at] === 1),
    )
  }
  if (!/^[\x20-\x7e]*$/.test(text)) throw new Error('a QR code holds ASCII only')
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  return Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, at) => data[row * size + at] === 1))
}

/** The largest square in the middle of an area, with white around; runs of a row are one rectangle. */
export function qrIn(text: string, area: Area): Box[] {
  const rows = qrModules(text)
  const white = 2
  const module = Math.min(area.width, area.height) / (rows.length + 2 * white)
  const left = area.x + (area.width - rows.length * module) / 2
  const top = area.y + (area.height - rows.length * module) / 2
  return rows.flatMap((row, at) => {
    const boxes: Box[] = []
    for (let from = 0; from < row.length; from += 1) {
      if (!row[from]) continue
      let to = from
      while (row[to + 1]) to += 1
      boxes.push([left + from * module, top + at * module, (to - from + 1) * module, module])
      from = to
    }
    return boxes
  })
}
