import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { inScope, isOneOfOurs, ofOwnOutlet } from '../../platform/scope.ts'

/**
 * Whether a place is the actor's to act at (T1): an outlet of his; an arrangement that was loaded at one of them. Null for
 * the shipper's, where the waybill's own outlet acts.
 */
export const isHere = (
  actor: Actor,
  place: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean | null> =>
  actor.scope.kind !== 'outlet'
    ? sql`true`
    : sql`case when ${place} in ('outlet', 'pickup') then ${id} = any(${[...actor.scope.ids]}::bigint[])
        when ${place} = 'arrangement' then exists (
          -- unscoped: where a trip of a waybill in scope was loaded
          select from arrangement a where a.id = ${id} and coalesce(a.from_outlet_id, a.outlet_id) = any(${[...actor.scope.ids]}::bigint[]))
        end`

/**
 * Whether pieces that wait at a place `p` of a waybill `w` are the actor's to arrange; of one kind of place, where the query asks for it
 * alone. An outlet sees what it sent and what lies with it, so this is all of its scope.
 */
export const waitsHere = (actor: Actor, place?: 'shipper' | 'outlet'): RawBuilder<SqlBool> => {
  if (actor.scope.kind !== 'outlet') return sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`
  const own = ofOwnOutlet(actor, 'w')
  const withUs = isOneOfOurs(actor, 'p.place_id')
  if (place !== undefined) return place === 'shipper' ? own : withUs
  return sql<SqlBool>`case p.place when 'shipper' then ${own} else ${withUs} end`
}
