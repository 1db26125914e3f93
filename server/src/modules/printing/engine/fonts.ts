import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/**
 * The two weights that paper is set in. Widths are sums of advances, in ems: the PDF sets without kerning and the SVG is
 * told the width of each run, so that all three agree.
 */
const fileOf = (name: string) => {
  try {
    return fileURLToPath(new URL(name, import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')))
  } catch {
    return name
  }
}

export const fontFiles = {
  regular: fileOf('./400Regular/NotoSansSC_400Regular.ttf'),
  bold: fileOf('./700Bold/NotoSansSC_700Bold.ttf'),
} as const
export type Weight = keyof typeof fontFiles

/** Those that an installation lost. Papers are drawn without them, by the browser's own; a PDF cannot be made. */
export const missingFonts = (files: Readonly<Record<string, string>> = fontFiles): string[] =>
  Object.values(files).filter((file) => !existsSync(file))

/** What pdfkit's reader of fonts answers: what is calculated with is what is written. */
type Font = {
  readonly unitsPerEm: number
  glyphForCodePoint(code: number): { advanceWidth: number }
  hasGlyphForCodePoint(code: number): boolean
}
type Face = { readonly file: Buffer | null; readonly widths: Map<number, number>; readonly font: Font }
const faces = new Map<Weight, Face>()

/** Stands in for a font that is missing: a Chinese character is as wide as it is high, a Latin one some half of it. */
const standIn: Font = {
  unitsPerEm: 1,
  glyphForCodePoint: (code) => ({ advanceWidth: code < 0x2e80 ? 0.56 : 1 }),
  hasGlyphForCodePoint: () => true,
}

/** Read when the first paper is drawn, and kept: some 20 MB. */
export function faceOf(weight: Weight): Face {
  const known = faces.get(weight)
  if (known !== undefined) return known
  const face = readFace(fontFiles[weight])
  faces.set(weight, face)
  return face
}

export function readFace(path: string): Face {
  if (!existsSync(path)) return { file: null, widths: new Map(), font: standIn }
  const file = readFileSync(path)
  const read = new PDFDocument({ autoFirstPage: false }).font(file) as unknown as { _font: { font: Font } }
  return { file, widths: new Map(), font: read._font.font }
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
