import { type Language, languages } from '@xunyun/contract/pages'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languageNow, languageTags, rememberLanguage } from './languages.ts'

export const modules = [
  'common',
  'login',
  'shell',
  'ui',
  'system',
  'companies',
  'resources',
  'approvals',
  'prices',
  'waybills',
  'dispatch',
  'handedOut',
  'devices',
  'board',
  'fees',
  'dashboard',
  'printing',
  'mobileOrders',
  'costs',
  'money',
  'payments',
  'collections',
  'statements',
  'invoices',
  'tracking',
  'watch',
  'cases',
  'signedReceipts',
  'enquiries',
  'profit',
  'close',
  'tripCosts',
  'scan',
  'tripScan',
  'goods',
  'warehouse/masters',
  'warehouse/locations',
  'warehouse/ledger',
  'warehouse/receiving',
  'warehouse/storing',
  'warehouse/shipping',
  'warehouse/kitting',
  'warehouse/billing',
] as const
export type Module = (typeof modules)[number]

/** What few screens need: fetched with their code, by `withTexts`. */
export const lateModules: readonly Module[] = [
  'handedOut',
  'devices',
  'board',
  'fees',
  'printing',
  'mobileOrders',
  'costs',
  'money',
  'payments',
  'collections',
  'statements',
  'invoices',
  'tracking',
  'watch',
  'cases',
  'signedReceipts',
  'enquiries',
  'profit',
  'close',
  'tripCosts',
  'scan',
  'tripScan',
  'goods',
  'warehouse/masters',
  'warehouse/locations',
  'warehouse/ledger',
  'warehouse/receiving',
  'warehouse/storing',
  'warehouse/shipping',
  'warehouse/kitting',
  'warehouse/billing',
]

/** What the shell begins with. */
export const shellModules = modules.filter((module) => !lateModules.includes(module))

/** What the login page needs. */
export const loginModules: readonly Module[] = ['common', 'login']

type Texts = Record<string, string>
const files = import.meta.glob<Texts>('../../locales/*/**/*.json', { import: 'default' })
/** Words of fields, which the server reads too. */
const words = import.meta.glob<Texts>('../../../../contract/words/**/*.json', { import: 'default' })
const textsOf = async (language: Language, module: Module): Promise<Texts> => ({
  ...(await words[`../../../../contract/words/${module}/${language}.json`]?.()),
  ...(await files[`../../locales/${language}/${module}.json`]?.()),
})

export const i18n = i18next.createInstance()

/** As they were fetched, before a customer's words are laid over them. */
const fetched = new Map<string, Texts>()
let toCustomer = false

let wanted: readonly Module[] = loginModules

/** Loads the language of this person and starts; later switches load the same modules. */
export async function startI18n(needed: readonly Module[]): Promise<void> {
  wanted = needed
  const language = languageNow()
  if (!i18n.isInitialized)
    await i18n.use(initReactI18next).init({
      lng: language,
      resources: {},
      ns: [...modules],
      defaultNS: 'common',
      fallbackLng: false,
      supportedLngs: [...languages],
      keySeparator: false,
      // The same braces as in the catalogue of errors.
      interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
      react: { useSuspense: false, bindI18nStore: 'added' },
    })
  await load(i18n.language as Language)
  speak(i18n.language as Language)
}

/** Switches at once and everywhere, without a reload, and remembers it (SH-15). */
export async function switchLanguage(language: Language): Promise<void> {
  await load(language)
  rememberLanguage(language)
  await i18n.changeLanguage(language)
  speak(language)
}

/** Code and the texts it speaks, together; a later switch of the language fetches them, too. */
export async function withTexts<T>(needed: readonly Module[], code: Promise<T>): Promise<T> {
  wanted = [...new Set([...wanted, ...needed])]
  await load(i18n.language as Language)
  return code
}

async function load(language: Language): Promise<void> {
  const missing = wanted.filter((module) => !i18n.hasResourceBundle(language, module))
  const texts = await Promise.all(missing.map((module) => textsOf(language, module)))
  for (const [at, module] of missing.entries()) fetched.set(`${language} ${module}`, texts[at] ?? {})
  await show(language, missing)
}

/** A text that tells of the company's side has another one for customers, in customer.json under its whole key. */
async function show(language: Language, shown: readonly Module[]): Promise<void> {
  const own = toCustomer ? Object.entries((await files[`../../locales/${language}/customer.json`]?.()) ?? {}) : []
  for (const module of shown) {
    const laid = own
      .filter(([key]) => key.startsWith(`${module}:`))
      .map(([key, text]) => [key.slice(module.length + 1), text])
    const texts = { ...fetched.get(`${language} ${module}`), ...Object.fromEntries(laid) }
    i18n.addResourceBundle(language, module, texts, false, true)
  }
}

/** From now on every text is said as a customer's account, or as one of us, reads it (domain §0.9). */
export async function speakTo(customer: boolean): Promise<void> {
  if (customer === toCustomer) return
  toCustomer = customer
  for (const language of languages)
    await show(
      language,
      modules.filter((module) => fetched.has(`${language} ${module}`)),
    )
}

/** Fonts choose their glyphs, and screen readers their voice, by the document's language. */
function speak(language: Language): void {
  document.documentElement.lang = languageTags[language]
}
