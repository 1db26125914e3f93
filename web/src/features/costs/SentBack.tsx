import { useTranslation } from 'react-i18next'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import styles from './SentBack.module.css'

/** Over the form that mends an application: why the reviewer sent it back. */
export function SentBack({ opinion }: { opinion: string | null }) {
  const { t } = useTranslation('costs')
  if (opinion === null) return null
  return (
    <p className={styles.sentBack} role="note">
      <b>{t('sentBack')}</b>
      {opinion}
    </p>
  )
}

/** Under it: the papers that it has, and those that were missing. */
export function Papers({ of }: { of: number }) {
  return (
    <div className={styles.papers}>
      <Attachments entity="application" entityId={of} />
    </div>
  )
}
