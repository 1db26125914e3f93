import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { Logo } from '../../shared/ui/Logo.tsx'
import { AppearanceButton } from './AppearanceButton.tsx'
import { FunctionMenus } from './FunctionMenus.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

export function TopBar() {
  return (
    <header className={styles.bar}>
      <Link to={pathTo('dashboard')} className={styles.logo}>
        <Logo />
      </Link>
      <FunctionMenus />
      <div className={styles.tools}>
        <LanguageMenu />
        <AppearanceButton />
        <span className={styles.rule} />
        <UserMenu />
      </div>
    </header>
  )
}
