import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../shared/detail/copyText.ts'
import { allMenuIcons } from '../../../shared/ui/allMenuIcons.ts'
import { figure } from '../../../shared/ui/format.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import styles from './Icons.module.css'

const icons = Object.entries(allMenuIcons)

/** The icons that a menu entry may have (RT-06): a click copies the name that the entry is given. */
export default function IconsPage() {
  const { t } = useTranslation('system')
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const found = icons.filter(([name]) => name.includes(wanted))
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <input
          type="search"
          className={styles.search}
          value={words}
          aria-label={t('icons.search')}
          placeholder={t('icons.search')}
          onChange={(event) => setWords(event.target.value)}
        />
        <span role="status">{t('icons.count', { number: figure(found.length) })}</span>
      </div>
      {found.length === 0 ? (
        <Empty title={t('icons.none')} />
      ) : (
        <ul className={styles.grid}>
          {found.map(([name, Icon]) => (
            <li key={name}>
              <button type="button" title={t('icons.copy', { name })} onClick={() => copyText(name)}>
                <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
                <span>{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
