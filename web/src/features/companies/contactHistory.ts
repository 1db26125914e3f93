import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

const fields = [
  'companyName',
  'name',
  'partyCompany',
  'mobile',
  'tel',
  'regionName',
  'address',
  'lng',
  'lat',
  'isDefault',
  'remark',
] as const

/** A contact's timeline in words. */
export function useContactHistory() {
  const { t } = useTranslation('companies')
  const common = useMasterHistory()
  return { ...common, fields: Object.fromEntries(fields.map((field) => [field, t(`contact.${field}`)])) }
}
