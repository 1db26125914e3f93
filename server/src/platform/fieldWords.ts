import { readFileSync } from 'node:fs'
import { type Language, languages, type Titles } from '@xunyun/contract/pages'
import type approvals from '@xunyun/contract/words/approvals/zh.json'
import type cases from '@xunyun/contract/words/cases/zh.json'
import type collections from '@xunyun/contract/words/collections/zh.json'
import type companies from '@xunyun/contract/words/companies/zh.json'
import type costs from '@xunyun/contract/words/costs/zh.json'
import type devices from '@xunyun/contract/words/devices/zh.json'
import type dispatch from '@xunyun/contract/words/dispatch/zh.json'
import type enquiries from '@xunyun/contract/words/enquiries/zh.json'
import type goods from '@xunyun/contract/words/goods/zh.json'
import type handedOut from '@xunyun/contract/words/handedOut/zh.json'
import type invoices from '@xunyun/contract/words/invoices/zh.json'
import type mobileOrders from '@xunyun/contract/words/mobileOrders/zh.json'
import type money from '@xunyun/contract/words/money/zh.json'
import type payments from '@xunyun/contract/words/payments/zh.json'
import type prices from '@xunyun/contract/words/prices/zh.json'
import type printing from '@xunyun/contract/words/printing/zh.json'
import type profit from '@xunyun/contract/words/profit/zh.json'
import type resources from '@xunyun/contract/words/resources/zh.json'
import type signedReceipts from '@xunyun/contract/words/signedReceipts/zh.json'
import type statements from '@xunyun/contract/words/statements/zh.json'
import type system from '@xunyun/contract/words/system/zh.json'
import type billing from '@xunyun/contract/words/warehouse/billing/zh.json'
import type kitting from '@xunyun/contract/words/warehouse/kitting/zh.json'
import type ledger from '@xunyun/contract/words/warehouse/ledger/zh.json'
import type locations from '@xunyun/contract/words/warehouse/locations/zh.json'
import type masters from '@xunyun/contract/words/warehouse/masters/zh.json'
import type receiving from '@xunyun/contract/words/warehouse/receiving/zh.json'
import type shipping from '@xunyun/contract/words/warehouse/shipping/zh.json'
import type storing from '@xunyun/contract/words/warehouse/storing/zh.json'
import type watch from '@xunyun/contract/words/watch/zh.json'
import type waybills from '@xunyun/contract/words/waybills/zh.json'

/** The words of fields by module: one key a field, for page, timeline, export and import alike. */
type Words = {
  approvals: typeof approvals
  cases: typeof cases
  companies: typeof companies
  costs: typeof costs
  devices: typeof devices
  dispatch: typeof dispatch
  enquiries: typeof enquiries
  handedOut: typeof handedOut
  goods: typeof goods
  invoices: typeof invoices
  mobileOrders: typeof mobileOrders
  prices: typeof prices
  money: typeof money
  payments: typeof payments
  collections: typeof collections
  statements: typeof statements
  printing: typeof printing
  profit: typeof profit
  resources: typeof resources
  signedReceipts: typeof signedReceipts
  system: typeof system
  'warehouse/billing': typeof billing
  'warehouse/kitting': typeof kitting
  'warehouse/ledger': typeof ledger
  'warehouse/locations': typeof locations
  'warehouse/masters': typeof masters
  'warehouse/receiving': typeof receiving
  'warehouse/shipping': typeof shipping
  'warehouse/storing': typeof storing
  watch: typeof watch
  waybills: typeof waybills
}
export type WordKey = { [M in keyof Words]: `${M}:${keyof Words[M] & string}` }[keyof Words]

/** Behind a word, as in the head of a column; a sign is the same in every language. */
export type Unit = 'kg' | 'm³' | 'm²' | 'm' | 'cm' | '%' | '℃' | '元'
const yuan: Titles = { zh: '元', en: 'CNY', es: 'CNY', ja: '元' }

type Texts = Readonly<Record<string, string>>
const folder = new URL('../../../contract/words/', import.meta.url)
const read = (module: string, language: Language) =>
  JSON.parse(readFileSync(new URL(`${module}/${language}.json`, folder), 'utf8')) as Texts
const modules = new Map<string, ReadonlyMap<Language, Texts>>()

function wordsOf(module: string): ReadonlyMap<Language, Texts> {
  const words = modules.get(module) ?? new Map(languages.map((language) => [language, read(module, language)]))
  modules.set(module, words)
  return words
}

/** A field in every language, as its page calls it, with its unit where it is told. */
export function fieldWord(key: WordKey, unit?: Unit): Titles {
  const [module = '', field = ''] = key.split(':')
  const said = [...wordsOf(module)].map(([language, words]) => {
    const behind = unit === '元' ? yuan[language] : unit
    return [language, [words[field] ?? key, behind].filter(Boolean).join(' ')] as const
  })
  return Object.fromEntries(said) as Titles
}
