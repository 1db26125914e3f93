import { isOpenType } from '@xunyun/contract/dictionary'
import type { Reason } from '@xunyun/contract/errors'
import type { Input, Params } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { tidy } from '@xunyun/contract/kernel/text'
import type * as calls from '@xunyun/contract/system/dictionary'
import { sql } from 'kysely'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { tellWordsChanged } from '../../../platform/words.ts'
import { refuseClosed, refuseDeleting, titleOf, usesOf } from './queries.ts'

/** Acts on the dictionary (RT-12/dictionary). Those on one type stand in a row: its codes and words stay unique. */

async function lockType(tx: Tx, type: string) {
  await sql`select pg_advisory_xact_lock(hashtext('dictionary'), hashtext(${type}))`.execute(tx)
  return tx
    .selectFrom('dictionary_entry')
    .selectAll()
    .where('type', '=', type)
    .where('is_deleted', '=', false)
    .orderBy('sort')
    .orderBy('id')
    .execute()
}
type Row = Awaited<ReturnType<typeof lockType>>[number]
type Sent = Input<typeof calls.saveDictionary>['rows'][number]
type Labels = { label_zh: string; label_en: string; label_es: string; label_ja: string }

const labelsOf = (row: Sent): Labels => ({
  label_zh: tidy(row.zh),
  label_en: tidy(row.en ?? ''),
  label_es: tidy(row.es ?? ''),
  label_ja: tidy(row.ja ?? ''),
})
const historyValues = (row: Labels) => ({ zh: row.label_zh, en: row.label_en, es: row.label_es, ja: row.label_ja })
const wordsOf = (row: Labels) => Object.values(historyValues(row)).filter((word) => word !== '')

/** All rows or none; what is wrong is said at each row. */
export const saveDictionary: Act<typeof calls.saveDictionary> = async ({ tx, actor }, input) => {
  const { type, rows } = input
  const before = await lockType(tx, type)
  const byId = new Map(before.map((row) => [row.id, row]))
  const wanted = rows.map((sent, at) => ({ sent, at, labels: labelsOf(sent), had: byId.get(sent.id ?? 0) }))
  for (const { sent, had, at } of wanted) {
    if (sent.id !== undefined && had === undefined) throw notFound()
    if (had !== undefined) {
      if (sent.version === undefined) throw badField(`rows.${at}.version`, 'field.required')
      await refuseStale(tx, had, sent.version)
    }
  }
  if (wanted.some(({ had }) => had === undefined)) {
    const closed = refuseClosed(type, actor)
    if (closed !== undefined) throw closed
  }
  refuseFields([...wrongCodes(before, wanted), ...wrongWords(before, wanted)])

  let sort = Math.max(0, ...before.map((row) => row.sort))
  const count = { added: 0, changed: 0 }
  for (const { sent, labels, had } of wanted) {
    if (had === undefined) {
      sort += 10
      const code = sent.code ?? ''
      const { id } = await tx
        .insertInto('dictionary_entry')
        .values({ type, code, ...labels, sort, ...created(actor.userId) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordHistory(
        tx,
        actor,
        'dictionary',
        id,
        'created',
        differences({}, { type, code, ...historyValues(labels) }),
      )
      count.added += 1
      continue
    }
    const changes = differences(historyValues(had), historyValues(labels))
    if (changes.length === 0) continue
    await tx
      .updateTable('dictionary_entry')
      .set({ ...labels, ...changed(actor.userId, had.version) })
      .where('id', '=', had.id)
      .execute()
    await recordHistory(tx, actor, 'dictionary', had.id, 'changed', changes)
    count.changed += 1
  }
  await tellWordsChanged(tx)
  return count
}

type Wanted = { readonly sent: Sent; readonly at: number; readonly labels: Labels; readonly had: Row | undefined }
type Wrong = { path: string; reason: Reason; params?: Params }

function wrongCodes(before: readonly Row[], wanted: readonly Wanted[]): Wrong[] {
  const taken = new Set(before.map(({ code }) => code.toLowerCase()))
  const wrong: Wrong[] = []
  for (const { sent, at, had } of wanted) {
    const path = `rows.${at}.code`
    // A code stands in records: it never changes.
    if (had !== undefined) {
      if (sent.code !== undefined && sent.code !== had.code) wrong.push({ path, reason: 'settings.wordCodeTaken' })
      continue
    }
    if (sent.code === undefined) wrong.push({ path, reason: 'field.required' })
    else if (taken.has(sent.code.toLowerCase())) wrong.push({ path, reason: 'settings.wordCodeTaken' })
    else taken.add(sent.code.toLowerCase())
  }
  return wrong
}

/** Only words that are new are judged: what came with the product was always told apart. */
function wrongWords(before: readonly Row[], wanted: readonly Wanted[]): Wrong[] {
  const touched = new Set(wanted.map(({ had }) => had?.id))
  const after = [
    ...before.filter(({ id }) => !touched.has(id)).map((row) => ({ code: row.code, words: wordsOf(row), at: -1 })),
    ...wanted.map(({ sent, had, labels, at }) => ({ code: had?.code ?? sent.code ?? '', words: wordsOf(labels), at })),
  ]
  return wanted.flatMap(({ labels, had, at }) => {
    const old = had === undefined ? {} : historyValues(had)
    return Object.entries(historyValues(labels)).flatMap(([language, word]): Wrong[] => {
      if (word === '' || old[language as keyof typeof old] === word) return []
      const twin = after.find(
        (other) => other.at !== at && other.words.some((one) => one.toLowerCase() === word.toLowerCase()),
      )
      return twin === undefined
        ? []
        : [{ path: `rows.${at}.${language}`, reason: 'settings.wordTaken', params: { code: twin.code } }]
    })
  })
}

export const sortDictionary: Act<typeof calls.sortDictionary> = async ({ tx, actor }, input) => {
  const before = await lockType(tx, input.type)
  const named = [...new Set(input.ids)].map((id) => before.find((row) => row.id === id))
  if (named.includes(undefined)) throw notFound()
  const first = named as Row[]
  const order = [...first, ...before.filter((row) => !first.includes(row))]
  let moved = 0
  for (const [index, row] of order.entries()) {
    const sort = (index + 1) * 10
    if (row.sort === sort) continue
    // The place among the others is no content: whoever is at the words meanwhile is not disturbed.
    await tx.updateTable('dictionary_entry').set({ sort }).where('id', '=', row.id).execute()
    if (before.indexOf(row) !== index)
      await recordHistory(tx, actor, 'dictionary', row.id, 'moved', [
        { field: 'sort', from: String(before.indexOf(row) + 1), to: String(index + 1) },
      ])
    moved += 1
  }
  await tellWordsChanged(tx)
  return { moved }
}

/** With every entry of their types, one type after the other. */
async function lockEntries(tx: Tx, _: Actor, ids: readonly number[]): Promise<Map<number, Row>> {
  const types = await tx
    .selectFrom('dictionary_entry')
    .select('type')
    .distinct()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('is_deleted', '=', false)
    .orderBy('type')
    .execute()
  const rows: Row[] = []
  for (const { type } of types) rows.push(...(await lockType(tx, type)))
  return new Map(rows.map((row) => [row.id, row]))
}

async function eachEntry(asked: Asked, ids: readonly number[], act: (row: Row) => Promise<void>): Promise<Outcomes> {
  const outcomes = await eachRecord(asked, ids, { lock: lockEntries, no: (row) => row.label_zh }, act)
  await tellWordsChanged(asked.tx)
  return outcomes
}

export const setDictionaryEnabled: Act<typeof calls.setDictionaryEnabled> = (asked, { ids, enabled }) => {
  const { tx, actor } = asked
  return eachEntry(asked, ids, async (row) => {
    if (row.enabled === enabled) return
    const closed = refuseClosed(row.type, actor)
    if (closed !== undefined) throw closed
    if (!enabled) {
      const others = (await lockType(tx, row.type)).filter((one) => one.enabled && one.id !== row.id)
      if (others.length === 0) throw new Refusal('settings.wordLast', { type: titleOf(row.type, actor) })
    }
    await tx
      .updateTable('dictionary_entry')
      .set({ enabled, ...changed(actor.userId, row.version) })
      .where('id', '=', row.id)
      .execute()
    await recordHistory(tx, actor, 'dictionary', row.id, enabled ? 'enabled' : 'disabled')
  })
}

export const deleteDictionary: Act<typeof calls.deleteDictionary> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachEntry(asked, ids, async (row) => {
    const closed = isOpenType(row.type) ? undefined : refuseClosed(row.type, actor)
    const refusal = closed ?? refuseDeleting(row, (await usesOf(tx, row.type))?.get(row.code) ?? 0, actor)
    if (refusal !== undefined) throw refusal
    await tx
      .updateTable('dictionary_entry')
      .set({ is_deleted: true, ...changed(actor.userId, row.version) })
      .where('id', '=', row.id)
      .execute()
    await recordHistory(tx, actor, 'dictionary', row.id, 'deleted')
  })
}
