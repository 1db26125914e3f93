import { ChevronDown, ChevronRight } from 'lucide-react'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle } from '../../shared/session/menus.ts'
import { menuIcon } from '../../shared/ui/menuIcon.tsx'
import { MenuLink } from './MenuLink.tsx'
import styles from './SideMenu.module.css'
import { toggleFolded, useMenu } from './useMenu.ts'

type Props = { nodes: readonly MenuNode[]; depth?: number; onGo?: () => void; flat?: boolean }

/** Groups and their pages; a group opens and closes, a page is a link. `flat`: without icons, as in a flyout. */
export function MenuList({ nodes, depth = 0, onGo, flat = false }: Props) {
  const language = useLanguage()
  const folded = useMenu((menu) => menu.folded)
  return (
    <ul className={styles.list}>
      {nodes.map(({ item, children }) => {
        const title = menuTitle(item, language)
        const Icon = menuIcon(item.Icon)
        const open = !folded.includes(item.MenuID)
        const withIcon = depth === 0 && !flat
        const indent = { paddingInlineStart: depth === 0 ? 16 : 24 + 16 * depth }
        if (children.length === 0)
          return (
            <li key={item.MenuID}>
              <MenuLink item={item} className={styles.entry} onGo={onGo}>
                <span className={styles.inner} style={indent}>
                  {withIcon && <Icon size={16} strokeWidth={1.6} className={styles.icon} aria-hidden="true" />}
                  <span className={styles.title}>{title}</span>
                </span>
              </MenuLink>
            </li>
          )
        return (
          <li key={item.MenuID}>
            <button
              type="button"
              className={styles.entry}
              aria-expanded={open}
              onClick={() => toggleFolded(item.MenuID)}
            >
              <span className={styles.inner} style={indent}>
                {withIcon && <Icon size={16} strokeWidth={1.6} className={styles.icon} aria-hidden="true" />}
                <span className={styles.title}>{title}</span>
                {open ? (
                  <ChevronDown size={14} strokeWidth={1.75} className={styles.chevron} />
                ) : (
                  <ChevronRight size={14} strokeWidth={1.75} className={styles.chevron} />
                )}
              </span>
            </button>
            {open && <MenuList nodes={children} depth={depth + 1} onGo={onGo} flat={flat} />}
          </li>
        )
      })}
    </ul>
  )
}
