import type { Language } from '@xunyun/contract/pages'
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { readCookie } from '../session/cookies.ts'
import type { Size } from '../ui/appearance.ts'
import { isPhone } from '../ui/useDevice.ts'
import { textWidth } from './measure.ts'
import { wordsShown } from './RowActions.tsx'
import type { RowAction } from './types.ts'

const padding = 17

/** Width that shows the widest cell of a column now drawn, and its head. */
export function fittingWidth(grid: HTMLElement | null, key: string): number {
  const range = document.createRange()
  const widths = [...(grid?.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? [])].map((cell) => {
    // A head holds its title and the handle of its edge; only the title counts, also where it is cut off.
    const title = cell.tagName === 'TH' ? cell.querySelector<HTMLElement>('button, span') : null
    if (title) return title.scrollWidth
    range.selectNodeContents(cell)
    return range.getBoundingClientRect().width
  })
  return Math.max(0, ...widths) + padding
}

const usualActions = 112
/** As Grid.module.css has them: between two words of the line, and the button behind them. */
const gap = 12
const moreButton = 24
/** The side menu (tokens.css, SideMenu.module.css). */
const openSide = 210
const closedSide = 48

/** The words of a row's actions as they will be drawn, px. */
function calculated(actions: readonly RowAction[], size: 13 | 14): number {
  const shown = wordsShown(actions)
  const widths = actions.slice(0, shown).map(({ label }) => textWidth(label, size))
  if (actions.length > shown) widths.push(moreButton)
  return Math.round(widths.reduce((sum, width) => sum + width + gap, -gap))
}

/**
 * The pinned column of actions is as wide as its words are, and never narrower again. Calculated before anything is drawn: to
 * measure what stands there would lay the page out, and once more with the width that was found.
 */
export function useActionsWidth<R>(
  rows: readonly R[],
  actions: ((row: R) => readonly RowAction[]) | undefined,
  language: Language,
  size: Size,
): number {
  const words = `${language} ${size}`
  const [kept, setKept] = useState({ words, width: usualActions })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and other words are the occasions
  const widest = useMemo(() => {
    const text = size === 'default' ? 14 : 13
    return rows.reduce((most, row) => Math.max(most, calculated(actions?.(row) ?? [], text) + padding), usualActions)
  }, [rows, words])
  const width = kept.words === words ? Math.max(kept.width, widest) : widest
  if (kept.words !== words || kept.width !== width) setKept({ words, width })
  return width
}

/** Of a page that fills what the side menu leaves: a list that is drawn with it at once is laid out once. */
const pageWidth = (): number | null => {
  if (isPhone()) return null
  return window.innerWidth - (readCookie('sidebarStatus') === '0' ? closedSide : openSide)
}

/** Width of a grid's inside, px, without its scroll bar; measured once it is drawn, and whenever it changes. */
export function useInnerWidth(grid: RefObject<HTMLElement | null>, isPage: boolean): number | null {
  const [width, setWidth] = useState(isPage ? pageWidth : null)
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    // A list in a tab that is not shown has no width; it keeps the one it had.
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [grid])
  return width
}
