import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'

const fields = { type: 'type', rate: 'rate', min_charge: 'least', max_charge: 'most', enabled: 'on' } as const

/** A rate's timeline in words. */
export function useRateHistory() {
  const { t } = useTranslation('waybills')
  const common = useMasterHistory({ type: 'addedService' })
  return {
    ...common,
    fields: {
      ...Object.fromEntries(Object.entries(fields).map(([column, field]) => [column, t(`service.${field}`)])),
      company_id: t('filter.customer'),
    },
  }
}
