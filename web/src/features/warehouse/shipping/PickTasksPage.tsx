import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  assignPickTasks,
  cancelPickTasks,
  checkPicks,
  exportPickTasks,
  getPickers,
  getPickTasks,
  getPickTaskTotals,
  type PickTaskAction,
  type PickTaskRow,
  pickTaskLifecycle,
  pickTaskTabs,
} from '@xunyun/contract/warehouse/shipping/picking'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { DayRangeFilter, FlagFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
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
  const [cancelled, setCancelled] = useOpen<readonly PickTaskRow[]>()
  const [assigned, setAssigned] = useOpen<readonly PickTaskRow[]>()
  const list = useList({ call: getPickTasks, totals: getPickTaskTotals, exportCall: exportPickTasks, defaults })
  const common = { refresh: outboundPaths, onDone: list.clear }
  const assign = useBatch(assignPickTasks, { title: t('act.assign'), ...common })
  const check = useBatch(checkPicks, { title: t('act.check'), ...common })
  const cancel = useBatch(cancelPickTasks, { title: t('act.cancelTask'), ...common })
  const counts = list.totals?.tabs
  const opened = search.get('task')
  const open = (no: string | null) => {
    const next = new URLSearchParams(search)
    if (no === null) next.delete('task')
    else next.set('task', no)
    setSearch(next, { replace: true })
  }
  const can = (action: PickTaskAction, row: PickTaskRow): boolean => {
    const holds = action === 'cancel' ? may.approve : may.edit
    if (!holds || !canStart(pickTaskLifecycle, action, row.state)) return false
    if (action === 'check') return row.checkedAt === null && row.pickerId !== me
    if (action === 'cancel') return Number(row.picked) === 0
    return true
  }
  const idsOf = (rows: readonly PickTaskRow[]) => rows.map(({ id }) => id)
  const take = (rows: readonly PickTaskRow[]) =>
    void assign.run({ ids: idsOf(rows), pickerId: me }).catch(() => undefined)
  const approveChecks = (rows: readonly PickTaskRow[]) => void check.run({ ids: idsOf(rows) }).catch(() => undefined)
  const print = usePrint()
  const sheets = (rows: readonly PickTaskRow[]) =>
    print.action(
      'pickList',
      rows.filter(({ state }) => state !== 'cancelled').map(({ id, taskNo }) => ({ id, no: taskNo, pieces: 1 })),
    )
  const actions = (row: PickTaskRow): RowAction[] => [
    ...(can('pick', row)
      ? [
          { key: 'pick', label: t('act.pick'), onClick: () => open(row.taskNo) },
          {
            key: 'scan',
            label: t('act.scanPick'),
            onClick: () => void navigate(pathTo('outBoundScan', { no: row.taskNo })),
          },
        ]
      : []),
    ...sheets([row]),
    ...(can('check', row) ? [{ key: 'check', label: t('act.check'), onClick: () => approveChecks([row]) }] : []),
    ...(can('assign', row) && row.pickerId !== me
      ? [{ key: 'take', label: t('act.takeTask'), onClick: () => take([row]) }]
      : []),
    ...(can('assign', row) ? [{ key: 'assign', label: t('act.assign'), onClick: () => setAssigned([row]) }] : []),
    ...(can('cancel', row)
      ? [{ key: 'cancel', label: t('act.cancelTask'), danger: true, onClick: () => setCancelled([row]) }]
      : []),
  ]
  const batch = (rows: readonly PickTaskRow[]): BatchAction[] => {
    const some = (
      action: PickTaskAction,
      label: string,
      onClick: (fitting: readonly PickTaskRow[]) => void,
      key: string = action,
    ) => {
      const fitting = rows.filter((row) => can(action, row) && (key !== 'take' || row.pickerId !== me))
      return fitting.length === 0 ? [] : [{ key, label, danger: action === 'cancel', onClick: () => onClick(fitting) }]
    }
    return [
      ...some('assign', t('act.assign'), setAssigned),
      ...some('assign', t('act.takeTask'), take, 'take'),
      ...some('check', t('act.check'), approveChecks),
      ...sheets(rows),
      ...some('cancel', t('act.cancelTask'), setCancelled),
    ]
  }
  return (
    <>
      <ListPage
        list={list}
        label={t('task.list')}
        columns={taskColumns}
        tabs={
          <StateTabs
            label={t('field.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              { value: undefined, label: t('tab.all') },
              ...pickTaskTabs.map((tab) => ({
                value: tab,
                label: tab === 'short' ? t('tab.short') : wordFor('pickTaskState', tab, language),
                count: counts?.[tab],
                tone: tab === 'short' && (counts?.[tab] ?? 0) > 0 ? ('red' as const) : undefined,
              })),
            ]}
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
        actions={actions}
        batch={batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => open(row.taskNo)}
        empty={<Empty title={t('task.none')} text={t('task.noneHint')} />}
      />
      {opened !== null && <PickTaskDrawer key={opened} no={opened} onClose={() => open(null)} />}
      {print.dialog}
      {assigned !== null && (
        <AssignDialog
          tasks={assigned}
          pending={assign.pending}
          onClose={() => setAssigned(null)}
          onSubmit={(pickerId) => assign.run({ ids: idsOf(assigned), pickerId })}
        />
      )}
      {cancelled !== null && (
        <ReasonDialog
          title={
            cancelled.length === 1
              ? `${t('act.cancelTask')} ${cancelled[0]?.taskNo ?? ''}`
              : t('reason.many', { act: t('act.cancelTask'), count: cancelled.length })
          }
          text={t('reason.cancelTask')}
          yes={t('act.cancelTask')}
          danger
          onClose={() => setCancelled(null)}
          onSubmit={(reason) => cancel.run({ ids: idsOf(cancelled), reason })}
        />
      )}
    </>
  )
}
