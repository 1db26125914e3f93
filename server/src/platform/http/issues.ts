import { isReason } from '@xunyun/contract/errors'
import type { FieldError } from '@xunyun/contract/kernel/call'
import { reasonOfIssue } from '@xunyun/contract/kernel/issues'
import type * as z from 'zod/mini'

/** zod's issues as field errors of the catalogue: path `goods.0.pieces`, reason and parameters; one a path. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    if (errors.has(path)) continue
    const { reason, params } = reasonOfIssue(issue)
    errors.set(path, { path, ...(isReason(reason) ? { reason, params } : { reason: 'field.invalid', params: {} }) })
  }
  return [...errors.values()]
}
