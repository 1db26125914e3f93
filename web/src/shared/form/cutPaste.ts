import type { ClipboardEvent } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'

/** Shorter ones are numbers and codes, which clean what is pasted by themselves. */
const shortest = 40

/** The browser cuts what is pasted beyond a field's length without a word: says how much of it was left out. */
export function tellCutPaste({ target, clipboardData }: ClipboardEvent<HTMLElement>): void {
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return
  const { maxLength, value, selectionStart, selectionEnd } = target
  if (maxLength < shortest) return
  const pasted = clipboardData.getData('text/plain') ?? ''
  const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
  const over = kept + pasted.length - maxLength
  if (over > 0) toast.warning(i18n.t('ui:form.cutPaste', { longest: maxLength, count: over }))
}
