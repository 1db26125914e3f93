/** How wide a text will be, so that columns fit their words in every language. */

const cache = new Map<string, number>()
let pen: CanvasRenderingContext2D | null | undefined
const typeface = { lang: '', family: '' }

/** Pixels of a text in the product's typeface. Where nothing can be measured, a guess by its characters. */
export function textWidth(text: string, size: 12 | 13 | 14, weight: 400 | 500 | 600 = 400): number {
  const key = `${size} ${weight} ${document.documentElement.lang} ${text}`
  const known = cache.get(key)
  if (known !== undefined) return known
  pen ??= document.createElement('canvas').getContext('2d')
  const width = pen ? measured(pen, text, size, weight) : guess(text, size)
  cache.set(key, width)
  return width
}

function measured(context: CanvasRenderingContext2D, text: string, size: number, weight: number): number {
  const { lang } = document.documentElement
  // To ask for it calculates the styles of the whole document anew, so it is asked once a language.
  if (typeface.lang !== lang || typeface.family === '') {
    typeface.lang = lang
    typeface.family = getComputedStyle(document.documentElement).fontFamily
  }
  context.font = `${weight} ${size}px ${typeface.family}`
  return context.measureText(text).width
}

/** A Chinese character is as wide as it is high, a Latin one little more than half. */
const guess = (text: string, size: number): number =>
  [...text].reduce((sum, char) => sum + (char > '\u2e7f' ? size : size * 0.58), 0)
