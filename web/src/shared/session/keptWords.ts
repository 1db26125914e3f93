import type { CompanyWords } from '@xunyun/contract/dictionary'

/** The company's own words, kept in this browser with the version they have, so that a start asks for little. */
export const storageName = 'words'
export type KeptWords = { readonly version: string; readonly types: CompanyWords }

export function keptWords(): KeptWords | null {
  try {
    return JSON.parse(localStorage.getItem(storageName) ?? 'null') as KeptWords | null
  } catch {
    return null
  }
}

/** Input of GetWords. */
export function keptVersion(): { readonly version?: string } {
  const kept = keptWords()
  return kept === null ? {} : { version: kept.version }
}
