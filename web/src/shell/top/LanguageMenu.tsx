import { languages } from '@xunyun/contract/pages'
import { Dropdown } from 'antd'
import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import styles from './TopBar.module.css'

/** SH-15: switched at once and everywhere. */
export function LanguageMenu() {
  const { t } = useTranslation('common')
  const now = useLanguage()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: [now],
        items: languages.map((language) => ({
          key: language,
          label: t(`language.${language}`),
          onClick: () => void switchLanguage(language),
        })),
      }}
    >
      <button type="button" className={styles.tool} aria-label={t('language')} title={t('language')}>
        <Languages size={16} strokeWidth={1.6} />
      </button>
    </Dropdown>
  )
}
