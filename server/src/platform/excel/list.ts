import type { Language, Titles } from '@xunyun/contract/pages'
import type { FastifyReply } from 'fastify'
import { badField } from '../refusal.ts'
import { type ColumnType, sendExcel, writeExcel } from './write.ts'

/** A column of a list's export: its key is that of the page's column. */
export type ListColumn<Row> = {
  readonly key: string
  readonly titles: Titles
  readonly type: ColumnType
  readonly width?: number
  /** Not given: the row's field of that key. */
  readonly value?: (row: Row, language: Language) => unknown
}

export const titled = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

const batchSize = 500

/**
 * Sends a whole list as an Excel file, page by page through its own query, so that filter and scope are the list's.
 * `keys` are the user's columns in his order; not given: all. `name` becomes sheet and file name.
 */
export async function sendList<Row>(
  reply: FastifyReply,
  language: Language,
  name: string,
  columns: readonly ListColumn<Row>[],
  keys: readonly string[] | undefined,
  page: (request: { pageSize: number; after: string | undefined }) => Promise<{ rows: Row[]; next: string | null }>,
): Promise<FastifyReply> {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const chosen = keys === undefined ? columns : keys.flatMap((key) => byKey.get(key) ?? [])
  if (chosen.length === 0) throw badField('columns', 'field.choice')
  // The first page is read before the answer begins, so that a refusal is still an envelope.
  const first = await page({ pageSize: batchSize, after: undefined })
  async function* rows() {
    let { rows: found, next } = first
    for (;;) {
      yield found.map((row) =>
        chosen.map(({ key, value }) =>
          value === undefined ? (row as Record<string, unknown>)[key] : value(row, language),
        ),
      )
      if (next === null) return
      ;({ rows: found, next } = await page({ pageSize: batchSize, after: next }))
    }
  }
  return sendExcel(
    reply,
    name,
    writeExcel({
      sheet: name,
      columns: chosen.map(({ titles, type, width }) => ({
        title: titles[language],
        type,
        ...(width ? { width } : {}),
      })),
      rows: rows(),
    }),
  )
}

const yesNo: Readonly<Record<Language, readonly [yes: string, no: string]>> = {
  zh: ['是', '否'],
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  ja: ['はい', 'いいえ'],
}
export const yes = (value: boolean, language: Language): string => yesNo[language][value ? 0 : 1]
