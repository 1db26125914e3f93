import {
  exportItemStock,
  getItemStock,
  getItemStockTotals,
  type ItemStockRow,
  itemStockTabs,
} from '@xunyun/contract/warehouse/ledger/stock'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useTwinPath } from './links.ts'
import { itemColumns } from './stockColumns.tsx'

/** Stock by owner and item: what there is of each, and what is too little. */
export function ByItem({ choose }: { choose?: ReactNode }) {
  const { t } = useTranslation('warehouse/ledger')
  const navigate = useNavigate()
  const list = useList({
    call: getItemStock,
    totals: getItemStockTotals,
    exportCall: exportItemStock,
    name: 'stockByItem',
  })
  const stock = useTwinPath('places')
  const places = (row: ItemStockRow) => void navigate(`${stock}?itemId=${row.id}`)
  return (
    <ListPage
      list={list}
      label={t('stock.list')}
      columns={itemColumns}
      tabs={
        <ListTabs
          list={list}
          label={t('stock.state')}
          tabs={itemStockTabs}
          word={(tab) => t(`tab.${tab}`)}
          all={t('tab.all')}
          allFirst
          overlapping
          tones={{ below: 'orange' }}
        />
      }
      filters={
        <>
          <SearchInput {...list.field('q')} placeholder={t('filter.itemQ')} width={240} />
          <LookupFilter {...list.field('warehouseId')} label={t('filter.warehouse')} call={getWarehouseChoices} />
          <LookupFilter {...list.field('ownerId')} label={t('filter.owner')} call={getOwnerChoices} />
        </>
      }
      primary={choose}
      actions={(row) => (stock ? [{ key: 'places', label: t('view.place'), onClick: () => places(row) }] : [])}
      onOpen={stock ? places : undefined}
      empty={<Empty title={t('empty.stock')} />}
    />
  )
}
