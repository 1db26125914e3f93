import { useEffect } from 'react'
import { type KeyGroup, useShortcut } from '../../shared/keys/keys.ts'
import { late } from '../../shared/ui/late.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { loadKeys, loadPalette } from './load.ts'
import { closeOverlay, openKeys, openPalette, useOverlay } from './open.ts'

const Palette = late(loadPalette, <TypedMeanwhile />)
const KeysDialog = late(loadKeys)

const paletteKey: KeyGroup = { title: 'shell:keys.everywhere', shortcuts: [{ keys: 'mod+k', label: 'shell:palette' }] }
const helpKey: KeyGroup = { title: 'shell:keys.everywhere', shortcuts: [{ keys: '?', label: 'shell:keys' }] }

/** Listens for Ctrl-K and `?`, and shows what they ask for. */
export function PaletteHost() {
  const shown = useOverlay((overlay) => overlay.shown)
  const isPhone = useIsPhone()
  useShortcut(paletteKey, shown === 'palette' ? closeOverlay : openPalette)
  useShortcut(helpKey, shown === 'keys' ? closeOverlay : openKeys, !isPhone)
  if (shown === 'palette') return <Palette />
  return shown === 'keys' ? <KeysDialog /> : null
}

/** While the palette's code comes, what is typed is kept for it: it must not get into the field that has the cursor below. */
export function TypedMeanwhile() {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const { typed } = useOverlay.getState()
      if (event.key === 'Escape') closeOverlay()
      else if (event.key === 'Backspace') useOverlay.setState({ typed: typed.slice(0, -1) })
      else if (event.key.length === 1) useOverlay.setState({ typed: typed + event.key })
      else if (event.key !== 'Enter' && event.key !== 'Tab') return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', keep, true)
    return () => window.removeEventListener('keydown', keep, true)
  }, [])
  return null
}
