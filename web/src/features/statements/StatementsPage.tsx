import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { pageOf } from '@xunyun/contract/pages'
import { exportStatements, getStatements, getStatementTotals, statementTabs } from '@xunyun/contract/statements/calls'
import { Button } from 'antd'
import { ListChecks } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { q } from '../../shared/api/query.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { statementKey } from './paths.ts'
import { statementColumns } from './statementColumns.tsx'
import { useStatementActs } from './useStatementActs.tsx'

const GenerateForm = late(() => import('./GenerateForm.tsx').then((file) => file.GenerateForm))
const GenerateAllForm = late(() => import('./GenerateForm.tsx').then((file) => file.GenerateAllForm))
const StatementSheet = late(() => import('./StatementSheet.tsx').then((file) => file.StatementSheet))

/** What companies and outlets of ours owe each other, as it was sent, and what they say to it (M53). One opens with `?statement=DZ…`. */
export default function StatementsPage() {
  const { t } = useTranslation('statements')
  const language = useLanguage()
  const may = useRight('statement')
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useOpen<'one' | 'all'>()
  const list = useList({ call: getStatements, totals: getStatementTotals, exportCall: exportStatements })
  const acts = useStatementActs(list.keepRefused)
  const counts = list.totals?.tabs
  const show = (no: string | null) => {
    const next = new URLSearchParams(search)
    next.delete('new')
    next.delete('toDay')
    if (no === null) next.delete(statementKey)
    else next.set(statementKey, no)
    setSearch(next, { replace: true })
  }
  const made = useRef<string | null>(null)
  /** `?new=one` opens it at once, for the customer of the filter, up to `toDay`. What was made is shown where it stands, among the drafts. */
  const closeNew = () => {
    setOpen(null)
    const next = new URLSearchParams(search)
    next.delete('new')
    next.delete('toDay')
    if (made.current !== null) {
      next.set('tab', 'draft')
      next.delete('page')
      next.set(statementKey, made.current)
      made.current = null
    }
    setSearch(next, { replace: true })
  }
  const no = search.get(statementKey)
  const found = useQuery({ ...q(getStatements, { tab: 'all', q: no ?? '', pageSize: 20 }), enabled: no !== null })
  const shown = found.data?.rows.find((row) => row.no === no)?.id
  const create = may.edit && (
    <>
      <NewButton onClick={() => setOpen('one')}>{t('new')}</NewButton>
      <Button icon={<ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />} onClick={() => setOpen('all')}>
        {t('newAll')}
      </Button>
    </>
  )
  return (
    <>
      <ListPage
        list={list}
        label={pageOf('statement').titles[language]}
        columns={statementColumns}
        tabs={
          <StateTabs
            label={t('tabs')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              ...statementTabs.map((tab) => ({
                value: tab === 'sent' ? undefined : tab,
                label: t(`tab.${tab}`),
                count: counts?.[tab],
                ...(tab === 'disputed' ? { tone: 'red' as const } : {}),
              })),
              { value: 'all' as const, label: t('tab.all'), count: counts?.all },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('q')} />
            <LookupFilter
              {...list.field('companyId')}
              label={t('column.companyName')}
              call={getCompanyChoices}
              width={200}
            />
            <ChoiceFilter {...list.field('direction')} label={t('column.direction')} type="priceDirection" />
            <DayRangeFilter {...list.range('toDayFrom', 'toDayTo')} label={t('column.toDay')} />
          </>
        }
        more={<OutletFilter {...list.field('outletId')} label={t('column.outletName')} />}
        primary={create}
        actions={(row) => [...acts.row(row), { key: 'open', label: t('open'), onClick: () => show(row.no) }]}
        batch={acts.batch}
        isVoid={({ state }) => state === 'void'}
        onOpen={(row) => show(row.no)}
        empty={<Empty title={t('empty')}>{create}</Empty>}
      />
      {(open === 'one' || search.has('new')) && (
        <GenerateForm
          companyId={list.filter.companyId}
          direction={list.filter.direction}
          toDay={search.get('toDay') ?? undefined}
          onMade={(no) => {
            made.current = no
          }}
          onClose={closeNew}
        />
      )}
      {open === 'all' && <GenerateAllForm onClose={() => setOpen(null)} />}
      {shown !== undefined && <StatementSheet id={shown} onClose={() => show(null)} />}
      {acts.dialogs}
    </>
  )
}
