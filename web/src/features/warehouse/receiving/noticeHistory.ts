import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { dateTime } from '../../../shared/ui/format.ts'

const codes = { type: 'inboundType', state: 'inboundState' } as const

/** A notice's timeline in words: from its announcement over every count to the end. */
export function useNoticeHistory() {
  const { t } = useTranslation('warehouse/receiving')
  const common = useMasterHistory(codes, 'warehouse/receiving:field.*', 'warehouse/receiving:history.*')
  return {
    ...common,
    fields: {
      ...common.fields,
      item: t('field.itemNo'),
      lines: t('lines.title'),
      reason: t('history.reason'),
      qty: t('history.qty'),
      receiptNo: t('history.receiptNo'),
      blind: t('mark.blindTitle'),
    },
    says: (field: string, value: string) => (field === 'eta' ? dateTime(value) : common.says(field, value)),
  }
}
