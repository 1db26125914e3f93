import { afterEach, expect, it } from 'vitest'
import { dropCookie, readCookie, writeCookie } from '../session/cookies.ts'
import { i18n, lateModules, modules, shellModules, startI18n, switchLanguage, withTexts } from './i18n.ts'
import { chooseLanguage } from './languages.ts'

afterEach(() => dropCookie('language'))

it('the language is the cookie, else the first of the browser that we speak, else English', () => {
  expect(chooseLanguage('ja', ['zh-CN'])).toBe('ja')
  expect(chooseLanguage(null, ['fr-FR', 'es-MX', 'zh'])).toBe('es')
  expect(chooseLanguage('xx', ['zh-TW'])).toBe('zh')
  expect(chooseLanguage(null, ['fr', 'de'])).toBe('en')
  expect(chooseLanguage(null, [])).toBe('en')
})

it('a switch loads the texts, remembers the choice and tells the document', async () => {
  writeCookie('language', 'zh')
  await startI18n(modules)
  const before = i18n.t('close')
  await switchLanguage('es')
  expect(i18n.t('close')).toBe('Cerrar')
  expect(before).not.toBe('Cerrar')
  expect(readCookie('language')).toBe('es')
  expect(document.documentElement.lang).toBe('es')
})

it('counts choose their form and parameters are filled in', async () => {
  await switchLanguage('en')
  expect(i18n.t('ago.hours', { count: 1 })).toBe('1 hour ago')
  expect(i18n.t('ago.hours', { count: 3 })).toBe('3 hours ago')
})

it('texts that few screens need come with their code, and with every language after that', async () => {
  writeCookie('language', 'zh')
  const [late = 'printing'] = lateModules
  for (const language of ['zh', 'en', 'ja']) i18n.removeResourceBundle(language, late)
  await startI18n(shellModules)
  await switchLanguage('en')
  expect(i18n.hasResourceBundle('en', late)).toBe(false)
  expect(await withTexts([late], Promise.resolve('code'))).toBe('code')
  expect(i18n.hasResourceBundle('en', late)).toBe(true)
  await switchLanguage('ja')
  expect(i18n.hasResourceBundle('ja', late)).toBe(true)
})
