import { type KeyboardEvent, useState } from 'react'
import styles from './Form.module.css'
import { fetchSpelling, useFits } from './fits.ts'
import { type Region, useRegions } from './regions.ts'

/** As antd's cascader takes them. */
export type Option = { value: string; label: string; children?: Option[] }

/** The first, in their order, that is an answer and fits. */
function firstOf(
  options: readonly Region[],
  anyLevel: boolean,
  isWanted: (path: readonly Region[]) => boolean,
  above: readonly Region[] = [],
): readonly Region[] | undefined {
  for (const option of options) {
    const path = [...above, option]
    const below = option.children ?? []
    if ((anyLevel || below.length === 0) && isWanted(path)) return path
    const found = firstOf(below, anyLevel, isWanted, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** What cascaders of regions share: the regions, and finding them by what is typed; it begins with what was typed before it stood. */
export function useRegionSearch(anyLevel: boolean, begin: string) {
  const regions = useRegions(true)
  const fits = useFits()
  const [typed, setTyped] = useState(begin)
  // Until an arrow key marks another, Enter takes the first that fits.
  const [marked, setMarked] = useState(false)
  const matches = (path: readonly Region[], words: string): boolean =>
    fits(
      path.map((one) => one.label),
      words,
    )
  const rankOf = (path: readonly Region[], words: string): number =>
    path.length + (fits(path.at(-1)?.label ?? '', words) ? 0 : 10)
  return {
    regions,
    typed,
    setTyped,
    marked,
    setMarked,
    /** Enter that antd's list does not take: no line of it is marked. */
    isUnmarkedEnter: (event: KeyboardEvent): boolean => {
      if (event.key.startsWith('Arrow')) setMarked(true)
      return event.key === 'Enter' && !marked && !event.nativeEvent.isComposing
    },
    first: () => firstOf(regions ?? [], anyLevel, (path) => matches(path, typed)),
    props: {
      loading: regions === undefined,
      options: (regions ?? []) as Option[],
      onFocus: fetchSpelling,
      classNames: { popup: { root: styles.regions } },
      showSearch: {
        limit: 30,
        filter: (words: string, path: readonly Option[]) => matches(path, words),
        // What was typed is the name of one before what lies in it: 成都 is the city first.
        sort: (one: readonly Option[], other: readonly Option[], words: string) =>
          rankOf(one, words) - rankOf(other, words),
        searchValue: typed,
        onSearch: (words: string) => {
          setTyped(words)
          setMarked(false)
        },
      },
    },
  }
}
