import { speakAs, speakToCustomer } from '@xunyun/contract/dictionary'
import { getWords } from '@xunyun/contract/system/dictionary'
import { create } from 'zustand'
import { api } from '../api/api.ts'
import { speakTo } from '../i18n/i18n.ts'
import { type KeptWords, keptVersion, keptWords, storageName } from './keptWords.ts'

/** Counts the changes, for what draws choices. */
export const useWordsState = create<{ readonly version: string }>(() => ({ version: '' }))

function speak(words: KeptWords): void {
  speakAs(words.types)
  useWordsState.setState({ version: words.version })
}

/** Texts and codes as this person reads them: a customer's account has words of its own. */
export async function speakWith(scope: string | undefined): Promise<void> {
  speakToCustomer(scope === 'customer')
  await speakTo(scope === 'customer')
}

/** Without an answer the words are those that were kept, or the product's. */
export async function loadWords(): Promise<void> {
  const had = keptWords()
  if (had !== null && useWordsState.getState().version === '') speak(had)
  try {
    const { version, types } = await api(getWords, keptVersion(), { quiet: true })
    if (types === null) return
    const words = { version, types }
    speak(words)
    localStorage.setItem(storageName, JSON.stringify(words))
  } catch {
    // As said above.
  }
}

const restMs = 15_000

/** Another window changed them: this one says them once it is looked at again. */
export function heedWords(): void {
  let last = Date.now()
  const look = () => {
    if (document.visibilityState === 'hidden' || Date.now() - last < restMs) return
    last = Date.now()
    void loadWords()
  }
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('storage', ({ key }) => {
    const words = key === storageName ? keptWords() : null
    if (words !== null) speak(words)
  })
}
