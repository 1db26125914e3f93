import type { Outcomes } from '@xunyun/contract/kernel/list'
import { type Selectable, sql } from 'kysely'
import type { Asked } from './act.ts'
import type { Actor } from './actor.ts'
import { eachRecord, type Records } from './batch.ts'
import type { Tx } from './db.ts'
import { recordHistory } from './history.ts'
import type { Refusal } from './refusal.ts'
import type { DB, OwnedTable } from './schema.ts'
import { changed } from './version.ts'

type Deletable = { [T in keyof DB]: DB[T] extends { is_deleted: unknown } ? T : never }[keyof DB]
/** Whose records are the same for everybody; one with a scope is locked through it. */
type MasterTable = Exclude<Deletable, OwnedTable>
export type Locked<T extends MasterTable> = Selectable<DB[T]> & { readonly id: number }

/** Locks records of a table: those that are not deleted, in the order of their ids. */
export const locking =
  <T extends MasterTable>(table: T) =>
  async (tx: Tx, _: Actor, ids: readonly number[]): Promise<Map<number, Locked<T>>> => {
    const { rows } = await sql<Locked<T>>`select * from ${sql.table(table)}
      where id = any(${[...ids]}::bigint[]) and not is_deleted order by id for update`.execute(tx)
    return new Map(rows.map((row) => [row.id, row]))
  }

/** What is set of many master records at once: that they are enabled or not, or that they are gone. */
export type Setting = { readonly enabled?: boolean; readonly is_deleted?: true }
type Master = { readonly id: number; readonly enabled: boolean; readonly version: number }

type Masters<R> = Pick<Records<R>, 'lock' | 'no'> & {
  /** In the timeline. */
  readonly entity: string
  /** What stands against it, as a use that holds a record up. */
  readonly objection?: (record: R) => Refusal | undefined | Promise<Refusal | undefined>
  /** By the owner of the table. */
  readonly write: (record: R, values: Setting & ReturnType<typeof changed>) => Promise<unknown>
}

/** Enables, disables or deletes master records; one that is so already is left as it is. */
export const setMasters = <R extends Master>(
  asked: Asked,
  ids: readonly number[],
  set: Setting,
  { entity, lock, no, objection, write }: Masters<R>,
): Promise<Outcomes> =>
  eachRecord(asked, ids, { lock, no, ...(objection && { may: objection }) }, async (record) => {
    if (set.enabled === record.enabled) return
    await write(record, { ...set, ...changed(asked.actor.userId, record.version) })
    const action = set.is_deleted ? 'deleted' : set.enabled ? 'enabled' : 'disabled'
    await recordHistory(asked.tx, asked.actor, entity, record.id, action)
  })
