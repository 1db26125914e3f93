import { create } from 'zustand'

/** What lies over everything: the palette, or the list of keys. */
export const useOverlay = create<{ readonly shown: 'palette' | 'keys' | null }>(() => ({ shown: null }))

export const openPalette = (): void => useOverlay.setState({ shown: 'palette' })
export const openKeys = (): void => useOverlay.setState({ shown: 'keys' })
export const closeOverlay = (): void => useOverlay.setState({ shown: null })
