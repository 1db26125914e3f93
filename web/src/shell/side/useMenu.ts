import { type PageKey, pageOf } from '@xunyun/contract/pages'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { useEffect, useMemo, useRef } from 'react'
import { create } from 'zustand'
import { readCookie, writeCookie } from '../../shared/session/cookies.ts'
import { type MenuNode, rootOf, topEntries, visibleEntries } from '../../shared/session/menus.ts'
import { itemOfPath, pageOfPath } from '../../shared/session/rights.ts'
import { useSession } from '../../shared/session/session.ts'

const cookieName = 'sidebarStatus'

type Menu = {
  /** MenuID of the function menu whose children stand at the side; null: the first. */
  readonly top: number | null
  /** The page stands alone in the top bar: no function menu is highlighted until one is chosen. */
  readonly alone: boolean
  readonly opened: boolean
  /** Groups folded by hand. */
  readonly folded: readonly number[]
}

export const useMenu = create<Menu>(() => ({
  top: null,
  alone: false,
  opened: readCookie(cookieName) !== '0',
  folded: [],
}))

export const chooseTop = (top: number): void => useMenu.setState({ top, alone: false })

/** SH-03: open or closed, remembered between sessions. */
export function setSideOpened(opened: boolean): void {
  writeCookie(cookieName, opened ? '1' : '0', { days: 365 })
  useMenu.setState({ opened })
}

export const toggleFolded = (group: number): void =>
  useMenu.setState(({ folded }) => ({
    folded: folded.includes(group) ? folded.filter((id) => id !== group) : [...folded, group],
  }))

/** The menu entry that a path stands under: its own, or that of the page it belongs to. */
export function entryOfPath(menus: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const own = itemOfPath(menus, pathname)
  if (own && own.isLeaf === 0) return own
  const key = pageOfPath(pathname)
  // A page with parameters stands under its one entry, whichever they are.
  const owner = key && (pageOf(key).follows ?? pageOf(key).leafOf ?? (pageOf(key).entry ? key : undefined))
  return (owner ? menus.find((item) => item.Page === (owner as PageKey)) : undefined) ?? own
}

/**
 * RT-19: opening a page highlights the function menu that it stands under. One that stands alone in the top bar, as the
 * dashboard, leaves the side menu as it was.
 */
export function useFollowMenu(pathname: string): void {
  const menus = useSession((session) => session.menus)
  const followed = useRef('')
  useEffect(() => {
    // A menu that is changed meanwhile takes nobody back from the function menu that was chosen.
    if (followed.current === pathname) return
    if (menus.length > 0) followed.current = pathname
    const entry = entryOfPath(menus, pathname)
    if (!entry || entry.ParentID === 0) useMenu.setState({ alone: true })
    else chooseTop(rootOf(menus, entry).MenuID)
  }, [menus, pathname])
}

/** The function menus, the chosen one, and what stands at the side below it (SH-01, SH-02). */
export function useMenuTree(): { tops: readonly MenuNode[]; chosen: MenuNode | undefined; side: readonly MenuNode[] } {
  const tree = useSession((session) => session.tree)
  const top = useMenu((menu) => menu.top)
  return useMemo(() => {
    const tops = topEntries(tree)
    const chosen = tops.find(({ item }) => item.MenuID === top) ?? tops.find(({ children }) => children.length > 0)
    return { tops, chosen, side: visibleEntries(chosen?.children ?? []) }
  }, [tree, top])
}
