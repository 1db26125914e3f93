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
import { LinesTable, Two } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { dateTime, dotted, figure } from '../../../shared/ui/format.ts'
import { Flag, Flags } from '../../../shared/ui/StateTag.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { marksOf } from './noticeColumns.tsx'
import { OutboundHistory } from './OutboundHistory.tsx'
import { PickForm } from './PickForm.tsx'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'
import { taskTones } from './taskColumns.tsx'

/** One pick task: its lines in walking order, picked one by one; what was short; what was put back. */
export function PickTaskDrawer({ no, onClose }: { no: string; onClose: () => void }) {
  const task = useQuery({ ...q(getPickTask, { no }), staleTime: 0 })
  return (
    <RecordSheet
      of={task}
      width={1120}
      onClose={onClose}
      title={task.data?.taskNo ?? no}
      state={(task) => (
        <>
          <RecordState words="pickTaskState" of={task.state} tones={taskTones} />
          <Flags of={marksOf(task)} />
        </>
      )}
    >
      {(task) => <Body task={task} />}
    </RecordSheet>
  )
}

function Body({ task }: { task: PickTaskDetail }) {
  const { t } = useTranslation('warehouse/shipping')
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
      <RecordTabs
        label={t('task.list')}
        panes={[
          { key: 'lines', label: t('view.lines'), count: task.lineCount, pane: <Lines task={task} /> },
          task.shorts.length > 0 && {
            key: 'shorts',
            label: t('view.shorts'),
            count: task.shorts.length,
            pane: <Shorts task={task} />,
          },
          {
            key: 'history',
            label: t('view.history'),
            pane: <OutboundHistory call={getPickTaskHistory} id={task.id} />,
          },
        ]}
      />
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
      <LinesTable
        label={t('view.lines')}
        rows={task.lines}
        isVoid={({ state }) => state === 'released'}
        columns={[
          [
            t('field.location'),
            (line) => (
              <>
                <b>{line.locationCode}</b>
                {line.countNo && (
                  <Flag tone="orange" title={t('task.toBeCounted', { no: line.countNo })}>
                    {t('mark.toBeCounted')}
                  </Flag>
                )}
              </>
            ),
          ],
          [t('field.itemNo'), (line) => <Two first={line.itemNo} below={line.itemName} />],
          [t('field.batchNo'), (line) => line.batchNo],
          [t('field.expiry'), (line) => line.expiry],
          [t('field.containerCode'), (line) => line.containerCode],
          [t('field.quantity'), (line) => `${figure(line.qty)} ${wordFor('unit', line.baseUnit, language)}`, 'right'],
          [t('field.noticeNo'), (line) => line.noticeNo],
          [t('field.state'), (line) => wordFor('allocationState', line.state, language)],
          [t('field.staged'), (line) => line.stagedAt && dotted(line.stagedAt, line.pickedByName)],
          [
            null,
            (line) => (
              <>
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
              </>
            ),
          ],
        ]}
      />
      {picking && <PickForm key={picking.id} task={task} line={picking} onClose={() => setPicking(null)} />}
    </>
  )
}

function Shorts({ task }: { task: PickTaskDetail }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  return (
    <LinesTable
      label={t('view.shorts')}
      rows={task.shorts}
      keyOf={(row) => `${row.actId}-${row.locationCode}`}
      columns={[
        [t('field.at'), (row) => dateTime(row.at)],
        [t('field.by'), (row) => row.byName],
        [t('field.itemNo'), (row) => row.itemNo],
        [t('field.batchNo'), (row) => row.batchNo],
        [t('field.location'), (row) => row.locationCode],
        [t('field.shortQty'), (row) => figure(row.qty), 'right'],
        [t('field.reason'), (row) => wordFor('shortReason', row.reason, language)],
      ]}
    />
  )
}
