import type { Readable } from 'node:stream'
import { type DictionaryType, speakingTo, wordFor } from '@xunyun/contract/dictionary'
import type { Language, Titles } from '@xunyun/contract/pages'
import { yesNoWords } from '@xunyun/contract/yesNo'
import type { FastifyReply } from 'fastify'
import { type Actor, isCustomer } from '../actor.ts'
import { fieldWord, type Unit, type WordKey } from '../fieldWords.ts'
import { badField } from '../refusal.ts'
import { type ColumnType, sendExcel, writeExcel } from './write.ts'

/** A column of a list's export: its key is that of the page's column. */
export type ListColumn<Row> = {
  readonly key: string
  readonly titles: Titles
  /** As a customer's account reads it, where ours tells of our side. */
  readonly toCustomer?: Titles
  readonly type: ColumnType
  readonly width?: number
  /** What whoever gets the file may choose from. */
  readonly choices?: (language: Language) => readonly string[]
  /** Not given: the row's field of that key. */
  readonly value?: (row: Row, language: Language) => unknown
}

type ColumnOptions<Row> = Partial<Omit<ListColumn<Row>, 'type' | 'titles'>> & {
  readonly unit?: Unit
  /** The field holds codes of this kind, said in words. */
  readonly words?: DictionaryType
}

/** A column that is headed by the word of its field; its key is the word's last part, where no other is given. */
export function listColumn<Row>(word: WordKey, type: ColumnType, options: ColumnOptions<Row> = {}): ListColumn<Row> {
  const { unit, words, ...more } = options
  const key = more.key ?? word.slice(word.lastIndexOf('.') + 1)
  const inWords = (row: Row, language: Language) => {
    const code = (row as Readonly<Record<string, string | null>>)[key]
    return words === undefined || code === null || code === undefined ? code : wordFor(words, code, language)
  }
  return { key, type, titles: fieldWord(word, unit), ...(words ? { value: inWords } : {}), ...more }
}

export const titled = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

export type PageRequest = { readonly pageSize: number; readonly after: string | undefined }
export type ListPage<Row> = { readonly rows: readonly Row[]; readonly next: string | null }

/** How many rows an export reads at a time. */
export const exportPageSize = 500

/** The user's columns in his order; not given: all. */
export function chosenColumns<Row>(
  columns: readonly ListColumn<Row>[],
  keys: readonly string[] | undefined,
): readonly ListColumn<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const chosen = keys === undefined ? columns : keys.flatMap((key) => byKey.get(key) ?? [])
  if (chosen.length === 0) throw badField('columns', 'field.choice')
  return chosen
}

/** The cells of a row, as the file will hold them. */
export const cellsOf = <Row>(columns: readonly ListColumn<Row>[], row: Row, actor: Actor): unknown[] =>
  speakingTo(isCustomer(actor), () =>
    columns.map(({ key, value }) =>
      value === undefined ? (row as Record<string, unknown>)[key] : value(row, actor.language),
    ),
  )

/** One sheet of the chosen columns; `rows` come in batches of cells. */
export const sheetOf = <Row>(
  name: string,
  columns: readonly ListColumn<Row>[],
  actor: Actor,
  rows: AsyncIterable<unknown[][]>,
): Readable =>
  writeExcel({
    sheet: name,
    columns: columns.map(({ titles, toCustomer, type, width, choices }) => ({
      title: ((isCustomer(actor) ? toCustomer : undefined) ?? titles)[actor.language],
      type,
      ...(width ? { width } : {}),
      ...(choices ? { choices: choices(actor.language) } : {}),
    })),
    rows,
  })

/**
 * Sends a whole list as an Excel file, page by page through its own query, so that filter and scope are the list's.
 * `keys` are the user's columns in his order; not given: all. `name` becomes sheet and file name.
 */
export async function sendList<Row>(
  reply: FastifyReply,
  actor: Actor,
  name: string,
  columns: readonly ListColumn<Row>[],
  keys: readonly string[] | undefined,
  page: (request: PageRequest) => Promise<ListPage<Row>>,
): Promise<FastifyReply> {
  const chosen = chosenColumns(columns, keys)
  // The first page is read before the answer begins, so that a refusal is still an envelope.
  const first = await page({ pageSize: exportPageSize, after: undefined })
  async function* rows() {
    let { rows: found, next } = first
    for (;;) {
      yield found.map((row) => cellsOf(chosen, row, actor))
      if (next === null) return
      ;({ rows: found, next } = await page({ pageSize: exportPageSize, after: next }))
    }
  }
  return sendExcel(reply, name, sheetOf(name, chosen, actor, rows()))
}

export const yes = (value: boolean, language: Language): string => yesNoWords[language][value ? 0 : 1]
