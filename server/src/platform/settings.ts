import type { HistoryEntry } from '@xunyun/contract/system/calls'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import { kept, type Tx } from './db.ts'
import { differences, historyOf, recordHistory } from './history.ts'
import { refuseStale } from './version.ts'

type Shape<V> = z.ZodMiniType<V>

/** What a company sets under names; `usual` while nobody has changed it, or what is stored no longer fits. */
export async function readSettings<V>(
  tx: Tx,
  shape: Shape<V>,
  usual: ReadonlyMap<string, V>,
): Promise<Map<string, { value: V; version: number }>> {
  const { rows } = await sql<{ name: string; value: unknown; version: number }>`${kept}
    select name, value, version from setting where name = any(${[...usual.keys()]}::text[])`.execute(tx)
  const stored = new Map(rows.map((row) => [row.name, row]))
  const valueUnder = (name: string, otherwise: V) => {
    const read = z.safeParse(shape, stored.get(name)?.value)
    return { value: read.success ? read.data : otherwise, version: stored.get(name)?.version ?? 0 }
  }
  return new Map([...usual].map(([name, otherwise]) => [name, valueUnder(name, otherwise)]))
}

/** The same under one name. */
export async function readSetting<V>(
  tx: Tx,
  name: string,
  shape: Shape<V>,
  usual: V,
): Promise<{ value: V; version: number }> {
  return (await readSettings(tx, shape, new Map([[name, usual]]))).get(name) ?? { value: usual, version: 0 }
}

/** Changes it; answers the new version. Its timeline is that of the record `setting`. */
export async function writeSetting<V extends Readonly<Record<string, unknown>>>(
  tx: Tx,
  actor: Actor,
  name: string,
  before: V,
  value: V,
  version: number,
  /** What the timeline says of a value; default: its fields as they are. */
  told: (value: V) => Readonly<Record<string, unknown>> = (one) => one,
): Promise<number> {
  const row = await tx.selectFrom('setting').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()
  await refuseStale(
    tx,
    { version: row?.version ?? 0, updated_at: row?.updated_at ?? clock.iso(), updated_by: row?.updated_by ?? null },
    version,
  )
  const next = version + 1
  const values = { value: JSON.stringify(value), version: next, updated_at: clock.iso(), updated_by: actor.userId }
  const { id } = await tx
    .insertInto('setting')
    .values({ name, ...values })
    .onConflict((oc) => oc.column('name').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'setting', id, 'changed', differences(told(before), told(value)))
  return next
}

/** Who changed it when, latest first. */
export async function settingHistory(tx: Tx, name: string): Promise<HistoryEntry[]> {
  const row = await tx.selectFrom('setting').select('id').where('name', '=', name).executeTakeFirst()
  return row === undefined ? [] : historyOf(tx, 'setting', row.id)
}
