import { type PrintField, printFields } from '@xunyun/contract/printing/fields'
import { printTypes, printTypeTitles } from '@xunyun/contract/printing/papers'
import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'

/** A template's timeline in words. */
export function useTemplateHistory() {
  const { t } = useTranslation(['printing', 'common'])
  const language = useLanguage()
  const master = useMasterHistory({}, 'printing:template.*')
  const nameOf = (field: string): string =>
    Object.hasOwn(printFields, field) ? printFields[field as PrintField].titles[language] : field
  return {
    fields: master.fields,
    actions: {
      ...master.actions,
      madeDefault: t('history.madeDefault'),
      noDefault: t('history.noDefault'),
    },
    says: (field: string, value: string) => {
      if (field === 'fields') return value.split(', ').map(nameOf).join(', ')
      if (field === 'type') return printTypeTitles[printTypes.find((type) => type === value) ?? 'waybill'][language]
      return value
    },
  }
}
