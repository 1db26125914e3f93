import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { dateTime, money } from '../../shared/ui/format.ts'

const fields = ['holder', 'expectedReturn', 'returnWay', 'expressNo', 'condition'] as const
const moments = ['expectedReturn', 'at']

/** The timeline of a device in words. */
export function useDeviceHistory() {
  const { t } = useTranslation('devices')
  const common = useMasterHistory(
    { returnWay: 'returnWay', condition: 'deviceCondition', state: 'deviceState' },
    'devices:device.*',
    'devices:history.*',
  )
  return {
    ...common,
    fields: {
      ...common.fields,
      ...Object.fromEntries(fields.map((field) => [field, t(`binding.${field}`)])),
      reason: t('field.reason'),
      debtor: t('field.debtor'),
      at: t('device.positionAt'),
    },
    says: (field: string, value: string): string => {
      if (moments.includes(field)) return dateTime(value)
      if (field === 'deposit') return money(value)
      return field === 'battery' ? `${value}%` : common.says(field, value)
    },
  }
}
