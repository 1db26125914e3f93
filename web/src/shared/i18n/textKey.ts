import type { CustomTypeOptions } from 'i18next'
import { useTranslation } from 'react-i18next'
import { i18n, modules } from './i18n.ts'

type Texts = CustomTypeOptions['resources']

/** A text with its module, for what is written down outside of a component: `waybills:column.pieces`. */
export type TextKey = { [M in keyof Texts & string]: `${M}:${keyof Texts[M] & string}` }[keyof Texts & string]

/** Translates a key in the current language. */
export function useSay(): (key: TextKey) => string {
  const { t } = useTranslation(modules)
  return t as unknown as (key: TextKey) => string
}

/** The same outside of a component: for what is drawn again when the language changes, or said at once. */
export const sayNow = (key: TextKey): string => i18n.t(key as never)
