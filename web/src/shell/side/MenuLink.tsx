import type { MenuItem } from '@xunyun/contract/system/calls'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { screens } from '../../routes.tsx'
import { pageOfPath } from '../../shared/session/rights.ts'
import { useSession } from '../../shared/session/session.ts'
import { entryOfPath } from './useMenu.ts'

type Props = {
  item: MenuItem
  className?: string
  children: ReactNode
  onGo?: () => void
  title?: string
  'data-hidden'?: boolean
}

const isElsewhere = (item: MenuItem): boolean => /^https?:/i.test(item.GoUrl)

/** What a click on the link does, for a list that is no list of links (SH-16). */
export function openMenuItem(item: MenuItem, go: (to: string) => void): void {
  if (isElsewhere(item)) window.open(item.GoUrl, '_blank', 'noopener,noreferrer')
  else if (item.openwindow === 1) window.open(`#${item.GoUrl}`, '_blank', 'noopener')
  else go(item.GoUrl)
}

/** A menu entry as a real link: a page here or in a new window, or another address (SH-16). */
export function MenuLink({ item, children, onGo, ...rest }: Props) {
  const { pathname } = useLocation()
  const menus = useSession((session) => session.menus)
  if (isElsewhere(item))
    return (
      <a {...rest} href={item.GoUrl} target="_blank" rel="noopener noreferrer" onClick={onGo}>
        {children}
      </a>
    )
  if (item.openwindow === 1)
    return (
      <a {...rest} href={`#${item.GoUrl}`} target="_blank" rel="noopener" onClick={onGo}>
        {children}
      </a>
    )
  const preload = () => {
    const key = pageOfPath(item.GoUrl)
    if (key) screens[key]?.preload()
  }
  return (
    <Link
      {...rest}
      to={item.GoUrl}
      aria-current={entryOfPath(menus, pathname)?.MenuID === item.MenuID ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onGo}
    >
      {children}
    </Link>
  )
}
