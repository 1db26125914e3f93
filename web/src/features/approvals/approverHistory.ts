import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

const fields = ['level', 'mode', 'amountFrom', 'amountTo', 'who', 'deputy'] as const

/** The timeline of an approver level in words. */
export function useApproverHistory() {
  const { t } = useTranslation('approvals')
  const common = useMasterHistory({ mode: 'approvalMode' })
  return { ...common, fields: Object.fromEntries(fields.map((field) => [field, t(`setup.${field}`)])) }
}
