import { createHash } from 'node:crypto'
import { type CompanyWords, type DictionaryType, dictionary, speakAs } from '@xunyun/contract/dictionary'
import { languages, type Titles } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from './db.ts'
import { Listener } from './listener.ts'

const channel = 'words_changed'

type Row = { type: string; code: string; zh: string; en: string; es: string; ja: string; enabled: boolean }

const columns = 'type, code, label_zh as zh, label_en as en, label_es as es, label_ja as ja, enabled'
const inOrder = `select ${columns} from dictionary_entry where not is_deleted order by type, sort, id`

/**
 * The company's words of this process: exports, imports and refusals say them. A change cuts them by NOTIFY on every
 * process; a connection that breaks reads them anew once it is back.
 */
export class Words {
  readonly #pool: pg.Pool
  readonly #listener: Listener

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#listener = new Listener(pool, channel, () => this.reload())
  }

  listen(): Promise<void> {
    return this.#listener.listen()
  }

  close(): void {
    this.#listener.close()
  }

  async reload(): Promise<void> {
    const { rows } = await this.#pool.query<Row>(inOrder)
    speakAs(byType(rows))
  }
}

function byType(rows: readonly Row[]): CompanyWords {
  const types: Record<string, CompanyWords[string][number][]> = {}
  for (const { type, code, enabled, zh, en, es, ja } of rows) {
    types[type] ??= []
    types[type].push({ code, titles: { zh, en, es, ja }, enabled })
  }
  return types
}

/** Tells every process, on commit, that words changed. */
export const tellWordsChanged = async (tx: Tx): Promise<void> => {
  await sql`select pg_notify(${sql.lit(channel)}, '')`.execute(tx)
}

/**
 * The types that the company says in its own way, each of them whole, with what names this state of them: all others are
 * said by the table that comes with the product, which a browser has. The name follows what is told, so that a release
 * that delivers other words has another one.
 */
export async function ownWords(tx: Tx): Promise<{ version: string; types: CompanyWords }> {
  const { rows } = await sql<Row>`${sql.raw(inOrder)}`.execute(tx)
  const types = Object.fromEntries(
    Object.entries(byType(rows)).filter(([type, entries]) => !isDelivered(type, entries)),
  )
  return { version: createHash('sha256').update(JSON.stringify(types)).digest('base64url').slice(0, 20), types }
}

function isDelivered(type: string, entries: CompanyWords[string]): boolean {
  const delivered = Object.entries<Titles>(dictionary[type as DictionaryType] ?? {})
  return (
    entries.length === delivered.length &&
    entries.every(({ code, titles, enabled }, at) => {
      const [itsCode, words] = delivered[at] ?? []
      return enabled && code === itsCode && languages.every((language) => titles[language] === words?.[language])
    })
  )
}
