/** Has somebody typed something that would be missed? */

type Values = Readonly<Record<string, unknown>>

/** What a field looks like when nothing is in it, however a control says so. */
const plain = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain)
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, inner]) => [key, plain(inner)] as const)
        .filter(([, inner]) => inner !== null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return value
}

export const sameContent = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b))

export const isDirty = (initial: Values, now: Values): boolean =>
  Object.keys(now).some((name) => !sameContent(initial[name], now[name]))

/** Who has changed a field since it was `was`; null: nobody, or both to the same. */
export const changedBy = (was: unknown, mine: unknown, theirs: unknown): 'me' | 'them' | 'both' | null => {
  if (sameContent(mine, theirs)) return null
  if (sameContent(was, theirs)) return 'me'
  return sameContent(was, mine) ? 'them' : 'both'
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Mine where I changed something since `basis`, else theirs; records are merged field by field, lists are one thing. */
export function merged(basis: Values, mine: Values, theirs: Values): Values {
  return Object.fromEntries(
    [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map((name) => {
      const [was, my, their] = [basis[name], mine[name], theirs[name]]
      if (isRecord(my) && isRecord(their)) return [name, merged(isRecord(was) ? was : {}, my, their)]
      return [name, sameContent(was, my) ? their : my]
    }),
  )
}

/** Did both change the same thing, each to something else? Records are looked into, lists are one thing. */
export const clashes = (was: unknown, mine: unknown, theirs: unknown): boolean =>
  isRecord(mine) && isRecord(theirs)
    ? Object.keys(mine).some((name) => clashes(isRecord(was) ? was[name] : undefined, mine[name], theirs[name]))
    : changedBy(was, mine, theirs) === 'both'

/** What the form was filled with, what was made of it here, and what the record has become meanwhile. */
export type Against = { readonly was: Values; readonly mine: Values; readonly theirs: Values }

/** A draft, and what the record was when it was begun. */
export type Draft<V> = {
  readonly values: V
  readonly basis: Values
  /** What the form is called, and what its page needs to open it again: of forms that lie over a page. */
  readonly title?: string
  readonly opened?: unknown
}

/** The record has moved on since the draft was begun: what is now has to be compared. */
export const isOutdated = (draft: Draft<unknown>, initial: Values): boolean => !sameContent(draft.basis, initial)
