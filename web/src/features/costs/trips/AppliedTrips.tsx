import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportCostApplications,
  getCostApplications,
  getCostApplicationTotals,
} from '@xunyun/contract/costs/costApplications'
import { pageOf } from '@xunyun/contract/pages'
import { getUsers } from '@xunyun/contract/system/calls'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { applicationColumns } from './applicationColumns.tsx'
import { CarCostTabs } from './CarCostTabs.tsx'
import { applicationKey } from './paths.ts'
import { useApplicationActs } from './useApplicationActs.tsx'

const ofTrips = { kinds: ['carCost' as const] }

/** Applications for what trips cost, by state. */
export function AppliedTrips() {
  const { t } = useTranslation(['tripCosts', 'costs'])
  const language = useLanguage()
  const [search, setSearch] = useSearchParams()
  const list = useList({
    call: getCostApplications,
    totals: getCostApplicationTotals,
    exportCall: exportCostApplications,
    keepFilter: ofTrips,
  })
  const acts = useApplicationActs(list.keepRefused)
  const open = (no: string) => {
    const next = new URLSearchParams(search)
    next.set(applicationKey, no)
    setSearch(next, { replace: true })
  }
  return (
    <>
      <ListPage
        list={list}
        label={pageOf('carCostApply').titles[language]}
        columns={applicationColumns}
        tabs={<CarCostTabs value={list.filter.tab === 'mine' ? 'all' : list.filter.tab} counts={list.totals?.tabs} />}
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.applications')} />
            <LookupFilter
              {...list.field('companyId')}
              label={t('costs:column.payee')}
              call={getCompanyChoices}
              input={{ roles: ['carrier', 'special'] }}
            />
            <DayRangeFilter {...list.range('appliedFrom', 'appliedTo')} label={t('costs:column.appliedAt')} />
            <OutletFilter {...list.field('outletId')} label={t('costs:column.outlet')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('feeItems')} label={t('costs:column.feeItem')} type="feeItem" multiple />
            <LookupFilter {...list.field('applicantId')} label={t('costs:column.applicant')} call={getUsers} />
          </>
        }
        actions={(row) => [...acts.row(row), { key: 'view', label: t('costs:act.view'), onClick: () => open(row.no) }]}
        batch={acts.batch}
        isVoid={(row) => row.state === 'void'}
        onOpen={(row) => open(row.no)}
        empty={<Empty title={t('empty.applications')} />}
      />
      {acts.dialogs}
    </>
  )
}
