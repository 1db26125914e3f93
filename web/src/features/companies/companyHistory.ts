import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { money } from '../../shared/ui/format.ts'
import { percent } from './companyColumns.tsx'

const fields = [
  'code',
  'name',
  'shortName',
  'roles',
  'parentName',
  'serviceRegionNames',
  'uscc',
  'legalPerson',
  'permitNo',
  'permitExpiry',
  'regionName',
  'address',
  'tel',
  'email',
  'salesmanName',
  'settleMethod',
  'creditLimit',
  'creditDays',
  'billDay',
  'taxpayerType',
  'taxRate',
  'invoiceTitle',
  'invoiceTaxNo',
  'invoiceAddress',
  'invoiceTel',
  'invoiceBank',
  'invoiceAccount',
  'contractNo',
  'contractFrom',
  'contractTo',
  'remark',
  'reason',
  'mergedInto',
  'absorbed',
] as const

/** A company's timeline in words. */
export function useCompanyHistory() {
  const { t } = useTranslation('companies')
  const common = useMasterHistory({
    roles: 'companyRole',
    settleMethod: 'settleMethod',
    taxpayerType: 'taxpayerType',
  })
  return {
    fields: Object.fromEntries(fields.map((field) => [field, t(`company.${field}`)])),
    actions: {
      ...common.actions,
      blacklisted: t('done.blacklist'),
      unblacklisted: t('done.unblacklist'),
      merged: t('done.merged'),
      absorbed: t('done.merge'),
    },
    says: (field: string, value: string) => {
      if (field === 'taxRate') return percent(value)
      return field === 'creditLimit' ? money(value) : common.says(field, value)
    },
  }
}
