import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@xunyun/contract/pages'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const others = languages.filter((language) => language !== 'zh')
const json = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8')) as Record<string, string>

/** The words of the glossary on pages, as `| 运单 | … | Waybill · Guía · 送り状 |`. */
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap((cells) => {
    const words = cells.slice(2).find((cell) => cell.split(' · ').length === others.length)
    return cells[1] === '中文' || words === undefined ? [] : [{ term: cells[1] ?? '', words: words.split(' · ') }]
  })

type Text = { readonly key: string } & Readonly<Record<(typeof languages)[number], string>>
const inEveryLanguage = (pathOf: (language: string) => string[]) =>
  languages.map((language) => json(...pathOf(language)))
const textsOf = (module: string, pathOf: (language: string) => string[]): Text[] => {
  const [zh = {}, en = {}, es = {}, ja = {}] = inEveryLanguage(pathOf)
  return Object.entries(zh).map(([key, text]) => ({
    key: `${module}:${key}`,
    zh: text,
    en: en[key] ?? '',
    es: es[key] ?? '',
    ja: ja[key] ?? '',
  }))
}
const filesIn = (...path: string[]) =>
  readdirSync(join(root, ...path), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
const texts = [
  ...filesIn('web/src/locales/zh')
    // What customers read instead is another word on purpose.
    .filter((file) => file !== 'customer.json')
    .flatMap((file) => textsOf(file.replace('.json', ''), (language) => ['web/src/locales', language, file])),
  ...filesIn('contract/words')
    .filter((file) => file.endsWith('/zh.json'))
    .map((file) => file.replace('/zh.json', ''))
    .flatMap((module) => textsOf(module, (language) => ['contract/words', module, `${language}.json`])),
]

/** A word without its number and without the by of a grouping: Warehouses, By warehouse → warehous. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/^(by|por) /, '')
    .replace(/別$/, '')
    .split(' ')
    .map((word) => word.replace(/ies$/, 'y').replace(/(es|s|e)$/, ''))
    .join(' ')

/** The same word in another form, or a word that Chinese alone has for both; each with the reason. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  'an act is told in the past, in a timeline or as a state': [
    'approvals:done.withdraw',
    'costs:history.withdrawn',
    'dispatch:history.assigned',
    'prices:history.withdrawn',
    'warehouse/billing:history.withdrawn',
    'warehouse/ledger:tab.reversed',
    'warehouse/receiving:history.received',
    'warehouse/shipping:history.allocated',
    'warehouse/shipping:history.packed',
    'warehouse/shipping:history.unpacked',
    'warehouse/storing:count.history.withdrawn',
    'warehouse/storing:order.history.reversed',
    'waybills:chain.event.changed',
    'waybills:chain.event.deliveredInstead',
    'waybills:chain.event.refused',
    'waybills:chain.event.signed',
    'waybills:chain.event.undone',
    'waybills:event.changed',
  ],
  'a list or a movement is named by a noun where the button has the verb': [
    'warehouse/ledger:move.reversal',
    'warehouse/receiving:view.receipts',
    'warehouse/shipping:packing.list',
  ],
  'a view beside 客户报价 has no room for both words': ['warehouse/billing:view.charge'],
  'the items of this page are kits': ['warehouse/kitting:view.kit'],
  'a mark of the notice, not the act': ['warehouse/receiving:mark.blindTitle'],
  'several numbers in one box': ['waybills:service.numbers'],
  'the day that the office is working on': ['shell:dashboard.day'],
  'what we pay for a trip is a cost, what a waybill owes us is a charge': [
    'dispatch:tab.costs',
    'tripCosts:lines.title',
  ],
  'a button has the verb where the record has the noun': [
    'fees:adjust',
    'handedOut:act.applyCosts',
    'tripCosts:act.apply',
    'waybills:act.adjust',
  ],
  'an amount beside the title of its table': ['tripCosts:shares.share'],
}

describe('a term of the glossary', () => {
  it('has an exception only where there is such a text', () => {
    const keys = new Set(texts.map(({ key }) => key))
    expect(
      Object.values(otherwise)
        .flat()
        .filter((key) => !keys.has(key)),
    ).toEqual([])
  })

  it.each(glossary)('$term has one translation in each language', ({ term, words }) => {
    const wrong = texts
      .filter(({ zh, key }) => zh === term && !Object.values(otherwise).flat().includes(key))
      .flatMap((text) =>
        others
          .filter((language, at) => plain(text[language]) !== plain(words[at] ?? ''))
          .map((language) => `${text.key} ${language}: ${text[language]}`),
      )
    expect(wrong).toEqual([])
  })
})
