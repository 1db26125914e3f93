import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle, pagesBelow, visibleEntries } from '../../shared/session/menus.ts'
import { menuIcon } from '../../shared/ui/menuIcon.tsx'
import styles from './Dashboard.module.css'

/** A function menu: its groups, and in each the pages as tiles. */
export function MenuCard({ top }: { top: MenuNode }) {
  const language = useLanguage()
  const groups = visibleEntries(top.children)
  if (groups.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby={`desk-${top.item.MenuID}`}>
      <h2 id={`desk-${top.item.MenuID}`} className={styles.title}>
        {menuTitle(top.item, language)}
      </h2>
      {groups.map((group) => {
        const Icon = menuIcon(group.item.Icon)
        return (
          <div key={group.item.MenuID} className={styles.group}>
            <h3 className={styles.groupTitle}>
              <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
              {menuTitle(group.item, language)}
            </h3>
            <ul className={styles.entries}>
              {pagesBelow([group]).map((page) => (
                <li key={page.MenuID}>
                  <Link to={page.GoUrl} className={styles.entry}>
                    {menuTitle(page, language)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
