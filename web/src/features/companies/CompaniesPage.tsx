import {
  type CompanyEntry,
  type CompanyRow,
  type CompanyTab,
  exportCompanies,
  getCompanies,
  getCompanyHistory,
  getCompanyTotals,
  getOutletChoices,
} from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { getUsers } from '@xunyun/contract/system/calls'
import { useTranslation } from 'react-i18next'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { ChoiceFilter, FlagFilter, LookupFilter, RegionFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { companyColumns } from './companyColumns.tsx'
import { useCompanyHistory } from './companyHistory.ts'
import { type CompanyRole, entries, entryOfPath } from './entries.ts'
import { useCompanyActs } from './useCompanyActs.tsx'

const CompanyDrawer = late(() => import('./CompanyDrawer.tsx').then((file) => file.CompanyDrawer))
const CompanyForm = late(() => import('./CompanyForm.tsx').then((file) => file.CompanyForm))

const sort = { key: 'code', dir: 'asc' } as const
const defaultsOf = (entry: CompanyEntry) => ({ sort, filter: { tab: entries[entry].tabs[0] } })
const defaults = { view: defaultsOf('view'), supplier: defaultsOf('supplier'), manage: defaultsOf('manage') }
const keep = { view: { entry: 'view' }, supplier: { entry: 'supplier' }, manage: { entry: 'manage' } } as const
const horizons = [30, 60, 90, 180] as const

const tones: Partial<Record<CompanyTab, 'orange' | 'red'>> = { expiring: 'orange', blacklisted: 'red' }
const ownWords = ['expiring', 'blacklisted', 'disabled'] as const
type OwnWord = (typeof ownWords)[number]
const isOwnWord = (tab: CompanyTab): tab is OwnWord => ownWords.some((word) => word === tab)

const refresh = ['/api/Companies/']

type Open = { readonly what: 'form' | 'view'; readonly company: CompanyRow | null }

/** Partners and outlets: customers, suppliers and all of them are one page with the roles of its entry. */
export default function CompaniesPage() {
  const { t } = useTranslation(['companies', 'ui'])
  const language = useLanguage()
  const entry = entryOfPath(useTab().path)
  const { page, roles, tabs } = entries[entry]
  const may = useRight(page)
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({
    call: getCompanies,
    totals: getCompanyTotals,
    exportCall: exportCompanies,
    defaults: defaults[entry],
    keepFilter: keep[entry],
  })
  const history = useHistory(getCompanyHistory, useCompanyHistory())
  const acts = useCompanyActs({
    page,
    onDone: list.acted,
    onChange: (company) => setOpen({ what: 'form', company }),
    onHistory: ({ id, name }) => history.open(id, name),
  })
  const counts = list.totals?.tabs
  const { tab } = list.filter
  const create = may.edit && !isCustomer && (
    <NewButton onClick={() => setOpen({ what: 'form', company: null })}>{t('new')}</NewButton>
  )
  const tabWord = (value: CompanyTab | undefined): string => {
    if (value === undefined) return t('tab.all')
    return isOwnWord(value) ? t(`tab.${value}`) : wordFor('companyRole', value, language)
  }
  const within = horizons.map((days) => ({ value: days, label: t('filter.within', { days }) }))
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('company.list')}
        columns={companyColumns(entry, isCustomer)}
        tabs={
          <StateTabs
            label={t('company.roles')}
            value={tab}
            onChange={(next) => list.setFilter({ tab: next })}
            tabs={tabs.map((value) => ({
              value,
              label: tabWord(value),
              count: counts?.[value ?? 'all'],
              tone: value && tones[value],
            }))}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.companyQ')} width={244} />
            <ChoiceFilter
              {...list.field('roles')}
              label={t('company.roles')}
              type="companyRole"
              only={roles}
              multiple
              width={148}
            />
            <RegionFilter {...list.field('region')} label={t('company.regionName')} />
            {!isCustomer && (
              <LookupFilter {...list.field('salesmanId')} label={t('company.salesmanName')} call={getUsers} />
            )}
            <ChoiceFilter
              {...list.field('settleMethod')}
              label={t('company.settleMethod')}
              type="settleMethod"
              width={148}
            />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('permitWithinDays')} label={t('filter.permit')} options={within} width={168} />
            <ChoiceFilter
              {...list.field('contractWithinDays')}
              label={t('filter.contract')}
              options={within}
              width={168}
            />
            <ChoiceFilter
              {...list.field('taxpayerType')}
              label={t('company.taxpayerType')}
              type="taxpayerType"
              width={188}
            />
            {roles.includes('own') && (
              <LookupFilter {...list.field('parentId')} label={t('filter.parent')} call={getOutletChoices} />
            )}
            <FlagFilter
              {...list.field('blacklisted')}
              label={t('filter.blacklist')}
              yes={t('filter.only')}
              no={t('filter.not')}
              width={140}
            />
          </>
        }
        primary={
          create && (
            <>
              {create}
              <ImportButton page={page} refresh={refresh} />
            </>
          )
        }
        batch={acts.batchActions}
        actions={acts.rowActions}
        cardAction={(row) => <CallLink phone={row.tel} name={row.name} />}
        isVoid={(row) => !row.enabled}
        onOpen={(company) => setOpen({ what: may.edit && company.mayEdit ? 'form' : 'view', company })}
        empty={<Empty title={t('empty.companies')}>{create}</Empty>}
      />
      {open?.what === 'form' && (
        <CompanyForm id={open.company?.id ?? null} roles={newRoles(tab, entries[entry].role)} onClose={close} />
      )}
      {open?.what === 'view' && open.company && (
        <CompanyDrawer id={open.company.id} name={open.company.name} onClose={close} />
      )}
      {history.drawer}
      {acts.dialogs}
    </>
  )
}

/** A new one is of the kind that is looked at. */
const newRoles = (tab: CompanyTab | undefined, usual: CompanyRole): CompanyRole[] => [
  tab === undefined || isOwnWord(tab) ? usual : tab,
]
