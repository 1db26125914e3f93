import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

const fields = [
  'name',
  'mobile',
  'licenceNo',
  'licenceClass',
  'licenceExpiry',
  'qualificationNo',
  'qualificationExpiry',
  'bankName',
  'bankAccount',
  'idCard',
  'carrierName',
  'remark',
] as const

/** A driver's timeline in words. */
export function useDriverHistory() {
  const { t } = useTranslation('resources')
  const common = useMasterHistory()
  return { ...common, fields: Object.fromEntries(fields.map((field) => [field, t(`driver.${field}`)])) }
}
