import { create } from 'zustand'

/** Whether the settings panel is shown: hidden by default, and never remembered (SH-09, SH-10). */
export const useSettingsPanel = create<{ readonly showSettings: boolean }>(() => ({ showSettings: false }))

export const showSettings = (): void => useSettingsPanel.setState({ showSettings: true })
export const hideSettings = (): void => useSettingsPanel.setState({ showSettings: false })
