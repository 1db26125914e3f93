import { useQuery } from '@tanstack/react-query'
import { getArrangementCosts } from '@xunyun/contract/costs/lines'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { money } from '../../../shared/ui/format.ts'
import { useSeesCosts } from './useSeesCosts.ts'

/** Before a trip is cancelled: what of its costs is approved stays owed, as an empty run. */
export function StayingCosts({ id }: { id: number }) {
  const { t } = useTranslation('tripCosts')
  const costs = useQuery({ ...q(getArrangementCosts, { id }), enabled: useSeesCosts(), staleTime: 0 })
  const approved = costs.data?.approved ?? '0'
  return compareDecimal(approved, '0') === 0 ? null : <b>{t('stays', { amount: money(approved) })}</b>
}
