import { Maximize, Minimize } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toggleFullscreen, useFullscreen } from '../../shared/ui/fullscreen.ts'
import styles from './TopBar.module.css'

export function FullscreenButton() {
  const { t } = useTranslation('shell')
  const whole = useFullscreen()
  const label = whole ? t('fullscreen.leave') : t('fullscreen')
  const Icon = whole ? Minimize : Maximize
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      onClick={() => void toggleFullscreen()}
    >
      <Icon size={16} strokeWidth={1.6} />
    </button>
  )
}
