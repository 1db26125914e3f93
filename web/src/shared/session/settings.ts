import { create } from 'zustand'
import { chooseMode, type Mode, useAppearance } from '../ui/appearance.ts'
import { defaultTheme, isColour } from '../ui/themeColour.ts'

/** How a person wants the shell (SH-09): kept in this browser by user. Language, size and side menu are cookies (SH-15). */
export type Settings = {
  readonly theme: string
  /** The tab strip. */
  readonly tagsView: boolean
  /** Top bar and tab strip stay when the page is scrolled. */
  readonly fixedHeader: boolean
  readonly sidebarLogo: boolean
  /** The menu search understands pinyin; only while the language is Chinese. */
  readonly supportPinyinSearch: boolean
}

/** SH-10. */
export const defaultSettings: Settings = {
  theme: defaultTheme,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  supportPinyinSearch: true,
}

export const useSettings = create<Settings>(() => defaultSettings)

type Stored = Partial<Settings> & { readonly mode?: Mode }
const keyOf = (userId: number) => `system:${userId}`
let owner: number | null = null

/** The settings of whoever signed in; from now on a change is kept for this person. */
export function loadSettings(userId: number): void {
  const stored = read(userId)
  owner = userId
  useSettings.setState({ ...defaultSettings, ...known(stored) }, true)
  if (stored.mode === 'light' || stored.mode === 'dark') chooseMode(stored.mode)
}

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change)
  keep(change)
}

export function changeMode(mode: Mode): void {
  chooseMode(mode)
  keep({ mode })
}

export function resetSettings(): void {
  useSettings.setState(defaultSettings, true)
  keep(defaultSettings)
}

function keep(change: Stored): void {
  if (owner === null) return
  try {
    localStorage.setItem(
      keyOf(owner),
      JSON.stringify({ mode: useAppearance.getState().mode, ...read(owner), ...change }),
    )
  } catch {
    // The storage is full or forbidden: the choice holds until the window is closed.
  }
}

function read(userId: number): Stored {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') ?? {}) as Stored
  } catch {
    return {}
  }
}

/** What is stored may be of another release. */
const known = (stored: Stored): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(defaultSettings).flatMap(([name, value]) => {
      const kept = stored[name as keyof Settings]
      const fits = typeof kept === typeof value && (name !== 'theme' || isColour(String(kept)))
      return fits ? [[name, kept]] : []
    }),
  )
