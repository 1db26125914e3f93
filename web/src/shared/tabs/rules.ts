import type { PageKey, Titles } from '@xunyun/contract/pages'

/** An open page in the tab strip (SH-05). */
export type Tab = {
  /** Address with its parameters filled in, without query: what makes the tab one. */
  readonly path: string
  readonly fullPath: string
  readonly query: string
  readonly name: PageKey
  readonly meta: { readonly titles: Titles; readonly affix: boolean; readonly noCache: boolean }
  /** A title that the page gave itself, as a document's number. */
  readonly title: string | null
}

export type Tabs = {
  readonly tabs: readonly Tab[]
  readonly active: string | null
  /** Pages kept alive, least recently seen first (SH-08). */
  readonly kept: readonly string[]
  readonly dirty: Readonly<Record<string, true>>
  /** Raised by a refresh: the page starts anew. */
  readonly epochs: Readonly<Record<string, number>>
}

export const noTabs: Tabs = { tabs: [], active: null, kept: [], dirty: {}, epochs: {} }

/** Pages kept alive at once. Each holds its DOM and its rows; beyond that a return loads the page again. */
export const keptPages = 12

/** Opening a page: one tab a path; a new query only updates it (SH-05). */
export function openTab(state: Tabs, tab: Tab): Tabs {
  const known = state.tabs.find((other) => other.path === tab.path)
  if (known && known.fullPath === tab.fullPath && state.active === tab.path) return state
  const tabs = known
    ? state.tabs.map((other) => (other === known ? { ...other, fullPath: tab.fullPath, query: tab.query } : other))
    : insert(state.tabs, tab)
  return keep({ ...state, tabs, active: tab.path }, tab.path)
}

/** Pinned tabs stand before the others. */
function insert(tabs: readonly Tab[], tab: Tab): Tab[] {
  return tab.meta.affix
    ? [...tabs.filter((t) => t.meta.affix), tab, ...tabs.filter((t) => !t.meta.affix)]
    : [...tabs, tab]
}

/** The page just left goes unless it may be kept; the eldest clean ones go beyond the cap; a dirty one never. */
function keep(state: Tabs, path: string): Tabs {
  const mayStay = (other: string) => state.dirty[other] || !state.tabs.find((tab) => tab.path === other)?.meta.noCache
  const kept = [...state.kept.filter((other) => other !== path && mayStay(other)), path]
  const spare = kept.length - keptPages
  const leaving = spare > 0 ? kept.filter((other) => other !== path && !state.dirty[other]).slice(0, spare) : []
  return { ...state, kept: kept.filter((other) => !leaving.includes(other)) }
}

/** Closing: pinned tabs stay (SH-07). `next` is the page to show then, the last one seen, if the shown one was closed. */
export function closeTabs(state: Tabs, paths: readonly string[]): { state: Tabs; next: string | null } {
  const closing = new Set(paths.filter((path) => state.tabs.some((tab) => tab.path === path && !tab.meta.affix)))
  if (closing.size === 0) return { state, next: null }
  const tabs = state.tabs.filter((tab) => !closing.has(tab.path))
  const kept = state.kept.filter((path) => !closing.has(path))
  const without = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([path]) => !closing.has(path))) as Record<string, T>
  const closed = { tabs, kept, dirty: without(state.dirty), epochs: without(state.epochs) }
  if (state.active === null || !closing.has(state.active))
    return { state: { ...closed, active: state.active }, next: null }
  const last = kept.at(-1) ?? neighbour(state.tabs, closing, state.active)
  return { state: { ...closed, active: null }, next: tabs.find((tab) => tab.path === last)?.fullPath ?? '/' }
}

function neighbour(tabs: readonly Tab[], closing: ReadonlySet<string>, active: string): string | undefined {
  const at = tabs.findIndex((tab) => tab.path === active)
  const left = tabs.slice(0, at).findLast((tab) => !closing.has(tab.path))
  return (left ?? tabs.slice(at).find((tab) => !closing.has(tab.path)))?.path
}

export const others = (state: Tabs, path: string): string[] =>
  state.tabs.filter((tab) => tab.path !== path && !tab.meta.affix).map((tab) => tab.path)

/** A refresh starts the page anew, and what it had not saved is gone. */
export function refreshTab(state: Tabs, path: string): Tabs {
  const { [path]: _, ...dirty } = state.dirty
  return { ...state, dirty, epochs: { ...state.epochs, [path]: (state.epochs[path] ?? 0) + 1 } }
}

export function markDirty(state: Tabs, path: string, isDirty: boolean): Tabs {
  if (Boolean(state.dirty[path]) === isDirty) return state
  const { [path]: _, ...rest } = state.dirty
  return { ...state, dirty: isDirty ? { ...rest, [path]: true } : rest }
}

export function nameTab(state: Tabs, path: string, title: string | null): Tabs {
  if (state.tabs.every((tab) => tab.path !== path || tab.title === title)) return state
  return { ...state, tabs: state.tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab)) }
}
