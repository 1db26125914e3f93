import type { MenuItem } from '@xunyun/contract/system/calls'
import { useMemo, useState } from 'react'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle, topEntries, visibleEntries } from '../../shared/session/menus.ts'
import { useSession } from '../../shared/session/session.ts'

type Match = (text: string, words: string) => unknown
type Hit = { readonly item: MenuItem; readonly trail: readonly MenuItem[] }

/**
 * Pages of the menu by name; while the language is Chinese also by pinyin and initials (SH-12), whose dictionary is
 * fetched when the box is first entered.
 */
export function useMenuSearch(words: string): { found: readonly Hit[]; prepare: () => void } {
  const language = useLanguage()
  const tree = useSession((session) => session.tree)
  const [pinyin, setPinyin] = useState<Match | null>(null)
  const prepare = () => {
    if (language === 'zh' && pinyin === null)
      void import('pinyin-pro').then(({ match }) =>
        setPinyin(() => (text: string, wanted: string) => match(text, wanted, { continuous: true })),
      )
  }
  const found = useMemo(() => {
    const wanted = words.trim().toLowerCase()
    if (wanted === '') return []
    const byPinyin = language === 'zh' ? pinyin : null
    const matches = ({ item }: Hit) => {
      const title = menuTitle(item, language)
      return title.toLowerCase().includes(wanted) || Boolean(byPinyin?.(title, wanted))
    }
    return pagesOf(topEntries(tree).map((top) => ({ ...top, children: visibleEntries(top.children) }))).filter(matches)
  }, [words, language, pinyin, tree])
  return { found, prepare }
}

const pagesOf = (nodes: readonly MenuNode[], trail: readonly MenuItem[] = []): Hit[] =>
  nodes.flatMap(({ item, children }) => [
    ...(item.GoUrl === '' ? [] : [{ item, trail }]),
    ...pagesOf(children, [...trail, item]),
  ])
