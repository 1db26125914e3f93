import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n/useLanguage.ts'

/** What the timelines of all master records have in common: the acts, yes and no, the words of codes. */
export function useMasterHistory(codes: Readonly<Record<string, DictionaryType>> = {}) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  return {
    actions: {
      created: t('master.created'),
      changed: t('master.changed'),
      enabled: t('master.enable'),
      disabled: t('master.disable'),
      deleted: t('master.delete'),
    },
    says: (field: string, value: string): string => {
      const type = codes[field]
      if (type !== undefined)
        return value
          .split(', ')
          .map((code) => wordFor(type, code, language))
          .join(t('list.separator'))
      if (value === 'true') return t('master.yes')
      return value === 'false' ? t('master.no') : value
    },
  }
}
