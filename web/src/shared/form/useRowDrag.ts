import { type DragEvent, useState } from 'react'

/** Rows of a table that are dragged to another place by a handle; for those who do not drag, the page has another way. */
export function useRowDrag(onMove: ((from: number, to: number) => void) | undefined) {
  const [dragged, setDragged] = useState<{ readonly from: number; readonly over: number }>()
  if (!onMove) return { row: () => ({}), handle: () => ({}) }
  return {
    row: (row: number) => ({
      'data-drop': dragged && dragged.over === row && dragged.from !== row ? side(dragged) : undefined,
      onDragOver: (event: DragEvent) => {
        if (!dragged) return
        event.preventDefault()
        if (dragged.over !== row) setDragged({ ...dragged, over: row })
      },
      onDrop: (event: DragEvent) => {
        if (!dragged) return
        event.preventDefault()
        setDragged(undefined)
        if (dragged.from !== row) onMove(dragged.from, row)
      },
    }),
    handle: (row: number) => ({
      draggable: true,
      'data-handle': true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing that carries nothing.
        event.dataTransfer.setData('text/plain', String(row + 1))
        setDragged({ from: row, over: row })
      },
      onDragEnd: () => setDragged(undefined),
    }),
  }
}

/** The edge where the row would be put. */
const side = ({ from, over }: { from: number; over: number }) => (over < from ? 'above' : 'below')
