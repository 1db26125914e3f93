import { wordFor } from '../dictionary.ts'
import type { Language } from '../pages.ts'

/** A fee item in words, and of a hired truck which part of what was agreed it is: 车费 · 预付. */
export function feeName(
  { feeItem, payPart }: { readonly feeItem: string; readonly payPart: string | null },
  language: Language,
): string {
  const [item, part] = [wordFor('feeItem', feeItem, language), payPart && wordFor('payPart', payPart, language)]
  return !part || part === item ? item : `${item} · ${part}`
}
