import {
  type HandInAction,
  type HandInState,
  type HolderKind,
  handInLifecycle,
} from '@xunyun/contract/collections/states'
import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import { type Actor, may, mayAny } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isOneOfOurs, lockingSeen, type SeenId } from '../../platform/scope.ts'
import type { Owner } from '../money/index.ts'

/** Rows of hand-ins and what stands on them. */

/** Whoever sees no waybills sees what he collected himself and nothing else: a driver. */
const seesOnlyOwn = (actor: Actor): boolean => !may(actor, 'allWayBill', 'browse') && !may(actor, 'handIn', 'approve')

/** Whether a collection or hand-in `row` is the actor's to see: of his outlets, or in his own hands. */
export function isToSee(actor: Actor, row: string): RawBuilder<SqlBool> {
  const [kind, id] = [sql.ref(`${row}.holder_kind`), sql.ref(`${row}.holder_id`)]
  const own = sql<SqlBool>`(${kind} = 'user' and ${id} = ${actor.userId}
    or ${kind} = 'driver' and ${id} in (select id from driver where user_id = ${actor.userId} and not is_deleted))`
  return seesOnlyOwn(actor) ? own : sql<SqlBool>`(${isOneOfOurs(actor, `${row}.outlet_id`)} or ${own})`
}

/** Whether the actor is the holder of `row`, whose driver is joined. */
export const isHeldBy = (actor: Actor, row: string, driver: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(case ${sql.ref(`${row}.holder_kind`)} when 'user' then ${sql.ref(`${row}.holder_id`)} when 'driver' then ${sql.ref(`${driver}.user_id`)} end = ${actor.userId}, false)`

/** What a holder has and has not handed in. */
export const isWaiting = sql<SqlBool>`c.hand_in_id is null and c.undone_posting_id is null`

const locking = lockingSeen('hand_in')
export type LockedHandIn = {
  readonly id: SeenId
  readonly no: string
  readonly state: HandInState
  readonly outletId: number
  readonly holder: Owner & { readonly kind: HolderKind }
  readonly due: string
  readonly counted: string | null
  /** Counted less due; null: not counted. */
  readonly difference: string | null
  readonly postingId: number | null
  /** The actor is who has the money. */
  readonly isOwn: boolean
  readonly version: number
  readonly updated_at: string
  readonly updated_by: number | null
}

export async function lockHandIns(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, LockedHandIn>> {
  const rows = await locking(tx, actor, ids)
  const own = await sql<{ id: number }>`
    -- unscoped: what is locked here
    select h.id from hand_in h left join driver d on h.holder_kind = 'driver' and d.id = h.holder_id
    where h.id = any(${[...rows.keys()]}::bigint[]) and ${isHeldBy(actor, 'h', 'd')}`.execute(tx)
  const ownIds = new Set(own.rows.map(({ id }) => id))
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      {
        id: row.id,
        no: row.no,
        state: row.state as HandInState,
        outletId: row.outlet_id,
        holder: { kind: row.holder_kind as HolderKind, id: row.holder_id },
        due: row.due,
        counted: row.counted,
        difference: row.difference,
        postingId: row.posting_id,
        isOwn: ownIds.has(row.id),
        version: row.version,
        updated_at: row.updated_at,
        updated_by: row.updated_by,
      },
    ]),
  )
}

/** By whoever does not have the money himself: the count and what becomes of its difference. */
const bySomebodyElse: readonly HandInAction[] = ['count', 'makeUp', 'bear', 'keep']

export const ownObjection = (action: HandInAction, { isOwn }: Pick<LockedHandIn, 'isOwn'>): Objection | undefined =>
  isOwn && bySomebodyElse.includes(action) ? { reason: 'collections.ownHandIn' } : undefined

export const objectionTo = (
  action: HandInAction,
  { state, difference }: Pick<LockedHandIn, 'state' | 'difference'>,
): Objection | undefined => {
  if (!canStart(handInLifecycle, action, state))
    return { reason: 'collections.wrongState', params: { handInState: state } }
  const sign = Math.sign(new Exact(difference ?? 0).toNumber())
  if ((action === 'makeUp' || action === 'bear') && sign >= 0) return { reason: 'collections.notShort' }
  return action === 'keep' && sign <= 0 ? { reason: 'collections.notOver' } : undefined
}

export function refusalOf(actor: Actor, action: HandInAction, one: LockedHandIn): Refusal | undefined {
  const { right } = handInLifecycle[action]
  const [first] = right
  if (!mayAny(actor, right) && first !== undefined)
    return new Refusal('kernel.forbidden', { page: first.page, kind: first.kind })
  const no = objectionTo(action, one) ?? ownObjection(action, one)
  return no === undefined ? undefined : new Refusal(no.reason, no.params)
}

type Set = {
  readonly state: HandInState
  readonly counted?: string | null
  readonly counted_at?: string | null
  readonly counted_by?: number | null
  readonly posting_id?: number | null
  readonly decision?: string | null
  readonly opinion?: string | null
  readonly remark?: string | null
}

/** Moves one on, with an entry in its timeline. It is locked. */
export async function moveHandIn(
  tx: Tx,
  actor: Actor,
  one: Pick<LockedHandIn, 'id' | 'state'>,
  set: Set,
  action: string,
  said: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  await owned(tx)
    .updateTable('hand_in')
    .set({ ...set, version: sql`version + 1`, updated_at: clock.now(), updated_by: actor.userId })
    .where('id', '=', one.id)
    .execute()
  await recordHistory(tx, actor, 'handIn', one.id, action, [
    ...(set.state === one.state ? [] : [{ field: 'state', from: one.state, to: set.state }]),
    ...Object.entries(said).flatMap(([field, to]) => (to === null ? [] : [{ field, from: null, to }])),
  ])
}

export type ChannelLine = { readonly channel: string; readonly due: string; readonly counted: string | null }
export async function linesOf(tx: Tx, handInId: number): Promise<ChannelLine[]> {
  return await tx
    .selectFrom('hand_in_line')
    .select(['channel', 'due', 'counted'])
    .where('hand_in_id', '=', handInId)
    .orderBy('channel')
    .execute()
}

/** Of each channel what leaves the holder's hands by the count, and what stays: what one has too much covers what another lacks. */
export function spread(lines: readonly ChannelLine[]): { channel: string; taken: string; left: string }[] {
  const own = lines.map(({ channel, due, counted }) => ({ channel, due, taken: Exact.min(due, counted ?? 0) }))
  const counted = sumDecimals(['0', ...lines.map((line) => line.counted ?? '0')], 2)
  let more = new Exact(counted).minus(own.reduce((all, { taken }) => all.plus(taken), new Exact(0)))
  return own.map(({ channel, due, taken }) => {
    const fills = Exact.min(more, new Exact(due).minus(taken))
    more = more.minus(fills)
    const whole = taken.plus(fills)
    return { channel, taken: whole.toFixed(2), left: new Exact(due).minus(whole).toFixed(2) }
  })
}

type Covered = { readonly id: number; readonly heldFreight: string; readonly heldCod: string }

/** What was counted covers COD first, then freight, oldest first (V16). */
export async function cover(tx: Tx, handInId: number, amount: string): Promise<void> {
  const found =
    await sql<Covered>`select id, held_freight::text as "heldFreight", held_cod::text as "heldCod" from collection
    where hand_in_id = ${handInId} order by day, id for no key update`.execute(tx)
  let left = new Exact(amount)
  const take = (held: string): string => {
    const takes = Exact.min(left, held)
    left = left.minus(takes)
    return takes.toFixed(2)
  }
  const cod = found.rows.map(({ heldCod }) => take(heldCod))
  const rows = found.rows.map(({ id, heldFreight }, at) => ({ id, cod: cod[at], freight: take(heldFreight) }))
  await sql`update collection c set handed_cod = r.cod, handed_freight = r.freight
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, cod numeric, freight numeric) where c.id = r.id`.execute(
    tx,
  )
}
