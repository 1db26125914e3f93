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
