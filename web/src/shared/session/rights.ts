import { type PageKey, pageKeys, pageOf } from '@xunyun/contract/pages'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { matchPath } from 'react-router'
import { isRoute } from './menus.ts'

/** What a person may do on a page. Edit and approve contain browse (SE-08). */
export type Rights = { readonly browse: boolean; readonly edit: boolean; readonly approve: boolean }

const none: Rights = { browse: false, edit: false, approve: false }
const everything: Rights = { browse: true, edit: true, approve: true }

export function rightsOf(item: MenuItem | undefined): Rights {
  if (!item) return none
  const edit = item.AddModifyAccess === 1
  const approve = item.DeleteApprovedAccess === 1
  return { browse: item.BrowseAccess === 1 || edit || approve, edit, approve }
}

/** Case counts: otherwise one page would have many addresses, and a tab for each. */
const fits = (pattern: string, pathname: string): boolean =>
  matchPath({ path: pattern, caseSensitive: true }, pathname) !== null

/** Rights by page key: a parameter route without a right of its own has those of the page it follows. */
export function rightsOfPage(items: readonly MenuItem[], key: PageKey): Rights {
  const page = pageOf(key)
  if (page.affix || page.everyone) return everything
  if (page.follows) return rightsOfPage(items, page.follows as PageKey)
  return rightsOf(items.find((item) => item.Page === key) ?? items.find((item) => item.GoUrl === page.path))
}

/** The item a route belongs to: its exact address, else the pattern that its parameters fill (SE-07). */
export function itemOfPath(items: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const routes = items.filter(isRoute)
  return (
    routes.find((item) => item.GoUrl === pathname) ??
    routes.find((item) => item.GoUrl.includes(':') && fits(item.GoUrl, pathname))
  )
}

/** The page that an address opens: an exact one before one with parameters. Buttons have no address. */
export function pageOfPath(pathname: string): PageKey | undefined {
  const routed = pageKeys.filter((key) => !pageOf(key).button)
  return routed.find((key) => pageOf(key).path === pathname) ?? routed.find((key) => fits(pageOf(key).path, pathname))
}

/** Rights on an address: by its menu item, else by the page that the address opens. */
export function rightsOfPath(items: readonly MenuItem[], pathname: string): Rights {
  const item = itemOfPath(items, pathname)
  if (item) return rightsOf(item)
  const key = pageOfPath(pathname)
  return key ? rightsOfPage(items, key) : none
}
