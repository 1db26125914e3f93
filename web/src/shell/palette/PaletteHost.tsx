import { type KeyGroup, useShortcut } from '../../shared/keys/keys.ts'
import { late } from '../../shared/ui/late.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { loadKeys, loadPalette } from './load.ts'
import { closeOverlay, openKeys, openPalette, useOverlay } from './open.ts'

const Palette = late(loadPalette)
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
