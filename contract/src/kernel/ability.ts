import * as z from 'zod/mini'

/**
 * What the reader may do to a record. What does not fit its state or his rights is left out; what a rule beside them stops
 * for now is there with the reason, in his language. The act has the last word.
 */
export type Ability<A extends string = string> = { readonly key: A; readonly reason?: string | undefined }

export const abilities = <A extends string>(actions: readonly A[]) =>
  z.array(z.strictObject({ key: z.enum(actions as [A, ...A[]]), reason: z.optional(z.string()) }))

/** The actions of a state table. */
export const actionsIn = <A extends string>(table: Readonly<Record<A, unknown>>): A[] => Object.keys(table) as A[]

type Actable<A extends string> = { readonly actions: readonly Ability<A>[] } | null | undefined

export const abilityTo = <A extends string>(record: Actable<A>, action: A): Ability<A> | undefined =>
  record?.actions.find(({ key }) => key === action)

/** Nothing is known that would stop it. */
export const isAble = <A extends string>(record: Actable<A>, action: A): boolean => {
  const ability = abilityTo(record, action)
  return ability !== undefined && ability.reason === undefined
}
