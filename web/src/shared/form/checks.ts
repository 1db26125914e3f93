import type { Call, Params } from '@xunyun/contract/kernel/call'
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
  const [reason, params] = reasonOf(issue)
  return sayReason(isReason(reason) ? reason : 'field.invalid', params, i18n.language as Language)
}

/** As the server names the same issues. */
function reasonOf(issue: z.core.$ZodIssue): [reason: string, params: Params] {
  const own = issue.message.includes('.') ? issue.message : null
  if (issue.code === 'too_small' && (issue.origin === 'string' || issue.origin === 'array')) {
    const min = Number(issue.minimum)
    if (min === 1) return [own ?? 'field.required', {}]
    return [issue.origin === 'string' ? 'field.tooShort' : 'field.tooFew', { min }]
  }
  if (issue.code === 'too_small') {
    const min = Number(issue.minimum)
    return min === 0 ? ['field.negative', {}] : min === 1 ? ['field.positive', {}] : ['field.tooSmall', { min }]
  }
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    if (issue.origin === 'string') return ['field.tooLong', { max }]
    return issue.origin === 'array' ? ['field.tooMany', { max }] : ['field.tooLarge', {}]
  }
  if (own) return [own, {}]
  if (issue.code === 'invalid_type' && issue.input === undefined) return ['field.required', {}]
  if (issue.code === 'invalid_value') return ['field.choice', {}]
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat()[0]
    return [inner?.message ?? 'field.invalid', {}]
  }
  return ['field.invalid', {}]
}
