import type { Language } from '@xunyun/contract/pages'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { useLanguage } from './useLanguage.ts'

// antd speaks English by itself.
const loaders: Readonly<Record<Language, () => Promise<Locale | undefined>>> = {
  zh: async () => {
    const [antd] = await Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')])
    dayjs.locale('zh-cn')
    return antd.default
  },
  en: async () => {
    dayjs.locale('en')
    return undefined
  },
  es: async () => {
    const [antd] = await Promise.all([import('antd/es/locale/es_ES'), import('dayjs/locale/es')])
    dayjs.locale('es')
    return antd.default
  },
  ja: async () => {
    const [antd] = await Promise.all([import('antd/es/locale/ja_JP'), import('dayjs/locale/ja')])
    dayjs.locale('ja')
    return antd.default
  },
}

export const loadAntdLocale = (language: Language): Promise<Locale | undefined> => loaders[language]()

/** antd's own words and the calendar's, following the language; `first` is what was loaded before the first paint. */
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
