import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getCompanyChoices, getOutletChoices } from '@xunyun/contract/companies/calls'
import { getContactChoices } from '@xunyun/contract/companies/contacts'
import { entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { onAccount } from '@xunyun/contract/waybills/payments'
import { yesNoWords } from '@xunyun/contract/yesNo'
import { useDeferredValue, useEffect } from 'react'
import { q } from '../../../shared/api/query.ts'
import { fetchSpelling, useFits } from '../../../shared/form/fits.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useWordsState } from '../../../shared/session/words.ts'
import { type Column, isParty, lineOf, type Value, wordsOf } from './cells.ts'
import { isOneParty } from './edits.ts'
import { customerRoles } from './resolveCodes.ts'

export type Option = {
  readonly key: string
  readonly label: string
  readonly hint: string | null
  readonly value: Value
}
/** Of whom the row is. */
export type Whose = { readonly customerId: number | undefined; readonly isWalkIn: boolean }
type Offer = {
  readonly options: readonly Option[]
  /** Nothing yet for what was typed last. */
  readonly late: boolean
}

export const hasOptions = (column: Column): boolean =>
  column === 'customer' ||
  column === 'destOutlet' ||
  column === 'insurance' ||
  isParty(column) ||
  wordsOf[column] !== undefined

/** What a cell offers for what is typed: customers, outlets and contacts by name, pinyin, initials, code; words of a dictionary. */
export function useOptions(column: Column, typed: string, { customerId, isWalkIn }: Whose, open: boolean): Offer {
  const asked = useDeferredValue(typed.trim().slice(0, 60))
  const words = useWordOptions(column, typed.trim(), isWalkIn)
  useEffect(fetchSpelling, [])
  const customers = useQuery({
    ...q(getCompanyChoices, { q: asked, roles: customerRoles as never }),
    enabled: open && column === 'customer',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const outlets = useQuery({
    ...q(getOutletChoices, { q: asked }),
    enabled: open && column === 'destOutlet',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  // A whole address is taken apart; nobody is looked for by it.
  const contacts = useQuery({
    ...q(getContactChoices, { q: asked, companyId: customerId, types: ['customer', 'shipper', 'consignee'] }),
    enabled: open && isParty(column) && !isOneParty(asked),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  if (!open) return { options: [], late: false }
  if (column === 'customer' || column === 'destOutlet') {
    const [found, kind] = column === 'customer' ? [customers, 'customer'] : [outlets, 'outlet']
    return {
      options: (found.data ?? []).map((choice) => ({
        key: String(choice.id),
        label: choice.label,
        hint: choice.hint,
        value: { text: choice.label, [kind]: choice },
      })),
      late: found.isPlaceholderData || asked !== typed.trim().slice(0, 60),
    }
  }
  if (!isParty(column)) return { options: words, late: false }
  if (isOneParty(typed)) return { options: [], late: false }
  return {
    options: (contacts.data ?? []).map(({ id, name, phone, company, region, regionName, address }) => {
      const party = {
        name,
        phone,
        company,
        region: region ?? undefined,
        regionName: regionName ?? undefined,
        address: address ?? undefined,
      }
      return {
        key: String(id),
        label: `${name} ${phone}`,
        hint: [company, regionName, address].filter(Boolean).join(' · '),
        value: { text: lineOf(party), party },
      }
    }),
    late: contacts.isPlaceholderData || asked !== typed.trim().slice(0, 60),
  }
}

/** Words with their number before them: a digit chooses as well as the word does. */
function useWordOptions(column: Column, typed: string, isWalkIn: boolean): readonly Option[] {
  const language = useLanguage()
  useWordsState()
  const fits = useFits()
  const type = wordsOf[column]
  if (column === 'insurance')
    return yesNoWords[language]
      .map((word, at) => ({ word, number: String(at + 1) }))
      .filter(({ word, number }) => number === typed || fits(word, typed))
      .map(({ word, number }) => ({ key: word, label: word, hint: number, value: { text: word } }))
  if (type === undefined) return []
  return entriesOf(type)
    .filter(({ enabled }) => enabled)
    .map(({ code }, at) => ({ code, number: String(at + 1), word: wordFor(type, code, language) }))
    .filter(({ code }) => !isWalkIn || column !== 'payMethod' || !onAccount.includes(code))
    .filter(({ number, word }) => number === typed || fits(word, typed))
    .map(({ code, number, word }) => ({ key: code, label: word, hint: number, value: { text: word } }))
}
