import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { factsOfUser } from '../../../platform/session.ts'

/** What a user may do and see, whoever it is. */
type Reach = Pick<Actor, 'rights' | 'scope' | 'warehouses'>
type Part = 'rights' | 'scope' | 'companies' | 'warehouses'

/** Manages users, and sees everything: who could mend whatever others broke. */
export const isAdministrator = ({ rights, scope }: Reach): boolean => {
  const right = rights.get('user')
  return scope.kind === 'all' && right !== undefined && right.edit && right.approve
}

const within = (ids: readonly number[] | null, all: readonly number[] | null): boolean =>
  all === null || ids?.every((id) => all.includes(id)) === true

/** What of one reach lies outside the other; undefined when nothing does. */
export function beyond(inner: Reach, outer: Reach): Part | undefined {
  for (const [page, right] of inner.rights) {
    const has = outer.rights.get(page)
    if ((['browse', 'edit', 'approve'] as const).some((kind) => right[kind] && !has?.[kind])) return 'rights'
  }
  if (outer.scope.kind !== 'all') {
    if (inner.scope.kind !== outer.scope.kind) return 'scope'
    if (!within(inner.scope.ids, outer.scope.ids)) return 'companies'
  }
  return within(inner.warehouses, outer.warehouses) ? undefined : 'warehouses'
}

/**
 * Nobody acts on a user who may do or see what he himself may not: asked before every act on a user, his scope, his rights
 * and his password. An administrator is therefore acted on by an administrator alone. The caller has locked the user.
 */
export async function requireAbove(tx: Tx, actor: Actor, userId: number): Promise<void> {
  const target = await factsOfUser(tx, userId)
  if (target === undefined) throw notFound()
  if (beyond(target, actor) !== undefined) throw new Refusal('system.beyondYou', { who: target.name })
}

/**
 * Keeping somebody out gives nobody anything: whoever has the right may do it to all but administrators, to whom only an
 * administrator may. Answers which of the users are beyond the actor, with the refusal.
 */
export async function administratorsBeyond(
  tx: Tx,
  actor: Actor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Refusal>> {
  if (isAdministrator(actor) || userIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('app_user as u')
    .innerJoin('effective_right as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.name'])
    .where('u.id', 'in', [...userIds])
    .where('u.scope', '=', 'all')
    .where('r.page', '=', 'user')
    .where('r.edit', '=', true)
    .where('r.approve', '=', true)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, new Refusal('system.administratorOnly', { who: name })]))
}

export async function requireNoAdministrator(tx: Tx, actor: Actor, userId: number): Promise<void> {
  const refusal = (await administratorsBeyond(tx, actor, [userId])).get(userId)
  if (refusal !== undefined) throw refusal
}

/**
 * Asked after a user's scope was written, in the same transaction: nobody gives a wider one than his own, to himself neither.
 * `fields` says where the call has what would be too wide.
 */
export async function refuseWiderScope(
  tx: Tx,
  actor: Actor,
  userId: number,
  fields: { readonly scope: string; readonly companies: string; readonly warehouses: string },
): Promise<void> {
  const target = await factsOfUser(tx, userId)
  if (target === undefined) throw notFound()
  const part = beyond({ ...target, rights: new Map() }, actor)
  if (part !== undefined && part !== 'rights') throw badField(fields[part], 'system.scopeBeyondYours')
}

/** The outlet that somebody works for lies in the actor's own scope. */
export function requireOutletInScope({ scope }: Actor, outletId: number | null): void {
  if (outletId === null || scope.kind === 'all') return
  if (scope.kind === 'customer' || !scope.ids.includes(outletId)) throw badField('outletId', 'system.scopeBeyondYours')
}
