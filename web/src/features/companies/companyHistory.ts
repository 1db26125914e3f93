import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { money } from '../../shared/ui/format.ts'
import { percent } from './companyColumns.tsx'

/** A company's timeline in words. */
export function useCompanyHistory() {
  const { t } = useTranslation('companies')
  const codes = {
    roles: 'companyRole',
    settleMethod: 'settleMethod',
    taxpayerType: 'taxpayerType',
    deductibleInvoice: 'deductibleInvoice',
  } as const
  const common = useMasterHistory(codes, 'companies:company.*')
  return {
    fields: common.fields,
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
