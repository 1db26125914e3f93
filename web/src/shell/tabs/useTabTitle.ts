import type { Language } from '@xunyun/contract/pages'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import type { Tab } from '../../shared/tabs/rules.ts'
import { useTabs } from '../../shared/tabs/tabs.ts'

/** What the page called itself, else its title in the language now, else no-name (SH-05). */
export const titleOf = (tab: Tab, language: Language = i18n.language as Language): string =>
  tab.title ?? (tab.meta.titles[language] || i18n.t('shell:tab.noName'))

/** Title of what is looked at now. */
export function useTabTitle(): string {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { pathname } = useLocation()
  const tab = useTabs(({ tabs, active }) => tabs.find(({ path }) => path === active))
  if (pathname === paths.notFound) return t('notFound.title')
  if (pathname === paths.forbidden) return t('forbidden.title')
  if (pathname === paths.wxbind) return t('wechat.title')
  return tab ? titleOf(tab, language) : ''
}
