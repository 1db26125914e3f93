import type { Mark, Page } from './marks.ts'

/** Hundredths of a millimetre: no browser's smallest font size reaches them. */
const unit = 100
const n = (mm: number): string => String(Math.round(mm * unit))
const inXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const families = "'Noto Sans SC','Source Han Sans SC','Microsoft YaHei','PingFang SC','Noto Sans CJK SC',sans-serif"

/**
 * A page as SVG, as large as its paper. Each run is told its width, so that it ends where the layout says in whichever
 * font the machine has.
 */
export function toSvg({ width, height, marks }: Page): string {
  const all = marks.map(draw).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${n(width)} ${n(height)}" font-family="${families}" fill="#000" stroke="#000" style="display:block">${all}</svg>`
}

function draw(mark: Mark): string {
  if (mark.kind === 'line')
    return `<path d="M${n(mark.x1)} ${n(mark.y1)}L${n(mark.x2)} ${n(mark.y2)}" stroke-width="${n(mark.width)}" fill="none"/>`
  if (mark.kind === 'fill') {
    const path = mark.boxes.map(
      ([x, y, w, h]) => `M${n(x)} ${n(y)}h${n(x + w - round(x))}v${n(y + h - round(y))}h-${n(x + w - round(x))}z`,
    )
    return `<path d="${path.join('')}" stroke="none" shape-rendering="crispEdges"/>`
  }
  if (mark.kind === 'picture') {
    const { type, bytes } = mark.picture
    return `<image x="${n(mark.x)}" y="${n(mark.y)}" width="${n(mark.width)}" height="${n(mark.height)}" href="data:${type};base64,${bytes.toString('base64')}"/>`
  }
  const weight = mark.weight === 'bold' ? ' font-weight="700"' : ''
  const length = [...mark.text].length > 1 ? ` textLength="${n(mark.width)}" lengthAdjust="spacingAndGlyphs"` : ''
  return `<text x="${n(mark.x)}" y="${n(mark.y)}" font-size="${n(mark.size)}"${weight}${length} stroke="none" xml:space="preserve">${inXml(mark.text)}</text>`
}

/** As it will be written, so that neighbours meet without a gap. */
const round = (mm: number): number => Math.round(mm * unit) / unit
