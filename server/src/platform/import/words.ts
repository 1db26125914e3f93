import { codeFor, type DictionaryType } from '@xunyun/contract/dictionary'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { regionByNames, regionInAddress } from '../regions.ts'

/** 2026-11-04, 2026/11/4, 2026.11.4, 2026年11月4日, 20261104 → YYYY-MM-DD; anything else stays and is refused as no date. */
export function dateText(text: string): string {
  const half = toHalfWidth(text).trim()
  const parts =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:\s+\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(half) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(half)
  if (parts === null) return half
  const [, year, month, day] = parts as unknown as [string, string, string, string]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A day, or a day with its time, by the clock of the company → ISO 8601 with zone; what is neither stays. */
export function momentText(text: string): string {
  const day = dateText(text)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return text
  const time = /(\d{1,2}:\d{2})(?::\d{2})?$/.exec(toHalfWidth(text).trim())?.[1] ?? '00:00'
  return `${day}T${time.padStart(5, '0')}:00+08:00`
}

/** Per cent: 9%, 9％, 9, and 0.09 as Excel keeps a cell of per cent → 9; what is no number stays. */
export function percentIn(text: string): string {
  const half = toHalfWidth(text).trim().replace(/%$/, '')
  return /^0?\.\d+$/.test(half) && !/[%％]\s*$/.test(text) ? new Exact(half).times(100).toFixed() : half
}

/** Several words in one cell: 客户、货主. Codes, or the word that is not known. */
export function codesFor(type: DictionaryType, text: string): { codes: string[]; unknown?: string } {
  const codes: string[] = []
  const words = text.split(/[、,，;；|]/)
  // A stroke parts words as well, but for 本公司/网点, which is one.
  for (const word of words.flatMap((word) => (codeFor(type, word) === undefined ? word.split('/') : word))) {
    if (word.trim() === '') continue
    const code = codeFor(type, word)
    if (code === undefined) return { codes, unknown: word.trim() }
    codes.push(code)
  }
  return { codes }
}

/** A region in one cell, 浙江省杭州市余杭区 or 浙江省 杭州市 余杭区; undefined when it is not known. */
export function regionCode(text: string): string | undefined {
  const parts = text.split(/[\s/-]+/).filter((part) => part !== '')
  const [province = '', city = '', county = ''] = parts
  return (
    (parts.length > 1 ? regionByNames(province, city, county) : undefined)?.code ?? regionInAddress(text)?.region.code
  )
}
