import { isReason, type Reason } from '@xunyun/contract/errors'
import type { FieldError, Params } from '@xunyun/contract/kernel/call'
import type * as z from 'zod/mini'

/** zod's issues as field errors of the catalogue: path `goods.0.pieces`, reason and parameters. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    if (seen.has(path)) continue
    seen.add(path)
    errors.push({ path, ...reasonOf(issue) })
  }
  return errors
}

function reasonOf(issue: z.core.$ZodIssue): { reason: Reason; params: Params } {
  // A schema's own message (no integer, required) also stands on its checks: for limits the check speaks instead.
  const own = isReason(issue.message) ? issue.message : undefined
  switch (issue.code) {
    case 'too_small': {
      const min = Number(issue.minimum)
      if (issue.origin === 'string' || issue.origin === 'array') {
        if (own !== undefined && min === 1) return { reason: own, params: {} }
        return { reason: issue.origin === 'string' ? 'field.tooShort' : 'field.tooFew', params: { min } }
      }
      if (min === 0) return { reason: 'field.negative', params: {} }
      return min === 1 ? { reason: 'field.positive', params: {} } : { reason: 'field.tooSmall', params: { min } }
    }
    case 'too_big':
      if (issue.origin === 'string') return { reason: 'field.tooLong', params: { max: Number(issue.maximum) } }
      if (issue.origin === 'array') return { reason: 'field.tooMany', params: { max: Number(issue.maximum) } }
      return { reason: 'field.tooLarge', params: {} }
  }
  if (own !== undefined) return { reason: own, params: {} }
  switch (issue.code) {
    case 'invalid_type':
      return { reason: issue.input === undefined ? 'field.required' : 'field.invalid', params: {} }
    case 'invalid_value':
      return { reason: 'field.choice', params: {} }
    case 'invalid_union': {
      const inner = issue.errors.flat()[0]
      return inner !== undefined && isReason(inner.message)
        ? { reason: inner.message, params: {} }
        : { reason: 'field.invalid', params: {} }
    }
    default:
      return { reason: 'field.invalid', params: {} }
  }
}
