import { Button } from 'antd'
import { CloudOff, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Notice.module.css'

type NoticeProps = { icon?: ReactNode; title: ReactNode; text?: ReactNode; children?: ReactNode }

/** What a region says when it has nothing to show: why, and the next step below. */
export function Notice({ icon, title, text, children }: NoticeProps) {
  return (
    <div className={styles.notice}>
      {icon && (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <div className={styles.title}>{title}</div>
      {text && <div className={styles.text}>{text}</div>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** Nothing yet, or nothing for this filter: `title` says which, the children offer the next step. */
export function Empty({ title, text, children }: { title?: ReactNode; text?: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <Notice icon={<Inbox size={28} strokeWidth={1.25} />} title={title ?? t('empty')} text={text}>
      {children}
    </Notice>
  )
}

/** What happened, and again. */
export function LoadError({
  error,
  title,
  text,
  retry,
}: {
  error?: Error | null
  title?: string
  text?: string
  retry: () => void
}) {
  const { t } = useTranslation('common')
  return (
    <div role="alert">
      <Notice
        icon={<CloudOff size={28} strokeWidth={1.25} />}
        title={title ?? t('loadFailed')}
        text={text ?? (error ? error.message : undefined)}
      >
        <Button onClick={retry}>{t('retry')}</Button>
      </Notice>
    </div>
  )
}
