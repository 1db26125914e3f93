import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import { dotted } from './format.ts'

/** A fee item, and of a hired truck which part of what was agreed it is: 车费 · 预付. */
export function feeName(
  { feeItem, payPart }: { readonly feeItem: string; readonly payPart: string | null },
  language: Language,
): string {
  const [item, part] = [wordFor('feeItem', feeItem, language), payPart && wordFor('payPart', payPart, language)]
  return part === item ? item : dotted(item, part)
}
