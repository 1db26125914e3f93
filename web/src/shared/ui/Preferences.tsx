import { languages } from '@xunyun/contract/pages'
import { Segmented } from 'antd'
import { Check, Pipette } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../i18n/i18n.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { changeMode, changeSettings, useSettings } from '../session/settings.ts'
import { chooseSize, type Mode, type Size, sizeNames, useAppearance } from './appearance.ts'
import styles from './Preferences.module.css'
import { themePresets } from './themeColour.ts'
import { useIsPhone } from './useDevice.ts'

const modes: readonly Mode[] = ['light', 'dark']

/** Light or dark, theme colour, size, language: each at once and kept (SH-11, SH-15, SH-18). */
export function Preferences() {
  const { t } = useTranslation(['shell', 'common'])
  const language = useLanguage()
  const isPhone = useIsPhone()
  const { size, mode } = useAppearance()
  return (
    <>
      <Row label={t('mode')}>
        {(id) => (
          <Segmented<Mode>
            aria-labelledby={id}
            value={mode}
            onChange={changeMode}
            options={modes.map((name) => ({ value: name, label: t(`mode.${name}`) }))}
          />
        )}
      </Row>
      <Row label={t('settings.theme')} wide>
        {(id) => <ThemeColour labelledBy={id} />}
      </Row>
      {!isPhone && (
        <Row label={t('size')}>
          {(id) => (
            <Segmented<Size>
              aria-labelledby={id}
              value={size}
              onChange={chooseSize}
              options={sizeNames.map((name) => ({ value: name, label: t(`size.${name}`) }))}
            />
          )}
        </Row>
      )}
      <Row label={t('common:language')} wide>
        {(id) => (
          <Segmented
            aria-labelledby={id}
            block
            value={language}
            onChange={(chosen) => void switchLanguage(chosen)}
            options={languages.map((value) => ({ value, label: t(`common:language.${value}`) }))}
          />
        )}
      </Row>
    </>
  )
}

function ThemeColour({ labelledBy }: { labelledBy: string }) {
  const { t } = useTranslation('shell')
  const theme = useSettings((settings) => settings.theme)
  const free = !(themePresets as readonly string[]).includes(theme)
  return (
    <fieldset aria-labelledby={labelledBy} className={styles.colours}>
      {themePresets.map((colour) => (
        <button
          key={colour}
          type="button"
          className={styles.colour}
          style={{ background: colour }}
          aria-label={colour}
          aria-pressed={colour === theme}
          title={colour}
          onClick={() => changeSettings({ theme: colour })}
        >
          {colour === theme && <Check size={14} strokeWidth={2.5} aria-hidden="true" />}
        </button>
      ))}
      <label className={styles.free} data-chosen={free || undefined} title={t('settings.anyColour')}>
        <Pipette size={14} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="color"
          aria-label={t('settings.anyColour')}
          value={theme}
          onChange={(event) => changeSettings({ theme: event.target.value })}
        />
      </label>
    </fieldset>
  )
}

/** A setting: its name, and the control that is named by it. */
export function Row({
  label,
  hint,
  wide,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  wide?: boolean
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.row} data-wide={wide || undefined}>
      <span className={styles.label}>
        <span id={id}>{label}</span>
        {hint && <small>{hint}</small>}
      </span>
      {children(id)}
    </div>
  )
}
