import { useSyncExternalStore } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { toast } from './toasts.ts'

/** SH-13: the whole screen, or a warning where the browser has none. */
export async function toggleFullscreen(): Promise<void> {
  try {
    if (!document.fullscreenEnabled) throw new Error('unsupported')
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  } catch {
    toast.warning(i18n.t('shell:fullscreen.unsupported'))
  }
}

const subscribe = (tell: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', tell)
  return () => document.removeEventListener('fullscreenchange', tell)
}

export const useFullscreen = (): boolean => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
