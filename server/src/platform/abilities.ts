import { type Reason, sayReason } from '@xunyun/contract/errors'
import { type Ability, actionsIn } from '@xunyun/contract/kernel/ability'
import type { Params } from '@xunyun/contract/kernel/call'
import { canStart, type Lifecycle } from '@xunyun/contract/kernel/lifecycle'
import { type Actor, isCustomer, mayAny } from './actor.ts'
import { Refusal } from './refusal.ts'

/** Why not now; a rule gives it to the row that offers the act, and to the act that refuses. A Refusal is one. */
export type Objection = { readonly reason: Reason; readonly params?: Params }

/** What is to be said beside state and right: `false` where an action does not fit this record at all. */
export type Beside<A extends string> = { readonly [K in A]?: false | Objection | undefined }

/** What the actor may do to a record, in the order of its state table; `forCustomers`: what a customer's account may do, too. */
export const abilitiesOf = <S extends string, A extends string>(
  actor: Actor,
  table: Lifecycle<S, A>,
  state: S,
  beside: Beside<A> = {},
  forCustomers: readonly A[] = [],
): Ability<A>[] =>
  actionsIn<A>(table).flatMap((key) => {
    const objection = beside[key]
    if (isCustomer(actor) && !forCustomers.includes(key)) return []
    if (objection === false || !canStart(table, key, state) || !mayAny(actor, table[key].right)) return []
    return [ability(actor, key, objection)]
  })

/** One action that fits the record, and what stops it for now. */
export const ability = <A extends string>(actor: Actor, key: A, no?: Objection): Ability<A> =>
  no === undefined ? { key } : { key, reason: wordsOf(actor, no) }

export const wordsOf = (actor: Actor, { reason, params = {} }: Objection): string =>
  sayReason(reason, params, actor.language)

/** The same rule, where the act is tried. */
export function refuseFor(objection: Objection | undefined): void {
  if (objection !== undefined) throw new Refusal(objection.reason, objection.params)
}
