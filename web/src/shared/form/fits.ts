import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { useCallback } from 'react'
import { create } from 'zustand'

/**
 * Does a text fit what was typed? By any part of it, by full pinyin and by initials: one rule for every choice of words, for
 * regions and for the menu. The dictionary is fetched when somebody first enters such a field.
 */

/** One letter of a text, and how it is said; empty: as it is written. */
type Sound = { readonly letter: string; readonly said: string; readonly begins: boolean }
type Spell = (text: string) => readonly string[]

const useSpelling = create<{ readonly spell: Spell | null }>(() => ({ spell: null }))

/** Fetches the dictionary; asked again it tries again. */
export function fetchSpelling(): void {
  if (useSpelling.getState().spell !== null) return
  import('pinyin-pro').then(
    ({ pinyin }) => {
      const known = new Map<string, readonly string[]>()
      const spell: Spell = (text) => {
        const said = known.get(text) ?? pinyin(text, { toneType: 'none', type: 'array', v: true })
        known.set(text, said)
        return said
      }
      useSpelling.setState({ spell })
    },
    // Without it the letters themselves are found.
    () => undefined,
  )
}

const plain = (text: string): string =>
  toHalfWidth(text)
    .toLowerCase()
    .replace(/[\s/]+/g, '')

const soundsOf = (parts: readonly string[], spell: Spell): readonly Sound[] =>
  parts.flatMap((part) => {
    const letters = [...plain(part)]
    const said = spell(letters.join(''))
    return letters.map((letter, at) => ({
      letter,
      said: /[a-z]/.test(letter) ? '' : (said[at] ?? ''),
      begins: at === 0,
    }))
  })

/** `typed` from this letter on: letter for letter, syllable for syllable or by initials; the rest of a part may be left out. */
function reads(sounds: readonly Sound[], at: number, typed: string): boolean {
  if (typed === '') return true
  const sound = sounds[at]
  if (sound === undefined) return false
  const { letter, said } = sound
  const goesOn = (length: number): boolean => reads(sounds, at + 1, typed.slice(length))
  if (typed.startsWith(letter) && goesOn(letter.length)) return true
  if (said !== '') {
    if (said.startsWith(typed)) return true
    if (typed.startsWith(said) && goesOn(said.length)) return true
    if (typed[0] === said[0] && goesOn(1)) return true
    if (/^[zcs]h/.test(said) && typed.startsWith(said.slice(0, 2)) && goesOn(2)) return true
  }
  const next = sounds.findIndex((later, index) => index > at && later.begins)
  return next > 0 && reads(sounds, next, typed)
}

/** Exported for what is no component. `parts` are read as one: 浙江省, 杭州市, 余杭区 by "hzyh" and by 杭州余杭. */
export function fits(parts: readonly string[], typed: string, spell: Spell | null): boolean {
  const wanted = plain(typed)
  if (parts.some((part) => plain(part).includes(wanted))) return true
  const sounds = soundsOf(parts, spell ?? ((text) => [...text].map(() => '')))
  return sounds.some((_, at) => reads(sounds, at, wanted))
}

/** The rule, drawn anew once the dictionary is here. */
export function useFits(): (text: string | readonly string[], typed: string) => boolean {
  const spell = useSpelling((state) => state.spell)
  return useCallback((text, typed) => fits(typeof text === 'string' ? [text] : text, typed, spell), [spell])
}
