import type * as z from 'zod/mini'

/** What a schema of the contract is made of, as far as a sender of made-up inputs needs it. */
export type Def = {
  readonly type: string
  readonly shape?: Record<string, z.ZodMiniType>
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly out?: z.ZodMiniType
  readonly entries?: Record<string, string | number>
  readonly options?: readonly z.ZodMiniType[]
}
export const defOf = (schema: z.ZodMiniType): Def => schema._zod.def as unknown as Def

/**
 * A value that the schema takes: what `pick` says for a field of this name and type of schema, else by what it is. What
 * need not be given is left out where `pick` says nothing.
 */
export function sampleOf(schema: z.ZodMiniType, name: string, pick: (name: string, type: string) => unknown): unknown {
  const def = defOf(schema)
  const picked = pick(name, def.type)
  if (picked !== undefined) return picked
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return undefined
    case 'pipe':
      return def.out && sampleOf(def.out, name, pick)
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).map(([key, field]) => [key, sampleOf(field, key, pick)] as const),
      )
    case 'array':
      return def.element ? [sampleOf(def.element, name.replace(/s$/, ''), pick)] : []
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'boolean':
      return false
    case 'int':
    case 'number':
      return 1
    default:
      return '1'
  }
}
