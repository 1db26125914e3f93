import { wordFor } from '@xunyun/contract/dictionary'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  type CountRow,
  cancelStockCounts,
  countLifecycle,
  countStates,
  exportStockCounts,
  getStockCounts,
  getStockCountTotals,
  startStockCount,
} from '@xunyun/contract/warehouse/storing/counts'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { ReasonDialog } from '../../../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../../../shared/action/useAction.ts'
import { useBatch } from '../../../../shared/action/useBatch.ts'
import { useOpen } from '../../../../shared/form/waiting.ts'
import type { RowAction } from '../../../../shared/grid/types.ts'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { DayRangeFilter, FlagFilter, LookupFilter, SearchInput } from '../../../../shared/list/filters.tsx'
import { ListPage } from '../../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../../../shared/list/Toolbar.tsx'
import { useList } from '../../../../shared/list/useList.ts'
import { useRight } from '../../../../shared/session/session.ts'
import { late } from '../../../../shared/ui/late.tsx'
import { NewButton } from '../../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../../shared/ui/Notice.tsx'
import { usePrint } from '../../../printing/index.ts'
import { countColumns } from './countColumns.tsx'
import { countPaths } from './paths.ts'

const CountForm = late(() => import('./CountForm.tsx').then((file) => file.CountForm))
const CountDrawer = late(() => import('./CountDrawer.tsx').then((file) => file.CountDrawer))

const defaults = { filter: { tab: 'counting' } } as const
type Open =
  | { readonly what: 'form' }
  | { readonly what: 'view'; readonly id: number }
  | { readonly what: 'cancel'; readonly counts: readonly Pick<CountRow, 'id' | 'countNo'>[] }

/** Count blind, count differences again, adjust what was approved. */
export default function CountsPage() {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useRight('count')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getStockCounts, totals: getStockCountTotals, exportCall: exportStockCounts, defaults })
  const counts = list.totals?.tabs
  const start = useAction(startStockCount, { refresh: countPaths })
  const cancel = useBatch(cancelStockCounts, { title: t('count.act.cancel'), refresh: countPaths, onDone: list.clear })
  const cancelling = (rows: readonly CountRow[]): BatchAction[] => {
    const able = rows.filter(({ state }) => may.approve && canStart(countLifecycle, 'cancel', state))
    return able.length === 0
      ? []
      : [
          {
            key: 'cancel',
            label: t('count.act.cancel'),
            danger: true,
            onClick: () => setOpen({ what: 'cancel', counts: able }),
          },
        ]
  }
  const print = usePrint()
  const sheets = (rows: readonly CountRow[]) =>
    print.action(
      'countSheet',
      rows.filter(({ state }) => state !== 'cancelled').map(({ id, countNo }) => ({ id, no: countNo, pieces: 1 })),
    )
  const actions = (row: CountRow): RowAction[] => [
    ...(may.edit && canStart(countLifecycle, 'start', row.state)
      ? [
          {
            key: 'start',
            label: t('count.act.start'),
            onClick: () => void start.run({ id: row.id }).catch(() => undefined),
          },
        ]
      : []),
    ...(may.edit && canStart(countLifecycle, 'count', row.state)
      ? [{ key: 'count', label: t('count.act.count'), onClick: () => setOpen({ what: 'view', id: row.id }) }]
      : []),
    ...sheets([row]),
    ...cancelling([row]),
  ]
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'form' })}>{t('count.new')}</NewButton>
  const cancelled = open?.what === 'cancel' ? open.counts : []
  return (
    <>
      <ListPage
        list={list}
        label={t('count.list')}
        columns={countColumns}
        tabs={
          <StateTabs
            label={t('order.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              {
                value: undefined,
                label: t('warehouse/ledger:tab.all'),
                count: counts && Object.values(counts).reduce((sum, count) => sum + count, 0),
              },
              ...countStates.map((tab) => ({
                value: tab,
                label: wordFor('countState', tab, language),
                count: counts?.[tab],
                tone: tab === 'review' ? ('orange' as const) : undefined,
              })),
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('count.q')} width={220} />
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
          </>
        }
        more={
          <>
            <FlagFilter
              {...list.field('different')}
              label={t('count.differences')}
              yes={t('count.with')}
              no={t('count.without')}
            />
            <DayRangeFilter {...list.range('from', 'to')} label={t('order.createdAt')} />
          </>
        }
        primary={
          may.edit && (
            <>
              <Button
                icon={<ScanLine size={14} strokeWidth={1.75} />}
                onClick={() => void navigate(pathTo('countScan', { no: '' }))}
              >
                {t('count.scan')}
              </Button>
              {create}
            </>
          )
        }
        actions={actions}
        batch={(rows) => [...sheets(rows), ...cancelling(rows)]}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={
          <Empty title={t('count.empty')} text={may.edit ? t('count.emptyHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {print.dialog}
      {open?.what === 'form' && (
        <CountForm
          onMade={(id) => setOpen({ what: 'view', id })}
          onClose={() => setOpen((now) => (now?.what === 'form' ? null : now))}
        />
      )}
      {open?.what === 'view' && <CountDrawer key={open.id} id={open.id} onClose={() => setOpen(null)} />}
      {open?.what === 'cancel' && (
        <ReasonDialog
          title={t('count.cancelAsk', {
            what: cancelled.length === 1 ? (cancelled[0]?.countNo ?? '') : cancelled.length,
          })}
          text={t('count.cancelText')}
          yes={t('count.act.cancel')}
          danger
          onClose={() => setOpen(null)}
          onSubmit={(reason) => cancel.run({ ids: cancelled.map(({ id }) => id), reason })}
        />
      )}
    </>
  )
}
