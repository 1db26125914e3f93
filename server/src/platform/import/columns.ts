import type { DictionaryType } from '@xunyun/contract/dictionary'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { type Language, languages, type Titles } from '@xunyun/contract/pages'

/** A column of an import file. `path` is the field of the input that an error of this column is about. */
export type ImportColumn = {
  readonly key: string
  readonly titles: Titles
  /** Heads that it had before, in any language: files made then go on being understood. */
  readonly also?: readonly string[]
  readonly unit?: string
  readonly required?: true
  readonly width: number
  readonly choices?: DictionaryType
  readonly path: string
}

/** A column whose key is the field it fills. */
export const importColumn = (
  key: string,
  width: number,
  titles: Titles,
  more: Partial<ImportColumn> = {},
): ImportColumn => ({ key, path: key, width, titles, ...more })

/** A header as typed → its word, without stars and units in brackets. */
export const wordOf = (header: string | undefined): string | undefined =>
  header?.replace(/\(.*?\)|（.*?）|[*＊]/g, '').trim()

/** As headers are compared: without blanks and case. */
const plain = (header: string): string => (wordOf(toHalfWidth(header)) ?? '').replace(/\s/g, '').toLowerCase()

/** The column that a header means, in whichever language it stands. */
export function columnFinder(columns: readonly ImportColumn[]): (header: string) => ImportColumn | undefined {
  const headers = (of: (column: ImportColumn) => readonly string[]) =>
    columns.flatMap((column) => of(column).map((header) => [plain(header), column] as const))
  const byHeader = new Map([
    ...headers(({ also = [] }) => also),
    ...headers(({ titles }) => languages.map((language) => titles[language])),
  ])
  return (header) => byHeader.get(plain(header))
}

/** The header of the template: 重量(kg), 件数*. */
export const headerOf = (column: ImportColumn, language: Language): string =>
  `${column.titles[language]}${column.unit === undefined ? '' : `(${column.unit})`}${column.required ? '*' : ''}`
