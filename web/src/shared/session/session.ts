import type { PageKey } from '@xunyun/contract/pages'
import type { MenuItem, UserInfo } from '@xunyun/contract/system/calls'
import { useMemo } from 'react'
import { create } from 'zustand'
import { apiHost } from '../api/api.ts'
import { buildTitles, buildTree, type MenuNode } from './menus.ts'
import { type Rights, rightsOfPage } from './rights.ts'

export type Session = {
  readonly userInfo: UserInfo | null
  readonly name: string
  /** Address of the photo; empty when there is none. */
  readonly avatar: string
  /** May click to call. */
  readonly dials: boolean
  readonly menus: readonly MenuItem[]
  readonly tree: readonly MenuNode[]
  /** Path → menu name (SE-03). */
  readonly titles: Readonly<Record<string, string>>
  /** Server's clock minus this machine's, ms. */
  readonly clockOffset: number
}

const empty: Session = {
  userInfo: null,
  name: '',
  avatar: '',
  dials: false,
  menus: [],
  tree: [],
  titles: {},
  clockOffset: 0,
}

export const useSession = create<Session>(() => empty)

/** What the shell cannot start without is missing (SE-02). */
export class SessionProblem extends Error {
  readonly reason: 'verification' | 'noMenu'
  constructor(reason: 'verification' | 'noMenu') {
    super(reason)
    this.reason = reason
  }
}

export function openSession(userInfo: UserInfo | null): void {
  if (!userInfo || !Array.isArray(userInfo.ListSysUserRights)) throw new SessionProblem('verification')
  const menus = userInfo.ListSysUserRights
  // Whoever must change the password first gets no further than that form, with or without a menu.
  if (menus.length === 0 && !userInfo.mustChangePassword) throw new SessionProblem('noMenu')
  useSession.setState({
    userInfo,
    name: userInfo.UNAME || userInfo.LOGNAME,
    avatar: userInfo.PHOTO === '' ? '' : apiHost + userInfo.PHOTO,
    dials: userInfo.ISDIAL === 1,
    menus,
    tree: buildTree(menus),
    titles: buildTitles(menus),
    clockOffset: Date.parse(userInfo.now) - Date.now() || 0,
  })
}

export const closeSession = (): void => useSession.setState(empty, true)

/** What the signed-in person may do on a page (SE-07, SE-08). The server decides again on every call. */
export function useRight(key: PageKey): Rights {
  const menus = useSession((session) => session.menus)
  return useMemo(() => rightsOfPage(menus, key), [menus, key])
}

/** Whether the account is a customer's: what is the company's alone is not even drawn. */
export const useIsCustomer = (): boolean => useSession(({ userInfo }) => userInfo?.scope === 'customer')

/** Now by the server's clock. */
export const serverNow = (): Date => new Date(Date.now() + useSession.getState().clockOffset)
