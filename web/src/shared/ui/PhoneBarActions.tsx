import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTab } from '../tabs/useTab.ts'

/** Icons of this page in the phone's title bar; nothing on a wide window, nothing while the tab is hidden. */
export function PhoneBarActions({ children }: { children: ReactNode }) {
  const { visible } = useTab()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById('phone-bar-actions')), [])
  return visible && slot ? createPortal(children, slot) : null
}
