import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportWaybills,
  getWaybills,
  getWaybillTotals,
  priceTabs,
  type WaybillRow,
} from '@xunyun/contract/waybills/calls'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import {
  ChoiceFilter,
  DayRangeFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { Empty } from '../../shared/ui/Notice.tsx'
import { chargePaths } from './paths.ts'
import { priceColumns } from './priceColumns.tsx'
import { usePriceActs } from './usePriceActs.tsx'
import { invoicePathOf } from './useWaybillActs.tsx'

const defaults = { filter: { priceTab: 'reviewed' }, sort: { key: 'bizDate', dir: 'asc' } } as const
const tones = { unpriced: 'orange', pending: 'orange', rejected: 'red', disputed: 'red' } as const

/** Settle each price with the customer. */
export default function PriceConfirmationPage() {
  const { t } = useTranslation('waybills')
  const list = useList({
    call: getWaybills,
    totals: getWaybillTotals,
    exportCall: exportWaybills,
    defaults,
    tabField: 'priceTab',
  })
  const acts = usePriceActs(list.acted)
  const navigate = useNavigate()
  const mayInvoice = useRight('billApply').edit
  const invoice = (rows: readonly WaybillRow[]) => {
    const to = mayInvoice ? invoicePathOf(rows) : undefined
    return to ? [{ key: 'invoice', label: t('act.invoice'), onClick: () => void navigate(to) }] : []
  }
  const may = useRight('wayBillList')
  const counts = list.totals?.tabs
  return (
    <>
      <ListPage
        list={list}
        label={t('price.list')}
        columns={priceColumns}
        tabs={
          <StateTabs
            label={t('column.priceState')}
            value={list.filter.priceTab}
            onChange={(priceTab) => list.setFilter({ priceTab })}
            tabs={[
              ...priceTabs.map((tab) => ({
                value: tab,
                label: t(`price.tab.${tab}`),
                count: counts?.[tab],
                tone: tab in tones ? tones[tab as keyof typeof tones] : undefined,
              })),
              { value: 'all' as const, label: t('tab.all'), count: counts?.all },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            <LookupFilter {...list.field('customerId')} label={t('filter.customer')} call={getCompanyChoices} />
            <RegionFilter {...list.field('to')} label={t('filter.to')} />
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('filter.bizDate')} />
            <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />
          </>
        }
        more={
          <>
            <RegionFilter {...list.field('from')} label={t('filter.from')} />
            <ChoiceFilter {...list.field('states')} label={t('filter.state')} type="waybillState" multiple />
            <ChoiceFilter {...list.field('payMethods')} label={t('filter.pay')} type="payMethod" multiple />
            <ChoiceFilter {...list.field('invoicings')} label={t('column.invoicing')} type="invoicing" multiple />
            <ChoiceFilter {...list.field('collections')} label={t('column.collection')} type="collection" multiple />
          </>
        }
        primary={may.edit && <ImportButton page="wayBillList" refresh={chargePaths} />}
        actions={(row) => [...acts.rowActions(row), ...invoice([row])]}
        batch={(rows) => [...acts.batchActions(rows), ...invoice(rows)]}
        onOpen={acts.open}
        empty={<Empty title={t('price.empty')} />}
      />
      {acts.dialogs}
    </>
  )
}
