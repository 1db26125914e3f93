import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  deleteQuotations,
  exportQuotations,
  getQuotationHistory,
  getQuotations,
  getQuotationTotals,
  newQuotationVersion,
  type QuotationRow,
  quotationTabs,
  stopQuotations,
  submitQuotations,
  withdrawQuotations,
} from '@xunyun/contract/warehouse/billing/quotations'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Button } from 'antd'
import { Calculator } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { ChoiceFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { useQuotationHistory } from './billingHistory.ts'
import { billingPaths } from './paths.ts'
import { customersQuotationColumns, quotationColumns, quotationStatus } from './quotationColumns.tsx'

const QuotationForm = late(() => import('./QuotationForm.tsx').then((file) => file.QuotationForm))
const TrySheet = late(() => import('./TrySheet.tsx').then((file) => file.TrySheet))

const defaults = { filter: { tab: 'active' } } as const

type Open =
  | { readonly what: 'form'; readonly id: number | null }
  | { readonly what: 'try'; readonly customerId?: number }

/** Agree on rates: drafted, reviewed, in force, superseded by a new version. */
export function QuotationList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('warehouse/billing')
  const may = useRight('quotation')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getQuotations, totals: getQuotationTotals, exportCall: exportQuotations, defaults })
  const talk = useComments('quotation')
  const history = useHistory(getQuotationHistory, useQuotationHistory())
  const version = useAction(newQuotationVersion, { refresh: billingPaths })
  const counts = list.totals?.tabs
  const isCustomer = useIsCustomer()
  const isPhone = useIsPhone()
  const close = () => setOpen(null)

  const beginVersion = async (row: QuotationRow) => {
    const { id } = await version.run({ id: row.id })
    setOpen({ what: 'form', id })
  }
  const acts = useActs<QuotationRow>({
    refresh: billingPaths,
    onDone: list.acted,
    word: (key) => t(`act.${key}`),
    nameOf: ({ quotationNo }) => quotationNo,
    ask: (key, what) => {
      const [one, many] =
        key === 'stop' ? (['stop.one', 'stop.many'] as const) : (['delete.one', 'delete.many'] as const)
      return typeof what === 'string' ? t(one, { no: what }) : t(many, { count: what })
    },
    acts: {
      edit: { single: true, open: ([row]) => row && setOpen({ what: 'form', id: row.id }) },
      submit: { call: submitQuotations },
      withdraw: { call: withdrawQuotations },
      newVersion: { single: true, open: ([row]) => row && beginVersion(row) },
      moreOfOne: ([row], single) => (single && row ? others(row) : []),
      stop: { call: stopQuotations, reason: t('stop.text'), danger: true },
      delete: { call: deleteQuotations, confirm: t('delete.text'), danger: true },
    },
  })
  const others = (row: QuotationRow): RowAction[] => [
    { key: 'try', label: t('act.try'), onClick: () => setOpen({ what: 'try', customerId: row.customerId }) },
    ...talk.rowAction(row.id, row.quotationNo),
    { key: 'versions', label: t('act.versions'), onClick: () => list.setFilter({ lineId: row.lineId, tab: null }) },
    history.action(row.id, `${row.quotationNo} v${row.versionNo}`),
  ]
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'form', id: null })}>{t('new')}</NewButton>
  return (
    <>
      <ListPage
        list={list}
        label={t('view.quotation')}
        columns={isCustomer ? customersQuotationColumns : quotationColumns}
        tabs={
          <StateTabs
            label={t('field.status')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              // A customer's account is not told of what is only being prepared.
              ...quotationTabs
                .filter((tab) => !isCustomer || !['draft', 'pending'].includes(tab))
                .map((tab) => ({
                  value: tab,
                  label: t(`tab.${tab}`),
                  count: counts?.[tab],
                  tone: tab === 'pending' || tab === 'expiring' ? ('orange' as const) : undefined,
                })),
              { value: undefined, label: t('tab.all'), count: counts?.all },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.quotation')} width={200} />
            <LookupFilter
              {...list.field('customerId')}
              label={t('field.customerId')}
              call={getCompanyChoices}
              input={{ roles: ['customer', 'owner', 'settle'] }}
              width={200}
            />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouseId')} call={getWarehouseChoices} />
            <ChoiceFilter
              {...list.field('triggers')}
              label={t('field.trigger')}
              type="billingTrigger"
              multiple
              width={160}
            />
          </>
        }
        more={<ChoiceFilter {...list.field('feeItem')} label={t('field.feeItem')} type="feeItem" width={160} />}
        primary={
          <>
            {choose}
            {create}
            {/* A phone has no room for it beside the others, and hardly an Excel file. */}
            {may.edit && !isPhone && <ImportButton page="quotation" refresh={billingPaths} />}
            <Button icon={<Calculator size={14} strokeWidth={1.75} />} onClick={() => setOpen({ what: 'try' })}>
              {t('act.try')}
            </Button>
          </>
        }
        actions={acts.row}
        batch={acts.batch}
        isVoid={(row) => quotationStatus(row) === 'ended'}
        onOpen={(row) => setOpen({ what: 'form', id: row.id })}
        empty={
          <Empty title={t('empty.quotation')} text={may.edit ? t('empty.quotationHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {talk.sheet}
      {open?.what === 'form' && <QuotationForm key={open.id} id={open.id} onClose={close} />}
      {open?.what === 'try' && (
        <TrySheet {...(open.customerId ? { customerId: open.customerId } : {})} onClose={close} />
      )}
      {acts.dialogs}
      {history.drawer}
    </>
  )
}
