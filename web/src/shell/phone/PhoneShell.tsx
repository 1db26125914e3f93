import { pageOf } from '@xunyun/contract/pages'
import { Drawer } from 'antd'
import {
  ArrowLeftRight,
  Box,
  ChevronLeft,
  ClipboardCheck,
  Forklift,
  Hand,
  LayoutDashboard,
  Menu as MenuIcon,
  PackageOpen,
  Search,
  UserRound,
  X,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { menuTitle, pagesBelow, visibleEntries } from '../../shared/session/menus.ts'
import { pageOfPath } from '../../shared/session/rights.ts'
import { useSession } from '../../shared/session/session.ts'
import { menuIcon } from '../../shared/ui/menuIcon.tsx'
import { Bell } from '../bell/Bell.tsx'
import { openPalette } from '../palette/open.ts'
import { MenuFilter } from '../side/MenuFilter.tsx'
import { MenuLink } from '../side/MenuLink.tsx'
import { MenuList } from '../side/MenuList.tsx'
import { chooseTop, useMenuTree } from '../side/useMenu.ts'
import { useTabTitle } from '../tabs/useTabTitle.ts'
import { type FloorWork, floorWork } from './floorWork.ts'
import { Mine } from './Mine.tsx'
import styles from './PhoneShell.module.css'

const floorIcons = {
  receive: PackageOpen,
  ground: Forklift,
  outBound: Hand,
  encasement: Box,
  moveStock: ArrowLeftRight,
  count: ClipboardCheck,
} as const satisfies Record<FloorWork, unknown>

/** Below 992 px: the page's name on top, the menu in a drawer, what is needed most at the thumb. */
export function PhoneShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['shell', 'common'])
  const title = useTabTitle()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<'menu' | 'mine' | null>(null)
  const navigate = useNavigate()
  const close = () => setOpen(null)
  // A page that no menu leads to, as a document, is left the way one came.
  const key = pageOfPath(pathname)
  const deep = key === undefined || pageOf(key).leafOf !== undefined
  // A page of the floor has its own keys at the thumb; the arrow on top leads away.
  const isFloor = key?.endsWith('Scan') === true

  // SH-04: another page closes the menu; so does a click outside, by the drawer itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion
  useEffect(close, [pathname])

  return (
    <div className={styles.shell}>
      <header className={styles.bar}>
        {deep && (
          <button type="button" className={styles.back} aria-label={t('back')} onClick={() => void navigate(-1)}>
            <ChevronLeft size={20} strokeWidth={1.6} />
          </button>
        )}
        <h1 className={styles.title}>{title}</h1>
        <div id="phone-bar-actions" className={styles.actions} />
        <Bell className={styles.find} />
        <button
          type="button"
          className={`${styles.find} ${styles.glass}`}
          aria-label={t('palette.short')}
          onClick={openPalette}
        >
          <Search size={20} strokeWidth={1.6} />
        </button>
      </header>
      <main className={styles.page}>{children}</main>
      {!isFloor && (
        <nav className={styles.foot} aria-label={t('functions')}>
          <Link
            to={pathTo('dashboard')}
            className={styles.place}
            aria-current={pathname === pathTo('dashboard') ? 'page' : undefined}
          >
            <LayoutDashboard size={20} strokeWidth={1.6} />
            <span className={styles.placeName}>{t('home')}</span>
          </Link>
          <Shortcuts />
          <button
            type="button"
            className={styles.place}
            aria-expanded={open === 'menu'}
            onClick={() => setOpen('menu')}
          >
            <MenuIcon size={20} strokeWidth={1.6} />
            <span className={styles.placeName}>{t('menu')}</span>
          </button>
          <button
            type="button"
            className={styles.place}
            aria-expanded={open === 'mine'}
            onClick={() => setOpen('mine')}
          >
            <UserRound size={20} strokeWidth={1.6} />
            <span className={styles.placeName}>{t('user.mine')}</span>
          </button>
        </nav>
      )}
      <Drawer
        open={open === 'menu'}
        onClose={close}
        placement="left"
        size={288}
        title={t('menu')}
        closeIcon={<X size={20} strokeWidth={1.6} style={{ flex: 'none' }} aria-label={t('common:close')} />}
        styles={{ body: { padding: 0 } }}
      >
        <PhoneMenu onGo={close} />
      </Drawer>
      <Drawer
        open={open === 'mine'}
        onClose={close}
        placement="bottom"
        size="auto"
        title={t('user.mine')}
        closeIcon={<X size={20} strokeWidth={1.6} style={{ flex: 'none' }} aria-label={t('common:close')} />}
      >
        <Mine onDone={close} />
      </Drawer>
    </div>
  )
}

/** Who works on the floor finds the scanning pages of his work; anybody else the first two pages of his menu. */
function Shortcuts() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const menus = useSession((session) => session.menus)
  const tree = useSession((session) => session.tree)
  const pages = pagesBelow(visibleEntries(tree).flatMap(({ children }) => children)).slice(0, 2)
  const floor = floorWork(menus)
  if (floor.length > 0)
    return floor.map((work) => {
      const Icon = floorIcons[work]
      return (
        <Link key={work} to={pathTo(`${work}Scan`, { no: '' })} className={styles.place}>
          <Icon size={20} strokeWidth={1.6} />
          <span className={styles.placeName}>{t(`floor.${work}`)}</span>
        </Link>
      )
    })
  return pages.map((item) => {
    const parent = tree
      .flatMap(({ children }) => children)
      .find((node) => node.children.some((child) => child.item === item))
    const Icon = menuIcon(item.Icon || (parent?.item.Icon ?? ''))
    return (
      <MenuLink key={item.MenuID} item={item} className={styles.place}>
        <Icon size={20} strokeWidth={1.6} />
        <span className={styles.placeName}>{menuTitle(item, language)}</span>
      </MenuLink>
    )
  })
}

function PhoneMenu({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { tops, chosen, side } = useMenuTree()
  return (
    <nav className={styles.menu} aria-label={t('menu')}>
      <MenuFilter onGo={onGo}>
        <div className={styles.tops}>
          {tops
            .filter(({ children }) => children.length > 0)
            .map(({ item }) => (
              <button
                key={item.MenuID}
                type="button"
                className={styles.top}
                aria-current={item === chosen?.item || undefined}
                onClick={() => chooseTop(item.MenuID)}
              >
                {menuTitle(item, language)}
              </button>
            ))}
        </div>
        <MenuList nodes={side} onGo={onGo} />
      </MenuFilter>
    </nav>
  )
}
