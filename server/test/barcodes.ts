/** Reads what was drawn, so that it is read by somebody else than who drew it. */

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The black rectangles of each code on a drawn page, in hundredths of a millimetre. */
const codesOn = (svg: string): Box[][] =>
  [...svg.matchAll(/<path d="([^"]+)" stroke="none" shape-rendering="crispEdges"\/>/g)].map(([, path = '']) =>
    [...path.matchAll(/M(-?\d+) (-?\d+)h(\d+)v(\d+)h-\d+z/g)].map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    })),
  )

/** What the bars on a drawn page say: Code 128 with FNC1 as a scanner gives it (]C1 in front, a separator behind), or EAN-13. */
export function barsOn(svg: string): string[] {
  return codesOn(svg).flatMap((boxes) => {
    const [first] = boxes
    if (first === undefined || boxes.some(({ y, height }) => y !== first.y || height !== first.height)) return []
    const edges = boxes.flatMap(({ x, width }) => [x, x + width])
    const spans = edges.slice(1).map((edge, at) => edge - (edges[at] as number))
    const all = spans.reduce((sum, span) => sum + span, 0)
    // EAN-13 is 95 modules and 30 bars, and begins with one module; Code 128 begins with a bar of two.
    const isEan = boxes.length === 30 && Math.round(all / first.width) <= 97 && Math.round(all / first.width) >= 93
    const module = isEan ? all / 95 : moduleOf128(all, boxes.length)
    const widths = spans.map((span) => Math.round(span / module))
    return [isEan ? decodeEan13(widths) : decode128(widths)]
  })
}
/** Every character of Code 128 has three bars and eleven modules, the last one four and thirteen. */
const moduleOf128 = (all: number, bars: number) => all / (((bars - 4) / 3) * 11 + 13)

/** Whether a square code stands on the page. */
export const hasSquare = (svg: string): boolean =>
  codesOn(svg).some((boxes) => new Set(boxes.map(({ y }) => y)).size > 10)

const ean: Readonly<Record<string, string>> = Object.fromEntries(
  ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'].flatMap((odd, digit) => [
    [odd, `L${digit}`],
    [[...odd].reverse().join(''), `G${digit}`],
  ]),
)
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']
function decodeEan13(widths: readonly number[]): string {
  const digits = [3, 7, 11, 15, 19, 23, 32, 36, 40, 44, 48, 52].map(
    (at) => ean[widths.slice(at, at + 4).join('')] ?? '??',
  )
  const parity = digits
    .slice(0, 6)
    .map(([kind]) => kind)
    .join('')
  return `${parities.indexOf(parity)}${digits.map((digit) => digit[1]).join('')}`
}

/** A small reader of Code 128. */
export function decode128(widths: readonly number[]): string {
  const patterns = Array.from({ length: 106 }, (_, value) => pattern(value))
  const values: number[] = []
  for (let at = 0; at < widths.length - 7; at += 6) values.push(patterns.indexOf(widths.slice(at, at + 6).join('')))
  const [start = 0, ...rest] = values
  const data = rest.slice(0, -1)
  const check = (start + data.reduce((sum, value, at) => sum + value * (at + 1), 0)) % 103
  if (rest.at(-1) !== check) throw new Error(`check ${rest.at(-1)} is not ${check}`)
  let set = start === 105 ? 'C' : start === 104 ? 'B' : 'A'
  let text = ''
  for (const value of data) {
    if (value === 99 && set !== 'C') set = 'C'
    else if (value === 100 && set !== 'B') set = 'B'
    else if (value === 101 && set !== 'A') set = 'A'
    else if (value === 102) text += text === '' ? ']C1' : '\u001d'
    else if (set === 'C') text += String(value).padStart(2, '0')
    else text += String.fromCharCode(value + 32)
  }
  return text
}
/** Widths of a value's three bars and gaps, from the table of ISO/IEC 15417. */
const table =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'
const pattern = (value: number): string => table.slice(value * 6, value * 6 + 6)
