import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'

/** The timeline of a dictionary entry in words. */
export function useDictionaryHistory() {
  const { t } = useTranslation('system')
  const common = useMasterHistory()
  return {
    fields: {
      type: t('dictionary.type'),
      code: t('dictionary.code'),
      zh: t('label.zh'),
      en: t('label.en'),
      es: t('label.es'),
      ja: t('label.ja'),
      sort: t('dictionary.sort'),
    },
    actions: { ...common.actions, moved: t('act.move') },
    says: common.says,
  }
}
