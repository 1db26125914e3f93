import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { useStable } from '../../../shared/ui/useStable.ts'

/** Nearer than this it is a click. */
const startsAt = 5
/** So near to the edge of a list it goes on. */
const edge = 48

type Options<T> = {
  /** What is taken up at this element; null: nothing. */
  readonly take: (from: HTMLElement) => T | null
  readonly onDrop: (taken: T, key: string) => void
}
export type Dragged<T> = { readonly taken: T; readonly over: string | null }

/**
 * Dragging by pointer: what is under it is told by `data-card`. The picture that follows the pointer is moved without drawing the
 * page anew. Fingers scroll instead.
 */
export function useDrag<T>({ take, onDrop }: Options<T>) {
  const [dragged, setDragged] = useState<Dragged<T> | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const onPointerDown = useStable((event: ReactPointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (event.button !== 0 || event.pointerType === 'touch' || target.closest('button, a, input') !== null) return
    const from = target.closest<HTMLElement>('[data-drag]')
    if (from === null) return
    const start = { x: event.clientX, y: event.clientY }
    let now: Dragged<T> | null = null
    let at = start
    let frame = 0
    const follow = () => {
      if (ghost.current) ghost.current.style.transform = `translate(${at.x + 12}px, ${at.y + 12}px)`
      const under = document.elementFromPoint(at.x, at.y)
      scrollNear(under, at.y)
      const over = under?.closest<HTMLElement>('[data-card]')?.dataset.card ?? null
      if (now !== null && over !== now.over) {
        now = { ...now, over }
        setDragged(now)
      }
      frame = requestAnimationFrame(follow)
    }
    const move = (moved: PointerEvent) => {
      at = { x: moved.clientX, y: moved.clientY }
      if (now !== null || Math.hypot(at.x - start.x, at.y - start.y) < startsAt) return
      const taken = take(from)
      if (taken === null) return end()
      now = { taken, over: null }
      setDragged(now)
      document.documentElement.style.setProperty('user-select', 'none')
      frame = requestAnimationFrame(follow)
    }
    const end = () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', onKey, true)
      document.documentElement.style.removeProperty('user-select')
      stop.current = null
      if (now !== null) setDragged(null)
      now = null
    }
    const drop = () => {
      const last = now
      const over =
        last && (document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-card]')?.dataset.card ?? null)
      end()
      if (last === null) return
      // It was no click.
      window.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', swallow, true))
      if (over) onDrop(last.taken, over)
    }
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || now === null) return
      key.preventDefault()
      key.stopPropagation()
      end()
    }
    stop.current = end
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', onKey, true)
  })
  return { dragged, ghost, onPointerDown }
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** A list goes on while something is held at its edge. */
function scrollNear(under: Element | null, y: number): void {
  const list = under?.closest<HTMLElement>('[data-scrolls]')
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  if (y < top + edge) list.scrollTop -= 8
  else if (y > bottom - edge) list.scrollTop += 8
}
