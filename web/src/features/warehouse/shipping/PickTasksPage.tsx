import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  assignPickTasks,
  cancelPickTasks,
  checkPicks,
  exportPickTasks,
  getPickers,
  getPickTasks,
  getPickTaskTotals,
  type PickTaskRow,
  pickTaskTabs,
} from '@xunyun/contract/warehouse/shipping/picking'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { DayRangeFilter, FlagFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { usePrint } from '../../printing/index.ts'
import { outboundPaths } from './paths.ts'
import { taskColumns } from './taskColumns.tsx'

const AssignDialog = late(() => import('./AssignDialog.tsx').then((file) => file.AssignDialog))
const PickTaskDrawer = late(() => import('./PickTaskDrawer.tsx').then((file) => file.PickTaskDrawer))

const defaults = { filter: { tab: 'waiting' } } as const

/** Pick tasks: who walks where, and what was not there. One task has an address: `?task=JH…`. */
export default function PickTasksPage() {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useRight('outBound')
  const me = useSession(({ userInfo }) => userInfo?.UserID)
  const [search, setSearch] = useSearchParams()
  const [assigned, setAssigned] = useOpen<readonly PickTaskRow[]>()
  const list = useList({ call: getPickTasks, totals: getPickTaskTotals, exportCall: exportPickTasks, defaults })
  const assign = useBatch(assignPickTasks, { title: t('act.assign'), refresh: outboundPaths, onDone: list.acted })
  const opened = search.get('task')
  const open = (no: string | null) => {
    const next = new URLSearchParams(search)
    if (no === null) next.delete('task')
    else next.set('task', no)
    setSearch(next, { replace: true })
  }
  const idsOf = (rows: readonly PickTaskRow[]) => rows.map(({ id }) => id)
  const print = usePrint()
  const words = { take: 'act.takeTask', cancel: 'act.cancelTask' } as const
  const acts = useActs<PickTaskRow>({
    refresh: outboundPaths,
    onDone: list.acted,
    word: (key) => t(key === 'take' || key === 'cancel' ? words[key] : `act.${key}`),
    nameOf: ({ taskNo }) => taskNo,
    acts: {
      pick: { single: true, open: ([row]) => row && open(row.taskNo) },
      moreScan: ([row], single) => {
        if (!single || !isAble(row, 'pick')) return []
        const scan = () => void navigate(pathTo('outBoundScan', { no: row?.taskNo ?? '' }))
        return [{ key: 'scan', label: t('act.scanPick'), onClick: scan }]
      },
      check: { call: checkPicks },
      take: { open: (rows) => assign.run({ ids: idsOf(rows), pickerId: me }) },
      assign: { open: setAssigned },
      moreSheets: (rows) =>
        print.action(
          'pickList',
          rows.filter(({ state }) => state !== 'cancelled').map(({ id, taskNo }) => ({ id, no: taskNo, pieces: 1 })),
        ),
      cancel: { call: cancelPickTasks, reason: t('reason.cancelTask'), danger: true },
    },
  })
  return (
    <>
      <ListPage
        list={list}
        label={t('task.list')}
        columns={taskColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={pickTaskTabs}
            word={(tab) => (tab === 'short' ? t('tab.short') : wordFor('pickTaskState', tab, language))}
            all={t('tab.all')}
            allFirst
            overlapping
            tones={{ short: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('task.q')} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} width={200} />
            <DayRangeFilter {...list.range('requiredFrom', 'requiredTo')} label={t('field.requiredAt')} />
          </>
        }
        more={
          <>
            <LookupFilter {...list.field('pickerId')} label={t('field.picker')} call={getPickers} />
            <FlagFilter {...list.field('mine')} label={t('field.picker')} yes={t('task.mine')} />
            <LookupFilter
              {...list.field('carrierId')}
              label={t('field.carrier')}
              call={getCompanyChoices}
              input={{ roles: ['carrier', 'special', 'courier'] }}
            />
          </>
        }
        primary={
          may.edit && (
            <Button
              type="primary"
              icon={<ScanLine size={14} strokeWidth={1.75} />}
              onClick={() => void navigate(pathTo('outBoundScan', { no: '' }))}
            >
              {t('act.scanPick')}
            </Button>
          )
        }
        actions={acts.row}
        batch={acts.batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => open(row.taskNo)}
        empty={<Empty title={t('task.none')} text={t('task.noneHint')} />}
      />
      {opened !== null && <PickTaskDrawer key={opened} no={opened} onClose={() => open(null)} />}
      {print.dialog}
      {acts.dialogs}
      {assigned !== null && (
        <AssignDialog
          tasks={assigned}
          pending={assign.pending}
          onClose={() => setAssigned(null)}
          onSubmit={(pickerId) => assign.run({ ids: idsOf(assigned), pickerId })}
        />
      )}
    </>
  )
}
