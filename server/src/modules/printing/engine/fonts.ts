import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'

/**
 * The two weights that paper is set in. Widths are sums of advances, in ems: the PDF sets without kerning and the SVG is
 * told the width of each run, so that all three agree.
 */
const folder = import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')
const fileOf = (name: string) => new URL(name, folder)

export const fontFiles = {
  regular: fileOf('./400Regular/NotoSansSC_400Regular.ttf'),
  bold: fileOf('./700Bold/NotoSansSC_700Bold.ttf'),
} as const
export type Weight = keyof typeof fontFiles

/** What pdfkit's reader of fonts answers: what is reckoned with is what is written. */
type Font = {
  readonly unitsPerEm: number
  glyphForCodePoint(code: number): { advanceWidth: number }
  hasGlyphForCodePoint(code: number): boolean
}
type Face = { readonly file: Buffer; readonly widths: Map<number, number>; readonly font: Font }
const faces = new Map<Weight, Face>()

/** Read when the first paper is drawn, and kept: some 20 MB. */
export function faceOf(weight: Weight): Face {
  const known = faces.get(weight)
  if (known !== undefined) return known
  const file = readFileSync(fontFiles[weight])
  const read = new PDFDocument({ autoFirstPage: false }).font(file) as unknown as { _font: { font: Font } }
  const face = { file, widths: new Map(), font: read._font.font }
  faces.set(weight, face)
  return face
}

/** Width of a text in ems. */
export function emsOf(text: string, weight: Weight): number {
  const { widths, font } = faceOf(weight)
  let sum = 0
  for (const char of text) {
    const code = char.codePointAt(0) as number
    let width = widths.get(code)
    if (width === undefined) {
      width = font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm
      widths.set(code, width)
    }
    sum += width
  }
  return sum
}

/** What no font has is a box on paper: signs outside the font become a question mark that everybody understands. */
export function writable(text: string): string {
  const { font } = faceOf('regular')
  let all = ''
  for (const char of text) all += font.hasGlyphForCodePoint(char.codePointAt(0) as number) ? char : '?'
  return all
}
