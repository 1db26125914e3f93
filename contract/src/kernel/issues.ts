import type * as z from 'zod/mini'
import type { Params } from './call.ts'

/**
 * What a zod issue is called in the error catalogue (`field.…`, or a schema's own `module.reason`), for the field that
 * is left in a browser and for the call that reaches the server alike.
 */
export function reasonOfIssue(issue: z.core.$ZodIssue): { reason: string; params: Params } {
  // A schema's own message (no integer, required) also stands on its checks: for limits the check speaks instead.
  const own = /^[a-z]\w*\.\w+$/i.test(issue.message) ? issue.message : undefined
  const isText = (origin: string) => origin === 'string'
  switch (issue.code) {
    case 'too_small': {
      const min = Number(issue.minimum)
      if (isText(issue.origin) || issue.origin === 'array') {
        if (min === 1) return { reason: own ?? 'field.required', params: {} }
        return { reason: isText(issue.origin) ? 'field.tooShort' : 'field.tooFew', params: { min } }
      }
      if (min === 0) return { reason: 'field.negative', params: {} }
      return min === 1 ? { reason: 'field.positive', params: {} } : { reason: 'field.tooSmall', params: { min } }
    }
    case 'too_big': {
      const max = Number(issue.maximum)
      if (isText(issue.origin)) return { reason: 'field.tooLong', params: { max } }
      return issue.origin === 'array'
        ? { reason: 'field.tooMany', params: { max } }
        : { reason: 'field.tooLarge', params: { max } }
    }
  }
  if (own !== undefined) return { reason: own, params: issue.code === 'custom' ? ((issue.params ?? {}) as Params) : {} }
  switch (issue.code) {
    case 'invalid_type':
      return { reason: issue.input === undefined ? 'field.required' : 'field.invalid', params: {} }
    case 'invalid_value':
      return { reason: 'field.choice', params: {} }
    case 'invalid_union':
      return { reason: issue.errors.flat()[0]?.message ?? 'field.invalid', params: {} }
    default:
      return { reason: 'field.invalid', params: {} }
  }
}
