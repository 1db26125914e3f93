import { Popover } from 'antd'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle } from '../../shared/session/menus.ts'
import { menuIcon } from '../../shared/ui/menuIcon.tsx'
import { MenuFilter } from './MenuFilter.tsx'
import { MenuLink } from './MenuLink.tsx'
import { MenuList } from './MenuList.tsx'
import styles from './SideMenu.module.css'
import { setSideOpened, useMenu, useMenuTree } from './useMenu.ts'

/** The pages of the chosen function menu: 210 px, or a rail of icons (SH-02, SH-03). */
export function SideMenu() {
  const { t } = useTranslation('shell')
  const opened = useMenu((menu) => menu.opened)
  const { side } = useMenuTree()
  return (
    <nav className={styles.side} data-closed={!opened || undefined} aria-label={t('menu')}>
      {opened ? (
        <MenuFilter>
          <div className={styles.scroll}>
            <MenuList nodes={side} />
          </div>
        </MenuFilter>
      ) : (
        <Rail nodes={side} />
      )}
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={opened}
        aria-label={opened ? t('collapse') : t('expand')}
        title={opened ? undefined : t('expand')}
        onClick={() => setSideOpened(!opened)}
      >
        {opened ? <PanelLeftClose size={16} strokeWidth={1.6} /> : <PanelLeftOpen size={16} strokeWidth={1.6} />}
        {opened && t('collapse')}
      </button>
    </nav>
  )
}

function Rail({ nodes }: { nodes: readonly MenuNode[] }) {
  const language = useLanguage()
  return (
    <ul className={`${styles.list} ${styles.scroll} ${styles.rail}`}>
      {nodes.map(({ item, children }) => {
        const Icon = menuIcon(item.Icon)
        const title = menuTitle(item, language)
        const icon = <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
        return (
          <li key={item.MenuID}>
            {children.length === 0 ? (
              <MenuLink item={item} className={styles.railEntry} title={title}>
                {icon}
                <span className="visually-hidden">{title}</span>
              </MenuLink>
            ) : (
              <Popover
                placement="rightTop"
                arrow={false}
                trigger={['hover', 'click']}
                styles={{ container: { padding: '4px 0', minWidth: 160 } }}
                content={
                  <>
                    <div className={styles.flyoutHead}>{title}</div>
                    <MenuList nodes={children} flat />
                  </>
                }
              >
                <button type="button" className={styles.railEntry} aria-label={title} aria-haspopup="true">
                  {icon}
                </button>
              </Popover>
            )}
          </li>
        )
      })}
    </ul>
  )
}
