import { type DictionaryType, dictionary, isOpenType } from '@xunyun/contract/dictionary'
import { dictionaryTypes } from '@xunyun/contract/dictionaryTypes'
import type { Output } from '@xunyun/contract/kernel/call'
import { pageOf } from '@xunyun/contract/pages'
import type { EntryAction, EntryRow, getDictionaryTypes } from '@xunyun/contract/system/dictionary'
import { sql } from 'kysely'
import { ability, type Objection } from '../../../platform/abilities.ts'
import { type Actor, may } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'

export const titleOf = (type: string, actor: Actor): string =>
  dictionaryTypes[type as DictionaryType]?.[actor.language] ?? type

/** Where a code of an open type is held, counted over all records: whether it may go is no question of scope. */
const holders = {
  package: {
    page: 'allWayBill',
    count: sql`select code, count(*) as number from (
      select package as code from waybill_goods union all select package from phone_order where package is not null) held group by 1`,
  },
  quickRemark: {
    page: 'phoneList',
    count: sql`select unnest(quick_remarks) as code, count(*) as number from phone_order group by 1`,
  },
  goodsType: { page: 'allWayBill', count: sql`select type as code, count(*) as number from waybill_goods group by 1` },
  vehicleModel: {
    page: 'vehicleAll',
    count: sql`select model as code, count(*) as number from vehicle where not is_deleted group by 1`,
  },
} as const

export async function usesOf(tx: Tx, type: string): Promise<ReadonlyMap<string, number> | null> {
  if (!isOpenType(type)) return null
  const holder = holders[type as keyof typeof holders]
  if (holder === undefined) return new Map()
  const found = await sql<{ code: string; number: number }>`${holder.count}`.execute(tx)
  return new Map(found.rows.map(({ code, number }) => [code, number]))
}

type Entry = { readonly type: string; readonly code: string; readonly label_zh: string; readonly system: boolean }

/** The company's own go while nothing holds them. */
export function refuseDeleting(entry: Entry, used: number, actor: Actor): Refusal | undefined {
  const word = entry.label_zh
  if (entry.system) return new Refusal('settings.wordSystem', { word })
  const holder = holders[entry.type as keyof typeof holders]
  if (used === 0 || holder === undefined) return undefined
  return new Refusal('settings.wordUsed', { word, number: used, where: pageOf(holder.page).titles[actor.language] })
}

export const refuseClosed = (type: string, actor: Actor): Refusal | undefined =>
  isOpenType(type) ? undefined : new Refusal('settings.wordClosed', { type: titleOf(type, actor) })

const missing = sql<boolean>`(label_en = '' or label_es = '' or label_ja = '')`

export async function listTypes(tx: Tx, actor: Actor): Promise<Output<typeof getDictionaryTypes>> {
  const found = await sql<{ type: string; count: number; disabled: number; missing: number }>`
    select type, count(*) as count, count(*) filter (where not enabled) as disabled, count(*) filter (where ${missing}) as missing
    from dictionary_entry where not is_deleted group by type`.execute(tx)
  const counts = new Map(found.rows.map((row) => [row.type, row]))
  return (Object.keys(dictionaryTypes) as DictionaryType[]).map((type) => ({
    type,
    title: titleOf(type, actor),
    open: isOpenType(type),
    count: counts.get(type)?.count ?? 0,
    disabled: counts.get(type)?.disabled ?? 0,
    missing: counts.get(type)?.missing ?? 0,
  }))
}

export async function listEntries(tx: Tx, actor: Actor, type: string): Promise<EntryRow[]> {
  const rows = await tx
    .selectFrom('dictionary_entry as e')
    .leftJoin('app_user as u', 'u.id', 'e.updated_by')
    .selectAll('e')
    .select('u.name as updatedByName')
    .where('e.type', '=', type)
    .where('e.is_deleted', '=', false)
    .orderBy('e.sort')
    .orderBy('e.id')
    .execute()
  const uses = await usesOf(tx, type)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    code: row.code,
    zh: row.label_zh,
    en: row.label_en,
    es: row.label_es,
    ja: row.label_ja,
    sort: row.sort,
    enabled: row.enabled,
    system: row.system,
    used: uses === null ? null : (uses.get(row.code) ?? 0),
    updatedByName: row.updatedByName,
    updatedAt: row.updated_at,
    version: row.version,
    actions: actionsOf(actor, row, uses?.get(row.code) ?? 0),
  }))
}

function actionsOf(actor: Actor, row: Entry & { enabled: boolean }, used: number): EntryRow['actions'] {
  const can = (key: EntryAction, no?: Objection) => ability(actor, key, no)
  const closed = refuseClosed(row.type, actor)
  return [
    ...(may(actor, 'dictionary', 'edit') ? [can('change')] : []),
    ...(may(actor, 'dictionary', 'approve')
      ? [can(row.enabled ? 'disable' : 'enable', closed), can('delete', closed ?? refuseDeleting(row, used, actor))]
      : []),
  ]
}

/** All types one after the other, or one. */
export async function exportEntries(tx: Tx, actor: Actor, type: string | undefined): Promise<EntryRow[]> {
  const types = type === undefined ? Object.keys(dictionary) : [type]
  const rows: EntryRow[] = []
  for (const one of types) rows.push(...(await listEntries(tx, actor, one)))
  return rows
}
