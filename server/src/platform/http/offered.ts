import type { Call, Kind } from '@xunyun/contract/kernel/call'
import { type Actor, isCustomer, type PageRight } from '../actor.ts'

/** A list that is read page by page: what a page of the product shows first. */
const isList = ({ method, input }: Call): boolean =>
  method === 'GET' && 'pageSize' in ((input._zod.def as { shape?: object }).shape ?? {})

/**
 * What counts of a customer's account's rights, whatever was given: pages whose lists are for everybody, and of them the
 * kinds that a call for everybody asks for and no staff's command has to itself. The menu and the buttons follow, and so
 * do imports, records and whatever else asks for a right without being a call.
 */
export class Offered {
  readonly #bound: readonly { readonly call: Call }[]
  readonly #known = new Map<string, boolean>()

  constructor(bound: readonly { readonly call: Call }[]) {
    this.#bound = bound
  }

  to(actor: Actor): Actor {
    if (!isCustomer(actor)) return actor
    const rights = [...actor.rights].flatMap(([page, right]): [string, PageRight][] => {
      const has = (kind: Kind) => right[kind] && this.#leads(page, kind)
      return has('browse') ? [[page, { browse: true, edit: has('edit'), approve: has('approve') }]] : []
    })
    return { ...actor, rights: new Map(rights) }
  }

  #leads(page: string, kind: Kind): boolean {
    const key = `${page}/${kind}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const asking = this.#bound.flatMap(({ call }) =>
      typeof call.access !== 'string' && call.access.some((right) => right.page === page && right.kind === kind)
        ? [{ call, alone: call.access.length === 1, open: call.audience === 'everybody' }]
        : [],
    )
    const leads =
      asking.some(({ open }) => open) &&
      !asking.some(
        ({ call, alone, open }) => !open && (kind === 'browse' ? isList(call) : call.method === 'POST' && alone),
      )
    this.#known.set(key, leads)
    return leads
  }
}
