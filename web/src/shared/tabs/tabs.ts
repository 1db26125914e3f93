import { type PageKey, pageKeys, pageOf } from '@xunyun/contract/pages'
import { create } from 'zustand'
import { hasDraft } from '../session/drafts.ts'
import { markDirty, nameTab, noTabs, openTab, type Tab, type Tabs } from './rules.ts'

export const useTabs = create<Tabs>(() => noTabs)

export const changeTabs = (change: (state: Tabs) => Tabs): void => useTabs.setState(change, true)

export function tabFor(key: PageKey, path: string, search: string): Tab {
  const page = pageOf(key)
  return {
    path,
    fullPath: path + search,
    query: search,
    name: key,
    meta: { titles: page.titles, affix: page.affix === true, noCache: page.noCache === true },
    title: null,
  }
}

type Stored = Pick<Tab, 'path' | 'query' | 'name' | 'title'>
const storagePrefix = 'tabs:'
const storageKey = (userId: number) => storagePrefix + userId

/** Pinned pages, then those that were open before a reload; none is loaded until it is looked at. */
export function restoreTabs(userId: number, mayOpen: (path: string) => boolean): void {
  let state = noTabs
  for (const key of pageKeys.filter((page) => pageOf(page).affix))
    state = openTab(state, tabFor(key, pageOf(key).path, ''))
  for (const stored of storedTabs(userId)) {
    if (!pageKeys.includes(stored.name) || !mayOpen(stored.path)) continue
    state = openTab(state, tabFor(stored.name, stored.path, stored.query))
    state = markDirty(nameTab(state, stored.path, stored.title), stored.path, hasDraft(userId, stored.path))
  }
  useTabs.setState({ ...state, active: null, kept: [] }, true)
}

function storedTabs(userId: number): Stored[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? '[]') as Stored[]
  } catch {
    return []
  }
}

/** From now on the open tabs are remembered in this window. */
export function rememberTabs(userId: number): () => void {
  return useTabs.subscribe(({ tabs }, before) => {
    if (tabs === before.tabs) return
    const stored: Stored[] = tabs.map(({ path, query, name, title }) => ({ path, query, name, title }))
    sessionStorage.setItem(storageKey(userId), JSON.stringify(stored))
  })
}

/** Forgets the tabs of others who used this window; with null, of everybody. */
export function forgetTabsBut(userId: number | null): void {
  const kept = userId === null ? null : storageKey(userId)
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(storagePrefix) && key !== kept) sessionStorage.removeItem(key)
}
