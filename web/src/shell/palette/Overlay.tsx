import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { closeOverlay } from './open.ts'
import styles from './Palette.module.css'

/** A panel over everything. Esc and a click beside it close it, and the focus goes back to where it was. */
export function Overlay({ label, children }: { label: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  const [before] = useState(() => document.activeElement)

  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [before])

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      closeOverlay()
    }
    // There is one place for the focus: what lies below is not to be reached.
    if (event.key === 'Tab') event.preventDefault()
  }

  return createPortal(
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className={styles.mask} onClick={closeOverlay} />
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        className={styles.panel}
        onKeyDown={onKey}
      >
        {children}
      </div>
    </div>,
    document.body,
  )
}
