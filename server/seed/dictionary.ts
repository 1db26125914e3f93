import { type DictionaryType, dictionary } from '@xunyun/contract/dictionary'
import type { Titles } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import type { Tx } from '../src/platform/db.ts'

/**
 * Seeds the codes that the program knows (EN-01). Words that a company changed stay; those it never touched follow the
 * release; a code of its own that the product brings by now becomes the product's.
 */
export async function seedDictionary(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dictionary'))`.execute(tx)
  const rows = await tx.selectFrom('dictionary_entry').selectAll().where('is_deleted', '=', false).execute()
  const known = new Map(rows.map((row) => [`${row.type} ${row.code}`, row]))
  const added = []
  for (const type of Object.keys(dictionary) as DictionaryType[]) {
    for (const [index, [code, titles]] of Object.entries(dictionary[type] as Record<string, Titles>).entries()) {
      const labels = { label_zh: titles.zh, label_en: titles.en, label_es: titles.es, label_ja: titles.ja }
      const had = known.get(`${type} ${code}`)
      if (had === undefined) {
        added.push({ type, code, ...labels, sort: (index + 1) * 10, system: true })
        continue
      }
      const untouched = had.system && had.updated_by === null
      const differs = Object.entries(labels).some(([key, label]) => had[key as keyof typeof labels] !== label)
      if (!had.system || (untouched && differs))
        await tx
          .updateTable('dictionary_entry')
          .set({ system: true, ...(untouched ? labels : {}) })
          .where('id', '=', had.id)
          .execute()
    }
  }
  if (added.length > 0) await tx.insertInto('dictionary_entry').values(added).execute()
}
