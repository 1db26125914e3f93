import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { menuTitle } from '../../shared/session/menus.ts'
import { MenuLink } from './MenuLink.tsx'
import styles from './SideMenu.module.css'
import { useMenuSearch } from './useMenuSearch.ts'

/** The filter box over the menu, and what it finds in all function menus; without a word in it the children show. */
export function MenuFilter({ children, onGo }: { children: ReactNode; onGo?: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const language = useLanguage()
  const [words, setWords] = useState('')
  const { found, prepare } = useMenuSearch(words)

  const leave = () => {
    setWords('')
    onGo?.()
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setWords('')
    // The first one found is a link like the others: a click on it knows about windows and other addresses.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing)
      event.currentTarget.closest('nav')?.querySelector<HTMLElement>(`.${styles.found} a`)?.click()
  }

  return (
    <>
      <div className={styles.filter}>
        <Search size={14} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="search"
          value={words}
          aria-label={t('menuFilter')}
          placeholder={t('menuFilter')}
          onFocus={prepare}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={onKey}
        />
        {words !== '' && (
          <button type="button" aria-label={t('common:close')} onClick={() => setWords('')}>
            <X size={12} strokeWidth={1.75} />
          </button>
        )}
      </div>
      {words.trim() === '' ? (
        children
      ) : (
        <div className={styles.scroll}>
          <ul className={`${styles.list} ${styles.found}`}>
            {found.map(({ item, trail }) => (
              <li key={item.MenuID}>
                <MenuLink item={item} className={styles.hit} onGo={leave}>
                  <span className={styles.title}>{menuTitle(item, language)}</span>
                  <span className={styles.trail}>{trail.map((parent) => menuTitle(parent, language)).join(' / ')}</span>
                </MenuLink>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className={styles.nothing}>{t('menuNothing')}</p>}
        </div>
      )}
    </>
  )
}
