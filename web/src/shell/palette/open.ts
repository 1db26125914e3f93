import { create } from 'zustand'

/** What lies over everything: the palette, or the list of keys. */
export const useOverlay = create<{
  readonly shown: 'palette' | 'keys' | null
  /** What was typed for the palette before its code was here. */
  readonly typed: string
}>(() => ({ shown: null, typed: '' }))

export const openPalette = (): void => useOverlay.setState({ shown: 'palette', typed: '' })
export const openKeys = (): void => useOverlay.setState({ shown: 'keys' })
export const closeOverlay = (): void => useOverlay.setState({ shown: null })
