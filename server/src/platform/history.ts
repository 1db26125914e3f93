import type { HistoryEntry } from '@xunyun/contract/system/calls'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import { kept, type Tx } from './db.ts'
import { asJson } from './rows.ts'

type Values = Readonly<Record<string, unknown>>
export type Change = { field: string; from: string | null; to: string | null }

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map((item) => asText(item) ?? '').join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Field by field, what differs; decimals that are equal in value do not. */
export function differences(before: Values, after: Values): Change[] {
  const changes: Change[] = []
  for (const field of Object.keys(after)) {
    const from = asText(before[field])
    const to = asText(after[field])
    const sameNumber =
      from !== null &&
      to !== null &&
      /^-?\d+(\.\d+)?$/.test(from) &&
      /^-?\d+(\.\d+)?$/.test(to) &&
      Number(from) === Number(to)
    if (from !== to && !(sameNumber && (from.includes('.') || to.includes('.')))) changes.push({ field, from, to })
  }
  return changes
}

/** An entry of a record's timeline that is still to be written; `once`: unless the same person's same entry stands there. */
export type Entry = { entity: string; id: number; action: string; changes?: readonly Change[]; once?: boolean }

/** Whose entry it is; null: a job's. */
type By = { readonly userId: number | null; readonly name: string }

/** Entries as rows of `history`, in their order, for a statement that writes them. A change that changed nothing is none. */
export const entryRows = (by: By, entries: readonly Entry[]): RawBuilder<unknown> => sql`
  select e.entity, e.id, ${clock.iso()}::timestamptz, ${by.userId}::bigint, ${by.name}::text, e.action, e.changes
  from json_to_recordset(${asJson(entries.filter(({ action, changes = [] }) => action !== 'changed' || changes.length > 0).map((entry) => ({ changes: [], ...entry })))}::json)
    e(entity text, id bigint, action text, changes jsonb, once boolean)
  where not coalesce(e.once, false) or not exists (select 1 from history h where h.entity = e.entity and h.entity_id = e.id
    and h.action = e.action and h.changes = e.changes and h.by_id = ${by.userId})`
/** Where they go. */
export const intoHistory = sql.raw(
  'insert into history (entity, entity_id, at, by_id, by_name, action, changes)',
) as RawBuilder<unknown>

/** Entries as a part of a statement that writes other things too; none where there are none. */
export const historyPart = (by: By, entries: readonly Entry[]): RawBuilder<unknown>[] =>
  entries.length === 0 ? [] : [sql`new_history as (${intoHistory} ${entryRows(by, entries)})`]

/**
 * Appends to records' timelines (domain §0.6). A change that changed nothing leaves no entry.
 * Never pass a secret: what comes here is shown.
 */
export async function recordEntries(tx: Tx, by: By, entries: readonly Entry[]): Promise<void> {
  await sql`${kept} ${intoHistory} ${entryRows(by, entries)}`.execute(tx)
}
export async function recordHistory(
  tx: Tx,
  actor: Actor,
  entity: string,
  entityId: number,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  if (action === 'changed' && changes.length === 0) return
  await recordEntries(tx, actor, [{ entity, id: entityId, action, changes }])
}

/** A record's timeline, latest first. The caller has checked that the record may be seen. */
export async function historyOf(tx: Tx, entity: string, entityId: number): Promise<HistoryEntry[]> {
  const rows = await tx
    .selectFrom('history')
    .select(['id', 'at', 'by_name', 'action', 'changes'])
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({ id: row.id, at: row.at, byName: row.by_name, action: row.action, changes: row.changes }))
}
