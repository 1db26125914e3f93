import { wordFor } from '@xunyun/contract/dictionary'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  cancelStockOrders,
  exportStockOrders,
  getStockOrders,
  getStockOrderTotals,
  reverseStockOrders,
  runStockOrders,
  type StockOrderRow,
  stockOrderStates,
} from '@xunyun/contract/warehouse/storing/orders'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { useActs } from '../../../../shared/action/useActs.tsx'
import { useOpen } from '../../../../shared/form/waiting.ts'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../../shared/list/filters.tsx'
import { ListPage } from '../../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../../shared/list/ListTabs.tsx'
import { useList } from '../../../../shared/list/useList.ts'
import { useRight } from '../../../../shared/session/session.ts'
import { late } from '../../../../shared/ui/late.tsx'
import { NewButton } from '../../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../../shared/ui/Notice.tsx'
import type { OrderOpen } from './OrderForm.tsx'
import { isVoid, orderColumns } from './orderColumns.tsx'
import { orderPaths } from './paths.ts'

const OrderForm = late(() => import('./OrderForm.tsx').then((file) => file.OrderForm))
const ReplenishForm = late(() => import('./ReplenishForm.tsx').then((file) => file.ReplenishForm))
const OrderDrawer = late(() => import('./OrderDrawer.tsx').then((file) => file.OrderDrawer))

const defaults = { filter: { tab: 'waiting' } } as const
type Open =
  | ({ readonly what: 'form' } & OrderOpen)
  | { readonly what: 'replenish' }
  | { readonly what: 'view'; readonly id: number }

/** Move goods, freeze and free them, change their quality: as tasks for the floor, or at once. */
export default function MoveStockPage() {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useRight('moveStock')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getStockOrders, totals: getStockOrderTotals, exportCall: exportStockOrders, defaults })
  const acts = useActs<StockOrderRow>({
    refresh: orderPaths,
    onDone: list.acted,
    word: (key) => t(`order.act.${key}`),
    nameOf: ({ orderNo }) => orderNo,
    ask: (key, what) => t(key === 'reverse' ? 'order.reverseAsk' : 'order.cancelAsk', { what }),
    acts: {
      run: { call: runStockOrders },
      cancel: { call: cancelStockOrders, reason: t('order.cancelText'), danger: true },
      reverse: { call: reverseStockOrders, confirm: t('order.reverseText'), danger: true },
    },
  })
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', type: 'move', ids: [] })}>{t('order.new')}</NewButton>
  )
  return (
    <>
      <ListPage
        list={list}
        label={t('order.list')}
        columns={orderColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('order.state')}
            tabs={stockOrderStates}
            word={(tab) => wordFor('stockOrderState', tab, language)}
            all={t('warehouse/ledger:tab.all')}
            allFirst
            tones={{ waiting: 'orange' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('order.q')} width={220} />
            <LookupFilter
              {...list.field('warehouseId')}
              label={t('warehouse/ledger:filter.warehouse')}
              call={getWarehouseChoices}
            />
            <LookupFilter
              {...list.field('ownerId')}
              label={t('warehouse/ledger:filter.owner')}
              call={getOwnerChoices}
            />
            <ChoiceFilter {...list.field('type')} label={t('order.type')} type="stockOrderType" />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('reason')} label={t('order.reason')} type="stockReason" />
            <DayRangeFilter {...list.range('from', 'to')} label={t('order.createdAt')} />
          </>
        }
        primary={
          may.edit && (
            <>
              <Button
                icon={<ScanLine size={14} strokeWidth={1.75} />}
                onClick={() => void navigate(pathTo('moveStockScan', { no: '' }))}
              >
                {t('order.scan')}
              </Button>
              <Button onClick={() => setOpen({ what: 'replenish' })}>{t('replenish.title')}</Button>
              {create}
            </>
          )
        }
        actions={acts.row}
        batch={acts.batch}
        isVoid={isVoid}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={
          <Empty title={t('order.empty')} text={may.edit ? t('order.emptyHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {acts.dialogs}
      {open?.what === 'form' && <OrderForm open={open} onClose={() => setOpen(null)} />}
      {open?.what === 'replenish' && <ReplenishForm onClose={() => setOpen(null)} />}
      {open?.what === 'view' && <OrderDrawer id={open.id} onClose={() => setOpen(null)} />}
    </>
  )
}
