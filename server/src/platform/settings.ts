import type { HistoryEntry } from '@xunyun/contract/system/calls'
import * as z from 'zod/mini'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import type { Tx } from './db.ts'
import { differences, historyOf, recordHistory } from './history.ts'
import { refuseStale } from './version.ts'

type Shape<V> = z.ZodMiniType<V>

/** What a company sets under a name; `usual` while nobody has changed it, or what is stored no longer fits. */
export async function readSetting<V>(
  tx: Tx,
  name: string,
  shape: Shape<V>,
  usual: V,
): Promise<{ value: V; version: number }> {
  const row = await tx.selectFrom('setting').select(['value', 'version']).where('name', '=', name).executeTakeFirst()
  if (row === undefined) return { value: usual, version: 0 }
  const read = z.safeParse(shape, row.value)
  return { value: read.success ? read.data : usual, version: row.version }
}

/** Changes it; answers the new version. Its timeline is that of the record `setting`. */
export async function writeSetting<V extends Readonly<Record<string, unknown>>>(
  tx: Tx,
  actor: Actor,
  name: string,
  before: V,
  value: V,
  version: number,
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
  await recordHistory(tx, actor, 'setting', id, 'changed', differences(before, value))
  return next
}

/** Who changed it when, latest first. */
export async function settingHistory(tx: Tx, name: string): Promise<HistoryEntry[]> {
  const row = await tx.selectFrom('setting').select('id').where('name', '=', name).executeTakeFirst()
  return row === undefined ? [] : historyOf(tx, 'setting', row.id)
}
