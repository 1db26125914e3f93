import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { chooseMode, chooseSize, type Mode, type Size, sizeNames, useAppearance } from '../../shared/ui/appearance.ts'
import styles from './Appearance.module.css'

const modes: readonly Mode[] = ['light', 'dark']

/** Component size (SH-18), light or dark: both at once. */
export function Appearance() {
  const { t } = useTranslation('shell')
  const { size, mode } = useAppearance()
  return (
    <div className={styles.rows}>
      <span id="appearance-size">{t('size')}</span>
      <Segmented<Size>
        aria-labelledby="appearance-size"
        value={size}
        onChange={chooseSize}
        options={sizeNames.map((name) => ({ value: name, label: t(`size.${name}`) }))}
      />
      <span id="appearance-mode">{t('mode')}</span>
      <Segmented<Mode>
        aria-labelledby="appearance-mode"
        value={mode}
        onChange={chooseMode}
        options={modes.map((name) => ({ value: name, label: t(`mode.${name}`) }))}
      />
    </div>
  )
}
