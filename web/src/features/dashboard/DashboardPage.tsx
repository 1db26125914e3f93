import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle, pagesBelow, topEntries, visibleEntries } from '../../shared/session/menus.ts'
import { serverNow, useSession } from '../../shared/session/session.ts'
import { day, hour, weekday } from '../../shared/ui/format.ts'
import { menuIcon } from '../../shared/ui/menuIcons.ts'
import styles from './Dashboard.module.css'

/** The way in: who, which business day, and the pages that this person has. */
export default function DashboardPage() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { name, userInfo, tree } = useSession()
  const now = serverNow()
  const today = day(now)
  const greeting = hour(now) < 12 ? 'morning' : hour(now) < 18 ? 'afternoon' : 'evening'
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.greeting}>{t(`dashboard.${greeting}`, { name })}</h1>
        <dl className={styles.facts}>
          <div>
            <dt>{t('dashboard.day')}</dt>
            <dd>
              {today} {weekday(today, language)}
            </dd>
          </div>
          {userInfo?.outletName && (
            <div>
              <dt>{t('dashboard.outlet')}</dt>
              <dd>{userInfo.outletName}</dd>
            </div>
          )}
        </dl>
      </header>
      <div className={styles.cards}>
        {topEntries(tree).map((top) => (
          <Card key={top.item.MenuID} top={top} />
        ))}
      </div>
    </div>
  )
}

/** A function menu: its groups, and in each the pages as tiles. */
function Card({ top }: { top: MenuNode }) {
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
