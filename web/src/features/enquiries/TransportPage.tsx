import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportTransports,
  getTransports,
  getTransportTotals,
  type TransportRow,
  transportTabs,
} from '@xunyun/contract/enquiries/transport'
import { longestNumbers } from '@xunyun/contract/waybills/calls'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import {
  ChoiceFilter,
  DayRangeFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../shared/session/session.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { customerTransportColumns, transportColumns } from './transportColumns.tsx'

const TransportSheet = late(() => import('./TransportSheet.tsx').then((file) => file.TransportSheet))

/** The address says which one is looked at. */
const shownKey = 'shown'

/** Say where a shipment is, leg by leg (RT-13/transport). */
export default function TransportPage() {
  const { t } = useTranslation(['enquiries', 'waybills'])
  const navigate = useNavigate()
  const isCustomer = useIsCustomer()
  const mayOpen = useRight('allWayBill').browse
  const [search, setSearch] = useSearchParams()
  const list = useList({ call: getTransports, totals: getTransportTotals, exportCall: exportTransports })
  const show = (id: number | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete(shownKey)
    else next.set(shownKey, String(id))
    setSearch(next, { replace: true })
  }
  const shown = Number(search.get(shownKey))
  const actions = (row: TransportRow): RowAction[] => [
    { key: 'track', label: t('transport.track'), onClick: () => show(row.id) },
    ...(mayOpen
      ? [
          {
            key: 'waybill',
            label: t('transport.waybill'),
            onClick: () => void navigate(pathTo('waybill', { no: row.waybillNo })),
          },
        ]
      : []),
  ]
  const cancelled = list.totals?.cancelled ?? 0
  return (
    <>
      <ListPage
        list={list}
        label={t('transport.list')}
        columns={isCustomer ? customerTransportColumns : transportColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('waybills:column.state')}
            tabs={transportTabs}
            word={(tab) => t(`waybills:tab.${tab}`)}
            all={t('transport.all')}
            allFirst
            tones={{ unarranged: 'orange', awaitingPickup: 'orange', exception: 'red' }}
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
            <RegionFilter {...list.field('to')} label={t('waybills:filter.to')} />
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('waybills:filter.bizDate')} />
          </>
        }
        more={
          <>
            {!isCustomer && <OutletFilter {...list.field('outletId')} label={t('waybills:filter.outlet')} />}
            <ChoiceFilter {...list.field('transModes')} label={t('waybills:filter.mode')} type="transMode" multiple />
            {!isCustomer && (
              <LookupFilter
                {...list.field('carrierId')}
                label={t('transport.carrier')}
                call={getCompanyChoices}
                input={{ roles: ['special', 'courier'] }}
              />
            )}
            <SearchInput {...list.field('plateNo')} placeholder={t('transport.plateNo')} />
            <SearchInput {...list.field('consignee')} placeholder={t('transport.consignee')} />
          </>
        }
        actions={actions}
        cardAction={(row) => <CallLink phone={row.consigneePhone} name={row.consigneeName} />}
        totalsLabel={
          cancelled > 0
            ? t('waybills:totalsBut', {
                count: (list.totals?.count ?? 0) - cancelled,
                but: t('waybills:totalsBut.cancelled', { count: cancelled }),
              })
            : undefined
        }
        isVoid={({ state }) => state === 'cancelled'}
        onOpen={({ id }) => show(id)}
        empty={<Empty title={t('transport.empty')} />}
      />
      {shown > 0 && <TransportSheet id={shown} onClose={() => show(null)} />}
    </>
  )
}
