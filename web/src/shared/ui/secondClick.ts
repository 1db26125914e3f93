/** Longer than the slowest double click that systems take for one. */
const gestureMs = 800

const swallow = (event: MouseEvent): void => {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * What a click has closed is gone when the second click of a double click comes: it would do something to what lay behind. Only
 * a click that the browser counts as the second of its gesture is taken; a key, and a click elsewhere, are not made to wait.
 */
export function swallowSecondClick(): void {
  const kinds = ['click', 'dblclick'] as const
  for (const kind of kinds) window.addEventListener(kind, swallow, true)
  setTimeout(() => {
    for (const kind of kinds) window.removeEventListener(kind, swallow, true)
  }, gestureMs)
}
