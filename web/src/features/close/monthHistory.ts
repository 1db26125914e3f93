import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

const acts = ['closed', 'reopening', 'reopened', 'rejected', 'withdrawn'] as const

/** The timeline of a month in words. */
export function useMonthHistory() {
  const { t } = useTranslation('close')
  const common = useMasterHistory()
  return {
    ...common,
    fields: { reason: t('reason') },
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
  }
}
