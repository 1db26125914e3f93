import type { Language } from '@xunyun/contract/pages'
import type { Locale } from 'antd/es/locale'
import { useEffect, useState } from 'react'
import { useLanguage } from './useLanguage.ts'

// antd speaks English by itself. The calendar's words come with the calendar.
const loaders: Readonly<Record<Language, () => Promise<Locale | undefined>>> = {
  zh: async () => (await import('antd/es/locale/zh_CN')).default,
  en: async () => undefined,
  es: async () => (await import('antd/es/locale/es_ES')).default,
  ja: async () => (await import('antd/es/locale/ja_JP')).default,
}

export const loadAntdLocale = (language: Language): Promise<Locale | undefined> => loaders[language]()

/** antd's own words, following the language; `first` is what was loaded before the first paint. */
export function useAntdLocale(first: Locale | undefined): Locale | undefined {
  const language = useLanguage()
  const [locale, setLocale] = useState(first)
  useEffect(() => {
    let current = true
    void loadAntdLocale(language).then((loaded) => {
      if (current) setLocale(loaded)
    })
    return () => {
      current = false
    }
  }, [language])
  return locale
}
