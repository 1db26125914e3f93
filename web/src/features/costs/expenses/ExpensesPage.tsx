import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  type CostApplicationRow,
  exportCostApplications,
  getCostApplications,
  getCostApplicationTotals,
} from '@xunyun/contract/costs/costApplications'
import { payParts } from '@xunyun/contract/costs/lines'
import { type ApplicationState, applicationStates } from '@xunyun/contract/costs/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { pageOf } from '@xunyun/contract/pages'
import { getUsers } from '@xunyun/contract/system/calls'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useOpen } from '../../../shared/form/waiting.ts'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { ApplicationAt } from '../trips/ApplicationAt.tsx'
import { applicationColumns } from '../trips/applicationColumns.tsx'
import { applicationKey } from '../trips/paths.ts'
import { useApplicationActs } from '../trips/useApplicationActs.tsx'

const ExpenseForm = late(() => import('./ExpenseForm.tsx').then((file) => file.ExpenseForm))

const ofNoTrip = { kinds: ['costApplication' as const, 'claim' as const] }
const defaults = { filter: { tab: 'mine' } } as const
const tones: Readonly<Partial<Record<ApplicationState, 'orange' | 'red'>>> = { pending: 'orange', rejected: 'red' }

const column = columnsOf<CostApplicationRow>()
const leftOut = new Set(['plateNo', 'carrierName', 'way', 'ofNos', 'reason', ...payParts])
/** Those of every application, with what it is for and who is paid in place of vehicle and way. */
const columns = applicationColumns.flatMap((one) => {
  if (one.key === 'amount')
    return [
      column.code('feeItem', 'costs:column.feeItem', 'feeItem', { width: 84, card: 'meta' }),
      column.text('payeeName', 'costs:column.payee', { width: 148, card: 'meta' }),
      one,
      column.text('reason', 'costs:column.reason', { width: 180 }),
      column.text('ofNos', 'costs:column.of', { width: 140, value: ({ ofNos }) => ofNos.join('、') }),
    ]
  return leftOut.has(one.key) ? [] : [one]
})

/** Ask for money that no trip covers, and follow it (RT-16/costApplication). One opens with `?application=FY…`. */
export default function ExpensesPage() {
  const { t } = useTranslation(['fees', 'costs', 'tripCosts'])
  const language = useLanguage()
  const may = useRight('costApplication')
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useOpen<true>()
  const list = useList({
    call: getCostApplications,
    totals: getCostApplicationTotals,
    exportCall: exportCostApplications,
    keepFilter: ofNoTrip,
    defaults,
  })
  const acts = useApplicationActs(list.keepRefused)
  const counts = list.totals?.tabs
  const show = (no: string) => {
    const next = new URLSearchParams(search)
    next.set(applicationKey, no)
    setSearch(next, { replace: true })
  }
  const create = may.edit && <NewButton onClick={() => setOpen(true)}>{t('expense.new')}</NewButton>
  return (
    <>
      <ListPage
        list={list}
        label={pageOf('costApplication').titles[language]}
        columns={columns}
        tabs={
          <StateTabs
            label={t('costs:column.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              { value: 'mine' as const, label: t('expense.mine'), count: counts?.mine },
              ...applicationStates.map((state) => ({
                value: state,
                label: wordFor('applicationState', state, language),
                count: counts && (counts[state] ?? 0),
                tone: tones[state],
              })),
              { value: undefined, label: t('expense.all'), count: counts?.all },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('expense.q')} />
            <ChoiceFilter {...list.field('feeItems')} label={t('costs:column.feeItem')} type="feeItem" multiple />
            <LookupFilter
              {...list.field('companyId')}
              label={t('costs:column.payee')}
              call={getCompanyChoices}
              width={200}
            />
            <DayRangeFilter {...list.range('appliedFrom', 'appliedTo')} label={t('costs:column.appliedAt')} />
          </>
        }
        more={
          <>
            <OutletFilter {...list.field('outletId')} label={t('costs:column.outlet')} />
            <LookupFilter {...list.field('applicantId')} label={t('costs:column.applicant')} call={getUsers} />
          </>
        }
        primary={create}
        actions={(row) => [...acts.row(row), { key: 'view', label: t('open'), onClick: () => show(row.no) }]}
        batch={acts.batch}
        isVoid={(row) => row.state === 'void'}
        onOpen={(row) => show(row.no)}
        empty={<Empty title={t('expense.empty')}>{create}</Empty>}
      />
      {open && <ExpenseForm id={null} onClose={() => setOpen(null)} />}
      {acts.dialogs}
      <ApplicationAt />
    </>
  )
}
