import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useSettings } from '../../shared/session/settings.ts'
import { Logo } from '../../shared/ui/Logo.tsx'
import { Bell } from '../bell/Bell.tsx'
import { FullscreenButton } from './FullscreenButton.tsx'
import { FunctionMenus } from './FunctionMenus.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { SearchButton } from './SearchButton.tsx'
import { SettingsButton } from './SettingsButton.tsx'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

export function TopBar() {
  const withLogo = useSettings((settings) => settings.sidebarLogo)
  return (
    <header className={styles.bar}>
      {withLogo && (
        <Link to={pathTo('dashboard')} className={styles.logo}>
          <Logo />
        </Link>
      )}
      <FunctionMenus />
      <div className={styles.tools}>
        <SearchButton />
        <Bell className={styles.tool} />
        <FullscreenButton />
        <LanguageMenu />
        <SettingsButton />
        <span className={styles.rule} />
        <UserMenu />
      </div>
    </header>
  )
}
