import { Exact } from '@xunyun/contract/kernel/decimal'

/** Numbers and dates of an xlsx file as text. */

/**
 * What Excel shows of a number: 15 significant digits, so that 12.299999999999999 is 12.3, and no exponent.
 */
export const plainNumber = (value: string): string => new Exact(Number(value).toPrecision(15)).toFixed()

const days1904 = 1462
const epoch = Date.UTC(1899, 11, 30)

/** A serial day as YYYY-MM-DD, with HH:mm[:ss] if it has a time; a time alone as HH:mm[:ss]. */
export function serialText(serial: number, from1904: boolean): string {
  if (serial < 0 || serial > 2_958_466) return plainNumber(String(serial))
  // Excel believes in a 29 February 1900: days before it count from one day later.
  const days = from1904 ? serial + days1904 : serial > 0 && serial < 60 ? serial + 1 : serial
  const [day = '', time = ''] = new Date(epoch + Math.round(days * 86_400) * 1000).toISOString().split('T')
  const clock = time.slice(0, time.slice(6, 8) === '00' ? 5 : 8)
  if (serial < 1 && !from1904) return clock
  return clock === '00:00' ? day : `${day} ${clock}`
}

/** Built-in formats that show a date or time; 27–36 and 50–58 are those of the Chinese, Japanese and Korean versions. */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** The places in `cellXfs` whose number format is a date's. */
export function dateStyles(formats: readonly number[], custom: ReadonlyMap<number, string>): ReadonlySet<number> {
  const found = new Set<number>()
  for (const [style, id] of formats.entries()) {
    const code = custom.get(id)
    if (code === undefined ? builtIn(id) : showsDate(code)) found.add(style)
  }
  return found
}

/** Characters of a format, as Excel itself has it. */
const longestCode = 255

/** True if the format has a part of a date outside quotes, colours and escapes: 0.00"元" and [Red]#,##0 have none. */
function showsDate(code: string): boolean {
  const bare = (code.slice(0, longestCode).split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    // Not beyond the next bracket: a file with nothing but brackets would be gone through once for each of them.
    .replace(/\[(?!(?:h+|m+|s+)\])[^\][]*\]/gi, '')
    .replace(/general|通用格式|e[+-]/gi, '')
  return /[ymdhs]/i.test(bare)
}
