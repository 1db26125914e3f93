import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { exportAdjustments, getAdjustments, getAdjustmentTotals } from '@xunyun/contract/costs/adjustments'
import type { ApplicationState } from '@xunyun/contract/costs/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { getUsers } from '@xunyun/contract/system/calls'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { applicationPaths } from '../paths.ts'
import { AdjustmentDrawer } from './AdjustmentDrawer.tsx'
import { adjustmentColumns } from './adjustmentColumns.tsx'
import { useAdjustmentActs } from './useAdjustmentActs.tsx'

const defaults = { filter: { tab: 'pending' } } as const
const tabs: readonly ApplicationState[] = ['pending', 'draft', 'rejected', 'approved', 'partPaid', 'paid', 'void']

/** Follow adjustments, mend the refused. One opens in a drawer that has an address: `?adjustment=12`. */
export default function AdjustmentsPage() {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const mayAdjust = useRight('incOrDec').edit
  const list = useList({
    call: getAdjustments,
    totals: getAdjustmentTotals,
    exportCall: exportAdjustments,
    defaults,
  })
  const acts = useAdjustmentActs(list.keepRefused)
  const open = (id: number | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('adjustment')
    else next.set('adjustment', String(id))
    setSearch(next, { replace: true })
  }
  const opened = Number(search.get('adjustment'))
  const create = mayAdjust && (
    <NewButton onClick={() => void navigate(pathTo('incOrDec'))}>{t('adjust.title')}</NewButton>
  )
  return (
    <>
      <ListPage
        list={list}
        label={t('list.adjustments')}
        columns={adjustmentColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('column.state')}
            tabs={tabs}
            word={(tab) => wordFor('applicationState', tab, language)}
            all={t('tab.all')}
            tones={{ pending: 'orange', rejected: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.adjustments')} />
            <LookupFilter {...list.field('companyId')} label={t('column.party')} call={getCompanyChoices} />
            <ChoiceFilter {...list.field('feeItems')} label={t('column.feeItem')} type="feeItem" multiple />
            <DayRangeFilter {...list.range('appliedFrom', 'appliedTo')} label={t('column.appliedAt')} />
            <OutletFilter {...list.field('outletId')} label={t('column.outlet')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('direction')} label={t('column.direction')} type="priceDirection" />
            <LookupFilter {...list.field('applicantId')} label={t('column.applicant')} call={getUsers} />
          </>
        }
        primary={
          <>
            {create}
            {mayAdjust && <ImportButton page="incOrDec" refresh={applicationPaths} />}
          </>
        }
        actions={(row) => [...acts.row(row), { key: 'view', label: t('act.view'), onClick: () => open(row.id) }]}
        batch={acts.batch}
        isVoid={(row) => row.state === 'void'}
        onOpen={(row) => open(row.id)}
        empty={<Empty title={t('empty.adjustments')}>{create}</Empty>}
      />
      {opened > 0 && <AdjustmentDrawer id={opened} onClose={() => open(null)} />}
      {acts.dialogs}
    </>
  )
}
