import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTab } from '../../../shared/tabs/useTab.ts'
import styles from './EntryGrid.module.css'

type Place = { left: number; top?: number; bottom?: number; minWidth: number }
const roomWanted = 240

/** Hangs below a cell, or above it near the window's edge; outside of the grid, whose edges would cut it off. */
export function CellPopup({ anchor, children }: { anchor: RefObject<HTMLElement | null>; children: ReactNode }) {
  const { visible } = useTab()
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    const put = () => {
      const box = anchor.current?.closest('td')?.getBoundingClientRect()
      if (!box) return
      const above = box.bottom + roomWanted > window.innerHeight && box.top > roomWanted
      const left = Math.max(8, Math.min(box.left, window.innerWidth - roomWanted))
      const side = above ? { bottom: window.innerHeight - box.top + 2 } : { top: box.bottom + 2 }
      setPlace({ left, ...side, minWidth: box.width })
    }
    put()
    window.addEventListener('scroll', put, true)
    window.addEventListener('resize', put)
    return () => {
      window.removeEventListener('scroll', put, true)
      window.removeEventListener('resize', put)
    }
  }, [anchor])
  if (!visible || place === null) return null
  return createPortal(
    <div className={styles.under} style={place}>
      {children}
    </div>,
    document.body,
  )
}
