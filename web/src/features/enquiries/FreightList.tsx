import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import {
  exportFreights,
  type FreightRow,
  type FreightTab,
  freightTabs,
  getFreights,
  getFreightTotals,
} from '@xunyun/contract/enquiries/freight'
import { getUsers } from '@xunyun/contract/system/calls'
import { longestNumbers } from '@xunyun/contract/waybills/calls'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { customerFreightColumns, freightColumns, freightColumnsWithoutCosts } from './freightColumns.tsx'

const FreightSheet = late(() => import('./FreightSheet.tsx').then((file) => file.FreightSheet))

/** What a waybill costs, earns, is invoiced and paid (RT-13/freight). */
export function FreightList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation(['enquiries', 'waybills'])
  const language = useLanguage()
  const navigate = useNavigate()
  const isCustomer = useIsCustomer()
  const seesCosts = useRight('costView').browse
  const mayOpen = useRight('allWayBill').browse
  const mayOpenFees = useRight('feeList').browse
  const [shown, setShown] = useState<FreightRow | null>(null)
  const list = useList({ call: getFreights, totals: getFreightTotals, exportCall: exportFreights })
  const actions = (row: FreightRow): RowAction[] => [
    { key: 'explain', label: t('freight.explain'), onClick: () => setShown(row) },
    ...(mayOpenFees
      ? [
          {
            key: 'fees',
            label: t('freight.fees'),
            onClick: () => void navigate(`${pathTo('feeList')}?q=${encodeURIComponent(row.waybillNo)}`),
          },
        ]
      : []),
    ...(mayOpen
      ? [
          {
            key: 'waybill',
            label: t('freight.waybill'),
            onClick: () => void navigate(pathTo('waybill', { no: row.waybillNo })),
          },
        ]
      : []),
  ]
  const word = (tab: FreightTab) =>
    tab === 'notInvoiced' || tab === 'notCollected' ? t(`freight.tab.${tab}`) : wordFor('priceState', tab, language)
  return (
    <>
      <ListPage
        list={list}
        label={t('freight.list')}
        columns={isCustomer ? customerFreightColumns : seesCosts ? freightColumns : freightColumnsWithoutCosts}
        tabs={
          <ListTabs
            list={list}
            label={t('waybills:column.priceState')}
            tabs={freightTabs}
            word={word}
            all={t('freight.all')}
            allFirst
            tones={{ unpriced: 'orange', pending: 'orange' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('waybills:filter.q')} longest={longestNumbers} />
            {!isCustomer && (
              <LookupFilter
                {...list.field('customerId')}
                label={t('waybills:filter.customer')}
                call={getCompanyChoices}
              />
            )}
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('waybills:filter.bizDate')} />
            <ChoiceFilter {...list.field('payMethods')} label={t('waybills:filter.pay')} type="payMethod" multiple />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('feeItems')} label={t('freight.feeItem')} type="feeItem" multiple />
            {!isCustomer && <OutletFilter {...list.field('outletId')} label={t('waybills:filter.outlet')} />}
            {!isCustomer && (
              <LookupFilter {...list.field('salesmanId')} label={t('waybills:column.salesman')} call={getUsers} />
            )}
            <ChoiceFilter
              {...list.field('invoicings')}
              label={t('waybills:column.invoicing')}
              type="invoicing"
              multiple
            />
            <ChoiceFilter
              {...list.field('collections')}
              label={t('waybills:column.collection')}
              type="collection"
              multiple
            />
          </>
        }
        primary={choose}
        actions={actions}
        onOpen={setShown}
        empty={<Empty title={t('freight.empty')} />}
      />
      {shown !== null && <FreightSheet row={shown} onClose={() => setShown(null)} />}
    </>
  )
}
