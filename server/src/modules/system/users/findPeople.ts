import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../platform/db.ts'
import { likePart, pinyinOf } from '../../../platform/search.ts'

// A company has some hundred accounts: their names are spelled once, not at each letter typed.
const spelled = new LRUCache<string, string>({ max: 20_000 })
const spell = (name: string): string => {
  const known = spelled.get(name)
  if (known !== undefined) return known
  const pinyin = pinyinOf(name)
  spelled.set(name, pinyin)
  return pinyin
}

/**
 * Users of a look-up or a list by what was typed: part of the account, name or mobile, or the name's pinyin or initials.
 * The table of users stands under the alias `u`.
 */
export async function matchesPerson(tx: Tx, q: string): Promise<RawBuilder<SqlBool>> {
  const pattern = likePart(q)
  const byText = sql<SqlBool>`(u.account ilike ${pattern} or u.name ilike ${pattern} or u.mobile like ${pattern})`
  const typed = q.toLowerCase().replace(/\s+/g, '')
  if (!/^[a-z]+$/.test(typed)) return byText
  const people = await tx.selectFrom('app_user').select(['id', 'name']).where('is_deleted', '=', false).execute()
  const ids = people.filter(({ name }) => spell(name).includes(typed)).map(({ id }) => id)
  return sql<SqlBool>`(${byText} or u.id = any(${ids}::bigint[]))`
}
