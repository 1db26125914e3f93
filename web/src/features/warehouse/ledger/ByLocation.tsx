import { wordFor } from '@xunyun/contract/dictionary'
import {
  exportStock,
  getStock,
  getStockTotals,
  type StockRow,
  type StockTab,
  stockTabs,
} from '@xunyun/contract/warehouse/ledger/stock'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { usePrint } from '../../printing/index.ts'
import type { OrderOpen } from '../storing/index.ts'
import { AsOfFilter, dayEnding } from './AsOfFilter.tsx'
import { useTwinPath } from './links.ts'
import { ownersColumns, placeColumns } from './stockColumns.tsx'

const OrderForm = late(() => import('../storing/index.ts').then((file) => file.OrderForm))

const tones: Partial<Record<StockTab, 'orange' | 'red'>> = { pending: 'orange', near: 'orange', expired: 'red' }
/** How long goods lie before somebody asks why. */
const ages = [30, 60, 90, 180, 365] as const

/** What may be done with a row: what nobody was promised, what is frozen, and a container with all that stands on it. */
const isFree = ({ onHand, allocated, frozen }: StockRow) => Number(onHand) > Number(allocated) + Number(frozen)
const able: Readonly<Record<OrderOpen['type'], (row: StockRow) => boolean>> = {
  move: (row) => isFree(row) || row.containerCode !== null,
  replenish: isFree,
  freeze: isFree,
  unfreeze: ({ frozen }) => Number(frozen) > 0,
  quality: isFree,
}
const types = ['move', 'freeze', 'unfreeze', 'quality'] as const

/** Stock by location: each row is one key of the ledger. */
export function ByLocation({ choose, isEnquiry = false }: { choose?: ReactNode; isEnquiry?: boolean }) {
  const { t } = useTranslation('warehouse/ledger')
  const language = useLanguage()
  const navigate = useNavigate()
  const ledger = useTwinPath('moves')
  const mayMove = useRight('moveStock').edit && !isEnquiry
  const [open, setOpen] = useOpen<OrderOpen>()
  const list = useList({ call: getStock, totals: getStockTotals, exportCall: exportStock })
  const print = usePrint()
  const isCustomer = useIsCustomer()
  const at = list.filter.at
  // All that made the figure, not only today's part of it.
  const moves = (row: StockRow) => void navigate(`${ledger}?stockId=${row.id}&from=&to=`)
  /** Orders about rows of one warehouse; a past moment is only looked at. */
  const orders = (rows: readonly StockRow[], asked: readonly OrderOpen['type'][]): BatchAction[] =>
    mayMove && at === undefined
      ? asked.flatMap((type) => {
          const ids = rows.filter(able[type]).map(({ id }) => id)
          return ids.length === 0
            ? []
            : [{ key: type, label: wordFor('stockOrderType', type, language), onClick: () => setOpen({ type, ids }) }]
        })
      : []
  /** Of each container one label; an owner's account has no way to the floor's papers. */
  const labels = (rows: readonly StockRow[]) => {
    const codes = new Map(rows.map(({ containerId, containerCode }) => [containerId, containerCode ?? '']))
    const found = [...codes].flatMap(([id, no]) => (id === null ? [] : [{ id, no, pieces: 1 }]))
    return isEnquiry || isCustomer ? [] : print.action('container', found)
  }
  const actions = (row: StockRow): RowAction[] => [
    ...orders([row], ['move']),
    ...(ledger ? [{ key: 'moves', label: t('act.moves'), onClick: () => moves(row) }] : []),
    ...labels([row]),
  ]
  return (
    <>
      <ListPage
        list={list}
        label={t('stock.list')}
        columns={isCustomer ? ownersColumns : placeColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('stock.state')}
            tabs={stockTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('tab.all')}
            allFirst
            overlapping
            tones={tones}
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
        actions={actions}
        batch={(rows) => [...orders(rows, types), ...labels(rows)]}
        onOpen={ledger ? moves : undefined}
        empty={<Empty title={t('empty.stock')} />}
      />
      {print.dialog}
      {open && (
        <OrderForm
          key={`${open.type}-${open.ids.join()}`}
          open={open}
          onSaved={list.acted}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
