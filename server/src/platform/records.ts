import type { Actor } from './actor.ts'
import type { Tx } from './db.ts'
import { notFound, Refusal } from './refusal.ts'

/** What the owner of a kind of record says about one of them. */
export type RecordGuard = {
  /** May this actor see it? Its files, comments and timeline follow. */
  readonly maySee: (tx: Tx, actor: Actor, id: number) => Promise<boolean>
  /** What people call it, and the address that shows it. */
  readonly describe?: (tx: Tx, id: number) => Promise<{ name: string; link: string }>
  /** Who should hear when colleagues talk about it. */
  readonly concerned?: (tx: Tx, id: number) => Promise<readonly number[]>
}

/** Whether a read that refuses what may not be seen went well. */
export const isSeen = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

/** Kinds of records, registered by their modules, for what belongs to records of every kind. */
export class Records {
  readonly #guards = new Map<string, RecordGuard>()

  register(entity: string, guard: RecordGuard): void {
    this.#guards.set(entity, guard)
  }

  async maySee(tx: Tx, actor: Actor, entity: string, id: number): Promise<boolean> {
    return (await this.#guards.get(entity)?.maySee(tx, actor, id)) ?? false
  }

  /** Refuses as if it did not exist. */
  async requireSight(tx: Tx, actor: Actor, entity: string, id: number): Promise<void> {
    if (!(await this.maySee(tx, actor, entity, id))) throw notFound()
  }

  async describe(tx: Tx, entity: string, id: number): Promise<{ name: string; link: string }> {
    return (await this.#guards.get(entity)?.describe?.(tx, id)) ?? { name: String(id), link: '' }
  }

  async concerned(tx: Tx, entity: string, id: number): Promise<readonly number[]> {
    return (await this.#guards.get(entity)?.concerned?.(tx, id)) ?? []
  }
}
