import type { Language } from '@xunyun/contract/pages'
import { i18n } from '../i18n/i18n.ts'

/** Figures and times as people read them. Decimals stay text: they are never turned into binary floats. */

const minus = '\u2212'

/** Thousands separators and a true minus; `places` fills up trailing zeros. Null and empty give a dash. */
export function figure(value: string | number | null | undefined, places?: number): string {
  if (value === null || value === undefined || value === '') return '—'
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === '') return String(value)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = places === undefined ? rest : rest.padEnd(places, '0')
  return `${sign && minus}${grouped}${decimals && `.${decimals}`}`
}

export const money = (value: string | null | undefined): string => figure(value, 2)
export const weight = (value: string | null | undefined): string => figure(value, 3)
export const volume = (value: string | null | undefined): string => figure(value, 4)

const units = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** 1234 → 1.2k, with k M G T P E (PR-03). What would round up to 1000 of a unit is 1 of the next. */
export function short(value: number): string {
  const size = Math.abs(value)
  const step = units.findIndex((_, at) => at === units.length - 1 || rounded(size, at) < 1000)
  const text = step === 0 ? String(size) : String(rounded(size, step))
  return `${value < 0 ? minus : ''}${text}${units[step] ?? ''}`
}

const rounded = (size: number, step: number): number =>
  step === 0 ? size : Math.round((size / 1000 ** step) * 10) / 10

const shanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Parts of a moment in Asia/Shanghai, in every language and on every machine. */
function parts(moment: string | Date): [day: string, time: string] {
  const [day = '', time = ''] = shanghai.format(typeof moment === 'string' ? new Date(moment) : moment).split(' ')
  return [day, time]
}

/** 2026-11-20 14:05 */
export const dateTime = (moment: string | Date): string => {
  const [day, time] = parts(moment)
  return `${day} ${time.slice(0, 5)}`
}
/** A day or a moment as they are kept; anything else that stands in its field was typed there and is none. */
export const isWritten = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  (text.length > 10 || new Date(text).toISOString().startsWith(text))
/** 2026-11-20 14:05:09, for the hint behind a relative time. */
export const exactTime = (moment: string | Date): string => parts(moment).join(' ')
/** 2026-11-20 */
export const day = (moment: string | Date): string => parts(moment)[0]
/** 14:05 */
export const clock = (moment: string | Date): string => parts(moment)[1].slice(0, 5)
/** Hour of the day, 0 … 23. */
export const hour = (moment: string | Date): number => Number(parts(moment)[1].slice(0, 2))

const weekdayTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-GB', es: 'es', ja: 'ja' }

/** Weekday of a calendar day, in the given language. */
export const weekday = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(weekdayTags[language], { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** Minutes under one hour, hours under one day, else days (PR-03). */
/** How long since: 3 小时. */
export function lasting(since: string, now: Date): string {
  const minutes = Math.max(Math.floor((now.getTime() - new Date(since).getTime()) / 60_000), 0)
  if (minutes < 60) return i18n.t('common:lasting.minutes', { count: minutes })
  if (minutes < 60 * 24) return i18n.t('common:lasting.hours', { count: Math.floor(minutes / 60) })
  return i18n.t('common:lasting.days', { count: Math.floor(minutes / (60 * 24)) })
}

export function ago(moment: string | Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(moment).getTime()) / 60_000)
  if (minutes < 1) return i18n.t('common:ago.now')
  if (minutes < 60) return i18n.t('common:ago.minutes', { count: minutes })
  if (minutes < 60 * 24) return i18n.t('common:ago.hours', { count: Math.floor(minutes / 60) })
  return i18n.t('common:ago.days', { count: Math.floor(minutes / (60 * 24)) })
}

/** What is known of something, in one line: A · B; what is missing is left out. */
export const dotted = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(' · ')
