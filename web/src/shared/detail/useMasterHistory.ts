import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '../i18n/i18n.ts'
import { useLanguage } from '../i18n/useLanguage.ts'

/** All keys below one: `resources:driver.*`. */
type Keys = `${Module}:${string}.*`

/** Their words by what stands for the star: what the fields of a driver are called, as the contract and as the table writes them. */
function useTexts(keys: Keys | undefined): Readonly<Record<string, string>> {
  const [module, begin] = (keys?.slice(0, -1).split(':') ?? ['ui']) as [Module, string?]
  const { t, i18n } = useTranslation(module)
  return useMemo(() => {
    if (begin === undefined) return {}
    const texts = (i18n.getResourceBundle(i18n.language, module) ?? {}) as Readonly<Record<string, string>>
    const names = Object.keys(texts).flatMap((key) => (key.startsWith(begin) ? key.slice(begin.length) : []))
    const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const words = names.map((name) => [name, t(`${begin}${name}` as never) as string] as const)
    return Object.fromEntries([...words.map(([name, word]) => [column(name), word] as const), ...words])
  }, [t, i18n, module, begin])
}

/**
 * What the timelines of all master records have in common: the acts, yes and no, the words of codes. `fields` are the keys of what
 * the record's fields are called, `acts` those of what can be done to it besides.
 */
export function useMasterHistory(codes: Readonly<Record<string, DictionaryType>> = {}, fields?: Keys, acts?: Keys) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const [fieldWords, actWords] = [useTexts(fields), useTexts(acts)]
  return {
    fields: fieldWords,
    actions: {
      created: t('master.created'),
      changed: t('master.changed'),
      enabled: t('master.enable'),
      disabled: t('master.disable'),
      deleted: t('master.delete'),
      ...actWords,
    },
    says: (field: string, value: string): string => {
      const type = codes[field]
      if (type !== undefined)
        return value
          .split(', ')
          .map((code) => wordFor(type, code, language))
          .join(t('list.separator'))
      if (value === 'true') return t('master.yes')
      return value === 'false' ? t('master.no') : value
    },
  }
}
