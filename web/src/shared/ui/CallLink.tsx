import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './CallLink.module.css'

/** Dials a number: on a phone, at the thumb. Nothing where there is no number. */
export function CallLink({ phone, name }: { phone: string | null; name: string }) {
  const { t } = useTranslation('ui')
  if (phone === null || phone === '') return null
  return (
    <a
      className={styles.call}
      href={`tel:${phone}`}
      aria-label={t('call', { name })}
      onClick={(event) => event.stopPropagation()}
    >
      <Phone size={16} strokeWidth={1.75} />
    </a>
  )
}
