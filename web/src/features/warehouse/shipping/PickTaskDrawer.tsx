import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import {
  getPickTask,
  getPickTaskHistory,
  type PickLineRow,
  type PickTaskAction,
  type PickTaskDetail,
  putBack,
  reallocateTask,
} from '@xunyun/contract/warehouse/shipping/picking'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import lines from '../../../shared/detail/Lines.module.css'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { confirm } from '../../../shared/ui/confirm.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import { Flag, StateTag } from '../../../shared/ui/StateTag.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { marksOf } from './noticeColumns.tsx'
import { OutboundHistory } from './OutboundHistory.tsx'
import { PickForm } from './PickForm.tsx'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'
import { taskTones } from './taskColumns.tsx'

type View = 'lines' | 'shorts' | 'history'

/** One pick task: its lines in walking order, picked one by one; what was short; what was put back. */
export function PickTaskDrawer({ no, onClose }: { no: string; onClose: () => void }) {
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    ...q(getPickTask, { no }),
    staleTime: 0,
  })
  return (
    <Sheet
      width={1120}
      onClose={onClose}
      title={
        <span className={styles.head}>
          {data?.taskNo ?? no}
          {data && (
            <StateTag tone={taskTones[data.state]} struck={data.state === 'cancelled'}>
              {wordFor('pickTaskState', data.state, language)}
            </StateTag>
          )}
          {data &&
            marksOf(data).map(({ mark, tone, title }) => (
              <Flag key={mark} tone={tone} title={title}>
                {mark}
              </Flag>
            ))}
        </span>
      }
    >
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : data ? (
        <Body task={data} />
      ) : (
        <PageSkeleton />
      )}
    </Sheet>
  )
}

function Body({ task }: { task: PickTaskDetail }) {
  const { t } = useTranslation('warehouse/shipping')
  const [view, setView] = useState<View>('lines')
  return (
    <>
      <Facts
        columns={4}
        facts={[
          { label: t('field.waveNo'), value: task.waveNo },
          { label: t('field.noticeNo'), value: task.noticeNos.join('，'), span: 2 },
          { label: t('field.warehouse'), value: task.warehouseName },
          { label: t('field.consigneeName'), value: task.consignees.join('，'), span: 2 },
          { label: t('field.requiredAt'), value: task.requiredAt && dateTime(task.requiredAt) },
          { label: t('field.picker'), value: task.pickerName },
          { label: t('field.toPick'), value: figure(task.qty) },
          { label: t('field.picked'), value: figure(task.picked) },
          { label: t('field.shortQty'), value: figure(task.shortQty) },
          {
            label: t('field.checkedBy'),
            value: task.checkedAt && `${task.checkedByName ?? ''} ${dateTime(task.checkedAt)}`,
          },
        ]}
      />
      <div className={styles.tabs}>
        <StateTabs<View>
          label={t('task.list')}
          value={view}
          onChange={(next) => setView(next ?? 'lines')}
          tabs={[
            { value: 'lines', label: t('view.lines'), count: task.lineCount },
            ...(task.shorts.length > 0
              ? [{ value: 'shorts' as const, label: t('view.shorts'), count: task.shorts.length }]
              : []),
            { value: 'history', label: t('view.history') },
          ]}
        />
      </div>
      {view === 'lines' && <Lines task={task} />}
      {view === 'shorts' && <Shorts task={task} />}
      {view === 'history' && <OutboundHistory call={getPickTaskHistory} id={task.id} />}
    </>
  )
}

function Lines({ task }: { task: PickTaskDetail }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const [picking, setPicking] = useState<PickLineRow | null>(null)
  const back = useAction(putBack, { refresh: outboundPaths, success: t('task.putBackDone') })
  const elsewhere = useAction(reallocateTask, { refresh: outboundPaths })
  const staged = task.lines.filter(({ intercepted, state }) => intercepted && state === 'picked')
  const can = (action: PickTaskAction) => isAble(task, action)
  const askBack = async (line: PickLineRow) => {
    const yes = await confirm({
      title: t('task.putBackAsk', { item: line.itemNo, qty: figure(line.qty), location: line.locationCode }),
      yes: t('act.putBack'),
    })
    if (yes) await back.run({ taskId: task.id, lineIds: [line.id] })
  }
  const seek = async (lineIds: number[]) => {
    const { instead, missing } = await elsewhere.run({ id: task.id, lineIds })
    if (instead.length > 0)
      toast.success(
        t('task.instead', {
          places: instead.map(({ locationCode, qty }) => `${locationCode} ${figure(qty)}`).join('，'),
        }),
      )
    if (compareDecimal(missing, '0') > 0) toast.warning(t('task.stillMissing', { qty: figure(missing) }))
  }
  return (
    <>
      {task.lines.some(({ intercepted }) => intercepted) && (
        <Alert
          type="error"
          showIcon
          className={styles.row}
          title={t('end.intercepted')}
          description={
            staged.length > 0 && (
              <>
                {t('end.staged')}
                {staged.map(({ id, itemNo, batchNo, qty, baseUnit, stagedAt, locationCode }) => (
                  <div key={id}>
                    {[itemNo, batchNo].filter(Boolean).join(' ')} {figure(qty)} {wordFor('unit', baseUnit, language)}{' '}
                    {stagedAt ?? '—'} → {locationCode}
                  </div>
                ))}
              </>
            )
          }
        />
      )}
      {can('reallocate') && task.short && (
        <p className={styles.row}>
          <Button loading={elsewhere.pending} onClick={() => void seek([]).catch(() => undefined)}>
            {t('act.reallocate')}
          </Button>
        </p>
      )}
      <div className={lines.frame}>
        <table className={lines.lines} aria-label={t('view.lines')}>
          <thead>
            <tr>
              <th>{t('field.location')}</th>
              <th>{t('field.itemNo')}</th>
              <th>{t('field.batchNo')}</th>
              <th>{t('field.expiry')}</th>
              <th>{t('field.containerCode')}</th>
              <th className={lines.right}>{t('field.quantity')}</th>
              <th>{t('field.noticeNo')}</th>
              <th>{t('field.state')}</th>
              <th>{t('field.staged')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {task.lines.map((line) => (
              <tr key={line.id} data-void={line.state === 'released' || undefined}>
                <td>
                  <b>{line.locationCode}</b>
                  {line.countNo && (
                    <Flag tone="orange" title={t('task.toBeCounted', { no: line.countNo })}>
                      {t('mark.toBeCounted')}
                    </Flag>
                  )}
                </td>
                <td className={lines.goods}>
                  <b>{line.itemNo}</b>
                  <small>{line.itemName}</small>
                </td>
                <td>{line.batchNo}</td>
                <td>{line.expiry ?? '—'}</td>
                <td>{line.containerCode ?? '—'}</td>
                <td className={lines.right}>
                  {figure(line.qty)} {wordFor('unit', line.baseUnit, language)}
                </td>
                <td>{line.noticeNo}</td>
                <td>{wordFor('allocationState', line.state, language)}</td>
                <td>{line.stagedAt ? `${line.stagedAt}${line.pickedByName ? ` · ${line.pickedByName}` : ''}` : '—'}</td>
                <td>
                  {line.state === 'allocated' && can('pick') && !line.intercepted && (
                    <Button size="small" type="link" onClick={() => setPicking(line)}>
                      {t('act.pick')}
                    </Button>
                  )}
                  {line.state === 'picked' && can('putBack') && (
                    <Button
                      size="small"
                      type="link"
                      danger
                      loading={back.pending}
                      onClick={() => void askBack(line).catch(() => undefined)}
                    >
                      {t('act.putBack')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {picking && <PickForm key={picking.id} task={task} line={picking} onClose={() => setPicking(null)} />}
    </>
  )
}

function Shorts({ task }: { task: PickTaskDetail }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  return (
    <div className={lines.frame}>
      <table className={lines.lines} aria-label={t('view.shorts')}>
        <thead>
          <tr>
            <th>{t('field.at')}</th>
            <th>{t('field.by')}</th>
            <th>{t('field.itemNo')}</th>
            <th>{t('field.batchNo')}</th>
            <th>{t('field.location')}</th>
            <th className={lines.right}>{t('field.shortQty')}</th>
            <th>{t('field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {task.shorts.map((row) => (
            <tr key={`${row.actId}-${row.locationCode}`}>
              <td>{dateTime(row.at)}</td>
              <td>{row.byName}</td>
              <td>{row.itemNo}</td>
              <td>{row.batchNo}</td>
              <td>{row.locationCode}</td>
              <td className={lines.right}>{figure(row.qty)}</td>
              <td>{wordFor('shortReason', row.reason, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
