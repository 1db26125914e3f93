import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { Side } from './moves.ts'
import styles from './Tree.module.css'

type Mark = { readonly target: number; readonly side: Side; readonly box: Readonly<Record<string, number>> }

type Props = {
  readonly className?: string
  /** May it be let go here? */
  readonly mayDrop: (id: number, target: number, side: Side) => boolean
  readonly onDrop: (id: number, target: number, side: Side) => void
  readonly children: ReactNode
}

const idAt = (element: Element | null): number | null => {
  const id = element?.querySelector<HTMLElement>('[data-tree]')?.dataset.tree
  return id === undefined ? null : Number(id)
}

/** Rows that are dragged by their grip: over the edge of another it goes beside it, over the middle into it. */
export function TreeDrag({ className, mayDrop, onDrop, children }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const dragged = useRef<number | null>(null)
  const [mark, setMark] = useState<Mark | null>(null)

  const over = (event: DragEvent) => {
    const row = (event.target as HTMLElement).closest('tr, li')
    const target = idAt(row)
    if (dragged.current === null || row === null || target === null || host.current === null) return setMark(null)
    const { top, height, left, width } = row.getBoundingClientRect()
    const share = (event.clientY - top) / height
    const side: Side = share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside'
    if (!mayDrop(dragged.current, target, side)) return setMark(null)
    event.preventDefault()
    const area = host.current.getBoundingClientRect()
    const edge = side === 'after' ? top + height : top
    const box = {
      top: edge - area.top,
      left: Math.max(left, area.left) - area.left,
      width: Math.min(width, area.width),
      height: side === 'inside' ? height : 0,
    }
    setMark({ target, side, box })
  }
  const end = () => {
    dragged.current = null
    setMark(null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grip does the same by keys
    <div
      ref={host}
      className={`${styles.host} ${className ?? ''}`}
      onDragStart={(event) => {
        const grip = (event.target as HTMLElement).closest('[data-tree]')
        if (!(grip instanceof HTMLElement)) return
        dragged.current = Number(grip.dataset.tree)
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', grip.textContent ?? '')
      }}
      onDragOver={over}
      onDragEnd={end}
      onDrop={(event) => {
        if (dragged.current !== null && mark !== null) {
          event.preventDefault()
          onDrop(dragged.current, mark.target, mark.side)
        }
        end()
      }}
    >
      {children}
      {mark && <div className={styles.mark} data-side={mark.side} style={mark.box} />}
    </div>
  )
}
