import { useQuery } from '@tanstack/react-query'
import { getCostApplicationTotals, getUnappliedTotals } from '@xunyun/contract/costs/costApplications'
import type { ApplicationState } from '@xunyun/contract/costs/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { q } from '../../../shared/api/query.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useTab } from '../../../shared/tabs/useTab.ts'

const states: readonly ApplicationState[] = ['draft', 'pending', 'rejected', 'approved', 'partPaid', 'paid', 'void']
export type CarCostTab = ApplicationState | 'all' | undefined
type Counts = Readonly<Record<string, number>> | undefined

type Props = {
  readonly value: CarCostTab
  /** Of the list that is shown, with its filter; the other one is asked for its own. */
  readonly counts: Counts
}

/** 待申请 counts trips, the others applications. */
export function CarCostTabs({ value, counts }: Props) {
  const { t } = useTranslation(['tripCosts', 'costs'])
  const language = useLanguage()
  const navigate = useNavigate()
  const { path } = useTab()
  const isUnapplied = value === undefined
  const trips = useQuery({ ...q(getUnappliedTotals, {}), enabled: !isUnapplied })
  const applications = useQuery({ ...q(getCostApplicationTotals, { kinds: ['carCost'] }), enabled: isUnapplied })
  const ofTrips = isUnapplied ? counts : trips.data?.tabs
  const ofApplications = isUnapplied ? applications.data?.tabs : counts
  const countOf = (tab: string) => ofApplications && (ofApplications[tab] ?? 0)
  return (
    <StateTabs<ApplicationState | 'all'>
      label={t('tabs')}
      value={value}
      onChange={(tab) => void navigate(tab === undefined ? path : `${path}?tab=${tab}`, { replace: true })}
      tabs={[
        { value: undefined, label: t('tab.unapplied'), count: ofTrips?.all, tone: 'orange' },
        ...states.map((state) => ({
          value: state,
          label: wordFor('applicationState', state, language),
          count: countOf(state),
          ...(state === 'pending' ? { tone: 'orange' as const } : state === 'rejected' ? { tone: 'red' as const } : {}),
        })),
        { value: 'all', label: t('costs:tab.all'), count: countOf('all') },
      ]}
    />
  )
}
