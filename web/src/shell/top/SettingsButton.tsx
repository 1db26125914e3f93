import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showSettings, useSettingsPanel } from '../settings/open.ts'
import styles from './TopBar.module.css'

export function SettingsButton() {
  const { t } = useTranslation('shell')
  const open = useSettingsPanel((panel) => panel.showSettings)
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={t('settings')}
      aria-expanded={open}
      title={t('settings')}
      onClick={showSettings}
    >
      <Settings2 size={16} strokeWidth={1.6} />
    </button>
  )
}
