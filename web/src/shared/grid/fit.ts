import { type RefObject, useLayoutEffect, useState } from 'react'

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

/** The pinned column of actions is as wide as its words are, and never narrower again. `words`: what they are drawn by, language and size. */
export function useActionsWidth(grid: RefObject<HTMLElement | null>, rows: unknown, words: string): number {
  const [width, setWidth] = useState({ words, width: usualActions })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and other words are the occasions
  useLayoutEffect(() => {
    const cells = grid.current?.querySelectorAll<HTMLElement>('td [data-actions]') ?? []
    const widest = Math.max(usualActions, ...[...cells].map((cell) => Math.ceil(cell.scrollWidth) + padding))
    setWidth((before) => (before.words === words && before.width >= widest ? before : { words, width: widest }))
  }, [grid, rows, words])
  return width.width
}

/** Width of a grid's inside, px, without its scroll bar; null until it was measured. */
export function useInnerWidth(grid: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
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
