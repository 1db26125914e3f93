import { createHash } from 'node:crypto'
import { type CompanyWords, speakAs } from '@xunyun/contract/dictionary'
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

/** All words with what names this state of them. */
export async function wordsOf(tx: Tx): Promise<{ version: string; types: CompanyWords }> {
  const { rows } = await sql<Row>`${sql.raw(inOrder)}`.execute(tx)
  return {
    version: createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 20),
    types: byType(rows),
  }
}
