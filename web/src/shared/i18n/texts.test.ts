import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordFor } from '@xunyun/contract/dictionary'
import { languages } from '@xunyun/contract/pages'
import { describe, expect, it } from 'vitest'
import { speakWith } from '../session/words.ts'
import { i18n, modules, startI18n, switchLanguage } from './i18n.ts'

const src = join(import.meta.dirname, '../..')
const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as Record<string, string>
const words = join(src, '../../contract/words')
const read = (language: string, module: string) => ({
  ...(existsSync(join(words, module)) ? json(words, module, `${language}.json`) : {}),
  ...json(src, 'locales', language, `${module}.json`),
})

/** Keys whose texts are rightly the same in several languages: names. */
const mayBeEqual: readonly RegExp[] = [
  /^common:language\./,
  /^login:city\./,
  /^common:http\.field$/,
  /^shell:tab\.noName$/,
]
/** Words that two languages share, each looked at by a person, as many of Chinese and Japanese. */
const sharedWords = JSON.parse(readFileSync(join(src, 'locales/shared-words.json'), 'utf8')) as string[]

const plural = /_(zero|one|two|few|many|other)$/
const base = (key: string) => key.replace(plural, '')

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|tsx|css)$/.test(file))
const sources = files
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
const code = sources.map(({ text }) => text).join('\n')
const literals = new Set(
  [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`$\n]*)`/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
)
/** All keys below one: `resources:driver.*`. */
const groups = [...literals]
  .filter((literal) => /^[\w/]+:[\w.]+\.\*$/.test(literal))
  .map((literal) => literal.slice(0, -1))
const prefixes = [...[...code.matchAll(/`((?:[\w/]+:)?[\w.]+\.)\$\{/g)].map((match) => match[1] ?? ''), ...groups]

describe.each(modules)('texts of %s', (module) => {
  const zh = read('zh', module)

  it.each(languages)('%s has every key, and no other', (language) => {
    expect(Object.keys(read(language, module)).sort()).toEqual(Object.keys(zh).sort())
  })

  it.each(languages)('%s leaves no text empty and keeps the parameters', (language) => {
    const parameters = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
    for (const [key, text] of Object.entries(read(language, module))) {
      expect(text.trim(), key).not.toBe('')
      expect(parameters(text), key).toEqual(parameters(zh[key] ?? ''))
    }
  })

  it('no two languages have the same words where they should differ', () => {
    const equal = languages.flatMap((a, at) =>
      languages.slice(at + 1).flatMap((b) => {
        const [first, second] = [read(a, module), read(b, module)]
        return Object.keys(first)
          .filter((key) => first[key] === second[key] && !mayBeEqual.some((rule) => rule.test(`${module}:${key}`)))
          .filter((key) => !sharedWords.includes(first[key] ?? ''))
          .map((key) => `${module}:${key} ${a}=${b} ${first[key]}`)
      }),
    )
    expect(equal).toEqual([])
  })

  it('every key is used', () => {
    const used = (key: string) =>
      literals.has(key) ||
      literals.has(`${module}:${key}`) ||
      prefixes.some((prefix) => key.startsWith(prefix) || `${module}:${key}`.startsWith(prefix))
    expect(Object.keys(zh).filter((key) => !used(key) && !used(base(key)))).toEqual([])
  })
})

describe("a customer's own words", () => {
  const parameters = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

  it.each(languages)(
    '[SE-08] %s stand in place of texts that there are, each in every language, and differ from them',
    (language) => {
      const own = read(language, 'customer')
      expect(Object.keys(own)).toEqual(Object.keys(read('zh', 'customer')))
      for (const [name, text] of Object.entries(own)) {
        const [module = '', key = ''] = name.split(':')
        const ours = read(language, module)[key]
        expect(ours, name).toBeTypeOf('string')
        expect(text, name).not.toBe(ours)
        expect(parameters(text), name).toEqual(parameters(ours ?? ''))
      }
    },
  )

  it('[SE-08] are said in the browser of his account, after a switch of the language too, and never in ours', async () => {
    await startI18n(['common', 'waybills'])
    const said = () => [i18n.t('waybills:column.receivable'), wordFor('priceState', 'pending', i18n.language as 'zh')]
    await switchLanguage('zh')
    expect(said()).toEqual(['应收', '待审'])
    await speakWith('customer')
    expect(said()).toEqual(['运费合计', '计价中'])
    await switchLanguage('es')
    expect(said()).toEqual(['A pagar', 'En cálculo'])
    await speakWith('all')
    expect(said()).toEqual(['Por cobrar', 'En revisión'])
    await switchLanguage('zh')
    expect(said()).toEqual(['应收', '待审'])
  })
})

it('every key that the code names with its module exists', () => {
  const named = [...literals].filter((literal) => modules.some((module) => literal.startsWith(`${module}:`)))
  const missing = named.filter((literal) => {
    const [module = '', key = ''] = literal.split(':')
    const isKnown = (known: string) =>
      key.endsWith('.*') ? known.startsWith(key.slice(0, -1)) : known === key || base(known) === key
    return !Object.keys(read('zh', module)).some(isKnown)
  })
  expect(missing).toEqual([])
})
