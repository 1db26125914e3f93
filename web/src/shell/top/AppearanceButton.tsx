import { Popover } from 'antd'
import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { late } from '../../shared/ui/late.tsx'
import styles from './TopBar.module.css'

const load = () => import('./Appearance.tsx').then((file) => file.Appearance)
const Appearance = late(load)

export function AppearanceButton() {
  const { t } = useTranslation('shell')
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} content={<Appearance />}>
      <button
        type="button"
        className={styles.tool}
        aria-label={t('appearance')}
        title={t('appearance')}
        onPointerEnter={() => void load()}
      >
        <Settings2 size={16} strokeWidth={1.6} />
      </button>
    </Popover>
  )
}
