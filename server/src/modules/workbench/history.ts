import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import type { getHistory, getHistoryTotals, HistoryRow } from '@xunyun/contract/system/upkeep'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { all, anyOf, betweenDays, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import { paging } from '../../platform/list.ts'
import type { Records } from '../../platform/records.ts'
import { likePart } from '../../platform/search.ts'

type Filter = Input<typeof getHistoryTotals>

/** Counting everything that ever happened would cost more than it tells. */
const mostCounted = 10_000

function conditions(filter: Filter): RawBuilder<SqlBool> {
  return all([
    equals('h.entity', filter.entity),
    equals('h.entity_id', filter.entityId),
    equals('h.by_id', filter.userId),
    filter.q === undefined ? undefined : sql<SqlBool>`h.changes::text ilike ${likePart(filter.q)}`,
    betweenDays('h.at', filter.from, filter.to),
    anyOf('h.id', filter.ids),
  ])
}

export async function listHistory(
  tx: Tx,
  records: Records,
  input: Input<typeof getHistory>,
): Promise<Output<typeof getHistory>> {
  // Entries are written in the order of time: the id sorts as the moment does, and is the primary key.
  const page = paging({ at: { by: sql.ref('h.id'), type: 'bigint' } }, { sort: 'at', dir: 'desc' }, 'h.id', input)
  const found = await sql<Omit<HistoryRow, 'name' | 'link'> & { k: string }>`
    select h.id, h.at, h.by_name as "byName", h.action, h.changes, h.entity, h.entity_id as "entityId", h.id::text as k
    from history h where ${conditions(input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  const named = new Map<string, { name: string; link: string }>()
  for (const { entity, entityId } of rows as HistoryRow[]) {
    const key = `${entity}:${entityId}`
    if (!named.has(key)) named.set(key, await records.describe(tx, entity, entityId))
  }
  return {
    rows: (rows as HistoryRow[]).map((row) => ({
      ...row,
      ...(named.get(`${row.entity}:${row.entityId}`) ?? { name: String(row.entityId), link: '' }),
    })),
    next,
  }
}

export async function totalHistory(tx: Tx, filter: Filter): Promise<Output<typeof getHistoryTotals>> {
  const found = await sql<{ count: number }>`select count(*) as count from
    (select 1 from history h where ${conditions(filter)} limit ${mostCounted + 1}) counted`.execute(tx)
  return { count: found.rows[0]?.count ?? 0 }
}

const kinds: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  company: titled('往来单位', 'Company', 'Empresa', '取引先'),
  contact: titled('联系人', 'Contact', 'Contacto', '連絡先'),
  vehicle: titled('车辆', 'Vehicle', 'Vehículo', '車両'),
  driver: titled('司机', 'Driver', 'Conductor', 'ドライバー'),
  arrangement: titled('安排', 'Trip', 'Viaje', '配車'),
  user: titled('用户', 'User', 'Usuario', 'ユーザー'),
  role: titled('角色', 'Role', 'Rol', 'ロール'),
}

export const historyColumns: readonly ListColumn<HistoryRow>[] = [
  { key: 'at', type: 'moment', width: 18, titles: titled('时间', 'Time', 'Hora', '日時') },
  { key: 'byName', type: 'text', width: 12, titles: titled('操作人', 'Done by', 'Hecho por', '操作者') },
  {
    key: 'entity',
    type: 'text',
    width: 12,
    titles: titled('对象', 'Kind', 'Tipo', '対象'),
    value: ({ entity }, language) => kinds[entity]?.[language] ?? entity,
  },
  { key: 'name', type: 'text', width: 26, titles: titled('名称', 'Name', 'Nombre', '名称') },
  { key: 'action', type: 'text', width: 14, titles: titled('操作', 'Action', 'Acción', '操作') },
  {
    key: 'changes',
    type: 'text',
    width: 60,
    titles: titled('变化', 'Changes', 'Cambios', '変更内容'),
    value: ({ changes }) => changes.map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('\n'),
  },
]
