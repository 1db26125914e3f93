import {
  exportStock,
  getStock,
  getStockTotals,
  type StockRow,
  type StockTab,
  stockTabs,
} from '@xunyun/contract/stock/stock'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/warehouses'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ChoiceFilter, LookupFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { Empty } from '../../shared/ui/Notice.tsx'
import { AsOfFilter, dayEnding } from './AsOfFilter.tsx'
import { useTwinPath } from './links.ts'
import { placeColumns } from './stockColumns.tsx'

const tones: Partial<Record<StockTab, 'orange' | 'red'>> = { pending: 'orange', near: 'orange', expired: 'red' }
/** How long goods lie before somebody asks why. */
const ages = [30, 60, 90, 180, 365] as const

/** Stock by location: each row is one key of the ledger. */
export function ByPlace({ choose }: { choose?: ReactNode }) {
  const { t } = useTranslation('stock')
  const navigate = useNavigate()
  const ledger = useTwinPath('moves')
  const list = useList({ call: getStock, totals: getStockTotals, exportCall: exportStock })
  const counts = list.totals?.tabs
  const at = list.filter.at
  // All that made the figure, not only today's part of it.
  const moves = (row: StockRow) => void navigate(`${ledger}?stockId=${row.id}&from=&to=`)
  return (
    <ListPage
      list={list}
      label={t('stock.list')}
      columns={placeColumns}
      tabs={
        <StateTabs
          label={t('stock.state')}
          value={list.filter.tab}
          onChange={(tab) => list.setFilter({ tab })}
          tabs={[
            { value: undefined, label: t('tab.all') },
            ...stockTabs.map((tab) => ({
              value: tab,
              label: t(`tab.${tab}`),
              count: counts?.[tab],
              tone: (counts?.[tab] ?? 0) > 0 ? tones[tab] : undefined,
            })),
          ]}
        />
      }
      filters={
        <>
          <SearchInput {...list.field('q')} placeholder={t('filter.stockQ')} width={240} />
          <LookupFilter {...list.field('warehouseId')} label={t('filter.warehouse')} call={getWarehouseChoices} />
          <LookupFilter {...list.field('ownerId')} label={t('filter.owner')} call={getOwnerChoices} />
          <AsOfFilter {...list.field('at')} />
        </>
      }
      more={
        <>
          <ChoiceFilter {...list.field('zoneType')} label={t('filter.zoneType')} type="zoneType" />
          <ChoiceFilter {...list.field('quality')} label={t('filter.quality')} type="quality" />
          <SearchInput {...list.field('batchNo')} placeholder={t('filter.batchNo')} width={140} />
          <SearchInput {...list.field('serialNo')} placeholder={t('filter.serialNo')} width={160} />
          <ChoiceFilter
            {...list.field('ageFrom')}
            label={t('filter.ageFrom')}
            options={ages.map((days) => ({ value: days, label: t('filter.days', { days }) }))}
            width={148}
          />
        </>
      }
      primary={
        <>
          {choose}
          {at !== undefined && <Alert type="info" showIcon title={t('past', { day: dayEnding(at) })} />}
        </>
      }
      actions={(row) => (ledger ? [{ key: 'moves', label: t('act.moves'), onClick: () => moves(row) }] : [])}
      onOpen={ledger ? moves : undefined}
      empty={<Empty title={t('empty.stock')} />}
    />
  )
}
