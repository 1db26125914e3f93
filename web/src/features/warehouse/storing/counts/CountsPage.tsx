import { wordFor } from '@xunyun/contract/dictionary'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  type CountRow,
  cancelStockCounts,
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
import { useAction } from '../../../../shared/action/useAction.ts'
import { useActs } from '../../../../shared/action/useActs.tsx'
import { useOpen } from '../../../../shared/form/waiting.ts'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { DayRangeFilter, FlagFilter, LookupFilter, SearchInput } from '../../../../shared/list/filters.tsx'
import { ListPage } from '../../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../../shared/list/ListTabs.tsx'
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
type Open = { readonly what: 'form' } | { readonly what: 'view'; readonly id: number }

/** Count blind, count differences again, adjust what was approved. */
export default function CountsPage() {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useRight('count')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getStockCounts, totals: getStockCountTotals, exportCall: exportStockCounts, defaults })
  const start = useAction(startStockCount, { refresh: countPaths })
  const print = usePrint()
  const sheets = (rows: readonly CountRow[]) =>
    print.action(
      'countSheet',
      rows.filter(({ state }) => state !== 'cancelled').map(({ id, countNo }) => ({ id, no: countNo, pieces: 1 })),
    )
  const acts = useActs<CountRow>({
    refresh: countPaths,
    onDone: list.acted,
    word: (key) => t(`count.act.${key}`),
    nameOf: ({ countNo }) => countNo,
    ask: (_, what) => t('count.cancelAsk', { what }),
    acts: {
      start: { single: true, open: ([row]) => row && start.run({ id: row.id }) },
      count: { single: true, open: ([row]) => row && setOpen({ what: 'view', id: row.id }) },
      moreSheets: sheets,
      cancel: { call: cancelStockCounts, reason: t('count.cancelText'), danger: true },
    },
  })
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'form' })}>{t('count.new')}</NewButton>
  return (
    <>
      <ListPage
        list={list}
        label={t('count.list')}
        columns={countColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('order.state')}
            tabs={countStates}
            word={(tab) => wordFor('countState', tab, language)}
            all={t('warehouse/ledger:tab.all')}
            allFirst
            tones={{ review: 'orange' }}
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
        actions={acts.row}
        batch={acts.batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={
          <Empty title={t('count.empty')} text={may.edit ? t('count.emptyHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {print.dialog}
      {acts.dialogs}
      {open?.what === 'form' && (
        <CountForm
          onMade={(id) => setOpen({ what: 'view', id })}
          onClose={() => setOpen((now) => (now?.what === 'form' ? null : now))}
        />
      )}
      {open?.what === 'view' && <CountDrawer key={open.id} id={open.id} onClose={() => setOpen(null)} />}
    </>
  )
}
