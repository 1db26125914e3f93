import { isLandline } from '@xunyun/contract/kernel/checks'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { pinyin } from 'pinyin-pro'

/**
 * One encoding for the search column and for the typed term, so that a pg_trgm index finds a single Chinese
 * character, any two, and any four digits: U+01C0 (a letter that no data holds) goes around every Chinese character,
 * and a run of digits becomes its overlapping pairs, one code point from U+3400 up a pair. LIKE stays exact.
 * `open`: the value is a term, whose first and last run of digits may be part of a longer one.
 */
const mark = '\u01c0'

export function encodeSearch(value: string, open = false): string {
  const text = toHalfWidth(value).toLowerCase()
  return text
    .replace(/\p{Script=Han}/gu, (char) => `${mark}${char}${mark}`)
    .replaceAll(mark + mark, mark)
    .replace(/\d+/g, (run, at: number, whole: string) => {
      // A run at the edge of a term may go on in the data, so its outer digit stands only in its pair. Elsewhere the
      // first and the last digit stand beside the pairs as well: that is where a term may begin or end.
      const first = open && at === 0
      const last = open && at + run.length === whole.length
      if (first && last && run.length === 1) return run
      let pairs = ''
      for (let i = 0; i + 1 < run.length; i += 1) pairs += String.fromCodePoint(0x3400 + Number(run.slice(i, i + 2)))
      return (first ? '' : run.charAt(0)) + pairs + (last ? '' : run.charAt(run.length - 1))
    })
}

/** The text of the search column from the parts of a record; a blank stands between parts. */
export const searchText = (parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .flatMap((part) => [part as string, ...digitsOf(part as string)])
    .map((part) => encodeSearch(part))
    .join(' ')

/** A phone with signs between its digits is found without them too; one from abroad also by 00 for its +. */
const digitsOf = (part: string): string[] =>
  /^[+\d].*[-\s().]|^\+/.test(part) && isLandline(part) ? [part.replace('+', '00').replace(/\D/g, '')] : []

/** Several numbers pasted at once, at most `most`; undefined where the text is something else. */
export function numbersIn(typed: string, most = 50): string[] | undefined {
  const parts = [...new Set(typed.split(/[\s,;，；、]+/).filter((part) => part !== ''))]
  const isNumber = (part: string) => part.length >= 5 && /^[A-Za-z0-9-]*\d[A-Za-z0-9-]*$/.test(part)
  return parts.length > 1 && parts.every(isNumber) ? parts.slice(0, most) : undefined
}

/** A LIKE pattern for a typed term: contains, with LIKE's own signs escaped. */
export const searchPattern = (term: string): string =>
  `%${encodeSearch(phoneIn(term.trim()), true).replace(/[\\%_]/g, '\\$&')}%`

/** +852 9123 4567 is looked for by its digits, however it was written when it was stored. */
const phoneIn = (term: string): string => (/^\+[-\d\s().]{6,}$/.test(term) ? term.replace(/\D/g, '') : term)

const escaped = (term: string): string => term.trim().replace(/[\\%_]/g, '\\$&')
/** LIKE patterns of a typed term on a column that is no search column: it begins so, or holds it. */
export const likeStart = (term: string): string => `${escaped(term)}%`
export const likePart = (term: string): string => `%${escaped(term)}%`

/** Customers come again and again, and a look-up costs a tenth of a millisecond. */
const known = new Map<string, string>()
const mostKnown = 10_000

/** Full pinyin and initials of a name, for the boxes that understand both (domain §0.11). */
export function pinyinOf(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const full = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('')
  const initials = pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('')
  const found = `${full} ${initials}`.toLowerCase()
  known.set(name, found)
  return found
}
