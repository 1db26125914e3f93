import type { Language } from '@xunyun/contract/pages'
import type { Locale } from 'antd/es/locale'
import { useEffect, useState } from 'react'
import { useLanguage } from './useLanguage.ts'

// English too, which antd speaks by itself: without a locale everything below would be made anew, and what is typed lost. The calendar's
// words come with the calendar.
const loaders: Readonly<Record<Language, () => Promise<Locale>>> = {
  zh: async () => (await import('antd/es/locale/zh_CN')).default,
  en: async () => (await import('antd/es/locale/en_US')).default,
  es: async () => (await import('antd/es/locale/es_ES')).default,
  ja: async () => (await import('antd/es/locale/ja_JP')).default,
}

export const loadAntdLocale = (language: Language): Promise<Locale> => loaders[language]()

/** antd's own words, following the language; `first` is what was loaded before the first paint. */
export function useAntdLocale(first: Locale): Locale {
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
