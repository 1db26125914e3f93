import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { Refusal } from '../../../platform/refusal.ts'
import { faceOf } from './fonts.ts'
import type { Mark, Page } from './marks.ts'

const point = 72 / 25.4
/** Given so that pdfkit asks anew for each text and keeps none of them. */
const uncached: PDFKit.Mixins.OpenTypeFeatures[] = []

type Glyph = { readonly advanceWidth: number }
type SetFont = {
  readonly font: { glyphForCodePoint(code: number): Glyph }
  readonly scale: number
  layoutRun: (text: string) => { glyphs: Glyph[]; positions: object[]; advanceWidth: number }
}
/** Glyph by glyph and by advances alone, as the layout calculated: shaping each text anew took most of a long file's time. */
function setPlainly(font: SetFont): void {
  font.layoutRun = (text) => {
    const glyphs = [...text].map((char) => font.font.glyphForCodePoint(char.codePointAt(0) as number))
    const positions = glyphs.map((glyph) => {
      const xAdvance = glyph.advanceWidth * font.scale
      return { xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: xAdvance }
    })
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
  }
}

/** The same pages as one PDF, with text that can be selected and the glyphs it uses. */
export function toPdf(title: string, pages: Iterable<Page> | AsyncIterable<Page>): Readable {
  const doc = new PDFDocument({ autoFirstPage: false, info: { Title: title, Producer: 'Xunyun' }, pdfVersion: '1.7' })
  for (const weight of ['regular', 'bold'] as const) {
    const { file } = faceOf(weight)
    if (file === null) throw new Refusal('printing.fontMissing')
    doc.registerFont(weight, file).font(weight)
    setPlainly((doc as unknown as { _font: SetFont })._font)
  }
  void write(doc, pages).catch((error: unknown) => doc.destroy(error as Error))
  return doc as unknown as Readable
}

async function write(doc: PDFKit.PDFDocument, pages: Iterable<Page> | AsyncIterable<Page>): Promise<void> {
  for await (const page of pages) {
    doc.addPage({ size: [page.width * point, page.height * point], margin: 0 })
    for (const mark of page.marks) draw(doc, mark)
  }
  doc.end()
}

function draw(doc: PDFKit.PDFDocument, mark: Mark): void {
  if (mark.kind === 'text') {
    doc
      .font(mark.weight)
      .fontSize(mark.size * point)
      .fillColor('black')
      .text(mark.text, mark.x * point, mark.y * point, { lineBreak: false, baseline: 'alphabetic', features: uncached })
  } else if (mark.kind === 'line') {
    doc
      .lineWidth(mark.width * point)
      .moveTo(mark.x1 * point, mark.y1 * point)
      .lineTo(mark.x2 * point, mark.y2 * point)
      .stroke('black')
  } else if (mark.kind === 'picture') {
    // The type knows paths alone.
    const bytes = mark.picture.bytes as unknown as ArrayBuffer
    doc.image(bytes, mark.x * point, mark.y * point, { fit: [mark.width * point, mark.height * point] })
  } else {
    for (const [x, y, width, height] of mark.boxes) doc.rect(x * point, y * point, width * point, height * point)
    doc.fill('black')
  }
}
