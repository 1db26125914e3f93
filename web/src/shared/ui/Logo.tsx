import { useTranslation } from 'react-i18next'
import styles from './Logo.module.css'

export function Logo({ withName = true }: { withName?: boolean }) {
  const { t } = useTranslation('common')
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 28 28" width="24" height="24" aria-hidden="true" className={styles.mark}>
        <rect width="28" height="28" rx="6" className={styles.ground} />
        <path
          d="M5 10h7M6 14h14M5 18h7M15.5 8.5 21.5 14l-6 5.5"
          fill="none"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {withName && <span className={styles.name}>{t('brand')}</span>}
    </span>
  )
}
