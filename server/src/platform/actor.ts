import type { Call, Kind, Right } from '@xunyun/contract/kernel/call'
import type { Language, PageKey } from '@xunyun/contract/pages'
import { Refusal } from './refusal.ts'

/**
 * Which documents a user sees: all, those of outlets (the bound ones with their children, already resolved to ids),
 * or those of customers (domain §0.9).
 */
export type Scope =
  | { kind: 'all' }
  | { kind: 'outlet'; ids: readonly number[] }
  | { kind: 'customer'; ids: readonly number[] }

/** What the rights tables say about one page. */
export type PageRight = { readonly browse: boolean; readonly edit: boolean; readonly approve: boolean }

/** Who acts, in every command and query. */
export type Actor = {
  readonly userId: number
  readonly account: string
  readonly name: string
  readonly sessionId: number
  readonly outletId: number | null
  readonly scope: Scope
  /** The warehouses he works in, already cut to his scope; null: all of them. */
  readonly warehouses: readonly number[] | null
  readonly rights: ReadonlyMap<string, PageRight>
  readonly mustChangePassword: boolean
  readonly language: Language
}

/** True if the actor holds the kind of right on the page. */
export const may = (actor: Actor, page: PageKey, kind: Kind): boolean => actor.rights.get(page)?.[kind] ?? false

/** Any one of the rights is enough. */
export const mayAny = (actor: Actor, rights: readonly Right[]): boolean =>
  rights.some(({ page, kind }) => actor.rights.get(page)?.[kind] ?? false)

export function requireRight(actor: Actor, page: PageKey, kind: Kind): void {
  if (!may(actor, page, kind)) throw new Refusal('kernel.forbidden', { page, kind })
}

/** A customer's account: never sees costs, internal remarks or hidden tracks. */
export const isCustomer = (actor: Actor): boolean => actor.scope.kind === 'customer'

/** True if the actor may make the call: it is for people like him, and he holds one of the rights it asks for. */
export const mayCall = (actor: Actor, { access, audience }: Pick<Call, 'access' | 'audience'>): boolean =>
  (audience === 'everybody' || !isCustomer(actor)) && (typeof access === 'string' || mayAny(actor, access))

export function requireCall(actor: Actor, call: Call): void {
  if (mayCall(actor, call)) return
  if (typeof call.access === 'string') throw new Error(`${call.path} asks for no right and is not for everybody`)
  const [{ page, kind }] = call.access
  throw new Refusal('kernel.forbidden', { page, kind })
}

/** The same actor without a scope: for the cargo of a trip that the actor may handle, whoever's it is. */
export const everywhere = (actor: Actor): Actor => ({ ...actor, scope: { kind: 'all' }, warehouses: null })
