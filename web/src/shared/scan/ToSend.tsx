import { useTranslation } from 'react-i18next'
import styles from './Kept.module.css'

/** How much is on this device alone, and that there is no network. */
export function ToSend({ count, online }: { count: number; online: boolean }) {
  const { t } = useTranslation('scan')
  if (count === 0 && online) return null
  return (
    <p className={styles.waiting} role="status">
      {online ? t('toSend', { count }) : t('offline', { count })}
    </p>
  )
}
