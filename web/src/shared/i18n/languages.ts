import { type Language, languages } from '@xunyun/contract/pages'
import { readCookie, writeCookie } from '../session/cookies.ts'

/** As documents and screen readers know them. */
export const languageTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en', es: 'es', ja: 'ja' }

const known = (value: string | null | undefined): Language | undefined =>
  languages.find((language) => language === value)

/** The cookie, else the first language of the browser that we speak, else English (SH-15). */
export function chooseLanguage(cookie: string | null, preferred: readonly string[]): Language {
  const asked = [cookie, ...preferred.map((tag) => tag.slice(0, 2).toLowerCase())]
  return asked.map(known).find((language) => language !== undefined) ?? 'en'
}

export const languageNow = (): Language =>
  chooseLanguage(readCookie('language'), navigator.languages ?? [navigator.language])

export const rememberLanguage = (language: Language): void => writeCookie('language', language, { days: 365 })
