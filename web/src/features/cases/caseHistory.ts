import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { dateTime, money } from '../../shared/ui/format.ts'

/** The timeline of a case in words. */
export function useAbnormalHistory() {
  const { t } = useTranslation('cases')
  const common = useMasterHistory(
    { responsible: 'responsible', dealing: 'abnormalDealing', state: 'abnormalState' },
    'cases:column.*',
    'cases:history.*',
  )
  return {
    ...common,
    fields: { ...common.fields, reason: t('history.reason') },
    says: (field: string, value: string) =>
      field === 'dueAt'
        ? dateTime(value)
        : field === 'loss' || field === 'amount'
          ? money(value)
          : common.says(field, value),
  }
}

/** The same of a complaint. */
export function useComplaintHistory() {
  const { t } = useTranslation('cases')
  const common = useMasterHistory(
    { channel: 'complaintChannel', category: 'complaintCategory' },
    'cases:complaint.*',
    'cases:history.*',
  )
  return {
    ...common,
    fields: {
      ...common.fields,
      owner: t('column.owner'),
      dueAt: t('column.dueAt'),
      reason: t('history.reason'),
      remark: t('history.remark'),
    },
    says: (field: string, value: string) =>
      field === 'dueAt' ? dateTime(value) : field === 'amount' ? money(value) : common.says(field, value),
  }
}
