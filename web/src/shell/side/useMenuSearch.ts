import type { MenuItem } from '@xunyun/contract/system/calls'
import { useCallback, useMemo } from 'react'
import { fetchSpelling, useFits } from '../../shared/form/fits.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle, topEntries, visibleEntries } from '../../shared/session/menus.ts'
import { useSession } from '../../shared/session/session.ts'
import { useSettings } from '../../shared/session/settings.ts'

export type Hit = { readonly item: MenuItem; readonly trail: readonly MenuItem[] }

/**
 * Does a name fit what was typed? While the language is Chinese also by full pinyin and by initials (SH-12), unless that
 * is switched off (SH-09). The dictionary is fetched by `prepare`, when a box is first entered.
 */
export function useNameMatch(): { matches: (name: string, words: string) => boolean; prepare: () => void } {
  const byPinyin = useSettings((settings) => settings.supportPinyinSearch)
  const wanted = useLanguage() === 'zh' && byPinyin
  const fits = useFits()
  const prepare = useCallback(() => {
    if (wanted) fetchSpelling()
  }, [wanted])
  const matches = useCallback(
    (name: string, words: string) =>
      wanted ? fits(name, words) : name.toLowerCase().includes(words.trim().toLowerCase()),
    [wanted, fits],
  )
  return { matches, prepare }
}

/** Pages of the menu by name. */
export function useMenuSearch(words: string): { found: readonly Hit[]; prepare: () => void } {
  const language = useLanguage()
  const tree = useSession((session) => session.tree)
  const { matches, prepare } = useNameMatch()
  const found = useMemo(() => {
    if (words.trim() === '') return []
    const pages = pagesOf(topEntries(tree).map((top) => ({ ...top, children: visibleEntries(top.children) })))
    const titleOf = ({ item }: Hit) => menuTitle(item, language)
    // What is called just so stands before what has it in its name.
    const isJustIt = (hit: Hit) => titleOf(hit).toLowerCase() === words.trim().toLowerCase()
    const hits = pages.filter((hit) => matches(titleOf(hit), words))
    return [...hits.filter(isJustIt), ...hits.filter((hit) => !isJustIt(hit))]
  }, [words, language, matches, tree])
  return { found, prepare }
}

const pagesOf = (nodes: readonly MenuNode[], trail: readonly MenuItem[] = []): Hit[] =>
  nodes.flatMap(({ item, children }) => [
    ...(item.GoUrl === '' ? [] : [{ item, trail }]),
    ...pagesOf(children, [...trail, item]),
  ])
