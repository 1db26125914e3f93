import { Button, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { changeMode, changeSettings, resetSettings, type Settings, useSettings } from '../../shared/session/settings.ts'
import { chooseSize } from '../../shared/ui/appearance.ts'
import { Preferences, Row } from '../../shared/ui/Preferences.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { hideSettings } from './open.ts'

type Switched = Exclude<keyof Settings, 'theme'>

/** SH-09 … SH-11: what can be set is set at once; there is nothing to save. */
export function SettingsDrawer() {
  const { t } = useTranslation('shell')
  const isPhone = useIsPhone()
  const language = useLanguage()
  const settings = useSettings()
  // A phone has no tab strip, no logo, and nothing that scrolls away.
  const switches: readonly Switched[] = [
    ...(isPhone ? [] : (['tagsView', 'fixedHeader', 'sidebarLogo'] as const)),
    ...(language === 'zh' ? (['supportPinyinSearch'] as const) : []),
  ]
  const reset = () => {
    resetSettings()
    changeMode('light')
    chooseSize('mini')
  }
  return (
    <Sheet
      title={t('settings')}
      width={360}
      onClose={hideSettings}
      footer={<Button onClick={reset}>{t('settings.reset')}</Button>}
    >
      <Preferences />
      {switches.map((name) => (
        <Row
          key={name}
          label={t(`settings.${name}`)}
          hint={name === 'fixedHeader' ? t('settings.fixedHint') : undefined}
        >
          {(id) => (
            <Switch
              size="small"
              aria-labelledby={id}
              checked={settings[name]}
              onChange={(on) => changeSettings({ [name]: on })}
            />
          )}
        </Row>
      ))}
    </Sheet>
  )
}
