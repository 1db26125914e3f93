import { pageOf } from '@xunyun/contract/pages'
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { isWeChatPage } from '../entry.ts'
import { loginPaths, paths, pathTo } from '../paths.ts'
import { screens } from '../routes.tsx'
import { pageOfPath, rightsOfPath } from '../shared/session/rights.ts'
import { useSession } from '../shared/session/session.ts'
import { openTab } from '../shared/tabs/rules.ts'
import { changeTabs, tabFor } from '../shared/tabs/tabs.ts'
import { late } from '../shared/ui/late.tsx'
import { refreshAsking } from './tabs/leave.ts'
import { TabPages } from './tabs/TabPages.tsx'

const Wxbind = late(() => import('./pages/Wxbind.tsx').then((file) => file.default))
const Forbidden = late(() => import('./pages/Forbidden.tsx').then((file) => file.default))
const NotFound = late(() => import('./pages/NotFound.tsx').then((file) => file.default))

const redirectPrefix = paths.redirect('/')

/** Where the address leads: a tab, a page beside the tabs, or elsewhere. Kept pages stay mounted whatever it is. */
export function Place() {
  const { pathname, search } = useLocation()
  const beside = besideOf(pathname)
  return (
    <>
      <TabPages />
      {beside ? <Beside>{beside}</Beside> : <Lead pathname={pathname} search={search} />}
    </>
  )
}

function besideOf(pathname: string): ReactElement | null {
  if (pathname === paths.notFound) return <NotFound />
  if (pathname === paths.forbidden) return <Forbidden />
  return pathname === paths.wxbind ? <Wxbind /> : null
}

/** No tab is active. */
function Beside({ children }: { children: ReactNode }) {
  useLayoutEffect(() => changeTabs((state) => ({ ...state, active: null })), [])
  return children
}

function Lead({ pathname, search }: { pathname: string; search: string }) {
  const menus = useSession((session) => session.menus)
  const key = pageOfPath(pathname)
  if (pathname === paths.root || (loginPaths as readonly string[]).includes(pathname))
    return <Navigate to={pathTo('dashboard')} replace />
  if (isWeChatPage(pathname)) return <StartAgain />
  if (pathname.startsWith(redirectPrefix))
    return <Reopen fullPath={pathname.slice(redirectPrefix.length - 1) + search} />
  if (pathname.endsWith('/')) return <Navigate to={pathname.replace(/\/+$/, '') + search} replace />
  if (!key || !screens[key]) return <Navigate to={paths.notFound} replace state={{ asked: pathname + search }} />
  if (!pageOf(key).affix && !rightsOfPath(menus, pathname).browse)
    return <Navigate to={paths.forbidden} replace state={{ asked: pathname, page: key }} />
  return <Open pathname={pathname} search={search} />
}

/** The way to WeChat is outside the shell: the start decides anew. */
function StartAgain() {
  useEffect(() => location.reload(), [])
  return null
}

function Open({ pathname, search }: { pathname: string; search: string }) {
  useLayoutEffect(() => {
    const key = pageOfPath(pathname)
    if (key) changeTabs((state) => openTab(state, tabFor(key, pathname, search)))
  }, [pathname, search])
  return null
}

/** RT-05: opens a path again from the start, with its query. What is not saved there is asked about first. */
function Reopen({ fullPath }: { fullPath: string }) {
  const navigate = useNavigate()
  const asked = useRef<string | null>(null)
  // Not before the router listens, which it does in a layout effect of its own: the address would change unseen.
  useEffect(() => {
    if (asked.current === fullPath) return
    asked.current = fullPath
    void refreshAsking(fullPath.split('?')[0] ?? fullPath).then(() => navigate(fullPath, { replace: true }))
  }, [fullPath, navigate])
  return null
}
