import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import {
  exportInvoices,
  getInvoiceHistory,
  getInvoices,
  getInvoiceTotals,
  type InvoiceRow,
} from '@xunyun/contract/invoices/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import { Button } from 'antd'
import { FilePlus2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useDecideButtons } from '../../shared/action/useDecideButtons.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { AmountRangeFilter } from '../../shared/list/AmountRangeFilter.tsx'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { useInvoiceHistory } from './histories.ts'
import { invoiceColumns } from './invoiceColumns.tsx'
import { invoicePaths } from './paths.ts'
import { useInvoiceActs } from './useInvoiceActs.tsx'

const InvoiceDrawer = late(() => import('./InvoiceDrawer.tsx').then((file) => file.InvoiceDrawer))

const tabsOf = {
  billApplyList: ['pending', 'draft', 'rejected', 'toIssue', 'issued', 'red', 'void'],
  billApplyAudit: ['pending', 'toIssue', 'issued', 'rejected', 'red'],
} as const
/** What is to be decided comes with what waits longest first. */
const defaultsOf = {
  billApplyList: { filter: { tab: 'pending' } },
  billApplyAudit: { filter: { tab: 'pending' }, sort: { key: 'appliedAt', dir: 'asc' } },
} as const
const tones = { pending: 'orange', toIssue: 'orange', rejected: 'red' } as const

/** Applications for invoices and red letters: followed by whoever applied, decided and issued by whoever reviews. One opens with `?invoice=12`. */
export function InvoiceList({ page }: { page: keyof typeof tabsOf }) {
  const { t } = useTranslation('invoices')
  const language = useLanguage()
  const navigate = useNavigate()
  const mayApply = useRight('billApply').edit
  const [search, setSearch] = useSearchParams()
  const list = useList({
    call: getInvoices,
    totals: getInvoiceTotals,
    exportCall: exportInvoices,
    defaults: defaultsOf[page],
  })
  const acts = useInvoiceActs(list.acted)
  const history = useHistory(getInvoiceHistory, useInvoiceHistory())
  const show = (id: number | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('invoice')
    else next.set('invoice', String(id))
    setSearch(next, { replace: true })
  }
  const decideButtons = useDecideButtons(list.rows)
  const shown = Number(search.get('invoice') ?? 0)
  const mayIssue = useRight('billApplyAudit').edit
  const numbers = page === 'billApplyAudit' && mayIssue && (
    <ImportButton page="billApplyAudit" refresh={invoicePaths} label={t('act.numbers')} />
  )
  const create = page === 'billApplyList' && mayApply && (
    <Button
      type="primary"
      icon={<FilePlus2 size={14} strokeWidth={1.75} />}
      onClick={() => void navigate(pathTo('billApply'))}
    >
      {t('apply.openPage')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={list}
        label={t(`list.${page}`)}
        columns={invoiceColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('column.state')}
            tabs={tabsOf[page]}
            word={(tab) => (tab === 'red' ? t('tab.red') : wordFor('invoiceState', tab, language))}
            all={t('tab.all')}
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('q')} width={240} />
            <LookupFilter {...list.field('customerId')} label={t('column.customer')} call={getCompanyChoices} />
            <ChoiceFilter {...list.field('types')} label={t('column.type')} type="invoiceType" multiple width={136} />
            <DayRangeFilter {...list.range('appliedFrom', 'appliedTo')} label={t('column.appliedAt')} />
          </>
        }
        more={
          <>
            <LookupFilter {...list.field('applicantId')} label={t('column.applicant')} call={getUsers} />
            <OutletFilter {...list.field('outletId')} label={t('column.outlet')} />
            <AmountRangeFilter {...list.range('amountFrom', 'amountTo')} label={t('column.gross')} />
            <DayRangeFilter {...list.range('issuedFrom', 'issuedTo')} label={t('column.issuedOn')} />
          </>
        }
        primary={create || numbers || undefined}
        batch={acts.batch}
        actions={(row: InvoiceRow) => [...acts.row(row), history.action(row.id, row.no)]}
        cardAction={(row) => decideButtons(acts.row(row))}
        isVoid={(row) => row.state === 'void'}
        onOpen={(row) => show(row.id)}
        empty={<Empty title={t(`empty.${page}`)}>{create}</Empty>}
      />
      {shown > 0 && <InvoiceDrawer id={shown} onClose={() => show(null)} />}
      {acts.dialogs}
      {history.drawer}
    </>
  )
}
