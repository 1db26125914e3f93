import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { capsOf } from '../../shared/keys/keys.ts'
import { loadPalette } from '../palette/load.ts'
import { openPalette } from '../palette/open.ts'
import styles from './TopBar.module.css'

/** Looks like the field that it opens: menus, actions, records. Where its words have no room, the title names it. */
export function SearchButton() {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className={styles.search}
      title={t('palette')}
      onPointerEnter={() => void loadPalette().catch(() => undefined)}
      onClick={openPalette}
    >
      <Search size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.searchText}>{t('palette.short')}</span>
      <kbd className={styles.searchKey}>{capsOf('mod+k').join(' ')}</kbd>
    </button>
  )
}
