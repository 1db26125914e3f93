import type { Call } from '@xunyun/contract/kernel/call'
import { reasonOfIssue } from '@xunyun/contract/kernel/issues'
import type { Language } from '@xunyun/contract/pages'
import type * as z from 'zod/mini'
import { i18n } from '../i18n/i18n.ts'

/** The contract's own checks, at the field when it is left: the same the server will make. */

type Shape = Readonly<Record<string, z.ZodMiniType>>

export const schemaOf = (call: Call | undefined, name: string): z.ZodMiniType | undefined =>
  call && (call.input as unknown as { shape?: Shape }).shape?.[name]

/** Required is what the contract does not take as absent. */
export const isRequired = (schema: z.ZodMiniType | undefined): boolean =>
  schema !== undefined && !schema.safeParse(undefined).success

/** What is wrong with a value, in the language now; null when nothing is. */
export async function complaint(schema: z.ZodMiniType, value: unknown): Promise<string | null> {
  const result = schema.safeParse(value === null ? undefined : value)
  const issue = result.success ? undefined : result.error.issues[0]
  if (!issue) return null
  const { isReason, sayReason } = await import('@xunyun/contract/errors')
  const { reason, params } = reasonOfIssue(issue)
  return sayReason(isReason(reason) ? reason : 'field.invalid', params, i18n.language as Language)
}
