import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Toasts.module.css'
import { type Toast, type ToastKind, useToasts } from './toasts.ts'

const icons: Readonly<Record<ToastKind, typeof Info>> = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
}

/** The messages over the page, newest last. */
export function Toasts() {
  const list = useToasts((toasts) => toasts.list)
  return (
    <div className={styles.stack}>
      {list.map((toast) => (
        <One key={toast.id} {...toast} />
      ))}
    </div>
  )
}

function One({ id, kind, text, detail, seconds, times }: Toast) {
  const { t } = useTranslation('common')
  const close = useToasts((toasts) => toasts.close)
  const Icon = icons[kind]

  useEffect(() => {
    if (seconds === null) return
    const timer = setTimeout(() => close(id), seconds * 1000)
    return () => clearTimeout(timer)
  }, [id, seconds, close])

  return (
    <div className={styles.toast} data-kind={kind} role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>
      <Icon size={16} strokeWidth={1.75} className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        {text}
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {times > 1 && <span className={styles.times}>×{times}</span>}
      <button type="button" className={styles.close} aria-label={t('close')} onClick={() => close(id)}>
        <X size={14} strokeWidth={1.75} />
      </button>
    </div>
  )
}
