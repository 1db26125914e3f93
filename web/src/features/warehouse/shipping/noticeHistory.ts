import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { dateTime } from '../../../shared/ui/format.ts'

const codes = { type: 'outboundType', state: 'outboundState', shortReason: 'shortReason' } as const

/** The timeline of a notice, task or carton in words. */
export function useOutboundHistory() {
  const { t } = useTranslation('warehouse/shipping')
  const common = useMasterHistory(codes, 'warehouse/shipping:field.*', 'warehouse/shipping:history.*')
  return {
    ...common,
    fields: {
      ...common.fields,
      regionName: t('field.region'),
      noticeNos: t('field.noticeNo'),
      item: t('field.itemNo'),
      short: t('field.shortQty'),
      shortReason: t('pick.shortReason'),
      carrierName: t('field.carrier'),
      lines: t('lines.title'),
      qty: t('field.quantity'),
      pickerName: t('field.picker'),
    },
    says: (field: string, value: string) => (field === 'requiredAt' ? dateTime(value) : common.says(field, value)),
  }
}
