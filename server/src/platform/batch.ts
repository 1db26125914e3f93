import { sayReason } from '@xunyun/contract/errors'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { sql } from 'kysely'
import type { Asked } from './act.ts'
import type { Actor } from './actor.ts'
import type { Tx } from './db.ts'
import { notFound, Refusal } from './refusal.ts'

/** Gathers what happened to each row of a batch; a refused row says why, in the asker's language (ux: batch actions). */
export class BatchReport {
  readonly #actor: Actor
  readonly #refused: Outcomes['refused'] = []
  #done = 0

  constructor(actor: Actor) {
    this.#actor = actor
  }

  done(count = 1): void {
    this.#done += count
  }

  refuse(id: number, no: string, refusal: Pick<Refusal, 'reason' | 'params' | 'fields'>): void {
    // A single bad field says more than "one field needs attention".
    const field = refusal.reason === 'kernel.invalid' ? refusal.fields[0] : undefined
    const { reason, params } = field ?? refusal
    this.#refused.push({ id, no, reason, msg: sayReason(reason as never, params, this.#actor.language) })
  }

  outcomes(): Outcomes {
    return { done: this.#done, refused: this.#refused }
  }
}

/** Which records a batch is about. */
export type Records<R> = {
  /** Those in scope, locked in the order of their ids. */
  readonly lock: (tx: Tx, actor: Actor, ids: readonly number[]) => Promise<ReadonlyMap<number, R>>
  /** What people call one. */
  readonly no: (record: R) => string
  /** Why nothing is done to one, where that can be said before anything is written. */
  readonly may?: (record: R) => Refusal | undefined | Promise<Refusal | undefined>
  /** The act never refuses by itself: `may` has said it all. Saves the savepoint of batches of ten thousand rows. */
  readonly judged?: true
}

/**
 * Does an act to each of many records; the refused ones are named and leave nothing behind, whatever they had written. All
 * run behind one savepoint; only where one is refused is each run again behind its own. So an act gathers nothing outside
 * of itself: it may run twice.
 */
export const eachRecord = <R>(
  asked: Asked,
  ids: readonly number[],
  records: Records<R>,
  act: (record: R) => Promise<unknown>,
): Promise<Outcomes> => recordsTogether(asked, ids, records, oneByOne(act))

const oneByOne =
  <R>(act: (record: R) => Promise<unknown>) =>
  async (records: readonly R[]) => {
    for (const record of records) await act(record)
  }

/** The same of an act that does all it is given in the same few statements. */
export async function recordsTogether<R>(
  { tx, actor }: Asked,
  ids: readonly number[],
  { lock, no, may, judged }: Records<R>,
  act: (records: readonly R[]) => Promise<unknown>,
): Promise<Outcomes> {
  const locked = await lock(tx, actor, ids)
  const refusals = new Map<number, Refusal>()
  const accepted: (readonly [id: number, record: R])[] = []
  for (const id of new Set(ids)) {
    const record = locked.get(id)
    const refusal = record === undefined ? notFound() : await may?.(record)
    if (refusal !== undefined) refusals.set(id, refusal)
    else if (record !== undefined) accepted.push([id, record])
  }
  if (judged === true) await act(accepted.map(([, record]) => record))
  else for (const [id, refusal] of await refusedOf(tx, accepted, act)) refusals.set(id, refusal)
  const report = new BatchReport(actor)
  // In the order in which they were asked for.
  for (const id of new Set(ids)) {
    const [record, refusal] = [locked.get(id), refusals.get(id)]
    if (refusal === undefined) report.done()
    else report.refuse(id, record === undefined ? String(id) : no(record), refusal)
  }
  return report.outcomes()
}

/** Acts on all behind one savepoint; after a refusal on each behind its own. */
export async function refusedOf<R>(
  tx: Tx,
  accepted: readonly (readonly [id: number, record: R])[],
  act: (records: readonly R[]) => Promise<unknown>,
): Promise<Map<number, Refusal>> {
  if (accepted.length === 0) return new Map()
  const refused = await refusalBehind(tx, () => act(accepted.map(([, record]) => record)))
  const [only] = accepted
  if (refused === undefined || only === undefined) return new Map()
  if (accepted.length === 1) return new Map([[only[0], refused]])
  const found = new Map<number, Refusal>()
  for (const [id, record] of accepted) {
    const refusal = await refusalBehind(tx, () => act([record]))
    // Else thousands of records would lie thousands of savepoints deep.
    await sql`release savepoint ${savepointOf(tx, 1)}`.execute(tx)
    if (refusal !== undefined) found.set(id, refusal)
  }
  return found
}

/** How many savepoints of batches are open in a transaction, one within another: each has a name of its own. */
const depths = new WeakMap<Tx, number>()
const savepointOf = (tx: Tx, deeper: 0 | 1) => sql.raw(`batch_${(depths.get(tx) ?? 0) + deeper}`)

/** The refusal that an act ended with, which then has written nothing. */
async function refusalBehind(tx: Tx, act: () => Promise<unknown>): Promise<Refusal | undefined> {
  const depth = depths.get(tx) ?? 0
  depths.set(tx, depth + 1)
  try {
    await sql`savepoint ${savepointOf(tx, 0)}`.execute(tx)
    await act()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint ${savepointOf(tx, 0)}`.execute(tx)
    return error
  } finally {
    depths.set(tx, depth)
  }
}
